// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/faults/truth.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/collect/collector.h"
#include "core/collect/workload.h"

namespace tideline::collect {

namespace {

std::vector<std::string> texts(const std::vector<std::string_view>& words)
{
    return {words.begin(), words.end()};
}

/// Whether the options record what `needs` names.
bool records(const CollectOptions& options, std::string_view needs, std::uint32_t ranks)
{
    const bool host = options.level != capture::TraceLevel::Kernels;
    const bool full = options.level == capture::TraceLevel::Full;
    const bool counted = options.aiCore && host && options.taskPart != TaskPart::Level0;
    const bool linked = options.communicationLevel.value_or(options.level) != capture::TraceLevel::Kernels;
    const bool communicates = options.communication.value_or(ranks > 1);
    if (needs == "PipeUtilization")
        return counted && options.pmuGroup == capture::PmuGroup::PipeUtilization;
    if (needs == "ResourceConflictRatio")
        return counted && options.pmuGroup == capture::PmuGroup::ResourceConflictRatio;
    if (needs == "L2Cache")
        return options.l2Cache || (counted && options.pmuGroup == capture::PmuGroup::L2Cache);
    if (needs == "level 2" || needs == "shapes")
        return host;
    if (needs == "level 3")
        return full;
    if (needs == "HBM counters")
        return options.hardwareMemory;
    if (needs == "memory")
        return options.memory.value_or(full);
    if (needs == "communication")
        return communicates && linked;
    if (needs == "matrix")
        return communicates && options.communicationMatrix && linked;
    if (needs == "dump")
        return options.dump.has_value();
    return true; // level 1, frequency, framework events, metadata: always there
}

std::vector<std::uint32_t> ranksOf(const Workload& workload, const Fault& fault)
{
    const ParallelPlan& parallel = workload.parallel;
    std::vector<std::uint32_t> out;
    for (std::uint32_t rank = 0; rank < parallel.ranks; ++rank) {
        const bool named = fault.values.find("rank") == fault.values.end() || fault.value("rank") == rank;
        const bool linked =
            fault.kind != FaultKind::SlowLink || fault.value("from") == rank || fault.value("to") == rank;
        const bool staged = fault.kind != FaultKind::StageImbalance || fault.value("stage") == parallel.stageOf(rank);
        const bool busy = fault.kind != FaultKind::ExpertImbalance
                          || fault.value("expert") == parallel.dataOf(rank) % parallel.expert;
        if (named && linked && staged && busy)
            out.push_back(rank);
    }
    return out;
}

std::int64_t costPerStep(const StepWalls& faulty, const StepWalls& clean)
{
    std::size_t steps = SIZE_MAX;
    for (std::size_t rank = 0; rank < faulty.size(); ++rank)
        steps = std::min({steps, faulty[rank].size(), clean[rank].size()});
    std::int64_t sum = 0;
    for (std::size_t step = 0; step < steps; ++step) {
        std::int64_t most = INT64_MIN;
        for (std::size_t rank = 0; rank < faulty.size(); ++rank)
            most = std::max(most, faulty[rank][step].lengthNs - clean[rank][step].lengthNs);
        sum += most;
    }
    return steps == 0 ? 0 : sum / static_cast<std::int64_t>(steps);
}

class Describer {
public:
    Describer(const CollectOptions& options, const Workload& workload, const StepWalls& walls, const Progress& progress)
        : m_options(options), m_workload(workload), m_walls(walls), m_progress(progress)
    {
        for (const RolePlan& role : workload.roles)
            m_resident = std::max(m_resident, role.residentBytes);
    }

