// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/slice_navigation.h"

namespace tideline {

SliceId neighbourOf(const Trace& trace, SliceId slice, int by)
{
    const TrackInfo& track = trace.track(trace.trackOf(slice));
    const RowRange row = track.rows[trace.rowOf(slice)];
    const std::int64_t next = std::int64_t{slice.row} + by;
    if (next < row.first || next >= row.last)
        return {};
    return SliceId{static_cast<std::uint32_t>(next)};
}

SliceId parentOf(const Trace& trace, SliceId slice)
{
    return trace.slices().parent.at(slice.row);
}

SliceId childOf(const Trace& trace, SliceId slice)
{
    const TrackInfo& track = trace.track(trace.trackOf(slice));
    const TimeRange range = trace.rangeOf(slice);
    ColumnReader<Instant> starts(trace.slices().start);
    ColumnReader<SliceId> parents(trace.slices().parent);
    for (std::size_t row = trace.rowOf(slice) + 1; row < track.rows.size(); ++row) {
        std::uint32_t first = track.rows[row].first;
        std::uint32_t last = track.rows[row].last;
        while (first < last) {
            const std::uint32_t middle = first + (last - first) / 2;
            if (starts[middle] < range.start)
                first = middle + 1;
            else
                last = middle;
        }
        for (; first < track.rows[row].last && starts[first] <= range.end; ++first) {
            if (parents[first] == slice)
                return SliceId{first};
            if (starts[first] > range.start)
                break;
        }
    }
    return {};
}

} // namespace tideline
