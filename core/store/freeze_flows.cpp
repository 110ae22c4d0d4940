// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_flows.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "core/store/gather.h"
#include "core/store/group_rows.h"
#include "core/store/sort_rows.h"

namespace tideline {

namespace {

constexpr std::size_t kBucketPoints = 1024;
constexpr std::size_t kMaxBuckets = std::size_t{1} << 16;

/// The least place whose slice starts after t, from `at` on.
std::uint32_t firstAfter(const std::vector<SliceRow>& slices, std::uint32_t at, Instant t)
{
    while (at < slices.size() && slices[at].start <= t)
        ++at;
    return at;
}

Instant endOf(const SliceRow& slice)
{
    return slice.start + slice.duration;
}

} // namespace

FlowFreezer::FlowFreezer(std::vector<PendingRows<FlowPoint>> byRank, const std::vector<std::uint32_t>& newTrack,
                         TaskPool& pool, const Progress& progress)
    : m_progress(progress), m_trackCount(static_cast<std::uint32_t>(newTrack.size()))
{
    takePoints(std::move(byRank), newTrack, pool);
    if (progress.cancelled())
        return;
    m_byTrack.resize(m_points.size());
    m_trackFirst = groupRows(
        0, m_points.size(), std::size_t{m_trackCount} + 1, pool, progress,
        [this](std::size_t i) { return std::min(m_points[i].track.row, m_trackCount); },
        [this](std::size_t place, std::size_t i) { m_byTrack[place] = static_cast<std::uint32_t>(i); });
    m_slices.resize(m_points.size());
    m_from.resize(m_points.size(), kNone);
    m_arrows.resize(m_points.size(), 0);
}

void FlowFreezer::takePoints(std::vector<PendingRows<FlowPoint>> byRank, const std::vector<std::uint32_t>& newTrack,
                             TaskPool& pool)
{
    std::vector<std::vector<FlowPoint>> chunks;
    std::vector<std::size_t> places;
    std::size_t count = 0;
    for (PendingRows<FlowPoint>& points : byRank) {
        for (std::vector<FlowPoint>& chunk : points.takeChunks()) {
            places.push_back(count);
            count += chunk.size();
            chunks.push_back(std::move(chunk));
        }
        m_rankEnds.push_back(count);
    }
    m_points = RawArray<FlowPoint>(count);
    pool.forEach(chunks.size(), [&](std::size_t i) {
        if (m_progress.cancelled())
            return;
        FlowPoint* to = std::uninitialized_copy(chunks[i].begin(), chunks[i].end(), m_points.data() + places[i]);
        for (FlowPoint* point = m_points.data() + places[i]; point != to; ++point)
            point->track = point->track.row < m_trackCount ? TrackId{newTrack[point->track.row]} : TrackId{};
        chunks[i] = {};
    });
}

std::span<std::uint32_t> FlowFreezer::pointsOn(std::uint32_t track)
{
    return std::span(m_byTrack).subspan(m_trackFirst[track], m_trackFirst[track + 1] - m_trackFirst[track]);
}

bool FlowFreezer::before(std::uint32_t a, std::uint32_t b) const
{
    const FlowPoint& p = m_points[a];
    const FlowPoint& q = m_points[b];
    if (p.time != q.time)
        return p.time < q.time;
    return p.ref != q.ref ? p.ref < q.ref : a < b;
}

/// The times are copied beside the points: looking each up would miss the cache at every comparison.
void FlowFreezer::sortByTime(std::span<std::uint32_t> points) const
{
    std::vector<std::pair<Instant, std::uint32_t>> timed;
    timed.reserve(points.size());
    for (const std::uint32_t index : points)
        timed.emplace_back(m_points[index].time, index);
    sortRows(
        timed,
        [this](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : before(a.second, b.second);
        },
        m_progress);
    std::transform(timed.begin(), timed.end(), points.begin(), [](const auto& it) { return it.second; });
}

void FlowFreezer::bind(std::uint32_t track, const TrackLayout& layout, std::uint32_t firstSlice)
{
    if (m_progress.cancelled())
        return;
    const std::span<std::uint32_t> points = pointsOn(track);
    sortByTime(points);
    const std::vector<SliceRow>& slices = layout.slices;
    std::vector<std::uint32_t> open; // started, in track order; what ended before the point leaves from the top
    std::uint32_t next = 0;
    for (const std::uint32_t index : points) {
        const FlowPoint& point = m_points[index];
        const std::uint32_t after = firstAfter(slices, next, point.time);
        for (; next < after; ++next)
            open.push_back(next);
        const bool exact = next > 0 && slices[next - 1].start == point.time;
        while (!exact && !open.empty() && endOf(slices[open.back()]) <= point.time)
            open.pop_back();
        std::uint32_t found = TrackLayout::kNoParent;
        if (exact)
            found = next - 1;
        else if (!open.empty())
            found = open.back();
        else if (point.phase == FlowPhase::End && !point.bindEnclosing && next < slices.size())
            found = next;
        if (found != TrackLayout::kNoParent)
            m_slices[index] = SliceId{firstSlice + layout.position[found]};
    }
}

FlowFreezer::Joined FlowFreezer::join(TaskPool& pool) &&
{
    Joined joined;
    if (m_progress.cancelled())
        return joined;
    sortByTime(pointsOn(m_trackCount));
    RawArray<Entry> entries(m_points.size());
    std::vector<Bucket> buckets = cutIntoBuckets(entries, pool);
    pool.forEach(buckets.size(), [&](std::size_t i) {
        if (!m_progress.cancelled())
            joinBucket(buckets[i]);
    });
    if (m_progress.cancelled())
        return joined;
    for (const Bucket& bucket : buckets) {
        joined.startsUnmatched += bucket.startsUnmatched;
        joined.endsUnmatched += bucket.endsUnmatched;
    }
    entries = {};
    joined.flows = columnsOf(sortedArrows(), pool);
    return joined;
}

/// Points of one rank and key stay in one bucket, and most buckets fit the cache of a core.
std::vector<FlowFreezer::Bucket> FlowFreezer::cutIntoBuckets(RawArray<Entry>& entries, TaskPool& pool) const
{
    std::vector<Bucket> buckets;
    std::size_t first = 0;
    for (const std::size_t last : m_rankEnds) {
        const std::size_t parts = std::min(kMaxBuckets, std::bit_ceil((last - first) / kBucketPoints + 1));
        const std::vector<std::size_t> starts = groupRows(
            first, last, first < last ? parts : 0, pool, m_progress,
            [&](std::size_t i) { return (m_points[i].keyHigh ^ m_points[i].keyLow) & (parts - 1); },
            [&](std::size_t place, std::size_t i) {
                const FlowPoint& point = m_points[i];
                entries[place] = {point.keyHigh, point.keyLow, point.time, static_cast<std::uint32_t>(i), point.phase};
            });
        for (std::size_t part = 0; part + 1 < starts.size(); ++part)
            buckets.push_back(
                {std::span<const Entry>(entries.data() + starts[part], entries.data() + starts[part + 1]), 0, 0});
        first = last;
    }
    return buckets;
}

/// Points of one key are chained by a hash table; sorting them all would take several times as long.
void FlowFreezer::joinBucket(Bucket& bucket)
{
    struct Chain {
        std::uint32_t first = kNone; // places in the bucket
        std::uint32_t last = kNone;
    };
    const std::span<const Entry> entries = bucket.entries;
    const std::size_t mask = std::bit_ceil(2 * entries.size() + 1) - 1;
    std::vector<Chain> chains(mask + 1);
    std::vector<std::uint32_t> next(entries.size(), kNone);
    const auto sameKey = [](const Entry& a, const Entry& b) { return a.keyLow == b.keyLow && a.keyHigh == b.keyHigh; };
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        std::size_t slot = (entries[i].keyHigh >> 32) & mask;
        while (chains[slot].first != kNone && !sameKey(entries[chains[slot].first], entries[i]))
            slot = (slot + 1) & mask;
        Chain& chain = chains[slot];
        (chain.first == kNone ? chain.first : next[chain.last]) = i;
        chain.last = i;
    }
    std::vector<const Entry*> ofKey;
    std::vector<Arrow> arrows;
    const auto inOrder = [this](const Entry* a, const Entry* b) {
        return a->time != b->time ? a->time < b->time : before(a->point, b->point);
    };
    for (const Chain& chain : chains) {
        ofKey.clear();
        for (std::uint32_t i = chain.first; i != kNone; i = next[i])
            ofKey.push_back(&entries[i]);
        if (!std::is_sorted(ofKey.begin(), ofKey.end(), inOrder))
            std::sort(ofKey.begin(), ofKey.end(), inOrder);
        joinKey(ofKey, bucket, arrows);
    }
    // All at once: each write misses the cache, but many can be under way at a time.
    for (const Arrow& arrow : arrows) {
        m_from[arrow.to] = arrow.from;
        ++m_arrows[arrow.from];
    }
}

