// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trace.h"

#include <algorithm>
#include <type_traits>

namespace tideline {

namespace {

template <typename... Columns>
std::size_t bytesOf(const Columns&... columns)
{
    return (std::size_t{0} + ... + columns.residentBytes());
}

std::size_t bytesOfKernels(const KernelColumns& k)
{
    std::size_t bytes = bytesOf(k.rank, k.step, k.start, k.duration, k.wait, k.name, k.type, k.core, k.stream, k.task,
                                k.device, k.blockDim, k.mixBlockDim, k.opState, k.inputShapes, k.inputTypes,
                                k.inputFormats, k.outputShapes, k.outputTypes, k.outputFormats, k.slice, k.ref);
    for (const NamedColumn& metric : k.metrics)
        bytes += metric.values.residentBytes();
    return bytes;
}

} // namespace

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
    const auto found = std::partition_point(m_kernelOfSlice.begin(), m_kernelOfSlice.end(),
                                            [&](const auto& pair) { return pair.first < slice; });
    return found != m_kernelOfSlice.end() && found->first == slice ? found->second : KernelId{};
}

std::size_t Trace::residentBytes() const
{
    const SliceColumns& s = m_slices;
    const FlowColumns& f = m_flows;
    std::size_t bytes =
        bytesOf(s.start, s.duration, s.self, s.name, s.category, s.taskType, s.parent, s.ref, m_instants.time,
                m_instants.track, m_instants.name, m_instants.ref, m_samples.time, m_samples.value, f.fromTrack,
                f.fromTime, f.fromSlice, f.toTrack, f.toTime, f.toSlice, f.category)
        + bytesOfKernels(m_kernels) + m_kernelOfSlice.capacity() * sizeof(m_kernelOfSlice[0]);
    const RecordTables& r = m_records;
    bytes += bytesOf(r.communication, r.transports, r.links, r.memory, r.allocations);
    for (const ExtraTable& table : m_extraTables) {
        for (const ExtraTable::Field& field : table.fields)
            bytes += bytesOf(field.numbers, field.texts);
    }
    return bytes;
}

} // namespace tideline
