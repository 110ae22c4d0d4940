// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/scope_shade.h"

#include <algorithm>

#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

void addRangeShade(std::vector<QRectF>& out, const Scope& scope, const TimelineScene& scene, QSizeF size)
{
    if (!scope.range)
        return;
    const double x0 = std::clamp(scene.axis.xOf(scope.range->start) / scene.scale, 0.0, size.width());
    const double x1 = std::clamp(scene.axis.xOf(scope.range->end) / scene.scale, x0, size.width());
    if (x0 > 0)
        out.emplace_back(0, 0, x0, size.height());
    if (x1 < size.width())
        out.emplace_back(x1, 0, size.width() - x1, size.height());
}

void addBoxes(std::vector<QRectF>& out, ScopeFilter& filter, const TrackInfo& track, const LaneScene& lane,
              double scale, int scrollTop)
{
    for (const TrackScene::Box& box : lane.track.boxes) {
        if (filter.holdsSlice(track, box.slice.row))
            continue;
        const double left = box.x0 / scale;
        const double right = box.x1 / scale;
        const double top = TimelineLayout::rowTop(lane.lane, box.row) - scrollTop;
        // Neighbours join: most boxes of a narrow scope are outside.
        if (!out.empty() && out.back().top() == top && left - out.back().right() < 1.5 && left >= out.back().left())
            out.back().setRight(right);
        else
            out.emplace_back(left, top, right - left, TimelineLayout::kRowPx);
    }
}

} // namespace

std::vector<QRectF> scopeShade(const Trace& trace, const Scope& scope, const TimelineScene& scene, int scrollTop,
                               QSizeF size)
{
    std::vector<QRectF> out;
    if (scope.limitsNothing())
        return out;
    addRangeShade(out, scope, scene, size);
    // The range is shaded as a whole.
    Scope rest = scope;
    rest.range.reset();
    if (rest.limitsNothing())
        return out;
    ScopeFilter filter(trace, rest);
    for (const LaneScene& lane : scene.lanes) {
        if (lane.lane.kind != LaneKind::Track)
            continue;
        const TrackInfo& track = trace.track(lane.track.track);
        const bool named =
            !rest.nameParts.empty() || !rest.operators.empty() || !rest.steps.empty() || !rest.categories.empty();
        if (filter.excludes(track))
            out.emplace_back(0, lane.lane.y - scrollTop, size.width(), lane.lane.height);
        else if (named)
            addBoxes(out, filter, track, lane, scene.scale, scrollTop);
    }
    return out;
}

} // namespace tideline
