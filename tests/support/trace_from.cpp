// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_from.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <tuple>
#include <vector>

namespace tideline::test {

std::shared_ptr<const Trace> frozen(TraceBuilder&& builder, unsigned threads)
{
    TaskPool pool(threads);
    auto trace = TraceBuilder::freeze(std::move(builder), pool, Progress{});
    if (!trace) {
        std::fprintf(stderr, "freeze failed: %s\n", trace.error().text().c_str());
        std::abort();
    }
    return *trace;
}

std::shared_ptr<const Trace> traceFrom(std::string_view text, ProcessRole role)
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    builder.process(builder.process(rank, "1")).role = role;
    std::istringstream line{std::string(text)};
    std::string part;
    for (std::uint64_t order = 0; std::getline(line, part, ';'); ++order) {
        std::istringstream words(part);
        std::string name;
        SliceRow row;
        if (!(words >> name >> row.start.ns >> row.duration.ns))
            continue;
        const std::size_t colon = name.find(':');
        const std::string tid = colon == std::string::npos ? "1" : name.substr(0, colon);
        row.name = builder.intern(colon == std::string::npos ? name : name.substr(colon + 1));
        row.ref = SourceRef(0, order);
        builder.addSlice(builder.track(rank, "1", tid, TrackKind::HostThread), row);
    }
    return frozen(std::move(builder));
}

SliceId sliceNamed(const Trace& trace, std::string_view name)
{
    for (std::uint32_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.text(trace.slices().name.at(i)) == name)
            return SliceId{i};
    }
    return {};
}

std::string layoutText(const Trace& trace, TrackId track)
{
    const SliceColumns& slices = trace.slices();
    std::vector<std::tuple<Instant, Duration, SourceRef, SliceId>> order;
    for (std::uint32_t i = trace.track(track).slices.first; i < trace.track(track).slices.last; ++i)
        order.emplace_back(slices.start.at(i), -slices.duration.at(i), slices.ref.at(i), SliceId{i});
    std::sort(order.begin(), order.end());
    std::string text;
    for (const auto& [start, length, ref, slice] : order) {
        const SliceId parent = slices.parent.at(slice.row);
        text += text.empty() ? "" : "; ";
        text += std::string(trace.text(slices.name.at(slice.row))) + " " + std::to_string(trace.rowOf(slice)) + " "
                + (parent.valid() ? std::string(trace.text(slices.name.at(parent.row))) : "-") + " "
                + std::to_string(slices.self.at(slice.row).ns);
    }
    return text;
}

} // namespace tideline::test
