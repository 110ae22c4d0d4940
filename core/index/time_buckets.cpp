// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/time_buckets.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/index/name_tally.h"

namespace tideline {

namespace {

using Bucket = TimeBuckets::Bucket;

constexpr std::uint32_t kSlicesPerBucket = 6;
constexpr std::uint32_t kLeastSlices = 48;
constexpr std::int64_t kWidest = std::int64_t{1} << 31; // busy times of a bucket fit 32 bits
constexpr std::uint32_t kMostCounted = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t kLeastFilled = 4; // one bucket in so many holds something

std::uint8_t shareOf(std::uint64_t weight255, std::uint64_t busy)
{
    return busy == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>((weight255 + busy / 2) / busy);
}

/// Spreads the slices of a row, one after the other, over buckets of one width.
class BucketMaker {
public:
    BucketMaker(std::vector<Bucket>& buckets, Instant origin, std::int64_t width)
        : m_buckets(buckets), m_width(width), m_end(origin + Duration{width})
    {
    }

    void add(SliceId slice, Instant start, Duration duration, StringId name)
    {
        while (start >= m_end)
            close();
        ++m_count;
        const Instant end = start + duration;
        Instant at = std::min(std::max(start, m_covered), std::max(start, end));
        m_covered = std::max(m_covered, end);
        while (end > m_end) {
            part(slice, m_end - std::min(at, m_end), name);
            at = std::max(at, m_end);
            close();
        }
        part(slice, end - at, name);
    }
    /// Ends the last bucket; false when a bucket holds more slices than can be counted.
    bool finish()
    {
        close();
        return m_counted;
    }
    std::size_t filled() const { return m_filled; }

private:
    void part(SliceId slice, Duration time, StringId name)
    {
        m_busy += static_cast<std::uint64_t>(time.ns);
        m_names.add(name, static_cast<float>(time.ns));
        if (time.ns > m_longestNs) {
            m_longest = slice;
            m_longestNs = time.ns;
        }
    }
    void close()
    {
        Bucket bucket;
        if (m_longest.valid()) {
            float nameNs = 0;
            std::tie(bucket.name, nameNs) = m_names.best();
            const auto name = std::min(static_cast<std::uint64_t>(nameNs), m_busy);
            bucket.busyNs = static_cast<std::uint32_t>(m_busy);
            bucket.longest = m_longest;
            bucket.count = static_cast<std::uint16_t>(std::min(m_count, kMostCounted));
            bucket.nameShare = shareOf(name * 255, m_busy);
            bucket.longestShare = shareOf(static_cast<std::uint64_t>(m_longestNs) * 255, m_busy);
            m_counted = m_counted && m_count <= kMostCounted;
            ++m_filled;
        }
        m_buckets.push_back(bucket);
        m_names.clear();
        m_longest = {};
        m_longestNs = -1;
        m_busy = 0;
        m_count = 0;
        m_end = m_end + Duration{m_width};
    }

