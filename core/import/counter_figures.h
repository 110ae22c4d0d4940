// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tideline {

/// What figures of a column may be.
struct FigureRange {
    double least = 0;
    double most = 0;
    bool holds(double value) const { return value >= least && value <= most; } ///< false for NaN
};

FigureRange plausibleRange(std::string_view column);

/// False for a figure of a kernel that its column cannot hold: no finite number, beyond 1e18, a ratio or rate of hits
/// that is not 0 to 1, a percentage of use that is not 0 to 100. Such a figure counts as unknown.
bool isPlausibleFigure(std::string_view column, double value);

} // namespace tideline
