// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/clocks/host_device.h"
#include "core/base/progress.h"
#include "core/store/rank_clock.h"
#include "core/store/trace.h"

namespace tideline {

/// How the clocks of one rank stand to the device's clock of the first rank, exactly; RankClock holds it rounded to one
/// shift for each side.
struct RankAlignment {
    clocks::HostDevice hostDevice; ///< on the times of the files
    clocks::Line toFirst;          ///< added to device times that have the declared base
    Duration base;                 ///< declared by the files
    RankClock clock;

    /// Where a time of the rank's files lies on the common axis.
    Instant deviceOnAxis(Instant device) const;
    Instant hostOnAxis(Instant host) const;
};

/// Finds what the clocks of all ranks and of both sides of each differ by, from causes and effects and from collectives
/// that end together. Pure: times and axis of the trace stay. Expects RankInfo::axisShift as the declared bases make it.
/// O(n log n) in arrows, host slices and communication operations; empty when cancelled.
std::vector<RankAlignment> alignClocks(const Trace& trace, const Progress& progress);

} // namespace tideline
