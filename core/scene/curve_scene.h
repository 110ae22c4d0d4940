// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <vector>

#include "core/index/step_function.h"
#include "core/scene/time_axis.h"

namespace tideline {

/// A curve as at most two points per pixel column, to be joined by steps: each value holds until the next point, NaN
/// interrupts the curve. The least and the greatest value of a column are always among its points.
struct CurveScene {
    std::vector<StepSample> points;
    double low = std::numeric_limits<double>::quiet_NaN(); ///< of the points; NaN when there is none
    double high = std::numeric_limits<double>::quiet_NaN();
    /// The time-weighted mean of each column as steps, where columns mostly have several samples, so that the points
    /// are little more than min and max; else empty.
    std::vector<StepSample> means;
};

/// Columns with one or two samples keep them as they are. The value that holds at the left edge is the first point, the
/// end of the curve or the right edge the last one. O(pixels · log n).
CurveScene buildCurveScene(const StepFunction& curve, const TimeAxis& axis);

} // namespace tideline
