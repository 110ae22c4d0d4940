// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_flows.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/store/gather.h"

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

FlowFreezer::FlowFreezer(std::vector<PendingRows<FlowPoint>> byRank, const std::vector<std::uint32_t>& newTrack)
    : m_trackCount(static_cast<std::uint32_t>(newTrack.size()))
{
    std::size_t count = 0;
    for (const PendingRows<FlowPoint>& points : byRank)
        count += points.size();
    m_points.reserve(count);
    for (PendingRows<FlowPoint>& points : byRank) {
        points.appendTo(m_points);
        m_rankEnds.push_back(m_points.size());
    }
    m_trackFirst.assign(std::size_t{m_trackCount} + 1, 0);
    for (FlowPoint& point : m_points) {
        point.track = point.track.row < m_trackCount ? TrackId{newTrack[point.track.row]} : TrackId{};
        if (point.track.valid())
            ++m_trackFirst[point.track.row + 1];
    }
    for (std::size_t i = 1; i < m_trackFirst.size(); ++i)
        m_trackFirst[i] += m_trackFirst[i - 1];
    m_byTrack.resize(m_trackFirst.back());
    std::vector<std::uint32_t> next = m_trackFirst;
    for (std::uint32_t i = 0; i < m_points.size(); ++i) {
        if (m_points[i].track.valid())
            m_byTrack[next[m_points[i].track.row]++] = i;
    }
    m_slices.resize(m_points.size());
}