void FlowFreezer::joinKey(std::span<const Entry* const> entries, Bucket& bucket, std::vector<Arrow>& arrows) const
{
    const auto isStart = [](const Entry* entry) { return entry->phase == FlowPhase::Start; };
    const auto firstStart = std::find_if(entries.begin(), entries.end(), isStart);
    const std::uint32_t fallback = firstStart == entries.end() ? kNone : (*firstStart)->point;
    std::uint32_t latest = kNone;
    bool latestUsed = true; // true as well when the latest is a step: steps do not count as starts
    bool fallbackUsed = false;
    for (const Entry* entry : entries) {
        if (!isStart(entry)) {
            const std::uint32_t from = latest != kNone ? latest : fallback;
            if (from == kNone)
                ++bucket.endsUnmatched;
            else
                arrows.push_back({from, entry->point});
            latestUsed = true;
            fallbackUsed = fallbackUsed || (from == fallback && from != kNone);
        }
        if (entry->phase == FlowPhase::End)
            continue;
        bucket.startsUnmatched += latestUsed || latest == fallback ? 0 : 1;
        latest = entry->point;
        latestUsed = !isStart(entry);
    }
    bucket.startsUnmatched += latestUsed || latest == fallback ? 0 : 1;
    bucket.startsUnmatched += fallback != kNone && !fallbackUsed ? 1 : 0;
}

