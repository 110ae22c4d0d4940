// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/workload.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/collect/cost_constants.h"
#include "core/collect/faults/planting.h"
#include "core/collect/operators.h"

namespace tideline::collect {

namespace {

/// The stage that a layer runs in: repeated layers are spread evenly, the others stay at the ends.
std::uint32_t stageOf(const Workload& workload, const Layer& layer)
{
    const std::uint32_t stages = workload.parallel.pipeline;
    if (layer.block < 0)
        return layer.afterBlocks ? stages - 1 : 0;
    std::int64_t before = 0;
    for (std::size_t stage = 0; stage < workload.stageSizes.size(); ++stage) {
        before += workload.stageSizes[stage];
        if (layer.block < before)
            return static_cast<std::uint32_t>(stage);
    }
    return static_cast<std::uint32_t>(layer.block * stages / layer.blocks);
}

/// Between the exchanges of its expert group a rank has as many tokens as its experts were given.
class ExpertTokens {
public:
    explicit ExpertTokens(double share) : m_share(share) {}
    Layer adjusted(Layer layer)
    {
        if (layer.kind == LayerKind::Collective && layer.group == GroupKind::Expert)
            m_inside = !m_inside;
        else if (m_inside && m_share != 1.0)
            layer.shape.front() = static_cast<std::int64_t>(static_cast<double>(layer.shape.front()) * m_share + 0.5);
        return layer;
    }

private:
    double m_share;
    bool m_inside = false;
};

void numberOperators(std::vector<OperatorPlan>& plans, InstructionPass pass)
{
    for (std::size_t i = 0; i < plans.size(); ++i)
        plans[i].identity = passIdentity(pass, static_cast<std::uint32_t>(i));
}

void expandLayers(Workload& workload, RolePlan& role, OperatorLibrary& library)
{
    std::vector<std::vector<OperatorPlan>> perLayer;
    ExpertTokens tokens(role.expertShare);
    const auto& layers = workload.scenario.layers;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (stageOf(workload, layers[i]) != role.stage)
            continue;
        const std::size_t first = role.forward.size();
        perLayer.emplace_back();
        library.expand(tokens.adjusted(layers[i]), perLayer.back());
        for (std::size_t k = first; k < role.forward.size(); ++k)
            role.forward[k].layer = static_cast<std::int32_t>(i);
        for (OperatorPlan& plan : perLayer.back())
            plan.layer = static_cast<std::int32_t>(i);
    }
    for (auto layer = perLayer.rbegin(); layer != perLayer.rend(); ++layer)
        role.backward.insert(role.backward.end(), layer->begin(), layer->end());
    if (workload.scenario.mode != StepMode::Train)
        role.backward.clear();
}

std::uint32_t membersOf(const Workload& workload, const RolePlan& role, GroupKind kind)
{
    const std::uint32_t rank = role.stage * workload.parallel.tensor * workload.parallel.data;
    const GroupPlan* group = workload.parallel.group(rank, kind);
    return group == nullptr ? 1 : static_cast<std::uint32_t>(group->ranks.size());
}

void appendOptimizer(const Workload& workload, RolePlan& role, OperatorLibrary& library)
{
    for (const OperatorPlan& plan : role.backward)
        (plan.ofExperts ? role.expertParameters : role.parameters) += plan.gradientElements;
    const bool shard = workload.scenario.optimizer.shard;
    const auto share = [&](std::int64_t parameters, GroupKind kind) {
        return shard ? (parameters + membersOf(workload, role, kind) - 1) / membersOf(workload, role, kind)
                     : parameters;
    };
    const GroupKind ofExperts = workload.parallel.expert > 1 ? GroupKind::ExpertData : GroupKind::Data;
    if (role.parameters > 0)
        library.appendOptimizer(share(role.parameters, GroupKind::Data));
    if (role.expertParameters > 0)
        library.appendOptimizer(share(role.expertParameters, ofExperts));
}

void price(const Workload& workload, std::vector<OperatorPlan>& plans)
{
    for (OperatorPlan& plan : plans)
        for (KernelPlan& kernel : plan.kernels) {
            // What runs beside another kernel gets what that one leaves, so that both fit into HBM's rate.
            if (plan.side)
                kernel.hbmEfficiency = kernel.hbmEfficiency > 0
                                           ? std::min(kernel.hbmEfficiency, cost::kSideHbmEfficiency)
                                           : cost::kSideHbmEfficiency;
            kernel.baseNs = kernelTimeNs(kernel, workload.device);
        }
}

void buildRole(Workload& workload, RolePlan& role, const std::vector<Fault>& faults)
{
    OperatorLibrary library(workload, role);
    expandLayers(workload, role, library);
    appendOptimizer(workload, role, library);
    numberOperators(role.forward, InstructionPass::Forward);
    numberOperators(role.backward, InstructionPass::Backward);
    numberOperators(role.optimizer, InstructionPass::Optimizer);
    plantInOperators(workload, role, library, faults);
    price(workload, role.forward);
    price(workload, role.backward);
    price(workload, role.optimizer);
    buildProgram(workload, role, library);
    plantInProgram(workload, role, library, faults);
    role.memory = planMemory(workload, role);
    plantInMemory(workload, role, faults);
}

Status checkMemory(const Workload& workload, RolePlan& role)
{
    constexpr std::int64_t kPlenty = std::numeric_limits<std::int64_t>::max() / 4;
    role.residentBytes = peakReserved(role.memory, kPlenty);
    if (role.residentBytes > 0 && role.residentBytes <= workload.device.hbmUsableBytes)
        return Done{};
    if (role.residentBytes == 0)
        role.residentBytes = kPlenty; // and more
    return Error{ErrorCode::InvalidArgument,
                 fmt::format("the workload needs {} bytes of device memory, {} are usable", role.residentBytes,
                             workload.device.hbmUsableBytes),
                 workload.scenario.name, "Choose a larger device"};
}

/// A description may ask for work that no device would finish; simulated time has to stay countable.
Status checkTimes(const Workload& workload, const RolePlan& role)
{
    constexpr std::int64_t kLongestNs = 100'000'000'000;
    std::int64_t longest = copyTimeNs(workload.scenario.input.bytes(), false, workload.device);
    for (const auto* plans : {&role.forward, &role.backward, &role.optimizer})
        for (const OperatorPlan& plan : *plans)
            for (const KernelPlan& kernel : plan.kernels)
                longest = std::max(longest, kernel.baseNs);
    const std::uint32_t rank = role.stage * workload.parallel.tensor * workload.parallel.data;
    for (const Instruction& instruction : role.program) {
        if (instruction.kind != InstructionKind::Collective)
            continue;
        const CollectivePlan& plan = *instruction.plan->collective;
        longest =
            std::max(longest, collectiveTimeNs(plan.op, plan.bytes(), *workload.parallel.group(rank, plan.group)));
    }
    if (longest <= kLongestNs)
        return Done{};
    return Error{ErrorCode::InvalidArgument,
                 fmt::format("one piece of the work would take {} s", longest / 1'000'000'000), workload.scenario.name,
                 "At most 100 s are simulated for a kernel, a copy or a collective"};
}

} // namespace

Result<std::unique_ptr<const Workload>> planWorkload(const Scenario& scenario, const DeviceSpec& device,
                                                     const WorkloadOptions& options)
{
    auto workload = std::make_unique<Workload>();
    workload->scenario = scenario;
    workload->device = device;
    workload->withStack = options.withStack;
    const Status planted = plantInScenario(*workload, options.faults);
    if (!planted)
        return planted.error();
    Result<ParallelPlan> parallel = planParallel(workload->scenario, device, options.ranks, options.ranksPerHost);
    if (!parallel)
        return parallel.error();
    workload->parallel = std::move(*parallel);
    const Status roles = assignRoles(*workload, options.faults);
    if (!roles)
        return roles.error();
    for (RolePlan& role : workload->roles) {
        buildRole(*workload, role, options.faults);
        const Status countable = checkTimes(*workload, role);
        if (!countable)
            return countable.error();
        const Status fits = checkMemory(*workload, role);
        if (!fits)
            return fits.error();
    }
    return std::unique_ptr<const Workload>(std::move(workload));
}

} // namespace tideline::collect
