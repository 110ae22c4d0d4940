// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/collector.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"
#include "core/collect/sim/simulator.h"

namespace tideline::collect {

namespace {

constexpr std::uint32_t kMostSteps = 100'000;
constexpr std::uint32_t kMostSampleHz = 10'000;
constexpr std::int64_t kNsPerSecond = 1'000'000'000;

struct Plan {
    std::unique_ptr<const Workload> workload;
    std::uint32_t ranks = 0;
    std::uint32_t steps = 0;
    std::string link;
};

Error badOption(const std::string& what, const std::string& allowed)
{
    return {ErrorCode::InvalidArgument, what, {}, "Allowed: " + allowed};
}

Status checkRanks(const Scenario& scenario, std::uint32_t ranks)
{
    std::string allowed;
    for (const std::int64_t count : scenario.validRanks) {
        if (count == static_cast<std::int64_t>(ranks))
            return Done{};
        allowed += allowed.empty() ? "" : ", ";
        allowed += std::to_string(count);
    }
    return badOption(fmt::format("{} does not run on {} ranks", scenario.name, ranks), allowed);
}

Status checkOptions(const CollectOptions& options, const Plan& plan)
{
    if (plan.steps < 1 || plan.steps > kMostSteps)
        return badOption("the number of steps is out of range", "1 to 100000");
    if (options.sampleHz < 1 || options.sampleHz > kMostSampleHz)
        return badOption("the sample rate is out of range", "1 to 10000 Hz");
    if (options.ranksPerHost < 1)
        return badOption("ranks per host is out of range", "1 or more");
    const auto& links = plan.workload->device.links;
    if (plan.ranks > 1 && links.find(plan.link) == links.end())
        return badOption("the device " + plan.workload->device.name + " has no link " + plan.link, "a device with it");
    return checkRanks(plan.workload->scenario, plan.ranks);
}

Result<Plan> makePlan(const CollectOptions& options)
{
    const Result<Scenario> scenario = loadScenario(options.scenario);
    if (!scenario)
        return scenario.error();
    const Result<DeviceSpec> device = loadDevice(options.device.empty() ? scenario->device : options.device);
    if (!device)
        return device.error();
    Result<std::unique_ptr<const Workload>> workload = planWorkload(*scenario, *device);
    if (!workload)
        return workload.error();
    Plan plan;
    plan.workload = std::move(*workload);
    plan.ranks = options.ranks > 0 ? options.ranks : static_cast<std::uint32_t>(scenario->defaultRanks);
    plan.steps = options.steps > 0 ? options.steps : static_cast<std::uint32_t>(scenario->defaultSteps);
    plan.link = plan.ranks > options.ranksPerHost ? "ROCE" : "HCCS";
    const Status valid = checkOptions(options, plan);
    if (!valid)
        return valid.error();
    return plan;
}

capture::ParallelGroup worldGroup(std::uint64_t seed, std::uint32_t rank, std::uint32_t ranks)
{
    capture::ParallelGroup group;
    group.name = fmt::format("10.0.0.1%eth0_60000_0_{}",
                             1'700'000'000'000'000 + seededRange(seed, Entity::GroupName, 0, 0, 0, 99'999'999'999));
    group.label = "default_group";
    for (std::uint32_t member = 0; member < ranks; ++member)
        group.ranks.push_back(member);
    group.ownPosition = rank;
    return group;
}

// Values that leave the runtime in its fast path, so that a clean capture gives no cause for a warning.
std::vector<std::pair<std::string, std::string>> goodEnvironment()
{
    return {{"ASCEND_GLOBAL_LOG_LEVEL", "3"},
            {"HCCL_RDMA_TC", ""},
            {"HCCL_RDMA_SL", ""},
            {"ACLNN_CACHE_LIMIT", "100000"},
            {"HOST_CACHE_CAPACITY", "20"},
            {"ASCEND_ENHANCE_ENABLE", "1"},
            {"PYTORCH_NPU_ALLOC_CONF", "expandable_segments:True"},
            {"ASCEND_LAUNCH_BLOCKING", "0"}};
}

capture::RankInfo makeInfo(const CollectOptions& options, const Plan& plan, std::uint32_t rank)
{
    const std::uint32_t host = rank / options.ranksPerHost;
    const DeviceSpec& device = plan.workload->device;
    capture::RankInfo info;
    info.rank = rank;
    info.worldSize = plan.ranks;
    info.deviceId = rank % options.ranksPerHost;
    info.deviceSpec = device.name;
    info.aiCores = static_cast<std::uint32_t>(device.aiCores);
    info.hbmUnits = static_cast<std::uint32_t>(device.hbmUnits);
    info.hostName = fmt::format("node-{:04x}", seededBits(options.seed, Entity::HostName, host, 0) & 0xFFFFU);
    info.pid = static_cast<std::uint32_t>(seededRange(options.seed, Entity::ProcessId, host, 0, 100'000, 3'000'000)
                                          + 400 * info.deviceId);
    info.mainThread = info.pid;
    info.level = options.level;
    info.memory = options.memory.value_or(options.level == capture::TraceLevel::Full);
    info.steps = plan.steps;
    info.firstStep = static_cast<std::uint32_t>(plan.workload->scenario.firstStep);
    info.environment = goodEnvironment();
    if (plan.ranks > 1)
        info.groups.push_back(worldGroup(options.seed, rank, plan.ranks));
    info.streams = {{sim::kComputeStream, "compute"}, {sim::kCommunicationStream, "communication"}};
    return info;
}

Status openRanks(const CollectOptions& options, const Plan& plan, const capture::RecordSinkFactory& sinks,
                 std::vector<sim::RankContext>& ranks)
{
    for (std::uint32_t rank = 0; rank < plan.ranks; ++rank) {
        sim::RankContext context;
        context.seed = options.seed;
        context.clocks = sim::makeClocks(options.seed, rank, rank / options.ranksPerHost);
        context.info = makeInfo(options, plan, rank);
        context.info.clock = context.clocks.pair;
        context.sink = sinks(rank);
        const Status begun = context.sink->begin(context.info);
        if (!begun)
            return begun;
        context.sampler = std::make_unique<sim::Sampler>(*context.sink, context.clocks.device.read(0),
                                                         kNsPerSecond / options.sampleHz, context.info.hbmUnits);
        ranks.push_back(std::move(context));
    }
    return Done{};
}

CollectSummary summarise(const Plan& plan, const std::vector<sim::RankContext>& ranks, std::uint64_t tasks)
{
    CollectSummary summary{plan.workload->scenario.name,
                           plan.workload->device.name,
                           std::string(cost::kVersion),
                           plan.ranks,
                           plan.steps,
                           tasks,
                           {}};
    const std::int64_t firstWall = ranks.front().clocks.pair.hostWallNs;
    for (const sim::RankContext& rank : ranks) {
        const sim::RankClocks& clocks = rank.clocks;
        summary.clocks.push_back({rank.info.rank, clocks.pair.hostWallNs - firstWall, clocks.host.driftPpb,
                                  clocks.pair.deviceCounterNs - clocks.device.read(0), clocks.device.driftPpb});
    }
    return summary;
}

} // namespace

Result<CollectSummary> collect(const CollectOptions& options, const capture::RecordSinkFactory& sinks,
                               const Progress& progress)
{
    const Result<Plan> plan = makePlan(options);
    if (!plan)
        return plan.error();
    std::vector<sim::RankContext> ranks;
    ranks.reserve(plan->ranks);
    const Status opened = openRanks(options, *plan, sinks, ranks);
    if (!opened)
        return opened.error();
    sim::Simulator simulator(*plan->workload, ranks, plan->link);
    const Status ran = simulator.run(progress);
    if (!ran)
        return ran.error();
    for (sim::RankContext& rank : ranks) {
        const Status finished = rank.sink->finish();
        if (!finished)
            return finished.error();
    }
    return summarise(*plan, ranks, simulator.taskCount());
}

} // namespace tideline::collect
