// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/time.h"
#include "core/scene/time_axis.h"

namespace tideline {

/// The marks of a time ruler. Offsets count from the base, which counts from the origin (the start of the profile):
/// far into a long run a label shows the few digits that change, the base is shown once.
struct Ruler {
    struct Tick {
        double x = 0;
        Duration offset;    ///< from base
        bool major = false; ///< labelled
    };
    Duration base; ///< zero while plain offsets are short enough
    Duration step; ///< between major ticks
    std::vector<Tick> ticks;
};

/// Steps of 1, 2 or 5 times a power of ten, at least minLabelPx apart, with five minor ticks each.
/// O(width / minLabelPx).
Ruler buildRuler(const TimeAxis& axis, Instant origin, double minLabelPx);

} // namespace tideline
