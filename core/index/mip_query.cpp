// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/mip_query.h"

#include <algorithm>

namespace tideline {

namespace {

constexpr std::size_t kWalkedPerColumn = 4;
constexpr std::uint32_t kWalkedAtEdges = 64;

/// Slices of a full block of a level.
constexpr std::uint64_t levelSlices(std::uint32_t leaf, std::size_t level)
{
    static_assert(SliceMip::kFanOut == 4);
    return std::uint64_t{leaf} << (2 * level);
}

/// Whole part and next whole number; the library functions cost a call each, here in the inner loop of every frame.
std::int64_t roundedDown(double value)
{
    return static_cast<std::int64_t>(value);
}
std::int64_t roundedUp(double value)
{
    const std::int64_t whole = roundedDown(value);
    return static_cast<double>(whole) < value ? whole + 1 : whole;
}

} // namespace

MipQuery::MipQuery(const Trace& trace, RowRange row, TimeRange range, std::span<MipColumn> columns)
    : m_row(row),
      m_range(range),
      m_part(range),
      m_columns(columns),
      m_columnsPerNs(static_cast<double>(columns.size()) / static_cast<double>(range.length().ns)),
      m_nsPerColumn(static_cast<double>(range.length().ns) / static_cast<double>(columns.size())),
      m_starts(trace.slices().start),
      m_durations(trace.slices().duration),
      m_names(trace.slices().name)
{
}

void MipQuery::run(const Detail& detail)
{
    const TimeBuckets& buckets = detail.buckets;
    std::size_t levels = buckets.levelCount(detail.row);
    const RowRange slices = detail.whole ? m_row : slicesInside();
    const std::uint64_t walked = std::uint64_t{kWalkedPerColumn} * m_columns.size();
    if ((detail.blocks.empty() && levels == 0) || slices.size() < walked) {
        countEarlier(slices);
        walk(slices);
    } else {
        while (levels > 0 && static_cast<double>(buckets.finestWidth(detail.row) << (levels - 1)) > m_nsPerColumn)
            --levels;
        if (!detail.whole)
            countEarlier(slices);
        readBuckets(detail, levels, m_range);
    }
    finishColumn();
}

void MipQuery::countEarlier(RowRange slices)
{
    for (std::uint32_t slice = slices.first; slice < slices.last && m_starts[slice] < m_range.start; ++slice)
        m_columns.front().count += m_starts[slice] + m_durations[slice] > m_range.start ? 1 : 0;
}

void MipQuery::readBuckets(const Detail& detail, std::size_t levels, TimeRange part)
{
    if (part.empty())
        return;
    if (levels == 0) {
        m_part = part;
        readSlices(detail, kWalkedAtEdges);
        return;
    }
    const TimeBuckets::Level level = detail.buckets.level(detail.row, levels - 1);
    const auto count = static_cast<std::int64_t>(level.buckets.size());
    const std::int64_t from = std::max<std::int64_t>(0, (part.start - level.origin).ns);
    const std::int64_t first = from / level.width + (from % level.width ? 1 : 0);
    // The last bucket may reach over the end of a range that holds the whole track; nothing lies there.
    const std::int64_t last =
        detail.whole ? count : std::clamp<std::int64_t>((part.end - level.origin).ns / level.width, 0, count);
    if (first >= last) {
        readBuckets(detail, levels - 1, part);
        return;
    }
    if (first > 0) // the row begins with its first bucket
        readBuckets(detail, levels - 1, {part.start, level.origin + Duration{first * level.width}});
    addBuckets(level, static_cast<std::size_t>(first), static_cast<std::size_t>(last));
    if (last < count)
        readBuckets(detail, levels - 1, {level.origin + Duration{last * level.width}, part.end});
}

void MipQuery::addBuckets(const TimeBuckets::Level& level, std::size_t first, std::size_t last)
{
    // No bucket is wider than a column, so it lies in one or in two of them. Its name and its longest slice go to the
    // column that holds the greater part of it.
    Instant start = level.origin + Duration{static_cast<std::int64_t>(first) * level.width};
    std::size_t column = columnOf(start);
    const std::size_t lastColumn = m_columns.size() - 1;
    Instant columnLast = columnEnd(column);
    const double perNs = 1.0 / static_cast<double>(level.width);
    for (const TimeBuckets::Bucket& bucket : level.buckets.subspan(first, last - first)) {
        while (start >= columnLast && column < lastColumn)
            columnLast = columnEnd(++column);
        const Instant end = start + Duration{level.width};
        if (!bucket.empty()) {
            if (end <= columnLast || column == lastColumn)
                addBucket(bucket, column);
            else
                shareBucket(bucket, static_cast<double>((columnLast - start).ns) * perNs, column);
        }
        start = end;
    }
}

void MipQuery::lead(const TimeBuckets::Bucket& bucket)
{
    constexpr float kWhole = 1.0F / 255;
    const float ns = static_cast<float>(bucket.busyNs) * kWhole;
    m_tally.add(bucket.name, ns * bucket.nameShare);
    if (const float longestNs = ns * bucket.longestShare; longestNs > m_longestNs) {
        m_longestNs = longestNs;
        m_columns[m_column].longest = bucket.longest;
    }
}

void MipQuery::addBucket(const TimeBuckets::Bucket& bucket, std::size_t column)
{
    open(column);
    lead(bucket);
    m_columns[column].busy += Duration{bucket.busyNs};
    m_columns[column].count += bucket.count;
}

void MipQuery::shareBucket(const TimeBuckets::Bucket& bucket, double left, std::size_t column)
{
    const auto busy = static_cast<std::uint32_t>(bucket.busyNs * left);
    const auto count = static_cast<std::uint32_t>(bucket.count * left);
    MipColumn& it = m_columns[column];
    it.busy += Duration{busy};
    it.count += count;
    // A column with nothing but a lesser part speaks for that.
    if (it.empty())
        it = {it.busy, bucket.name, bucket.longest, it.count};
    m_columns[column + 1] = {Duration{bucket.busyNs - busy}, bucket.name, bucket.longest, bucket.count - count};
    open(left >= 0.5 ? column : column + 1);
    lead(bucket);
}

void MipQuery::readSlices(const Detail& detail, std::uint32_t walked)
{
    if (detail.whole && detail.buckets.levelCount(detail.row) == 0)
        return visit(detail, detail.blocks.size() - 1, 0);
    const RowRange slices = slicesInside();
    if (detail.blocks.empty())
        walk(slices);
    else if (detail.buckets.levelCount(detail.row) > 0 && slices.size() < walked)
        walk(slices);
    else
        visit(detail, detail.blocks.size() - 1, 0);
}

RowRange MipQuery::slicesInside()
{
    const auto firstFrom = [this](std::uint32_t first, Instant t) {
        std::uint32_t last = m_row.last;
        while (first < last) {
            const std::uint32_t middle = first + (last - first) / 2;
            if (m_starts[middle] < t)
                first = middle + 1;
            else
                last = middle;
        }
        return first;
    };
    std::uint32_t first = firstFrom(m_row.first, m_part.start);
    const std::uint32_t last = firstFrom(first, m_part.end);
    // Of a row only the last two slices before a time can reach over it, for they touch by 1 ns at most.
    first -= std::min(2U, first - m_row.first);
    return {first, last};
}

void MipQuery::walk(RowRange slices)
{
    for (std::uint32_t slice = slices.first; slice < slices.last; ++slice)
        addSlice(slice);
}

void MipQuery::visit(const Detail& detail, std::size_t level, std::size_t index)
{
    const Levels& levels = detail.blocks;
    const SliceMip::Block& block = levels[level][index];
    if (block.start >= m_part.end || (block.end <= m_part.start && block.start < m_part.start))
        return;
    const std::uint64_t slices = levelSlices(detail.leaf, level);
    const std::uint64_t first = slices * index;
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(slices, m_row.size() - first));
    if (block.start >= m_part.start && block.end <= m_part.end) {
        const std::size_t column = columnOf(block.start);
        const std::size_t last = columnOf(std::max(block.start, block.end - Duration{1}));
        if (column == last)
            return addBlock(block, count, column);
        if (level == 0 && last == column + 1)
            return shareBlock(block, count, column);
    }
    if (level == 0) {
        const auto from = m_row.first + static_cast<std::uint32_t>(first);
        return walk({from, from + count});
    }
    const std::size_t end = std::min((index + 1) * SliceMip::kFanOut, levels[level - 1].size());
    for (std::size_t child = index * SliceMip::kFanOut; child < end; ++child)
        visit(detail, level - 1, child);
}

