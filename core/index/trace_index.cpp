// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/trace_index.h"

#include <atomic>
#include <cstdint>

namespace tideline {

TraceIndex TraceIndex::build(const Trace& trace, TaskPool& pool, const Progress& progress)
{
    TraceIndex index;
    const std::size_t tracks = trace.tracks().size();
    const std::size_t counters = trace.counters().size();
    index.m_mips.resize(tracks);
    index.m_pyramids.resize(counters);
    std::atomic<std::uint64_t> done{0};
    const std::size_t total = tracks + counters + 2;
    // Names and flows go first: they are the longest single pieces.
    pool.forEach(total, [&](std::size_t i) {
        if (progress.cancelled())
            return;
        if (i == 0)
            index.m_names = NameIndex(trace, progress);
        else if (i == 1)
            index.m_flows = FlowIndex(trace);
        else if (i - 2 < tracks)
            index.m_mips[i - 2] = SliceMip(trace, TrackId{static_cast<std::uint32_t>(i - 2)});
        else
            index.m_pyramids[i - 2 - tracks] =
                CounterPyramid(trace, CounterId{static_cast<std::uint32_t>(i - 2 - tracks)});
        progress.report({Stage::Index, ++done, total, 0, {}});
    });
    index.m_complete = !progress.cancelled();
    return index;
}

std::size_t TraceIndex::residentBytes() const
{
    std::size_t bytes = m_names.residentBytes() + m_flows.residentBytes();
    for (const SliceMip& mip : m_mips)
        bytes += sizeof(SliceMip) + mip.residentBytes();
    for (const CounterPyramid& pyramid : m_pyramids)
        bytes += sizeof(CounterPyramid) + pyramid.residentBytes();
    return bytes;
}

} // namespace tideline
