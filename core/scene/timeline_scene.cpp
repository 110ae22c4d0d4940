// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/timeline_scene.h"

#include <algorithm>

#include "core/index/trace_index.h"

namespace tideline {

namespace {

constexpr int kIdleGapPx = 24;
constexpr float kFaintest = 0.08F;
constexpr std::uint32_t kStreamRows = 2; // kernels may lie below an annotation

std::shared_ptr<const SliceMip> sliceMipOf(const SceneSource& source, TrackId track, const TimeAxis& axis)
{
    if (!source.index)
        return nullptr;
    const TimeRange own = axis.range.shifted(-source.trace.axisShift(track));
    return source.index->mip(source.trace, track, own, axis.nsPerPx());
}

std::shared_ptr<const CounterPyramid> pyramidOf(const SceneSource& source, CounterId counter)
{
    return source.index ? source.index->pyramid(counter) : nullptr;
}

/// The busiest box gives the colour, but what says nothing about the work (annotations around kernels) only where
/// nothing else is.
void addBox(DensityScene& scene, const TrackScene::Box& box)
{
    const auto vague = [](Category category) { return category == Category::Idle || category == Category::Other; };
    const float busy = std::max(box.busyFraction, kFaintest);
    const auto last = std::min(static_cast<std::size_t>(box.x1), scene.columns.size());
    for (auto x = static_cast<std::size_t>(box.x0); x < last; ++x) {
        DensityScene::Column& column = scene.columns[x];
        const bool wins =
            vague(column.category) == vague(box.category) ? column.busyFraction < busy : vague(column.category);
        if (wins)
            column.category = box.category;
        column.busyFraction = std::max(column.busyFraction, busy);
    }
}

std::vector<CounterScene> buildSeries(const SceneSource& source, const Lane& lane, const TimeAxis& axis)
{
    const auto [low, high] = counterAxis(source.trace, lane.series);
    std::vector<CounterScene> scenes;
    for (const CounterId counter : lane.series) {
        scenes.push_back(buildCounterScene(source.trace, pyramidOf(source, counter).get(), counter, axis));
        scenes.back().low = low;
        scenes.back().high = high;
    }
    return scenes;
}

LaneScene buildLane(const SceneSource& source, const TimelineLayout& layout, const Lane& lane, const TimeAxis& axis,
                    double scale)
{
    LaneScene scene;
    scene.lane = lane;
    switch (lane.kind) {
    case LaneKind::Track: {
        const TrackId track{lane.id};
        TrackSceneOptions options;
        options.rows = lane.rows;
        const bool onDevice = source.trace.track(track).kind == TrackKind::Stream;
        options.idleGapPx = onDevice ? static_cast<int>(kIdleGapPx * scale) : 0;
        scene.track = buildTrackScene(source.trace, sliceMipOf(source, track, axis).get(), source.categories, track,
                                      axis, options);
        break;
    }
    case LaneKind::Counter: scene.counters = buildSeries(source, lane, axis); break;
    case LaneKind::Rank:
    case LaneKind::Process:
        if (lane.collapsed)
            scene.density = buildDensity(source, layout.tracksOf(lane), axis);
        break;
    }
    return scene;
}

} // namespace

const LaneScene* TimelineScene::laneAt(int y) const
{
    const auto found =
        std::partition_point(lanes.begin(), lanes.end(), [&](const LaneScene& it) { return it.lane.bottom() <= y; });
    return found != lanes.end() && found->lane.y <= y ? &*found : nullptr;
}

TimelineScene buildTimelineScene(const SceneSource& source, const TimelineLayout& layout, const TimeAxis& axis,
                                 double scale, int top, int bottom)
{
    TimelineScene scene;
    scene.axis = axis;
    scene.scale = scale;
    const auto [first, last] = layout.lanesBetween(top, bottom);
    scene.lanes.reserve(last - first);
    for (std::size_t i = first; i < last; ++i)
        scene.lanes.push_back(buildLane(source, layout, layout.lanes()[i], axis, scale));
    return scene;
}

DensityScene buildDensity(const SceneSource& source, std::span<const TrackId> tracks, const TimeAxis& axis)
{
    DensityScene scene;
    if (axis.widthPx < 1)
        return scene;
    scene.columns.resize(static_cast<std::size_t>(axis.widthPx));
    for (const TrackId track : tracks.first(std::min(tracks.size(), kMaxDensityTracks))) {
        const TrackKind kind = source.trace.track(track).kind;
        if (!isCounted(kind))
            continue;
        TrackSceneOptions options;
        options.rows = kind == TrackKind::Stream ? kStreamRows : 1;
        const TrackScene one = buildTrackScene(source.trace, sliceMipOf(source, track, axis).get(), source.categories,
                                               track, axis, options);
        for (const TrackScene::Box& box : one.boxes)
            addBox(scene, box);
    }
    return scene;
}

} // namespace tideline