    Status describe(CollectSummary& summary)
    {
        const bool costs = std::any_of(m_options.faults.begin(), m_options.faults.end(), [](const Fault& fault) {
            return faultInfo(fault.kind).cost != FaultCost::None;
        });
        if (costs) {
            CollectOptions twin = m_options;
            twin.faults.clear();
            Result<StepWalls> clean = stepWalls(twin, &m_cleanResident, m_progress);
            if (!clean)
                return clean.error();
            m_clean = std::move(*clean);
        }
        for (const Fault& fault : m_options.faults) {
            Result<FaultTruth> truth = describeOne(fault, summary);
            if (!truth)
                return truth.error();
            summary.truth.faults.push_back(std::move(*truth));
        }
        return Done{};
    }

private:
    Result<FaultTruth> describeOne(const Fault& fault, CollectSummary& summary)
    {
        const FaultInfo& info = faultInfo(fault.kind);
        FaultTruth truth;
        truth.kind = info.name;
        truth.text = faultText(fault);
        truth.rules = {texts(info.must), texts(info.mustNote), texts(info.may)};
        if (!records(m_options, info.needs, m_workload.parallel.ranks)) {
            truth.unavailable = truth.rules.must;
            truth.unavailable.insert(truth.unavailable.end(), truth.rules.mustNote.begin(), truth.rules.mustNote.end());
            summary.notes.push_back(
                fmt::format("the fault {} cannot be seen: these options do not record {}", truth.kind, info.needs));
        }
        truth.ranks = ranksOf(m_workload, fault);
        for (const std::uint32_t rank : truth.ranks)
            truth.ranges.push_back(rangeOf(fault, rank));
        if (m_options.faults.size() == 1)
            truth.operators = m_workload.plantedTypes;
        if (fault.kind == FaultKind::SlowLink)
            truth.links = {
                {static_cast<std::uint32_t>(fault.value("from")), static_cast<std::uint32_t>(fault.value("to"))}};
        const Status costed = addCost(fault, info, truth);
        if (!costed)
            return costed.error();
        return truth;
    }

    FaultRange rangeOf(const Fault& fault, std::uint32_t rank) const
    {
        const std::vector<StepWall>& steps = m_walls[rank];
        if (steps.empty())
            return {rank, 0, 0};
        if (fault.kind == FaultKind::Retransmission && steps.size() > 1)
            return {rank, steps[1].startNs, steps[1].endNs};
        return {rank, steps.front().startNs, steps.back().endNs};
    }

    Status addCost(const Fault& fault, const FaultInfo& info, FaultTruth& truth)
    {
        if (info.cost == FaultCost::None)
            return Done{};
        StepWalls alone = m_walls;
        std::int64_t resident = m_resident;
        const Workload* workload = &m_workload;
        if (m_options.faults.size() > 1) {
            CollectOptions one = m_options;
            one.faults = {fault};
            resident = 0;
            Result<StepWalls> walls = stepWalls(one, &resident, m_progress);
            if (!walls)
                return walls.error();
            alone = std::move(*walls);
        }
        if (info.cost == FaultCost::Time)
            truth.costNsPerStep = costPerStep(alone, m_clean);
        else if (fault.kind == FaultKind::Leak)
            truth.costBytes = workload->roles.front().memory.leakPerStep;
        else
            truth.costBytes = resident - m_cleanResident;
        return Done{};
    }

    const CollectOptions& m_options;
    const Workload& m_workload;
    const StepWalls& m_walls;
    const Progress& m_progress;
    StepWalls m_clean;
    std::int64_t m_resident = 0;
    std::int64_t m_cleanResident = 0;
};

} // namespace

Status describeTruth(const CollectOptions& options, const Workload& workload, const StepWalls& walls,
                     const Progress& progress, CollectSummary& summary)
{
    GroundTruth& truth = summary.truth;
    truth.scenario = summary.scenario;
    truth.seed = options.seed;
    truth.device = summary.device;
    truth.constantsVersion = summary.constantsVersion;
    truth.expected = workload.scenario.expected;
    truth.clocks = summary.clocks;
    return Describer(options, workload, walls, progress).describe(summary);
}

} // namespace tideline::collect
