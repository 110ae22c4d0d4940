// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/made_trace.h"

#include <string>
#include <utility>
#include <vector>

#include "core/store/trace_builder.h"
#include "tests/bench/trace_maker.h"

namespace tideline::bench {

namespace {

constexpr std::size_t kNames = 400;

std::vector<SliceRow> laneRows(std::uint64_t count, unsigned lane, const std::vector<StringId>& names)
{
    std::vector<SliceRow> rows;
    rows.reserve(count);
    Instant t{std::int64_t{1'736'408'883'000'000'000}};
    for (std::uint64_t i = 0; rows.size() < count; ++i) {
        const std::uint64_t r = mix(i * 1000 + lane);
        const Duration length{static_cast<std::int64_t>(1'000 + r % 40'000)};
        rows.push_back({t, length, SourceRef(0, rows.size()), names[r % kNames]});
        if (i % 20 == 0 && rows.size() < count)
            rows.push_back({t + Duration{100}, Duration{500}, SourceRef(0, rows.size()), names[(r >> 9) % kNames]});
        t = t + length + Duration{static_cast<std::int64_t>(r >> 40 & 0xFFF)};
    }
    return rows;
}

} // namespace

std::shared_ptr<const Trace> traceInMemory(std::uint64_t slices, unsigned lanes)
{
    TraceBuilder builder;
    std::vector<StringId> names;
    for (std::size_t i = 0; i < kNames; ++i)
        names.push_back(builder.intern("aclnnKernel_" + std::to_string(i) + "_MatMul" + std::to_string(i % 7)));
    const RankId rank = builder.addRank({});
    for (unsigned lane = 0; lane < lanes; ++lane) {
        const TrackId track = builder.track(rank, "1", std::to_string(lane), TrackKind::Stream);
        builder.addSlices(track, laneRows(slices / lanes, lane, names));
    }
    ProcessInfo& process = builder.process(builder.process(rank, "1"));
    process.name = "Ascend Hardware";
    process.role = ProcessRole::Device;
    TaskPool pool;
    auto frozen = TraceBuilder::freeze(std::move(builder), pool, Progress{});
    return frozen ? std::move(*frozen) : nullptr;
}

} // namespace tideline::bench