void FlowFreezer::bind(std::uint32_t track, const TrackLayout& layout, std::uint32_t firstSlice)
{
    const std::span byTrack(m_byTrack.data() + m_trackFirst[track], m_trackFirst[track + 1] - m_trackFirst[track]);
    // The times are copied beside the points: looking each up would miss the cache at every comparison.
    std::vector<std::pair<Instant, std::uint32_t>> points;
    points.reserve(byTrack.size());
    for (const std::uint32_t index : byTrack)
        points.emplace_back(m_points[index].time, index);
    if (!std::is_sorted(points.begin(), points.end()))
        std::sort(points.begin(), points.end());
    const std::vector<SliceRow>& slices = layout.slices;
    std::vector<std::uint32_t> open; // started, in track order; what ended before the point leaves from the top
    std::uint32_t next = 0;
    for (const auto& [time, index] : points) {
        const FlowPoint& point = m_points[index];
        const std::uint32_t after = firstAfter(slices, next, time);
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

FlowFreezer::Joined FlowFreezer::join(TaskPool& pool, const Progress& progress) &&
{
    std::vector<std::uint32_t> points(m_points.size());
    std::vector<Bucket> buckets = cutIntoBuckets(points);
    pool.forEach(buckets.size(), [&](std::size_t i) {
        if (!progress.cancelled())
            joinBucket(buckets[i]);
    });
    Joined joined;
    for (const Bucket& bucket : buckets) {
        joined.startsUnmatched += bucket.startsUnmatched;
        joined.endsUnmatched += bucket.endsUnmatched;
    }
    const std::vector<Arrow> arrows = sortedArrows(buckets, pool, progress);
    joined.flows = columnsOf(arrows, pool);
    return joined;
}

bool FlowFreezer::before(std::uint32_t a, std::uint32_t b) const
{
    const FlowPoint& p = m_points[a];
    const FlowPoint& q = m_points[b];
    if (p.time != q.time)
        return p.time < q.time;
    return p.ref != q.ref ? p.ref < q.ref : a < b;
}

/// Points of one rank and key stay in one bucket, and most buckets fit the cache of a core.
std::vector<FlowFreezer::Bucket> FlowFreezer::cutIntoBuckets(std::vector<std::uint32_t>& points) const
{
    std::vector<Bucket> buckets;
    std::size_t first = 0;
    for (const std::size_t last : m_rankEnds) {
        if (first == last)
            continue;
        const std::size_t parts = std::min(kMaxBuckets, std::bit_ceil((last - first) / kBucketPoints + 1));
        std::vector<std::size_t> ends(parts + 1, 0);
        const auto partOf = [&](std::size_t i) { return (m_points[i].keyHigh ^ m_points[i].keyLow) & (parts - 1); };
        for (std::size_t i = first; i < last; ++i)
            ++ends[partOf(i) + 1];
        ends[0] = first;
        for (std::size_t part = 1; part <= parts; ++part)
            ends[part] += ends[part - 1];
        for (std::size_t part = 0; part < parts; ++part)
            buckets.push_back({std::span(points).subspan(ends[part], ends[part + 1] - ends[part]), {}, 0, 0});
        for (std::size_t i = first; i < last; ++i)
            points[ends[partOf(i)]++] = static_cast<std::uint32_t>(i);
        first = last;
    }
    return buckets;
}

void FlowFreezer::joinBucket(Bucket& bucket) const
{
    const auto key = [this](std::uint32_t i) { return std::pair{m_points[i].keyHigh, m_points[i].keyLow}; };
    std::sort(bucket.points.begin(), bucket.points.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto keyA = key(a);
        const auto keyB = key(b);
        return keyA != keyB ? keyA < keyB : before(a, b);
    });
    for (std::size_t first = 0, last = 0; first < bucket.points.size(); first = last) {
        while (last < bucket.points.size() && key(bucket.points[last]) == key(bucket.points[first]))
            ++last;
        joinKey(bucket.points.subspan(first, last - first), bucket);
    }
}

void FlowFreezer::joinKey(std::span<const std::uint32_t> points, Bucket& bucket) const
{
    constexpr std::uint32_t kNone = ~std::uint32_t{0};
    const auto isStart = [this](std::uint32_t i) { return m_points[i].phase == FlowPhase::Start; };
    const auto firstStart = std::find_if(points.begin(), points.end(), isStart);
    const std::uint32_t fallback = firstStart == points.end() ? kNone : *firstStart;
    std::uint32_t latest = kNone;
    bool latestUsed = true; // true as well when the latest is a step: steps do not count as starts
    bool fallbackUsed = false;
    for (const std::uint32_t point : points) {
        if (!isStart(point)) {
            const std::uint32_t from = latest != kNone ? latest : fallback;
            if (from == kNone)
                ++bucket.endsUnmatched;
            else
                bucket.arrows.push_back({from, point});
            latestUsed = true;
            fallbackUsed = fallbackUsed || (from == fallback && from != kNone);
        }
        if (m_points[point].phase == FlowPhase::End)
            continue;
        bucket.startsUnmatched += latestUsed || latest == fallback ? 0 : 1;
        latest = point;
        latestUsed = !isStart(point);
    }
    bucket.startsUnmatched += latestUsed || latest == fallback ? 0 : 1;
    bucket.startsUnmatched += fallback != kNone && !fallbackUsed ? 1 : 0;
}

std::vector<FlowFreezer::Arrow> FlowFreezer::sortedArrows(std::vector<Bucket>& buckets, TaskPool& pool,
                                                          const Progress& progress) const
{
    // Grouped by track with a counting sort, then each group by time; arrows from nowhere come last.
    std::vector<std::size_t> ends(std::size_t{m_trackCount} + 2, 0);
    const auto trackOf = [this](const Arrow& arrow) { return std::min(m_points[arrow.from].track.row, m_trackCount); };
    for (const Bucket& bucket : buckets) {
        for (const Arrow& arrow : bucket.arrows)
            ++ends[trackOf(arrow) + 1];
    }
    for (std::size_t i = 1; i < ends.size(); ++i)
        ends[i] += ends[i - 1];
    std::vector<Arrow> arrows(ends.back());
    for (Bucket& bucket : buckets) {
        for (const Arrow& arrow : bucket.arrows)
            arrows[ends[trackOf(arrow)]++] = arrow;
        bucket.arrows = {};
    }
    pool.forEach(ends.size() - 1, [&](std::size_t track) {
        if (progress.cancelled())
            return;
        const std::span group(arrows.data() + (track ? ends[track - 1] : 0), arrows.data() + ends[track]);
        sortByStart(group);
    });
    return arrows;
}

/// The times are copied beside the arrows: looking each up in the points would miss the cache at every comparison.
void FlowFreezer::sortByStart(std::span<Arrow> arrows) const
{
    std::vector<std::pair<Instant, Arrow>> timed;
    timed.reserve(arrows.size());
    for (const Arrow& arrow : arrows)
        timed.emplace_back(m_points[arrow.from].time, arrow);
    std::sort(timed.begin(), timed.end(), [this](const auto& a, const auto& b) {
        if (a.first != b.first)
            return a.first < b.first;
        return a.second.from != b.second.from ? before(a.second.from, b.second.from) : before(a.second.to, b.second.to);
    });
    std::transform(timed.begin(), timed.end(), arrows.begin(), [](const auto& it) { return it.second; });
}

FlowColumns FlowFreezer::columnsOf(const std::vector<Arrow>& arrows, TaskPool& pool) const
{
    FlowColumns flows;
    const auto from = [&](std::size_t i) -> const FlowPoint& { return m_points[arrows[i].from]; };
    const auto to = [&](std::size_t i) -> const FlowPoint& { return m_points[arrows[i].to]; };
    const std::size_t count = arrows.size();
    inParallel(
        pool, [&] { flows.fromTrack = gather(count, [&](std::size_t i) { return from(i).track; }); },
        [&] { flows.fromTime = gather(count, [&](std::size_t i) { return from(i).time; }); },
        [&] { flows.fromSlice = gather(count, [&](std::size_t i) { return m_slices[arrows[i].from]; }); },
        [&] { flows.toTrack = gather(count, [&](std::size_t i) { return to(i).track; }); },
        [&] { flows.toTime = gather(count, [&](std::size_t i) { return to(i).time; }); },
        [&] { flows.toSlice = gather(count, [&](std::size_t i) { return m_slices[arrows[i].to]; }); },
        [&] { flows.category = gather(count, [&](std::size_t i) { return from(i).category; }); });
    return flows;
}

} // namespace tideline
