// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_slices.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>

#include "core/store/gather.h"
#include "core/store/track_layout.h"

namespace tideline {

namespace {

/// Tracks are laid out in batches of about this many rows per thread: enough work for the pool, little memory.
constexpr std::size_t kBatchRows = std::size_t{1} << 17;

/// Tracks that are laid out together.
struct Batch {
    std::size_t firstTrack = 0;
    std::vector<std::uint32_t> firstSlices; ///< by track
    std::vector<TrackLayout> layouts;       ///< by track
    std::uint32_t end = 0;                  ///< behind the last slice
};

/// The slice columns while they grow. The columns of one batch are filled in parallel.
class SliceColumnsBuilder {
public:
    /// Tasks that append a batch, one for each column: independent of each other.
    void addTasks(const Batch& batch, std::vector<std::function<void()>>& tasks)
    {
        const std::vector<TrackLayout>& layouts = batch.layouts;
        tasks.insert(tasks.end(), {[&] { pushMember(m_start, layouts, &SliceRow::start); },
                                   [&] { pushMember(m_duration, layouts, &SliceRow::duration); },
                                   [&] { pushMember(m_name, layouts, &SliceRow::name); },
                                   [&] { pushMember(m_category, layouts, &SliceRow::category); },
                                   [&] { pushMember(m_taskType, layouts, &SliceRow::taskType); },
                                   [&] { pushMember(m_ref, layouts, &SliceRow::ref); }, [&] { pushSelf(layouts); },
                                   [&] { pushParents(layouts, batch.firstSlices); }});
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
            const auto value = [&](std::size_t i) { return layout.slices[layout.order[i]].*member; };
            column.fill(layout.order.size(), value);
        }
    }
    void pushSelf(const std::vector<TrackLayout>& batch)
    {
        for (const TrackLayout& layout : batch) {
            m_self.fill(layout.order.size(), [&](std::size_t i) { return layout.self[layout.order[i]]; });
        }
    }
    void pushParents(const std::vector<TrackLayout>& batch, const std::vector<std::uint32_t>& firstSlices)
    {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const TrackLayout& layout = batch[i];
            m_parent.fill(layout.order.size(), [&](std::size_t place) {
                const std::uint32_t parent = layout.parent[layout.order[place]];
                const bool root = parent == TrackLayout::kNoParent;
                return root ? SliceId{} : SliceId{firstSlices[i] + layout.position[parent]};
            });
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

/// The tracks from firstTrack on, of about so many rows, whose slices begin with firstSlice.
Batch batchFrom(std::size_t firstTrack, std::uint32_t firstSlice, std::size_t rows,
                const std::vector<PendingRows<SliceRow>>& pending)
{
    Batch batch;
    batch.firstTrack = firstTrack;
    std::size_t taken = 0;
    for (std::size_t i = firstTrack; i < pending.size() && (i == firstTrack || taken < rows); ++i) {
        batch.firstSlices.push_back(firstSlice + static_cast<std::uint32_t>(taken));
        taken += pending[i].size();
    }
    batch.end = firstSlice + static_cast<std::uint32_t>(taken);
    batch.layouts.resize(batch.firstSlices.size());
    return batch;
}

/// The numbers of the batch's tracks, the largest first: nobody waits for it at the end.
std::vector<std::size_t> largestFirst(const Batch& batch, const std::vector<PendingRows<SliceRow>>& pending)
{
    std::vector<std::size_t> order(batch.layouts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pending[batch.firstTrack + a].size() > pending[batch.firstTrack + b].size();
    });
    return order;
}

} // namespace

SliceColumns freezeSlices(std::vector<PendingRows<SliceRow>> pending, const std::vector<ProcessInfo>& processes,
                          std::vector<TrackInfo>& tracks, FlowFreezer& flows, TaskPool& pool, const Progress& progress)
{
    SliceColumnsBuilder columns;
    std::uint64_t total = 0;
    for (const PendingRows<SliceRow>& rows : pending)
        total += rows.size();
    pending.resize(tracks.size());
    Batch ready; // laid out; to be tied to its flow points and appended while the next one is laid out
    do {
        Batch next =
            batchFrom(ready.firstTrack + ready.layouts.size(), ready.end, kBatchRows * pool.threadCount(), pending);
        std::vector<std::function<void()>> tasks;
        for (const std::size_t i : largestFirst(next, pending))
            tasks.push_back([&, i] {
                const TrackInfo& track = tracks[next.firstTrack + i];
                const bool device = isCounted(track.kind) && processes[track.process.row].role == ProcessRole::Device;
                next.layouts[i] = layoutTrack(pending[next.firstTrack + i].takeChunks(), device, progress);
            });
        for (std::size_t i = 0; i < ready.layouts.size(); ++i)
            tasks.push_back([&, i] {
                flows.bind(static_cast<std::uint32_t>(ready.firstTrack + i), ready.layouts[i], ready.firstSlices[i]);
            });
        columns.addTasks(ready, tasks);
        pool.forEach(tasks.size(), [&](std::size_t i) {
            if (!progress.cancelled())
                tasks[i]();
        });
        for (std::size_t i = 0; i < ready.layouts.size(); ++i)
            takeOver(ready.layouts[i], ready.firstSlices[i], tracks[ready.firstTrack + i]);
        ready = std::move(next);
        progress.report({Stage::Build, ready.end, total, total, {}});
    } while (!ready.layouts.empty() && !progress.cancelled());
    return std::move(columns).finish();
}

} // namespace tideline
