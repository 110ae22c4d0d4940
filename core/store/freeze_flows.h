// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/store/pending.h"
#include "core/store/tables.h"
#include "core/store/track_layout.h"

namespace tideline {

/// Joins flow points to arrows and hangs their ends on slices. First bind() every track, then join().
class FlowFreezer {
public:
    struct Joined {
        FlowColumns flows;
        std::uint64_t startsUnmatched = 0;
        std::uint64_t endsUnmatched = 0;
    };

    /// newTrack: the frozen row of each track. Points of unknown tracks hang in the air.
    FlowFreezer(std::vector<PendingRows<FlowPoint>> byRank, const std::vector<std::uint32_t>& newTrack);

    /// Finds the slices of all points of a track: starting at the point, else the innermost around it, else (ends that
    /// ask for it) the next. firstSlice is the id of place 0. O(slices + points · log points), for different tracks
    /// from different threads.
    void bind(std::uint32_t track, const TrackLayout& layout, std::uint32_t firstSlice);

    /// Empty when cancelled. O(n log n) over the points of a key, keys in parallel.
    Joined join(TaskPool& pool, const Progress& progress) &&;

private:
    struct Arrow {
        std::uint32_t from;
        std::uint32_t to;
    };
    struct Bucket {
        std::span<std::uint32_t> points;
        std::vector<Arrow> arrows;
        std::uint64_t startsUnmatched = 0;
        std::uint64_t endsUnmatched = 0;
    };

    bool before(std::uint32_t a, std::uint32_t b) const;
    std::vector<Bucket> cutIntoBuckets(std::vector<std::uint32_t>& points) const;
    void joinBucket(Bucket& bucket) const;
    void joinKey(std::span<const std::uint32_t> points, Bucket& bucket) const;
    std::vector<Arrow> sortedArrows(std::vector<Bucket>& buckets, TaskPool& pool, const Progress& progress) const;
    void sortByStart(std::span<Arrow> arrows) const;
    FlowColumns columnsOf(const std::vector<Arrow>& arrows, TaskPool& pool) const;

    std::vector<FlowPoint> m_points; // of all ranks, one rank after the other; tracks are frozen rows
    std::vector<std::size_t> m_rankEnds;
    std::uint32_t m_trackCount;
    std::vector<std::uint32_t> m_byTrack;    // points grouped by track
    std::vector<std::uint32_t> m_trackFirst; // where the group of each track starts; one more than tracks
    std::vector<SliceId> m_slices;           // by point
};

} // namespace tideline
