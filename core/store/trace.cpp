// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trace.h"

#include <algorithm>

#include "core/store/trace_parts.h"

namespace tideline {

TrackId Trace::trackOf(SliceId slice) const
{
    const auto found = std::partition_point(m_tracks.begin(), m_tracks.end(),
                                            [&](const TrackInfo& track) { return track.slices.last <= slice.row; });
    return found == m_tracks.end() ? TrackId{} : TrackId{static_cast<std::uint32_t>(found - m_tracks.begin())};
}

std::uint32_t Trace::rowOf(SliceId slice) const
{
    const TrackId id = trackOf(slice);
    if (!id.valid())
        return 0;
    const std::vector<RowRange>& rows = track(id).rows;
    const auto found =
        std::partition_point(rows.begin(), rows.end(), [&](RowRange row) { return row.last <= slice.row; });
    return static_cast<std::uint32_t>(found - rows.begin());
}

TimeRange Trace::rangeOf(SliceId slice) const
{
    const Instant start = m_slices.start.at(slice.row);
    return {start, start + m_slices.duration.at(slice.row)};
}

KernelId Trace::kernelOf(SliceId slice) const
{
    ColumnReader<KernelTie> ties(m_kernelOfSlice);
    std::uint32_t first = 0;
    std::uint32_t last = m_kernelOfSlice.size();
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (ties[middle].slice < slice)
            first = middle + 1;
        else
            last = middle;
    }
    return first < m_kernelOfSlice.size() && ties[first].slice == slice ? ties[first].kernel : KernelId{};
}

std::size_t Trace::residentBytes() const
{
    std::size_t bytes = m_pager ? m_pager->residentBytes() : 0;
    forEachColumn(*this, [&bytes](const auto& column, FrameFormat) { bytes += column.residentBytes(); });
    return bytes;
}

} // namespace tideline
