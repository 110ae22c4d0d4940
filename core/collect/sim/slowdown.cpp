// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/slowdown.h"

#include <algorithm>

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"

namespace tideline::collect::sim {

namespace {

std::int64_t scaled(std::int64_t length, double factor)
{
    return static_cast<std::int64_t>(static_cast<double>(length) * factor);
}

/// A slower clock stretches what the cores do, not what memory does.
double clockFactor(const Workload& workload, const KernelPlan& kernel, double frequency)
{
    const double usual = usesCube(kernel) ? cost::kCubeHbmEfficiency : cost::kVectorHbmEfficiency;
    const double efficiency = kernel.hbmEfficiency > 0 ? kernel.hbmEfficiency : usual;
    const double memory = static_cast<double>(kernel.readBytes + kernel.writeBytes)
                          / (workload.device.hbmBytesPerSecond * efficiency) * 1e9;
    return memory >= 0.99 * static_cast<double>(kernel.baseNs) ? 1.0 : 1.0 / frequency;
}

bool joins(const GroupPlan& group, const FaultEffects::Link& link)
{
    const auto holds = [&group](std::uint32_t rank) {
        return std::find(group.ranks.begin(), group.ranks.end(), rank) != group.ranks.end();
    };
    return holds(link.from) && holds(link.to);
}

} // namespace

Slowdown slowdownOf(const Workload& workload, std::uint64_t seed, std::uint32_t rank, const Task& task)
{
    const FaultEffects& effects = workload.effects;
    Slowdown out;
    if (effects.frequency)
        out.clock = clockFactor(workload, *task.kernel, *effects.frequency);
    if (effects.slowRank && effects.slowRank->rank == rank)
        out.clock *= effects.slowRank->factor;
    if (effects.outlier && usesCube(*task.kernel)
        && seededRange(seed, Entity::Outlier, ownerOf(rank, task.step), task.identity, 0, effects.outlier->every - 1)
               == 0)
        out.stall = effects.outlier->factor;
    return out;
}

std::int64_t slowedTransit(const Workload& workload, const capture::RankInfo& first, const Task& task,
                           const GroupPlan& group, std::int64_t length)
{
    const FaultEffects& effects = workload.effects;
    if (effects.slowLink && joins(group, *effects.slowLink))
        length = scaled(length, 1.0 / effects.slowLink->rate);
    const bool transfer = task.collective->op == CollectiveOp::Send || task.collective->op == CollectiveOp::Receive;
    if (effects.unalignedSdma && !transfer)
        length = scaled(length, 1.0 / *effects.unalignedSdma);
    // Of the second recorded step, the first collective of the first group that crosses hosts.
    if (effects.retransmissionNs && group.spansHosts && task.step == first.firstStep + 1) {
        const auto firstFar = std::find_if(workload.parallel.groups.begin(), workload.parallel.groups.end(),
                                           [](const GroupPlan& candidate) { return candidate.spansHosts; });
        if (&*firstFar == &group && task.perStep == 0)
            length += *effects.retransmissionNs;
    }
    return length;
}

std::int64_t slowedLink(const Workload& workload, std::int64_t length)
{
    return workload.effects.unalignedSdma ? scaled(length, 1.0 / *workload.effects.unalignedSdma) : length;
}

std::optional<SlowPeer> slowPeerOf(const Workload& workload, std::uint32_t rank, const GroupPlan& group,
                                   std::int64_t linkNs)
{
    const auto& slow = workload.effects.slowLink;
    if (!slow || !joins(group, *slow) || (rank != slow->from && rank != slow->to))
        return std::nullopt;
    const std::uint32_t other = rank == slow->from ? slow->to : slow->from;
    const auto place = std::find(group.ranks.begin(), group.ranks.end(), other);
    return SlowPeer{place - group.ranks.begin(), scaled(linkNs, 1.0 / slow->rate)};
}

} // namespace tideline::collect::sim
