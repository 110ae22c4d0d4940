// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/device_ops.h"
#include "core/store/trace.h"

namespace tideline {

/// Iterations of a profile without step marks: the longest sequence of kernel names that repeats at least three times,
/// has at least eight kernels and together covers nine tenths of all. Each lasts from its first kernel to that of the
/// next one, the last to its last end. Empty when nothing repeats like that. O(n log n).
std::vector<TimeRange> detectIterations(const Trace& trace, const std::vector<DeviceOp>& kernels);

} // namespace tideline
