// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/collector.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/collect/cost_constants.h"
#include "core/collect/faults/truth.h"
#include "core/collect/null_sink.h"
#include "core/collect/recording.h"
#include "core/collect/seeded.h"
#include "core/collect/sim/simulator.h"
#include "core/collect/tensor_dump.h"

namespace tideline::collect {

namespace {

constexpr std::uint32_t kMostSteps = 100'000;
constexpr std::uint32_t kMostSampleHz = 10'000;
constexpr std::int64_t kNsPerSecond = 1'000'000'000;

struct Plan {
    std::unique_ptr<const Workload> workload;
    sim::StepSpan steps;    ///< simulated
    sim::StepSpan recorded; ///< of these
};

Error badOption(const std::string& what, const std::string& allowed)
{
    return {ErrorCode::InvalidArgument, what, {}, "Allowed: " + allowed};
}

Status planSteps(const CollectOptions& options, const Scenario& scenario, Plan& plan)
{
    const StepSchedule& schedule = options.schedule;
    const std::uint64_t before = std::uint64_t{schedule.wait} + schedule.warmup;
    std::uint64_t steps = options.steps;
    if (steps == 0)
        steps = before + (schedule.active > 0 ? schedule.active : static_cast<std::uint64_t>(scenario.defaultSteps));
    if (steps < 1 || steps > kMostSteps || before >= steps)
        return badOption("the number of steps is out of range", "1 to 100000, and more than wait and warmup together");
    const std::uint64_t active =
        schedule.active > 0 ? std::min<std::uint64_t>(schedule.active, steps - before) : steps - before;
    plan.steps = {static_cast<std::uint32_t>(scenario.firstStep), static_cast<std::uint32_t>(before + active)};
    plan.recorded = {plan.steps.first + static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(active)};
    for (const Fault& fault : options.faults) {
        const FaultInfo& info = faultInfo(fault.kind);
        if (plan.recorded.count < info.leastSteps)
            return badOption(
                fmt::format("the fault {} does not show in {} recorded steps", info.name, plan.recorded.count),
                fmt::format("{} recorded steps or more", info.leastSteps));
    }
    return Done{};
}

Result<Plan> makePlan(const CollectOptions& options)
{
    const Result<Scenario> scenario = loadScenario(options.scenario);
    if (!scenario)
        return scenario.error();
    if (options.sampleHz < 1 || options.sampleHz > kMostSampleHz)
        return badOption("the sample rate is out of range", "1 to 10000 Hz");
    Plan plan;
    const Status steps = planSteps(options, *scenario, plan);
    if (!steps)
        return steps.error();
    const Result<DeviceSpec> device = loadDevice(options.device.empty() ? scenario->device : options.device);
    if (!device)
        return device.error();
    Result<std::unique_ptr<const Workload>> workload =
        planWorkload(*scenario, *device, {options.ranks, options.ranksPerHost, options.faults, options.withStack});
    if (!workload)
        return workload.error();
    plan.workload = std::move(*workload);
    return plan;
}

/// Groups of a rank as a capture describes them.
void addGroups(const Workload& workload, std::uint64_t seed, sim::RankContext& context)
{
    const ParallelPlan& parallel = workload.parallel;
    for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
        const std::int32_t id = parallel.groupOf[context.info.rank][kind];
        if (id < 0)
            continue;
        const GroupPlan& plan = parallel.groups[static_cast<std::size_t>(id)];
        capture::ParallelGroup group;
        const std::uint32_t root = plan.ranks.front();
        group.name = fmt::format(
            "10.0.{}.{}%eth0_{}_{}_{}", root / 250, 1 + root % 250, 60'000 + id % 1000, id,
            1'700'000'000'000'000
                + seededRange(seed, Entity::GroupName, static_cast<std::uint64_t>(id), 0, 0, 99'999'999'999));
        const bool world = plan.label == "dp" && plan.ranks.size() == parallel.ranks;
        group.label = world ? "default_group" : plan.label;
        group.ranks = plan.ranks;
        group.ownPosition = static_cast<std::uint32_t>(
            std::find(plan.ranks.begin(), plan.ranks.end(), context.info.rank) - plan.ranks.begin());
        context.groupIndex[kind] = static_cast<std::uint32_t>(context.info.groups.size());
        context.info.groups.push_back(std::move(group));
    }
}

void addStreams(const Workload& workload, const RolePlan& role, capture::RankInfo& info)
{
    std::array<bool, kStreamSlots> used{true};
    used[static_cast<std::size_t>(StreamSlot::Side)] = workload.scenario.copy == CopyMode::Prefetch;
    for (const Instruction& instruction : role.program) {
        used[static_cast<std::size_t>(instruction.slot)] = true;
        if (instruction.kind == InstructionKind::Operator && instruction.plan->side)
            used[static_cast<std::size_t>(StreamSlot::Side)] = true;
    }
    for (std::uint32_t slot = 0; slot < kStreamSlots; ++slot)
        if (used[slot])
            info.streams.emplace_back(sim::streamId(slot), sim::kStreamNames[slot]);
}

void addWhatIsRecorded(const CollectOptions& options, std::uint32_t ranks, capture::RankInfo& info)
{
    info.level = options.level;
    info.tasks = options.taskPart != TaskPart::Off;
    switch (options.taskPart) {
    case TaskPart::FollowLevel:
    case TaskPart::Off: info.taskLevel = options.level; break;
    case TaskPart::Level0: info.taskLevel = capture::TraceLevel::Kernels; break;
    case TaskPart::Level1: info.taskLevel = capture::TraceLevel::HostApi; break;
    case TaskPart::Level2: info.taskLevel = capture::TraceLevel::Full; break;
    }
    info.aiCore = options.aiCore;
    info.pmuGroup = options.pmuGroup;
    info.l2Cache = options.l2Cache;
    info.communication = options.communication.value_or(ranks > 1);
    info.communicationLevel = options.communicationLevel.value_or(options.level);
    info.communicationMatrix = options.communicationMatrix;
    info.hardwareMemory = options.hardwareMemory;
    info.withStack = options.withStack;
    info.syncMarkers = options.syncMarkers;
    info.memory = options.memory.value_or(options.level == capture::TraceLevel::Full);
}

sim::RankContext makeContext(const CollectOptions& options, const Plan& plan, std::uint32_t rank)
{
    const Workload& workload = *plan.workload;
    const std::uint32_t perHost = workload.parallel.ranksPerHost;
    const std::uint32_t host = rank / perHost;
    sim::RankContext context;
    context.seed = options.seed;
    context.opList = &options.opList;
    context.clocks = sim::makeClocks(options.seed, rank, host, workload.effects.clockSkew);
    context.overhead = options.overhead ? overheadOf(options) : 0;
    capture::RankInfo& info = context.info;
    info.rank = rank;
    info.worldSize = workload.parallel.ranks;
    info.deviceId = rank % perHost;
    info.deviceSpec = workload.device.name;
    info.aiCores = static_cast<std::uint32_t>(workload.device.aiCores);
    info.hbmUnits = static_cast<std::uint32_t>(workload.device.hbmUnits);
    info.hostName = fmt::format("node-{:04x}", seededBits(options.seed, Entity::HostName, host, 0) & 0xFFFFU);
    info.pid = static_cast<std::uint32_t>(seededRange(options.seed, Entity::ProcessId, host, 0, 100'000, 3'000'000)
                                          + 400 * info.deviceId);
    info.mainThread = info.pid;
    info.steps = plan.recorded.count;
    info.firstStep = plan.recorded.first;
    info.clock = context.clocks.pair;
    info.environment = environmentOf(workload.effects.wrongEnvironment, workload.effects.launchBlocking);
    addWhatIsRecorded(options, workload.parallel.ranks, info);
    addGroups(workload, options.seed, context);
    addStreams(workload, workload.role(rank), info);
    return context;
}

Status openRanks(const CollectOptions& options, const Plan& plan, const capture::RecordSinkFactory& sinks,
                 std::vector<sim::RankContext>& ranks)
{
    for (std::uint32_t rank = 0; rank < plan.workload->parallel.ranks; ++rank) {
        sim::RankContext context = makeContext(options, plan, rank);
        const bool missing = plan.workload->effects.missingRank == rank;
        context.sink = missing ? std::make_unique<NullSink>() : sinks(rank);
        const Status begun = context.sink->begin(context.info);
        if (!begun)
            return begun;
        context.sampler = std::make_unique<sim::Sampler>(*context.sink, context.clocks.device.read(0),
                                                         kNsPerSecond / options.sampleHz, context.info.hbmUnits);
        context.sampler->recordMemory(options.hardwareMemory);
        ranks.push_back(std::move(context));
    }
    return Done{};
}

Status finishRanks(std::vector<sim::RankContext>& ranks)
{
    for (sim::RankContext& rank : ranks) {
        for (const auto& [key, total] : rank.totals)
            rank.sink->total(total);
        const Status finished = rank.sink->finish();
        if (!finished)
            return finished;
    }
    return Done{};
}

std::vector<ClockTruth> clockTruths(const std::vector<sim::RankContext>& ranks)
{
    std::vector<ClockTruth> out;
    const std::int64_t firstWall = ranks.front().clocks.pair.hostWallNs;
    for (const sim::RankContext& rank : ranks) {
        const sim::RankClocks& clocks = rank.clocks;
        out.push_back({rank.info.rank, clocks.pair.hostWallNs - firstWall, clocks.host.driftPpb,
                       clocks.pair.deviceCounterNs - clocks.device.read(0), clocks.device.driftPpb});
    }
    return out;
}

} // namespace

Result<CollectSummary> collect(const CollectOptions& options, const capture::RecordSinkFactory& sinks,
                               const Progress& progress)
{
    const Result<Plan> plan = makePlan(options);
    if (!plan)
        return plan.error();
    std::vector<sim::RankContext> ranks;
    ranks.reserve(plan->workload->parallel.ranks);
    const Status opened = openRanks(options, *plan, sinks, ranks);
    if (!opened)
        return opened.error();
    const TensorDump dump(*plan->workload, options.seed, options.dump.value_or(capture::DumpPart::All));
    if (options.dump)
        for (sim::RankContext& rank : ranks)
            rank.dump = &dump;
    sim::Simulator simulator(*plan->workload, ranks, plan->steps);
    const Status ran = simulator.run(progress);
    if (!ran)
        return ran.error();
    const Status finished = finishRanks(ranks);
    if (!finished)
        return finished.error();
    CollectSummary summary;
    summary.scenario = plan->workload->scenario.name;
    summary.device = plan->workload->device.name;
    summary.constantsVersion = cost::kVersion;
    summary.ranks = plan->workload->parallel.ranks;
    summary.steps = plan->recorded.count;
    summary.deviceTasks = simulator.taskCount();
    summary.clocks = clockTruths(ranks);
    summary.missingRank = plan->workload->effects.missingRank;
    if (const auto& cut = plan->workload->effects.truncation)
        summary.truncated = TruncatedRank{cut->rank, cut->percent};
    const Status described = describeTruth(options, *plan->workload, simulator.walls(), progress, summary);
    if (!described)
        return described.error();
    return summary;
}

Result<StepWalls> stepWalls(const CollectOptions& options, std::int64_t* residentBytes, const Progress& progress)
{
    const Result<Plan> plan = makePlan(options);
    if (!plan)
        return plan.error();
    std::vector<sim::RankContext> ranks;
    ranks.reserve(plan->workload->parallel.ranks);
    const auto sinks = [](std::uint32_t) { return std::make_unique<NullSink>(); };
    const Status opened = openRanks(options, *plan, sinks, ranks);
    if (!opened)
        return opened.error();
    sim::Simulator simulator(*plan->workload, ranks, plan->steps);
    const Status ran = simulator.run(progress);
    if (!ran)
        return ran.error();
    for (const RolePlan& role : plan->workload->roles)
        *residentBytes = std::max(*residentBytes, role.residentBytes);
    return simulator.walls();
}

} // namespace tideline::collect
