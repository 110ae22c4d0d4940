// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analyze/clocks/band.h"
#include "core/analyze/clocks/collective.h"
#include "core/store/rank_clock.h"

namespace tideline::clocks {

/// Fewer symmetric collectives do not settle a shift.
constexpr std::size_t kLeastCollectives = 8;

/// What both ranks did in one group.
struct SharedGroup {
    const CollectiveSequence* reference = nullptr;
    const CollectiveSequence* other = nullptr;
    std::int64_t perStep = 0; ///< operations of a step of the reference; 0: not known
};

/// How the clock of one rank stands to that of another.
struct RankPair {
    Line line; ///< added to times of the other rank it gives times of the reference; only without a doubt
    double residualNs = 0;
    std::uint64_t collectives = 0;
    std::optional<std::int64_t> least; ///< nobody ends before everybody has arrived
    std::optional<std::int64_t> most;
    ClockDoubt doubt = ClockDoubt::NoPartner;
};

/// First the interval that arrivals and ends allow, then inside it the median of the differences of the ends, the drift by
/// a robust slope. Operations are matched by index as long as their kinds agree; where a shift by a whole step fits as well
/// nothing is settled, and the bounds stay. O(n log n).
RankPair alignRanks(const std::vector<SharedGroup>& groups);

} // namespace tideline::clocks
