// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/collect/sim/device_side.h"

namespace tideline::collect::sim {

/// Owner of the random numbers of a rank's step.
constexpr std::uint64_t ownerOf(std::uint32_t rank, std::uint32_t step)
{
    return std::uint64_t{rank} << 32U | step;
}

/// What planted faults do to a kernel ; nothing where there are none.
Slowdown slowdownOf(const Workload& workload, std::uint64_t seed, std::uint32_t rank, const Task& task);
/// Likewise of the time a collective moves data.
std::int64_t slowedTransit(const Workload& workload, const capture::RankInfo& first, const Task& task,
                           const GroupPlan& group, std::int64_t length);
/// How long a link without trouble of its own carries data in it.
std::int64_t slowedLink(const Workload& workload, std::int64_t length);

struct SlowPeer {
    std::int64_t place = 0; ///< in the group
    std::int64_t linkNs = 0;
};
/// The member to which this rank's link is slower than the others, which take `linkNs`.
std::optional<SlowPeer> slowPeerOf(const Workload& workload, std::uint32_t rank, const GroupPlan& group,
                                   std::int64_t linkNs);

} // namespace tideline::collect::sim
