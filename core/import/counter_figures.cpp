// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/counter_figures.h"

#include <cmath>

namespace tideline {

namespace {

constexpr double kMost = 1e18; // above any count of cycles, bytes or bytes per second of one kernel

} // namespace

bool isPlausibleFigure(std::string_view column, double value)
{
    if (!std::isfinite(value) || std::fabs(value) > kMost)
        return false;
    if (column.ends_with("_utilization(%)"))
        return value >= 0 && value <= 100;
    const bool isRatio =
        column.ends_with("_ratio") || column.ends_with("_hit_rate") || column.ends_with("_utilization");
    return !isRatio || (value >= 0 && value <= 1);
}

} // namespace tideline
