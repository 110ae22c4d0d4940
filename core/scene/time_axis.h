// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/base/time.h"

namespace tideline {

/// Maps the common time axis to pixels. Integers are subtracted before dividing: nanoseconds since 1970 do not fit a
/// double.
struct TimeAxis {
    TimeRange range;
    double widthPx = 0;

    double xOf(Instant t) const
    {
        const auto span = static_cast<double>(range.length().ns);
        return span <= 0 ? 0 : static_cast<double>((t - range.start).ns) / span * widthPx;
    }
    /// The instant at the left edge of x, rounded down.
    Instant timeAt(double x) const
    {
        const auto span = static_cast<double>(range.length().ns);
        return widthPx <= 0 ? range.start
                            : range.start + Duration{static_cast<std::int64_t>(std::floor(x / widthPx * span))};
    }
    double nsPerPx() const { return widthPx <= 0 ? 0 : static_cast<double>(range.length().ns) / widthPx; }
};

} // namespace tideline
