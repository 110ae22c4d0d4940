// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/timeline_layout.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace tideline {

namespace {

std::int64_t numberOf(const std::string& text)
{
    std::int64_t value = std::numeric_limits<std::int64_t>::max();
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

int roleOrder(ProcessRole role)
{
    switch (role) {
    case ProcessRole::Host: return 0;
    case ProcessRole::Cann: return 1;
    case ProcessRole::Device: return 2;
    case ProcessRole::Unknown: return 3;
    case ProcessRole::Communication: return 4;
    case ProcessRole::Overlap: return 5;
    case ProcessRole::Counter: return 6;
    }
    return 6;
}

bool hasContent(const TrackInfo& track)
{
    return track.slices.size() > 0 || track.instants.size() > 0;
}

auto trackKey(const Trace& trace, TrackId id)
{
    const TrackInfo& track = trace.track(id);
    constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
    return std::tuple(!isCounted(track.kind), track.sortIndex.value_or(kLast), numberOf(track.tid), track.tid, id.row);
}

auto processKey(const Trace& trace, ProcessId id)
{
    const ProcessInfo& process = trace.process(id);
    constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
    const std::int64_t rank = trace.rank(process.rank).rank.value_or(kLast);
    return std::tuple(rank, process.rank.row, process.sortIndex.value_or(kLast), roleOrder(process.role),
                      numberOf(process.pid), id.row);
}

bool isWanted(const RankInfo& rank, std::span<const std::int64_t> ranks)
{
    return ranks.empty() || (rank.rank && std::find(ranks.begin(), ranks.end(), *rank.rank) != ranks.end());
}

} // namespace

TimelineLayout::TimelineLayout(const Trace& trace, std::span<const std::int64_t> ranks)
    : m_trace(&trace), m_showRanks(trace.ranks().size() > 1)
{
    collectGroups(trace, ranks);
    rebuild();
}

void TimelineLayout::collectGroups(const Trace& trace, std::span<const std::int64_t> ranks)
{
    std::vector<Group> groups(trace.processes().size());
    for (std::uint32_t i = 0; i < groups.size(); ++i)
        groups[i].process = ProcessId{i};
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        if (hasContent(trace.track(TrackId{i})))
            groups[trace.track(TrackId{i}).process.row].tracks.push_back(TrackId{i});
    }
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
        if (trace.counter(CounterId{i}).samples.size() > 0)
            groups[trace.counter(CounterId{i}).process.row].counters.push_back(CounterId{i});
    }
    std::erase_if(groups, [&](const Group& group) {
        const RankInfo& rank = trace.rank(trace.process(group.process).rank);
        return (group.tracks.empty() && group.counters.empty()) || !isWanted(rank, ranks);
    });
    std::sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) {
        return processKey(trace, a.process) < processKey(trace, b.process);
    });
    for (Group& group : groups) {
        std::sort(group.tracks.begin(), group.tracks.end(),
                  [&](TrackId a, TrackId b) { return trackKey(trace, a) < trackKey(trace, b); });
    }
    m_groups = std::move(groups);
}

void TimelineLayout::append(LaneKind kind, std::uint32_t id, int depth)
{
    Lane lane;
    lane.kind = kind;
    lane.id = id;
    lane.depth = depth;
    lane.collapsed = isCollapsed(kind, id);
    lane.y = height();
    lane.height = kHeaderPx;
    if (kind == LaneKind::Counter)
        lane.height = kCounterPx + kLaneGapPx;
    if (kind == LaneKind::Track) {
        const TrackInfo& track = m_trace->track(TrackId{id});
        const auto rows = static_cast<std::uint32_t>(track.rows.size());
        lane.rows = lane.collapsed ? std::min<std::uint32_t>(rows, 1) : rows;
        lane.instantHeight = track.instants.size() == 0 ? 0 : lane.rows == 0 ? kRowPx : kInstantPx;
        lane.height = lane.instantHeight + static_cast<int>(lane.rows) * kRowPx + kLaneGapPx;
    }
    m_lanes.push_back(lane);
}

