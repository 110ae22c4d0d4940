// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/collect/cost_constants.h"
#include "core/collect/sim/clocks.h"

namespace tideline::collect::sim {

// Work is counted in units of which both slowed rates are whole multiples per ns, so that no rounding creeps in.
constexpr std::int64_t kUnit = cost::kComputeSlowPercent * cost::kTransferSlowPercent;
constexpr std::int64_t kSlowCompute = 100 * cost::kTransferSlowPercent;
constexpr std::int64_t kSlowTransfer = 100 * cost::kComputeSlowPercent;

constexpr std::int64_t kLongestWorkNs = 10'000'000'000'000; ///< of one task, whatever faults make of it

constexpr Time timeLeft(std::int64_t remaining, std::int64_t rate)
{
    return (std::max<std::int64_t>(remaining, 0) + rate - 1) / rate;
}

} // namespace tideline::collect::sim
