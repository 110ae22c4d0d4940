// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/analyze/clocks/rank_pair.h"

namespace tideline::clocks {

/// What must be added to the reference's index by the numbers of the steps: the operations of steps that have one number on
/// both ranks are laid side by side, in steps that hold the same kinds in one order. Nothing where steps have no numbers,
/// where fewer than kLeastCollectives operations are found so, or where they disagree. O(n log n).
std::optional<std::int64_t> lagOfSteps(const SharedGroup& group);

} // namespace tideline::clocks
