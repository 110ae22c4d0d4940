// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "core/index/range_stats.h"
#include "core/index/trace_index.h"
#include "tests/support/random_trace.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

namespace {

std::shared_ptr<const Trace> buildTrace()
{
    std::mt19937_64 random(1);
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    for (int thread = 0; thread < 8; ++thread) {
        const TrackId track = builder.track(rank, "1", std::to_string(thread));
        addSlices(builder, track, randomSlices(random, Shape(thread % 4), 3000));
        std::vector<FlowPoint> points(2000);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].keyLow = random() % 4000;
            points[i].time = Instant{static_cast<std::int64_t>(random() % 30'000)};
            points[i].phase = i % 2 ? FlowPhase::End : FlowPhase::Start;
            points[i].track = track;
            points[i].ref = SourceRef(0, i);
        }
        builder.addFlowPoints(rank, std::move(points));
    }
    return frozen(std::move(builder), 4);
}

std::uint64_t readAll(const Trace& trace, const TraceIndex& index)
{
    std::uint64_t sum = 0;
    for (std::uint32_t track = 0; track < trace.tracks().size(); ++track) {
        for (const MipColumn& column : index.mip(TrackId{track})->columns(trace, 0, trace.axisExtent(), 200))
            sum += static_cast<std::uint64_t>(column.busy.ns) + column.count;
        const TrackId id{track};
        sum += rangeStats(trace, {&id, 1}, trace.axisExtent(), 5, Progress{}).slices;
    }
    for (const std::uint32_t entry : index.names().find("NAME"))
        sum += index.names().slicesOf(entry).size();
    for (std::uint32_t slice = 0; slice < trace.slices().size(); slice += 100)
        sum += index.flows().from(trace, SliceId{slice}).size();
    return sum;
}

} // namespace

/// Builds with four threads, then reads from four threads at once: all must see the same.
int main()
{
    const auto trace = buildTrace();
    TaskPool pool(4);
    const TraceIndex index = TraceIndex::build(*trace, pool, Progress{});
    const std::uint64_t expected = readAll(*trace, index);
    std::atomic<int> different{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 4; ++i)
        readers.emplace_back([&] { different += readAll(*trace, index) == expected ? 0 : 1; });
    for (std::thread& reader : readers)
        reader.join();
    return different == 0 && index.complete() ? 0 : 1;
}