    std::vector<Bucket>& m_buckets;
    std::int64_t m_width;
    Instant m_end; // of the open bucket
    Instant m_covered{-2 * kTimeLimitNs};
    NameTally<8> m_names;
    SliceId m_longest;
    std::int64_t m_longestNs = -1;
    std::uint64_t m_busy = 0;
    std::uint32_t m_count = 0;
    std::size_t m_filled = 0;
    bool m_counted = true;
};

/// Two neighbours as one.
Bucket joined(const Bucket& a, const Bucket& b)
{
    if (a.empty() || b.empty())
        return a.empty() ? b : a;
    Bucket sum;
    sum.busyNs = a.busyNs + b.busyNs;
    sum.count = static_cast<std::uint16_t>(a.count + b.count);
    const bool later = b.longestWeight() > a.longestWeight();
    sum.longest = later ? b.longest : a.longest;
    sum.longestShare = shareOf(later ? b.longestWeight() : a.longestWeight(), sum.busyNs);
    const bool second = b.nameWeight() > a.nameWeight();
    sum.name = second ? b.name : a.name;
    const std::uint64_t both = a.nameWeight() + b.nameWeight();
    sum.nameShare = shareOf(a.name == b.name ? both : std::max(a.nameWeight(), b.nameWeight()), sum.busyNs);
    return sum;
}

} // namespace

bool TimeBuckets::addRow(const Trace& trace, RowRange row)
{
    Row made;
    made.first = m_buckets.size();
    if (row.size() >= kLeastSlices && addFinest(trace, row, made)) {
        addCoarser(made);
    } else {
        m_buckets.resize(made.first);
        made = Row{made.first, 0, 0, {}, 0};
    }
    m_rows.push_back(made);
    return made.levels > 0;
}

bool TimeBuckets::addFinest(const Trace& trace, RowRange row, Row& made)
{
    const SliceColumns& slices = trace.slices();
    made.origin = slices.start.at(row.first);
    // Of a row the last two slices may touch, so either can end last.
    const Instant end = std::max(trace.rangeOf(SliceId{row.last - 1}).end, trace.rangeOf(SliceId{row.last - 2}).end);
    const std::int64_t most = row.size() / kSlicesPerBucket;
    made.width = (end - made.origin).ns / most + 1;
    if (made.width > kWidest)
        return false;
    BucketMaker maker(m_buckets, made.origin, made.width);
    // The frames of the columns have the same borders.
    slices.start.forEachSpan(row.first, row.last, [&](std::uint32_t at, std::span<const Instant> starts) {
        const auto last = at + static_cast<std::uint32_t>(starts.size());
        slices.duration.forEachSpan(at, last, [&](std::uint32_t, std::span<const Duration> durations) {
            slices.name.forEachSpan(at, last, [&](std::uint32_t, std::span<const StringId> names) {
                for (std::size_t i = 0; i < starts.size(); ++i)
                    maker.add(SliceId{at + static_cast<std::uint32_t>(i)}, starts[i], durations[i], names[i]);
            });
        });
    });
    const bool counted = maker.finish();
    made.count = m_buckets.size() - made.first;
    made.levels = 1;
    return counted && maker.filled() * kLeastFilled >= made.count;
}

void TimeBuckets::addCoarser(Row& made)
{
    std::size_t first = made.first;
    std::size_t count = made.count;
    std::int64_t width = made.width;
    for (; count > 1 && width <= kWidest / 2; width *= 2) {
        const std::size_t next = m_buckets.size();
        for (std::size_t i = 0; i < count; i += 2) {
            const Bucket left = m_buckets[first + i];
            const Bucket right = i + 1 < count ? m_buckets[first + i + 1] : Bucket{};
            if (std::uint32_t{left.count} + right.count > kMostCounted) {
                m_buckets.resize(next);
                return;
            }
            m_buckets.push_back(joined(left, right));
        }
        ++made.levels;
        first = next;
        count = (count + 1) / 2;
    }
}

TimeBuckets TimeBuckets::coarse(std::size_t most) const
{
    TimeBuckets kept;
    for (const Row& row : m_rows) {
        Row made{kept.m_buckets.size(), row.count, row.levels, row.origin, row.width};
        std::size_t first = row.first;
        for (; made.levels > 1 && made.count > most; --made.levels) {
            first += made.count;
            made.count = (made.count + 1) / 2;
            made.width *= 2;
        }
        std::size_t count = made.count;
        for (std::size_t level = 0; level < made.levels; ++level) {
            const std::span from = std::span(m_buckets).subspan(first, count);
            kept.m_buckets.insert(kept.m_buckets.end(), from.begin(), from.end());
            first += count;
            count = (count + 1) / 2;
        }
        kept.m_rows.push_back(made);
    }
    return kept;
}

TimeBuckets::Level TimeBuckets::level(std::uint32_t row, std::size_t level) const
{
    const Row& it = m_rows[row];
    std::size_t first = it.first;
    std::size_t count = it.count;
    for (std::size_t i = 0; i < level; ++i) {
        first += count;
        count = (count + 1) / 2;
    }
    return {it.origin, it.width << level, std::span(m_buckets).subspan(first, count)};
}

} // namespace tideline