/// The points of each track are in order already, so that the place of each start follows from the arrows before it.
std::vector<FlowFreezer::Arrow> FlowFreezer::sortedArrows() const
{
    std::vector<std::uint32_t> places(m_points.size());
    std::uint32_t count = 0;
    for (const std::uint32_t point : m_byTrack) {
        places[point] = count;
        count += m_arrows[point];
    }
    std::vector<Arrow> arrows(count);
    bool fans = false;
    for (std::uint32_t to = 0; to < m_from.size(); ++to) {
        if (m_from[to] == kNone)
            continue;
        arrows[places[m_from[to]]++] = {m_from[to], to};
        fans = fans || m_arrows[m_from[to]] > 1;
    }
    for (std::size_t i = 0; fans && i < arrows.size(); i += m_arrows[arrows[i].from]) {
        const auto begin = arrows.begin() + static_cast<std::ptrdiff_t>(i);
        std::sort(begin, begin + m_arrows[arrows[i].from],
                  [this](const Arrow& a, const Arrow& b) { return before(a.to, b.to); });
    }
    return arrows;
}

FlowColumns FlowFreezer::columnsOf(const std::vector<Arrow>& arrows, TaskPool& pool) const
{
    // Both ends of 4096 arrows fit the cache of a core while their columns are filled.
    constexpr std::size_t kStretch = 4096;
    ColumnBuilder<TrackId> track[2];
    ColumnBuilder<Instant> time[2];
    ColumnBuilder<SliceId> slice[2];
    ColumnBuilder<StringId> category;
    const auto fill = [&](int end, std::uint32_t Arrow::*side) {
        for (std::size_t first = 0; first < arrows.size() && !m_progress.cancelled(); first += kStretch) {
            const std::size_t count = std::min(kStretch, arrows.size() - first);
            const auto index = [&](std::size_t i) { return arrows[first + i].*side; };
            track[end].fill(count, [&](std::size_t i) { return m_points[index(i)].track; });
            time[end].fill(count, [&](std::size_t i) { return m_points[index(i)].time; });
            slice[end].fill(count, [&](std::size_t i) { return m_slices[index(i)]; });
            if (end == 0)
                category.fill(count, [&](std::size_t i) { return m_points[index(i)].category; });
        }
    };
    inParallel(
        pool, [&] { fill(0, &Arrow::from); }, [&] { fill(1, &Arrow::to); });
    FlowColumns flows;
    flows.fromTrack = std::move(track[0]).finish();
    flows.fromTime = std::move(time[0]).finish();
    flows.fromSlice = std::move(slice[0]).finish();
    flows.toTrack = std::move(track[1]).finish();
    flows.toTime = std::move(time[1]).finish();
    flows.toSlice = std::move(slice[1]).finish();
    flows.category = std::move(category).finish();
    return flows;
}

} // namespace tideline
