// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/store/packer.h"
#include "core/store/trace.h"
#include "core/store/trace_joiner.h"

namespace tideline {

/// Levels of detail in time for the evenly filled rows of a track: buckets of equal width that hold 6 slices on
/// average, then levels of twice the width each. At most 5.4 bytes per slice. Private to core/index.
class TimeBuckets {
public:
    /// What lies in a stretch of time of less than 2.2 s.
    struct Bucket {
        std::uint32_t busyNs = 0;
        StringId name;              ///< the leading name; none in an empty bucket
        SliceId longest;            ///< the slice with most time; none in an empty bucket
        std::uint16_t count = 0;    ///< slices that begin here
        std::uint8_t nameShare = 0; ///< time of the name in 255ths of busyNs
        std::uint8_t longestShare = 0;
        bool empty() const { return !longest.valid(); }
        std::uint64_t nameWeight() const { return std::uint64_t{busyNs} * nameShare; }
        std::uint64_t longestWeight() const { return std::uint64_t{busyNs} * longestShare; }
    };
    /// Bucket i covers [origin + i · width, origin + (i + 1) · width); together they cover the row.
    struct Level {
        Instant origin;
        std::int64_t width = 0;
        std::span<const Bucket> buckets;
    };

    /// Adds the next row. False, with no buckets kept, for a short row and for one whose slices crowd in a few
    /// places: time is the wrong measure there. O(slices).
    bool addRow(const Trace& trace, RowRange row);

    /// Levels of a row, 0 for one without buckets.
    std::size_t levelCount(std::uint32_t row) const { return m_rows[row].levels; }
    /// Width of the finest buckets of a row that has some.
    std::int64_t finestWidth(std::uint32_t row) const { return m_rows[row].width; }
    /// Level 0 is the finest.
    Level level(std::uint32_t row, std::size_t level) const;

    void move(const PartPlaces& places);
    /// The same without the finest levels: at most `most` buckets per row and level.
    TimeBuckets coarse(std::size_t most) const;
    /// Whether the levels of each row fit the buckets, and the ids of the buckets their tables.
    bool isSound(const IdLimits& limits, RowRange slices) const;
    std::size_t rowCount() const { return m_rows.size(); }
    friend void fields(Packer& packer, TimeBuckets& buckets);

    void shrink() { m_buckets.shrink_to_fit(); }
    std::size_t residentBytes() const
    {
        return m_buckets.capacity() * sizeof(Bucket) + m_rows.capacity() * sizeof(Row);
    }

private:
    struct Row {
        std::size_t first = 0;
        std::size_t count = 0; // of the finest level
        std::size_t levels = 0;
        Instant origin;
        std::int64_t width = 0;
    };
    bool addFinest(const Trace& trace, RowRange row, Row& made);
    void addCoarser(Row& made);

    std::vector<Row> m_rows;
    std::vector<Bucket> m_buckets;
};

} // namespace tideline
