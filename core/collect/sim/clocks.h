// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/capture/rank_info.h"
#include "core/collect/faults/fault_effects.h"

namespace tideline::collect::sim {

/// Simulated time in ns since the recording started; the one true axis.
using Time = std::int64_t;

/// A counter that starts somewhere and runs a little fast or slow.
struct Clock {
    std::int64_t baseNs = 0;
    std::int64_t driftPpb = 0;

    constexpr std::int64_t read(Time t) const
    {
        constexpr std::int64_t kBillion = 1'000'000'000;
        return baseNs + t + (t / kBillion) * driftPpb + (t % kBillion) * driftPpb / kBillion;
    }
};

/// The clocks of one rank and the pair its capture holds.
struct RankClocks {
    Clock host;
    Clock device;
    capture::ClockPair pair;
};

/// Clocks of a rank as functions of the seed. Ranks of one host share its clock; each device has its own. A skew sets
/// both clocks of its rank apart.
RankClocks makeClocks(std::uint64_t seed, std::uint32_t rank, std::uint32_t host,
                      const std::optional<FaultEffects::Skew>& skew = {});

} // namespace tideline::collect::sim
