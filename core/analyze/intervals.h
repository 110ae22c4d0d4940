// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/time.h"

namespace tideline {

/// Sorts the ranges and joins those that touch or overlap; empty ones vanish. O(n log n), O(n) on sorted input.
void mergeRanges(std::vector<TimeRange>& ranges);

/// Sum of the lengths; of merged ranges it is the length of the union.
Duration lengthOf(const std::vector<TimeRange>& merged);

/// Length of the common part of two merged sets; O(n + m).
Duration commonLength(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);

/// The common part of two merged sets; O(n + m).
std::vector<TimeRange> commonRanges(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);

/// What of merged a is not in merged b; O(n + m).
std::vector<TimeRange> withoutRanges(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);

/// The holes of a merged set inside a window, the parts before its first and after its last range included; O(n).
std::vector<TimeRange> holesIn(TimeRange window, const std::vector<TimeRange>& merged);

/// The length of what of one range is not in a merged set; O(log n + ranges touched).
Duration lengthOutside(TimeRange range, const std::vector<TimeRange>& merged);

/// The ranges of a merged set that meet one range, clipped to it; O(log n + ranges touched).
std::vector<TimeRange> clippedRanges(TimeRange range, const std::vector<TimeRange>& merged);

} // namespace tideline
