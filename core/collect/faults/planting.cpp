// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/faults/planting.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/collect/operators.h"

namespace tideline::collect {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr double kNsPerMs = 1e6;
constexpr double kPpbPerPpm = 1000;

Error misfit(const Fault& fault, const std::string& why)
{
    return {ErrorCode::InvalidArgument, "this fault does not fit the scenario: " + why, faultText(fault), {}};
}

/// Fewer micro-batches of the same samples: each is that much larger.
Status plantBubble(Scenario& scenario, const Fault& fault)
{
    const auto wanted = static_cast<std::int64_t>(fault.value("micro_batches"));
    const std::int64_t now = scenario.parallel.microBatches;
    if (scenario.parallel.pipeline < 2 || wanted > now || now % wanted != 0)
        return misfit(fault, fmt::format("it needs a pipeline and a divisor of its {} micro-batches", now));
    const std::int64_t larger = now / wanted;
    scenario.parallel.microBatches = wanted;
    scenario.input.shape.front() *= larger;
    scenario.samplesPerStep *= larger;
    for (Layer& layer : scenario.layers)
        if (!layer.shape.empty())
            layer.shape.front() *= larger;
    return Done{};
}

Status checkRank(const Fault& fault, const char* key, std::uint32_t ranks)
{
    if (fault.value(key) < ranks)
        return Done{};
    return misfit(fault, fmt::format("{} has to be below the number of ranks, {}", key, ranks));
}

/// Sets what acts while the workload runs.
Status plantEffect(Workload& workload, const Fault& fault)
{
    FaultEffects& effects = workload.effects;
    Scenario& scenario = workload.scenario;
    const auto rank = static_cast<std::uint32_t>(fault.value("rank"));
    switch (fault.kind) {
    case FaultKind::FrequencyDrop: effects.frequency = 1.0 - fault.value("percent") / 100.0; return Done{};
    case FaultKind::OutlierKernel:
        effects.outlier = {static_cast<std::int64_t>(fault.value("every")), fault.value("factor")};
        return Done{};
    case FaultKind::Contention: effects.contention = fault.value("rate"); return Done{};
    case FaultKind::UnalignedSdma: effects.unalignedSdma = fault.value("rate"); return Done{};
    case FaultKind::SlowLink:
        effects.slowLink = {static_cast<std::uint32_t>(fault.value("from")),
                            static_cast<std::uint32_t>(fault.value("to")), fault.value("rate")};
        return Done{};
    case FaultKind::SlowRank: effects.slowRank = {rank, fault.value("factor")}; return Done{};
    case FaultKind::Retransmission:
        effects.retransmissionNs = static_cast<std::int64_t>(fault.value("s") * kNsPerSecond);
        return Done{};
    case FaultKind::HostBound: effects.hostFactor = fault.value("factor"); return Done{};
    case FaultKind::LaunchBlocking: effects.launchBlocking = true; return Done{};
    case FaultKind::SlowLoader:
        effects.loaderExtraNs = static_cast<std::int64_t>(fault.value("ms") * kNsPerMs);
        return Done{};
    case FaultKind::ClockSkew:
        effects.clockSkew = {rank, static_cast<std::int64_t>(fault.value("s") * kNsPerSecond),
                             static_cast<std::int64_t>(fault.value("ppm") * kPpbPerPpm)};
        return Done{};
    case FaultKind::MissingRank: effects.missingRank = rank; return Done{};
    case FaultKind::TruncatedSlice: effects.truncation = {rank, fault.value("percent")}; return Done{};
    case FaultKind::EnvVars: effects.wrongEnvironment = true; return Done{};
    case FaultKind::Overflow:
        effects.overflow = {fault.value("depth"), static_cast<std::uint32_t>(fault.value("step"))};
        return Done{};
    case FaultKind::Vanishing: effects.vanishing = {fault.value("depth"), fault.value("factor")}; return Done{};
    case FaultKind::Leak: effects.leakPercent = fault.value("percent"); return Done{};
    case FaultKind::NoOverlap: scenario.gradients.overlap = false; return Done{};
    case FaultKind::SmallPackets:
        scenario.gradients.bucketBytes = static_cast<std::int64_t>(fault.value("mb") * 1e6);
        scenario.gradients.firstBucketBytes = scenario.gradients.bucketBytes;
        scenario.gradients.split = true;
        return Done{};
    case FaultKind::UnpinnedCopy: scenario.copy = CopyMode::Pageable; return Done{};
    case FaultKind::Bubble: return plantBubble(scenario, fault);
    case FaultKind::MemoryBoundOp:
    case FaultKind::LowUtilisation:
    case FaultKind::BankConflict:
    case FaultKind::NoFusion:
    case FaultKind::TransData:
    case FaultKind::AiCpuOp:
    case FaultKind::UnalignedMatMul:
    case FaultKind::Fp32Cube:
    case FaultKind::DynamicShapeCompile:
    case FaultKind::HbmSaturated:
    case FaultKind::L2Thrash:
    case FaultKind::Fragmentation:
    case FaultKind::AllocChurn:
    case FaultKind::NearCapacity:
    case FaultKind::SyncCopy:
    case FaultKind::CommHeavy:
    case FaultKind::StageImbalance:
    case FaultKind::ExpertImbalance:
    case FaultKind::StreamSync:
    case FaultKind::GcPause: return Done{}; // planted in operators, programs, roles or memory
    }
    return Done{};
}

bool onlyTrains(FaultKind kind)
{
    constexpr FaultKind kKinds[] = {FaultKind::NoOverlap,  FaultKind::SmallPackets, FaultKind::CommHeavy,
                                    FaultKind::SlowLoader, FaultKind::Bubble,       FaultKind::Vanishing};
    return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

/// A role of its own for a rank that a fault sets apart.
std::uint32_t splitOff(Workload& workload, std::uint32_t rank)
{
    workload.roles.emplace_back();
    workload.roles.back().stage = workload.parallel.stageOf(rank);
    return static_cast<std::uint32_t>(workload.roles.size() - 1);
}

Status assignExperts(Workload& workload, const Fault& fault)
{
    const ParallelPlan& parallel = workload.parallel;
    const auto busy = static_cast<std::uint32_t>(fault.value("expert"));
    const double factor = fault.value("factor");
    if (parallel.expert < 2 || busy >= parallel.expert || factor >= parallel.expert)
        return misfit(fault, fmt::format("it needs experts, and one of their {} ranks", parallel.expert));
    const double others = (static_cast<double>(parallel.expert) - factor) / (static_cast<double>(parallel.expert) - 1);
    for (RolePlan& role : workload.roles)
        role.expertShare = others;
    std::vector<std::int64_t> busyRole(parallel.pipeline, -1);
    for (std::uint32_t rank = 0; rank < parallel.ranks; ++rank) {
        if (parallel.dataOf(rank) % parallel.expert != busy)
            continue;
        std::int64_t& role = busyRole[parallel.stageOf(rank)];
        if (role < 0) {
            role = splitOff(workload, rank);
            workload.roles.back().expertShare = factor;
        }
        workload.roleOf[rank] = static_cast<std::uint32_t>(role);
    }
    return Done{};
}

Status assignStages(Workload& workload, const Fault& fault)
{
    const auto stages = workload.parallel.pipeline;
    const auto longer = static_cast<std::uint32_t>(fault.value("stage"));
    const auto extra = static_cast<std::int64_t>(fault.value("layers"));
    std::int64_t blocks = 0;
    for (const Layer& layer : workload.scenario.layers)
        blocks = std::max(blocks, layer.blocks);
    if (stages < 2 || longer >= stages || blocks - (blocks / stages + extra) < stages - 1)
        return misfit(fault, fmt::format("it needs one of {} stages that can take more layers", stages));
    std::vector<std::int64_t> sizes(stages, blocks / stages);
    sizes[longer] += extra;
    std::int64_t taken = 0;
    for (std::uint32_t stage = stages - 1; taken < extra; stage = stage == 0 ? stages - 1 : stage - 1) {
        if (stage == longer || sizes[stage] < 2)
            continue;
        --sizes[stage];
        ++taken;
    }
    workload.stageSizes = std::move(sizes);
    return Done{};
}

} // namespace

Status plantInScenario(Workload& workload, const std::vector<Fault>& faults)
{
    for (const Fault& fault : faults) {
        if (onlyTrains(fault.kind) && workload.scenario.mode != StepMode::Train)
            return misfit(fault, "it needs training");
        const Status planted = plantEffect(workload, fault);
        if (!planted)
            return planted;
    }
    return Done{};
}

Status assignRoles(Workload& workload, const std::vector<Fault>& faults)
{
    const ParallelPlan& parallel = workload.parallel;
    workload.roles.resize(parallel.pipeline);
    for (std::uint32_t stage = 0; stage < parallel.pipeline; ++stage)
        workload.roles[stage].stage = stage;
    for (std::uint32_t rank = 0; rank < parallel.ranks; ++rank)
        workload.roleOf.push_back(parallel.stageOf(rank));
    for (const Fault& fault : faults) {
        const FaultInfo& info = faultInfo(fault.kind);
        if (parallel.ranks < info.leastRanks)
            return misfit(fault, fmt::format("it needs {} ranks", info.leastRanks));
        for (const char* key : {"rank", "from", "to"}) {
            const Status inside = checkRank(fault, key, parallel.ranks);
            if (!inside)
                return inside;
        }
        Status assigned = Done{};
        if (fault.kind == FaultKind::ExpertImbalance)
            assigned = assignExperts(workload, fault);
        if (fault.kind == FaultKind::StageImbalance)
            assigned = assignStages(workload, fault);
        if (fault.kind == FaultKind::GcPause)
            workload.roleOf[static_cast<std::uint32_t>(fault.value("rank"))] =
                splitOff(workload, static_cast<std::uint32_t>(fault.value("rank")));
        if (fault.kind == FaultKind::Retransmission
            && std::none_of(parallel.groups.begin(), parallel.groups.end(),
                            [](const GroupPlan& group) { return group.spansHosts; }))
            return misfit(fault, "no collective leaves its host");
        if (!assigned)
            return assigned;
    }
    return Done{};
}

} // namespace tideline::collect
