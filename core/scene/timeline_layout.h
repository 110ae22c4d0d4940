// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/store/trace.h"

namespace tideline {

enum class LaneKind { Rank, Process, Track, Counter };

/// One horizontal band of the timeline: a group header, a track or a counter. Logical pixels.
struct Lane {
    LaneKind kind = LaneKind::Track;
    std::uint32_t id = 0;          ///< row in ranks(), processes(), tracks() or counters() of the trace
    std::vector<CounterId> series; ///< counters: all series of the same name, `id` first
    int depth = 0;
    bool collapsed = false; ///< groups: members hidden; tracks: only the top row shown
    int y = 0;
    int height = 0;
    int instantHeight = 0;  ///< strip for instants above the slice rows
    std::uint32_t rows = 0; ///< slice rows shown
    bool isGroup() const { return kind == LaneKind::Rank || kind == LaneKind::Process; }
    int bottom() const { return y + height; }
};

/// Which lanes stand where: rank › process › track, then the counters of the process, those of one name and unit on
/// one lane. Lanes without content are left out; the rank level is left out when there is one rank. Rebuilding costs O(tracks + counters).
class TimelineLayout {
public:
    static constexpr int kRowPx = 18;
    static constexpr int kHeaderPx = 24;
    static constexpr int kCounterPx = 40;
    static constexpr int kInstantPx = 9;
    static constexpr int kLaneGapPx = 3;

    TimelineLayout() = default;
    /// ranks: the rank numbers to show; empty shows all.
    explicit TimelineLayout(const Trace& trace, std::span<const std::int64_t> ranks = {});

    const std::vector<Lane>& lanes() const { return m_lanes; }
    int height() const { return m_lanes.empty() ? 0 : m_lanes.back().bottom(); }

    void setCollapsed(LaneKind kind, std::uint32_t id, bool collapsed);
    bool isCollapsed(LaneKind kind, std::uint32_t id) const { return m_collapsed.contains({kind, id}); }
    void collapseAll(bool collapsed);

    /// The lane at y, or none below the last; O(log lanes).
    std::optional<std::size_t> laneAt(int y) const;
    /// The lanes that touch [top, bottom).
    std::pair<std::size_t, std::size_t> lanesBetween(int top, int bottom) const;
    /// The lane of a track or none while a group above it is collapsed.
    std::optional<std::size_t> laneOf(TrackId track) const;
    /// Opens the groups and the rows that hide the track.
    void expandTo(TrackId track);
    /// The slice row of the lane at y, clamped to its rows; none above the rows (instants) or for other lanes.
    std::optional<std::uint32_t> rowAt(const Lane& lane, int y) const;
    /// Top of a slice row.
    static int rowTop(const Lane& lane, std::uint32_t row)
    {
        return lane.y + 1 + lane.instantHeight + static_cast<int>(row) * kRowPx;
    }
    /// The tracks below a group, the track itself for a track lane.
    std::vector<TrackId> tracksOf(const Lane& lane) const;

private:
    struct Group {
        ProcessId process;
        std::vector<TrackId> tracks;
        std::vector<CounterId> counters;
    };
    void collectGroups(const Trace& trace, std::span<const std::int64_t> ranks);
    void rebuild();
    void append(LaneKind kind, std::uint32_t id, int depth);
    void appendCounters(const std::vector<CounterId>& counters, int depth);

    const Trace* m_trace = nullptr;
    bool m_showRanks = false;
    std::vector<Group> m_groups; // in order of appearance, ranks together
    std::set<std::pair<LaneKind, std::uint32_t>> m_collapsed;
    std::vector<Lane> m_lanes;
};

} // namespace tideline
