// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/counter_figures.h"

namespace tideline {

namespace {

constexpr double kMost = 1e18; // above any count of cycles, bytes or bytes per second of one kernel

} // namespace

FigureRange plausibleRange(std::string_view column)
{
    if (column.ends_with("_utilization(%)"))
        return {0, 100};
    const bool isRatio =
        column.ends_with("_ratio") || column.ends_with("_hit_rate") || column.ends_with("_utilization");
    return isRatio ? FigureRange{0, 1} : FigureRange{-kMost, kMost};
}

bool isPlausibleFigure(std::string_view column, double value)
{
    return plausibleRange(column).holds(value);
}

} // namespace tideline
