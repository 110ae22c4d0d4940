// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/index/time_buckets.h"
#include "core/store/packer.h"
#include "core/store/trace.h"
#include "core/store/trace_joiner.h"

namespace tideline {

/// What lies in one pixel column of a drawn row.
struct MipColumn {
    Duration busy;           ///< time in slices inside the column
    StringId name;           ///< the name with most of that time; none in an empty column
    SliceId longest;         ///< the slice with most of that time; none in an empty column
    std::uint32_t count = 0; ///< slices that begin in the column; those begun before the range count in the first
    bool empty() const { return !longest.valid(); }
};

/// Levels of detail of one track. Evenly filled rows are summed up in TimeBuckets, which answer a wide view by reading
/// on, and in blocks of 16 slices, those in blocks of 4, and so on; rows with bursts and long idle have blocks of 8
/// slices and no buckets, so that they cost the same. At most 8.8 bytes per slice; short rows have nothing. Building
/// is two passes, O(slices).
class SliceMip {
public:
    SliceMip() = default;
    SliceMip(const Trace& trace, TrackId track);

    /// The columns of equal width that `range` (in the track's own time) is cut into. O(columns · log(slices per
    /// column)): below 4 slices per column the slices are walked and all figures are exact; above, busy times and
    /// counts are exact in sum, and a bucket or a block of 8 or 16 that lies across a border is shared between the two
    /// columns in proportion. Names are found by the sums of the leading names of the buckets or blocks.
    void columns(const Trace& trace, std::uint32_t row, TimeRange range, std::span<MipColumn> columns) const;
    std::vector<MipColumn> columns(const Trace& trace, std::uint32_t row, TimeRange range, std::uint32_t count) const;

    TrackId track() const { return m_track; }
    /// The upper levels alone: what a view of the whole track needs, however many slices it has.
    SliceMip coarse() const;
    /// Whether a view of the whole track with columns of that width gets the same answer from the coarse levels.
    bool coarseAnswers(double nsPerColumn) const;
    std::size_t residentBytes() const;

    /// Whether a row is answered from TimeBuckets where a column is that many nanoseconds wide: a few times faster
    /// than from blocks.
    bool isEven(std::uint32_t row, double nsPerColumn) const;

    /// Slices of a leaf block in rows with and without buckets, and blocks of a block.
    /// Of a joined trace: its track there, ids moved by its place.
    void move(TrackId track, const PartPlaces& places);
    /// Whether what a store says can be used for this trace: row numbers inside tables, rows as the track has them.
    bool isSound(const Trace& trace, TrackId track) const;
    friend void fields(Packer& packer, SliceMip& mip);

    static constexpr std::uint32_t kEvenLeaf = 16;
    static constexpr std::uint32_t kLeaf = 8;
    static constexpr std::uint32_t kFanOut = 4;

    /// Consecutive slices of a row, summed up.
    struct Block {
        Instant start;
        Instant end;
        Duration busy;
        StringId name;
        SliceId longest;
        float nameNs = 0;
        float longestNs = 0;
    };

private:
    void addRow(const Trace& trace, RowRange row, std::uint32_t leaf);
    std::uint32_t leafOf(std::uint32_t row) const { return m_buckets.levelCount(row) > 0 ? kEvenLeaf : kLeaf; }
    std::vector<std::span<const Block>> levels(std::uint32_t row) const; // finest first; empty for a short row

    TrackId m_track;
    TimeBuckets m_buckets;
    std::vector<Block> m_blocks;           // row by row, finest level first
    std::vector<std::uint32_t> m_rowFirst; // one more than rows
    std::vector<std::uint32_t> m_rowSlices;
};

} // namespace tideline
