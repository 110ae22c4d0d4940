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
    std::vector<TrackLayout> layouts;
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

} // namespace

SliceColumns freezeSlices(std::vector<PendingRows<SliceRow>> pending, const std::vector<ProcessInfo>& processes,
                          std::vector<TrackInfo>& tracks, FlowFreezer& flows, TaskPool& pool, const Progress& progress)
{
    SliceColumnsBuilder columns;
    std::uint64_t total = 0;
    for (const PendingRows<SliceRow>& rows : pending)
        total += rows.size();
    const auto layOut = [&](Batch& batch, std::size_t i) {
        const std::size_t at = batch.firstTrack + i;
        const TrackInfo& track = tracks[at];
        const bool device = isCounted(track.kind) && processes[track.process.row].role == ProcessRole::Device;
        batch.layouts[i] = layoutTrack(pending[at].takeChunks(), device, progress);
    };
    const std::size_t batchRows = kBatchRows * pool.threadCount();
    std::uint32_t done = 0;
    Batch ready; // laid out, to be appended while the next one is
    for (std::size_t last = 0; (last < tracks.size() || !ready.layouts.empty()) && !progress.cancelled();) {
        Batch next;
        next.firstTrack = last;
        const std::uint32_t batchFirst = done;
        for (; last < tracks.size() && (last == next.firstTrack || done - batchFirst < batchRows); ++last) {
            next.firstSlices.push_back(done);
            done += static_cast<std::uint32_t>(pending[last].size());
        }
        next.layouts.resize(last - next.firstTrack);
        std::vector<std::uint32_t> order(next.layouts.size()); // the largest first: nobody waits for it at the end
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return pending[next.firstTrack + a].size() > pending[next.firstTrack + b].size();
        });
        std::vector<std::function<void()>> tasks;
        for (const std::uint32_t i : order)
            tasks.push_back([&, i] { layOut(next, i); });
        for (std::size_t i = 0; i < ready.layouts.size(); ++i)
            tasks.push_back([&, i] {
                flows.bind(static_cast<std::uint32_t>(ready.firstTrack + i), ready.layouts[i], ready.firstSlices[i],
                           progress);
            });
        if (!ready.layouts.empty())
            columns.addTasks(ready, tasks);
        pool.forEach(tasks.size(), [&](std::size_t i) {
            if (!progress.cancelled())
                tasks[i]();
        });
        for (std::size_t i = 0; i < ready.layouts.size(); ++i)
            takeOver(ready.layouts[i], ready.firstSlices[i], tracks[ready.firstTrack + i]);
        ready = std::move(next);
        progress.report({Stage::Build, done, total, total, {}});
    }
    return std::move(columns).finish();
}

} // namespace tideline
