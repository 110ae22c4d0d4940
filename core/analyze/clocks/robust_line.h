// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/clocks/band.h"

namespace tideline::clocks {

/// A line through values that scatter, of which some may be far off.
struct RobustLine {
    Line line;             ///< through the median, in the middle of the times
    double scatterNs = 0;  ///< the median distance from the line
    double slopeError = 0; ///< a slope below it may be chance (three standard errors)
};

/// Theil and Sen: the median of the slopes between all pairs; more than 256 values are first put together to 256 medians of
/// neighbours. O(n log n). Needs one value at least.
RobustLine robustLine(std::vector<Bound> values);

/// Likewise with a slope that is given. O(n log n).
RobustLine lineOfSlope(std::vector<Bound> values, double slope);

/// The median of values, the mean of the middle two of an even number; 0 of none. O(n).
double medianOf(std::vector<double> values);

} // namespace tideline::clocks
