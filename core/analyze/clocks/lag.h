// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analyze/clocks/rank_pair.h"

namespace tideline::clocks {

/// How the operations of two ranks in one group go together.
struct Lag {
    std::int64_t index = 0; ///< added to the reference's index it gives the other's; only without a doubt
    ClockDoubt doubt = ClockDoubt::None;
    std::vector<std::int64_t> possible; ///< all that fit; one without a doubt
};

/// Where steps have numbers on both ranks, those of one number go together, as long as no shift by whole steps fits clearly
/// better. Else tries the operations as they are numbered and shifted by whole steps. Nothing when they do not go together
/// at all. Looks at 64 operations per lag. O(n log n + lags * log n).
std::optional<Lag> findLag(const SharedGroup& group);

/// The operation of that index, or null; O(log n).
const Collective* findIndex(const CollectiveSequence& sequence, std::int64_t index);

} // namespace tideline::clocks
