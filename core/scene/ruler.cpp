// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/ruler.h"

#include <algorithm>

namespace tideline {

namespace {

/// The least step of 1, 2, 5 × 10^k ns that is at least `least`.
std::int64_t niceStep(double least)
{
    std::int64_t power = 1;
    constexpr std::int64_t kLargest = 1'000'000'000'000'000'000;
    while (power < kLargest) {
        for (const std::int64_t factor : {1, 2, 5}) {
            if (static_cast<double>(power * factor) >= least)
                return power * factor;
        }
        power *= 10;
    }
    return kLargest;
}

std::int64_t floorTo(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/// A thousand steps or more before the first label need a base: the label would repeat the same leading digits.
std::int64_t baseFor(std::int64_t start, std::int64_t step)
{
    std::int64_t unit = 1'000;
    while (unit < step * 100)
        unit *= 1'000;
    const std::int64_t base = floorTo(start, unit);
    return base > 0 && start / step >= 1'000 ? base : 0;
}

} // namespace

Ruler buildRuler(const TimeAxis& axis, Instant origin, double minLabelPx)
{
    Ruler ruler;
    if (axis.widthPx <= 0 || axis.range.empty())
        return ruler;
    const std::int64_t step = niceStep(axis.nsPerPx() * std::max(minLabelPx, 1.0));
    const std::int64_t minor = step % 5 == 0 ? step / 5 : step;
    const std::int64_t start = (axis.range.start - origin).ns;
    const std::int64_t end = (axis.range.end - origin).ns;
    ruler.step = Duration{step};
    ruler.base = Duration{baseFor(start, step)};
    for (std::int64_t at = floorTo(start, minor); at <= end; at += minor) {
        if (at < start)
            continue;
        ruler.ticks.push_back({axis.xOf(origin + Duration{at}), Duration{at - ruler.base.ns}, at % step == 0});
    }
    return ruler;
}

} // namespace tideline
