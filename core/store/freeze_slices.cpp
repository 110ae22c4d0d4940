// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_slices.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/store/gather.h"
#include "core/store/track_layout.h"

namespace tideline {

namespace {

/// Tracks are laid out in batches of about this many rows: enough work for the pool, little memory.
constexpr std::size_t kBatchRows = std::size_t{1} << 19;

/// The slice columns while they grow. The columns of one batch are filled in parallel.
class SliceColumnsBuilder {
public:
    void append(const std::vector<TrackLayout>& batch, const std::vector<std::uint32_t>& firstSlices, TaskPool& pool)
    {
        inParallel(
            pool, [&] { pushMember(m_start, batch, &SliceRow::start); },
            [&] { pushMember(m_duration, batch, &SliceRow::duration); },
            [&] { pushMember(m_name, batch, &SliceRow::name); },
            [&] { pushMember(m_category, batch, &SliceRow::category); },
            [&] { pushMember(m_taskType, batch, &SliceRow::taskType); },
            [&] { pushMember(m_ref, batch, &SliceRow::ref); }, [&] { pushSelf(batch); },
            [&] { pushParents(batch, firstSlices); });
    }

    SliceColumns finish() &&
    {
        SliceColumns columns;
        columns.start = std::move(m_start).finish();
        columns.duration = std::move(m_duration).finish();
        columns.self = std::move(m_self).finish();
        columns.name = std::move(m_name).finish();
        columns.category = std::move(m_category).finish();
        columns.taskType = std::move(m_taskType).finish();
        columns.parent = std::move(m_parent).finish();
        columns.ref = std::move(m_ref).finish();
        return columns;
    }

private:
    template <typename T>
    static void pushMember(ColumnBuilder<T>& column, const std::vector<TrackLayout>& batch, T SliceRow::*member)
    {
        for (const TrackLayout& layout : batch) {
            for (const std::uint32_t index : layout.order)
                column.push(layout.slices[index].*member);
        }
    }
    void pushSelf(const std::vector<TrackLayout>& batch)
    {
        for (const TrackLayout& layout : batch) {
            for (const std::uint32_t index : layout.order)
                m_self.push(layout.self[index]);
        }
    }
    void pushParents(const std::vector<TrackLayout>& batch, const std::vector<std::uint32_t>& firstSlices)
    {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            for (const std::uint32_t index : batch[i].order) {
                const std::uint32_t parent = batch[i].parent[index];
                const bool root = parent == TrackLayout::kNoParent;
                m_parent.push(root ? SliceId{} : SliceId{firstSlices[i] + batch[i].position[parent]});
            }
        }
    }

    ColumnBuilder<Instant> m_start;
    ColumnBuilder<Duration> m_duration;
    ColumnBuilder<Duration> m_self;
    ColumnBuilder<StringId> m_name;
    ColumnBuilder<StringId> m_category;
    ColumnBuilder<StringId> m_taskType;
    ColumnBuilder<SliceId> m_parent;
    ColumnBuilder<SourceRef> m_ref;
};

void takeOver(TrackLayout& layout, std::uint32_t firstSlice, TrackInfo& track)
{
    track.slices = {firstSlice, firstSlice + static_cast<std::uint32_t>(layout.slices.size())};
    track.rows = std::move(layout.rows);
    for (RowRange& row : track.rows)
        row = {row.first + firstSlice, row.last + firstSlice};
    track.busy = layout.busy;
    track.sum = layout.sum;
    track.overlapping = layout.overlapping;
    track.enclosing = layout.enclosing;
    track.extent = layout.extent;
}

} // namespace

SliceColumns freezeSlices(std::vector<PendingRows<SliceRow>> pending, const std::vector<ProcessInfo>& processes,
                          std::vector<TrackInfo>& tracks, FlowFreezer& flows, TaskPool& pool, const Progress& progress)
{
    SliceColumnsBuilder columns;
    std::uint64_t total = 0;
    for (const PendingRows<SliceRow>& rows : pending)
        total += rows.size();
    std::uint32_t done = 0;
    for (std::size_t first = 0, last = 0; first < tracks.size() && !progress.cancelled(); first = last) {
        std::vector<std::uint32_t> firstSlices;
        const std::uint32_t batchFirst = done;
        for (; last < tracks.size() && (last == first || done - batchFirst < kBatchRows); ++last) {
            firstSlices.push_back(done);
            done += static_cast<std::uint32_t>(pending[last].size());
        }
        std::vector<TrackLayout> batch(last - first);
        pool.forEach(batch.size(), [&](std::size_t i) {
            const TrackInfo& track = tracks[first + i];
            const bool device = isCounted(track.kind) && processes[track.process.row].role == ProcessRole::Device;
            batch[i] = layoutTrack(pending[first + i].take(), device, progress);
            if (!progress.cancelled())
                flows.bind(static_cast<std::uint32_t>(first + i), batch[i], firstSlices[i]);
        });
        if (progress.cancelled())
            break;
        columns.append(batch, firstSlices, pool);
        for (std::size_t i = 0; i < batch.size(); ++i)
            takeOver(batch[i], firstSlices[i], tracks[first + i]);
        progress.report({Stage::Build, done, total, total, {}});
    }
    return std::move(columns).finish();
}

} // namespace tideline
