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

} // namespace tideline