void TimelineLayout::appendCounters(const std::vector<CounterId>& counters, int depth)
{
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> lanes; // by name and unit
    for (const CounterId counter : counters) {
        const CounterInfo& info = m_trace->counter(counter);
        const auto [found, fresh] = lanes.try_emplace({info.name, info.unit}, m_lanes.size());
        if (fresh)
            append(LaneKind::Counter, counter.row, depth);
        m_lanes[found->second].series.push_back(counter);
    }
}

void TimelineLayout::rebuild()
{
    m_lanes.clear();
    RankId rank;
    const int base = m_showRanks ? 1 : 0;
    for (const Group& group : m_groups) {
        const RankId own = m_trace->process(group.process).rank;
        if (m_showRanks && own != rank)
            append(LaneKind::Rank, own.row, 0);
        rank = own;
        if (m_showRanks && isCollapsed(LaneKind::Rank, own.row))
            continue;
        append(LaneKind::Process, group.process.row, base);
        if (isCollapsed(LaneKind::Process, group.process.row))
            continue;
        for (const TrackId track : group.tracks)
            append(LaneKind::Track, track.row, base + 1);
        appendCounters(group.counters, base + 1);
    }
}

void TimelineLayout::setCollapsed(LaneKind kind, std::uint32_t id, bool collapsed)
{
    if (collapsed)
        m_collapsed.insert({kind, id});
    else
        m_collapsed.erase({kind, id});
    rebuild();
}

void TimelineLayout::collapseAll(bool collapsed)
{
    m_collapsed.clear();
    if (collapsed) {
        for (const Group& group : m_groups)
            m_collapsed.insert({LaneKind::Process, group.process.row});
    }
    rebuild();
}

std::optional<std::size_t> TimelineLayout::laneAt(int y) const
{
    if (y < 0)
        return std::nullopt;
    const auto after =
        std::upper_bound(m_lanes.begin(), m_lanes.end(), y, [](int at, const Lane& lane) { return at < lane.y; });
    if (after == m_lanes.begin() || y >= std::prev(after)->bottom())
        return std::nullopt;
    return static_cast<std::size_t>(std::prev(after) - m_lanes.begin());
}

std::pair<std::size_t, std::size_t> TimelineLayout::lanesBetween(int top, int bottom) const
{
    const auto first =
        std::partition_point(m_lanes.begin(), m_lanes.end(), [&](const Lane& lane) { return lane.bottom() <= top; });
    const auto last = std::partition_point(first, m_lanes.end(), [&](const Lane& lane) { return lane.y < bottom; });
    return {static_cast<std::size_t>(first - m_lanes.begin()), static_cast<std::size_t>(last - m_lanes.begin())};
}

std::optional<std::size_t> TimelineLayout::laneOf(TrackId track) const
{
    const auto found = std::find_if(m_lanes.begin(), m_lanes.end(), [&](const Lane& lane) {
        return lane.kind == LaneKind::Track && lane.id == track.row;
    });
    if (found == m_lanes.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_lanes.begin());
}

void TimelineLayout::expandTo(TrackId track)
{
    const TrackInfo& info = m_trace->track(track);
    m_collapsed.erase({LaneKind::Rank, info.rank.row});
    m_collapsed.erase({LaneKind::Process, info.process.row});
    m_collapsed.erase({LaneKind::Track, track.row});
    rebuild();
}

std::optional<std::uint32_t> TimelineLayout::rowAt(const Lane& lane, int y) const
{
    if (lane.kind != LaneKind::Track || lane.rows == 0 || y < rowTop(lane, 0))
        return std::nullopt;
    const auto row = static_cast<std::uint32_t>((y - rowTop(lane, 0)) / kRowPx);
    return std::min(row, lane.rows - 1);
}

std::vector<TrackId> TimelineLayout::tracksOf(const Lane& lane) const
{
    std::vector<TrackId> tracks;
    if (lane.kind == LaneKind::Track)
        tracks.push_back(TrackId{lane.id});
    for (const Group& group : m_groups) {
        const bool inProcess = lane.kind == LaneKind::Process && group.process.row == lane.id;
        const bool inRank = lane.kind == LaneKind::Rank && m_trace->process(group.process).rank.row == lane.id;
        if (inProcess || inRank)
            tracks.insert(tracks.end(), group.tracks.begin(), group.tracks.end());
    }
    return tracks;
}

} // namespace tideline