Instant MipQuery::coveredBefore(std::uint32_t slice)
{
    // One without length may stand between two slices that touch.
    Instant covered = m_part.start;
    for (std::uint32_t back = 1; back <= std::min(2U, slice - m_row.first); ++back)
        covered = std::max(covered, m_starts[slice - back] + m_durations[slice - back]);
    return covered;
}

void MipQuery::addSlice(std::uint32_t slice)
{
    const Instant start = m_starts[slice];
    const Instant end = start + m_durations[slice];
    if (start >= m_part.end || (end <= m_part.start && start < m_part.start))
        return;
    const StringId name = m_names[slice];
    // The nanosecond in which two slices touch belongs to the earlier one.
    const Instant covered = coveredBefore(slice);
    const Instant from = std::max({start, m_part.start, std::min(covered, end)});
    const TimeRange inside{from, std::max(from, std::min(end, m_part.end))};
    std::size_t column = columnOf(std::max(start, m_part.start));
    const std::size_t last = std::max(column, columnOf(std::max(from, inside.end - Duration{1})));
    if (start >= m_part.start)
        ++m_columns[column].count;
    Instant at = inside.start;
    for (; column <= last; ++column) {
        const Instant until = column == last ? inside.end : std::clamp(columnEnd(column), at, inside.end);
        const auto ns = static_cast<float>((until - at).ns);
        add(column, until - at, name, ns, SliceId{slice}, ns);
        at = until;
    }
}

