// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/collect/device_spec.h"
#include "core/collect/scenario.h"

namespace tideline::collect {

constexpr std::size_t kGroupKinds = 6;

/// A communication group of the cluster.
struct GroupPlan {
    std::string label; ///< dp, tp, ep, edp, pp
    std::vector<std::uint32_t> ranks;
    std::string link;          ///< the slowest kind of link between members
    LinkSpec near;             ///< between members of one host
    LinkSpec far;              ///< between hosts
    std::uint32_t perHost = 1; ///< members on one host
    bool spansHosts = false;
};

/// Which rank does what, and who talks to whom. Ranks are numbered tensor first, then data, then pipeline.
struct ParallelPlan {
    std::uint32_t ranks = 1;
    std::uint32_t tensor = 1;
    std::uint32_t data = 1;
    std::uint32_t pipeline = 1;
    std::uint32_t expert = 1;
    std::uint32_t ranksPerHost = 8;
    std::vector<GroupPlan> groups;
    std::vector<std::array<std::int32_t, kGroupKinds>> groupOf; ///< by rank and GroupKind; −1: a group of one

    std::uint32_t stageOf(std::uint32_t rank) const { return rank / (tensor * data); }
    std::uint32_t dataOf(std::uint32_t rank) const { return rank / tensor % data; }
    std::uint32_t tensorOf(std::uint32_t rank) const { return rank % tensor; }
    /// The rank's group of that kind; null when it would be alone in it.
    const GroupPlan* group(std::uint32_t rank, GroupKind kind) const
    {
        const std::int32_t at = groupOf[rank][static_cast<std::size_t>(kind)];
        return at < 0 ? nullptr : &groups[static_cast<std::size_t>(at)];
    }
};

/// Zero ranks or ranks per host mean the scenario's own. Mistakes list the valid numbers of ranks.
Result<ParallelPlan> planParallel(const Scenario& scenario, const DeviceSpec& device, std::uint32_t ranks,
                                  std::uint32_t ranksPerHost);

/// As communication records write it: allReduce, alltoallv …
std::string_view collectiveName(CollectiveOp op);

/// "4, 8, 16, … (TP 2 × DP)".
std::string validRanks(const Scenario& scenario);

/// Time and bytes of a collective over `bytes` of buffer, when no member computes.
std::int64_t collectiveTimeNs(CollectiveOp op, std::int64_t bytes, const GroupPlan& group);
/// What one member sends.
std::int64_t collectiveSentBytes(CollectiveOp op, std::int64_t bytes, std::int64_t members);

} // namespace tideline::collect
