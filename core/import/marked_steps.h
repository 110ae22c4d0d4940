// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/store/trace_builder.h"

namespace tideline {

using StepRanges = std::map<std::pair<std::uint32_t, std::int64_t>, TimeRange>; ///< by rank row and step number

/// The number in "ProfilerStep#7"; nothing for any other name.
std::optional<std::int64_t> stepNumber(std::string_view name);

/// The steps that host slices named "ProfilerStep#<n>" mark; ranks whose steps the builder knows already are left out.
/// O(slices of that name).
StepRanges stepMarks(TraceBuilder& builder);

/// By the Step Id column of kernels: from the first kernel of a step to the end of its last. O(kernels).
StepRanges kernelSpans(const TraceBuilder& builder);

/// Adds the steps that the files mark, for all formats, after everything is read: stepMarks(), and for a rank without
/// steps kernelSpans().
void addMarkedSteps(TraceBuilder& builder);

} // namespace tideline
