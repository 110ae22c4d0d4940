// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/scene/counter_scene.h"
#include "core/scene/timeline_layout.h"
#include "core/scene/track_scene.h"

namespace tideline {

class TraceIndex;

/// How busy the tracks of a group are, per device pixel column; the busiest track counts.
struct DensityScene {
    struct Column {
        float busyFraction = 0;
        Category category = Category::Idle;
    };
    std::vector<Column> columns;
};

/// One lane with what is drawn in it; only the part that belongs to its kind is filled.
struct LaneScene {
    Lane lane;
    TrackScene track;
    std::vector<CounterScene> counters; ///< as the lane lists its series, on one value axis
    DensityScene density;               ///< of a collapsed group
};

/// The lanes in view. Horizontal positions are device pixels, vertical ones logical pixels of the layout.
struct TimelineScene {
    TimeAxis axis;
    double scale = 1; ///< device pixels per logical pixel
    std::vector<LaneScene> lanes;

    /// The lane scene at y of the layout, or null.
    const LaneScene* laneAt(int y) const;
};

/// What the scenes of one profile share.
struct SceneSource {
    const Trace& trace;
    const TraceIndex* index = nullptr; ///< null: everything is walked (tests)
    CategoryCache& categories;
};

/// The lanes that touch [top, bottom) of the layout. O(lanes in view · pixels · log n).
TimelineScene buildTimelineScene(const SceneSource& source, const TimelineLayout& layout, const TimeAxis& axis,
                                 double scale, int top, int bottom);

/// The density of the given tracks over the axis; at most kMaxDensityTracks of them are asked.
DensityScene buildDensity(const SceneSource& source, std::span<const TrackId> tracks, const TimeAxis& axis);
constexpr std::size_t kMaxDensityTracks = 64;

} // namespace tideline
