// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/store/pending.h"
#include "core/store/raw_array.h"
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

    /// newTrack: the frozen row of each track. Points of unknown tracks hang in the air. Once cancelled it does nothing.
    FlowFreezer(std::vector<PendingRows<FlowPoint>> byRank, const std::vector<std::uint32_t>& newTrack, TaskPool& pool,
                const Progress& progress);

    /// Finds the slices of all points of a track: starting at the point, else the innermost around it, else (ends that
    /// ask for it) the next. firstSlice is the id of place 0. O(slices + points · log points), for different tracks
    /// from different threads.
    void bind(std::uint32_t track, const TrackLayout& layout, std::uint32_t firstSlice);

    /// Arrows by track and time of their start. Empty when cancelled. O(points), O(n log n) over the points of a key.
    Joined join(TaskPool& pool) &&;

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    struct Arrow {
        std::uint32_t from;
        std::uint32_t to;
    };
    /// What joining a point needs of it, so that a bucket fits the cache of a core.
    struct Entry {
        std::uint64_t keyHigh;
        std::uint64_t keyLow;
        Instant time;
        std::uint32_t point;
        FlowPhase phase;
    };
    struct Bucket {
        std::span<const Entry> entries;
        std::uint64_t startsUnmatched = 0;
        std::uint64_t endsUnmatched = 0;
    };

    std::span<std::uint32_t> pointsOn(std::uint32_t track);
    bool before(std::uint32_t a, std::uint32_t b) const;
    void sortByTime(std::span<std::uint32_t> points) const;
    void takePoints(std::vector<PendingRows<FlowPoint>> byRank, const std::vector<std::uint32_t>& newTrack,
                    TaskPool& pool);
    std::vector<Bucket> cutIntoBuckets(RawArray<Entry>& entries, TaskPool& pool) const;
    void joinBucket(Bucket& bucket);
    void joinKey(std::span<const Entry* const> entries, Bucket& bucket, std::vector<Arrow>& arrows) const;
    std::vector<Arrow> sortedArrows() const;
    FlowColumns columnsOf(const std::vector<Arrow>& arrows, TaskPool& pool) const;

    const Progress& m_progress;
    RawArray<FlowPoint> m_points; // of all ranks, one rank after the other; tracks are frozen rows
    std::vector<std::size_t> m_rankEnds;
    std::uint32_t m_trackCount;
    std::vector<std::uint32_t> m_byTrack;  // points grouped by track, those of unknown tracks last
    std::vector<std::size_t> m_trackFirst; // where the group of each track starts, of the unknown ones, the end
    std::vector<SliceId> m_slices;         // by point
    std::vector<std::uint32_t> m_from;     // by point: the start that leads to it
    std::vector<std::uint32_t> m_arrows;   // by point: how many start here
};

} // namespace tideline