void MipQuery::addBlock(const SliceMip::Block& block, std::uint32_t count, std::size_t column)
{
    add(column, block.busy, block.name, block.nameNs, block.longest, block.longestNs);
    m_columns[column].count += count;
}

void MipQuery::shareBlock(const SliceMip::Block& block, std::uint32_t count, std::size_t column)
{
    const auto length = static_cast<double>((block.end - block.start).ns);
    const double left = std::clamp(static_cast<double>((columnEnd(column) - block.start).ns) / length, 0.0, 1.0);
    const auto busyLeft = std::min(block.busy, Duration{roundedDown(static_cast<double>(block.busy.ns) * left)});
    const auto countLeft = static_cast<std::uint32_t>(roundedDown(count * left));
    const auto share = static_cast<float>(left);
    add(column, busyLeft, block.name, block.nameNs * share, block.longest, block.longestNs * share);
    m_columns[column].count += countLeft;
    add(column + 1, block.busy - busyLeft, block.name, block.nameNs * (1 - share), block.longest,
        block.longestNs * (1 - share));
    m_columns[column + 1].count += count - countLeft;
}

std::size_t MipQuery::columnOf(Instant t) const
{
    const double x = static_cast<double>((t - m_range.start).ns) * m_columnsPerNs;
    return x <= 0 ? 0 : std::min(static_cast<std::size_t>(x), m_columns.size() - 1);
}

Instant MipQuery::columnEnd(std::size_t column) const
{
    return m_range.start + Duration{roundedUp(static_cast<double>(column + 1) * m_nsPerColumn)};
}

void MipQuery::open(std::size_t column)
{
    if (column == m_column)
        return;
    finishColumn();
    m_column = column;
}

void MipQuery::add(std::size_t column, Duration busy, StringId name, float nameNs, SliceId longest, float longestNs)
{
    open(column);
    MipColumn& it = m_columns[column];
    it.busy += busy;
    m_tally.add(name, nameNs);
    if (longestNs > m_longestNs) {
        m_longestNs = longestNs;
        it.longest = longest;
    }
}

void MipQuery::finishColumn()
{
    if (!m_tally.empty())
        m_columns[m_column].name = m_tally.best().first;
    m_tally.clear();
    m_longestNs = -1;
}

} // namespace tideline
