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
    std::optional<std::int64_t> least; ///< at the middle; nobody ends before everybody has arrived
    std::optional<std::int64_t> most;
    ClockDoubt doubt = ClockDoubt::NoPartner;
};

/// First the interval that arrivals and ends allow, then inside it the median of the differences of the ends, the drift by
/// a robust slope. Operations are matched by the numbers of their steps and by index (findLag()); where that is in doubt
/// nothing is settled, and the bounds are those of every match that fits. Bounds are given for the middle, a time of the
/// other rank; without one, for the middle of the operations. O(n log n).
RankPair alignRanks(const std::vector<SharedGroup>& groups, std::optional<std::int64_t> middle = {});

} // namespace tideline::clocks
