// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/index/name_tally.h"
#include "core/index/slice_mip.h"

namespace tideline {

/// One question to a SliceMip: fills the columns of one row from left to right. Private to core/index.
class MipQuery {
public:
    using Levels = std::vector<std::span<const SliceMip::Block>>;
    /// What is known of the row.
    struct Detail {
        Levels blocks;
        std::uint32_t leaf; ///< slices of a block of the finest level
        const TimeBuckets& buckets;
        std::uint32_t row; ///< its number in buckets
        bool whole;        ///< the range holds the whole track: no slice needs to be looked at to find that out
    };

    MipQuery(const Trace& trace, RowRange row, TimeRange range, std::span<MipColumn> columns);
    void run(const Detail& detail);

private:
    RowRange slicesInside();
    void countEarlier(RowRange slices);
    void walk(RowRange slices);
    void readSlices(const Detail& detail, std::uint32_t walked);
    void readBuckets(const Detail& detail, std::size_t levels, TimeRange part);
    void addBuckets(const TimeBuckets::Level& level, std::size_t first, std::size_t last);
    void lead(const TimeBuckets::Bucket& bucket);
    void addBucket(const TimeBuckets::Bucket& bucket, std::size_t column);
    void shareBucket(const TimeBuckets::Bucket& bucket, double left, std::size_t column);
    void visit(const Detail& detail, std::size_t level, std::size_t index);
    Instant coveredBefore(std::uint32_t slice);
    void addSlice(std::uint32_t slice);
    void addBlock(const SliceMip::Block& block, std::uint32_t count, std::size_t column);
    void shareBlock(const SliceMip::Block& block, std::uint32_t count, std::size_t column);
    std::size_t columnOf(Instant t) const;
    Instant columnEnd(std::size_t column) const;
    void open(std::size_t column);
    void add(std::size_t column, Duration busy, StringId name, float nameNs, SliceId longest, float longestNs);
    void finishColumn();

    RowRange m_row;
    TimeRange m_range;
    TimeRange m_part; // of the range, the one being read
    std::span<MipColumn> m_columns;
    double m_columnsPerNs;
    double m_nsPerColumn;
    ColumnReader<Instant> m_starts;
    ColumnReader<Duration> m_durations;
    ColumnReader<StringId> m_names;
    std::size_t m_column = 0; // the one being filled
    NameTally<4> m_tally;
    float m_longestNs = -1;
};

} // namespace tideline
