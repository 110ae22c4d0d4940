// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_builder.h"

namespace tideline {

/// Adds the steps that the files mark, for all formats, after everything is read: host slices named "ProfilerStep#<n>";
/// for a rank without them the Step Id column of its kernels, a step reaching from its first kernel to the end of its
/// last. O(slices of that name + kernels).
void addMarkedSteps(TraceBuilder& builder);

} // namespace tideline
