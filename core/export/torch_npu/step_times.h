// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/time.h"

namespace tideline::torch_npu {

/// The figures of one row of step_trace_time.csv, exact in ns.
struct StepTimes {
    Duration computing;     ///< union of kernels
    Duration communication; ///< union of communication operators
    Duration overlapped;    ///< in both
    Duration notOverlapped; ///< communication without a kernel
    Duration free;          ///< gaps inside the span of both
    Duration stage;         ///< computing + notOverlapped + free - bubble
    Duration bubble;        ///< receiving from another rank, every operation for itself
    Duration preparing;     ///< from the step's start to the first of both; may be negative
};

/// Overlapping and touching ranges joined, in order; empty ranges are dropped.
std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges);
/// What is in `a` and not in `b`; both are unions.
std::vector<TimeRange> without(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);
Duration lengthOf(const std::vector<TimeRange>& ranges);

/// All zero when the step ran nothing. Cost: O(n log n).
StepTimes stepTimes(const std::vector<TimeRange>& computing, const std::vector<TimeRange>& communication,
                    Instant stepStart, Duration bubble = {});

} // namespace tideline::torch_npu
