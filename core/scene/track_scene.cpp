// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/track_scene.h"

#include <algorithm>
#include <cmath>

#include "core/scene/row_builder.h"

namespace tideline {

namespace {

constexpr std::uint32_t kMaxRows = 0xFFFF;

/// First instant at or after t within [first, last); O(log n).
std::uint32_t firstInstant(ColumnReader<Instant>& times, RowRange range, Instant t)
{
    std::uint32_t first = range.first;
    std::uint32_t last = range.last;
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (times[middle] < t)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/// One tick per pixel column; the next column is found by search, so many instants in one column cost O(log n).
void addTicks(TrackScene& scene, const Trace& trace, RowRange instants, const TimeAxis& axis)
{
    ColumnReader<Instant> times(trace.instants().time);
    const auto width = static_cast<std::int32_t>(axis.widthPx);
    std::uint32_t at = firstInstant(times, instants, axis.range.start);
    while (at < instants.last && times[at] <= axis.range.end) {
        const auto x = std::min(static_cast<std::int32_t>(axis.xOf(times[at])), width - 1);
        const Instant next = std::max(axis.timeAt(x + 1), times[at] + Duration{1});
        const std::uint32_t end = firstInstant(times, {at, instants.last}, next);
        scene.ticks.push_back({x, InstantId{at}, end - at});
        at = end;
    }
}

void addGaps(TrackScene& scene, const TimeRange& extent, const TimeAxis& axis, int minimum)
{
    const auto clampedX = [&](Instant t) {
        return static_cast<std::int32_t>(std::clamp(axis.xOf(t), 0.0, axis.widthPx));
    };
    std::int32_t previous = clampedX(extent.start);
    const std::int32_t end = clampedX(extent.end);
    for (const TrackScene::Box& box : scene.rowBoxes(0)) {
        if (box.x0 - previous >= minimum)
            scene.gaps.push_back({previous, box.x0});
        previous = std::max(previous, box.x1);
    }
    if (end - previous >= minimum)
        scene.gaps.push_back({previous, end});
}

} // namespace

std::span<const TrackScene::Box> TrackScene::rowBoxes(std::uint32_t row) const
{
    if (row >= rowEnds.size())
        return {};
    const std::uint32_t first = row == 0 ? 0 : rowEnds[row - 1];
    return std::span<const Box>(boxes).subspan(first, rowEnds[row] - first);
}

const TrackScene::Box* TrackScene::boxAt(double x, std::uint32_t row) const
{
    const std::span<const Box> inRow = rowBoxes(row);
    const auto column = static_cast<std::int32_t>(std::floor(x));
    const auto after =
        std::upper_bound(inRow.begin(), inRow.end(), column, [](std::int32_t c, const Box& box) { return c < box.x0; });
    if (after == inRow.begin() || std::prev(after)->x1 <= column)
        return nullptr;
    return &*std::prev(after);
}

std::optional<SliceId> TrackScene::sliceAt(double x, std::uint32_t row) const
{
    const Box* box = boxAt(x, row);
    return box ? std::optional(box->slice) : std::nullopt;
}

std::optional<InstantId> TrackScene::instantAt(double x, double reach) const
{
    const Tick* best = nullptr;
    for (const Tick& tick : ticks) {
        const double distance = std::abs(tick.x + 0.5 - x);
        if (distance <= reach && (!best || distance < std::abs(best->x + 0.5 - x)))
            best = &tick;
    }
    return best ? std::optional(best->instant) : std::nullopt;
}

TrackScene buildTrackScene(const Trace& trace, const SliceMip* mip, CategoryCache& categories, TrackId track,
                           const TimeAxis& axis, const TrackSceneOptions& options)
{
    const TrackInfo& info = trace.track(track);
    TrackScene scene;
    scene.track = track;
    scene.kind = info.kind;
    if (axis.widthPx < 1 || axis.range.empty())
        return scene;
    const TimeAxis own{axis.range.shifted(-trace.axisShift(track)), std::floor(axis.widthPx)};
    RowBuilder builder(trace, mip, categories, track, own);
    const auto shown = std::min({static_cast<std::uint32_t>(info.rows.size()), options.rows, kMaxRows});
    for (std::uint32_t row = 0; row < shown; ++row) {
        builder.append(row, scene.boxes);
        scene.rowEnds.push_back(static_cast<std::uint32_t>(scene.boxes.size()));
    }
    addTicks(scene, trace, info.instants, own);
    if (options.idleGapPx > 0 && info.extent && shown > 0)
        addGaps(scene, *info.extent, own, options.idleGapPx);
    return scene;
}

} // namespace tideline
