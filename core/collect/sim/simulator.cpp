// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/simulator.h"

#include "core/collect/cost_constants.h"

namespace tideline::collect::sim {

namespace {

constexpr std::uint64_t kTasksPerReport = 4096;

} // namespace

Simulator::Simulator(const Workload& workload, std::vector<RankContext>& ranks, std::string linkName)
    : m_workload(workload), m_ranks(ranks), m_steps(ranks.size()), m_handled(ranks.size(), ranks.front().info.firstStep)
{
    const capture::RankInfo& info = ranks.front().info;
    m_calls = std::make_unique<HostCalls>(workload.scenario, info.firstStep, info.steps);
    m_devices = std::make_unique<Devices>(workload, ranks, std::move(linkName), *this);
    for (RankContext& rank : ranks)
        m_hosts.emplace_back(workload, *m_calls, rank, *m_devices);
}

Status Simulator::run(const Progress& progress)
{
    for (RankContext& rank : m_ranks) {
        rank.sampler->setMemory(m_workload.residentBytes, m_workload.residentBytes);
        rank.sampler->setFrequency(rank.clocks.device.read(0), m_workload.device.clockMhz);
        m_hosts[rank.info.rank].begin(rank.info.firstStep, rank.info.steps, cost::kLeadNs);
        hostMoved(rank.info.rank);
    }
    std::uint64_t reported = 0;
    while (m_devices->step()) {
        if (m_tasks - reported < kTasksPerReport)
            continue;
        reported = m_tasks;
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "collecting was cancelled", {}, {}};
        progress.report({Stage::Build, m_tasks, 0, m_tasks, m_workload.scenario.name});
    }
    for (RankContext& rank : m_ranks) {
        if (!m_hosts[rank.info.rank].finished() || !m_steps[rank.info.rank].empty())
            return Error{ErrorCode::Internal, "the simulation stopped before its last step", {}, {}};
        const std::int64_t end = rank.clocks.device.read(m_devices->now());
        rank.sampler->finish(end);
        rank.sampler->setFrequency(end, m_workload.device.clockMhz);
    }
    return Done{};
}

void Simulator::taskEnded(std::uint32_t rank, const Task& task, Time now)
{
    ++m_tasks;
    ++m_steps[rank][task.step].ended;
    if (task.waiter != Waiter::None) {
        m_hosts[rank].resume(task, now);
        hostMoved(rank);
    }
    completeSteps(rank);
}

void Simulator::hostMoved(std::uint32_t rank)
{
    HostSide& host = m_hosts[rank];
    if (host.currentStep() == m_handled[rank])
        return;
    m_handled[rank] = host.currentStep();
    StepState& state = m_steps[rank][host.lastStep().step];
    state.left = true;
    state.record = host.lastStep();
    state.pushed = host.pushed();
    if (!host.finished())
        host.nextStep();
}

void Simulator::completeSteps(std::uint32_t rank)
{
    auto& steps = m_steps[rank];
    while (!steps.empty() && steps.begin()->second.left
           && steps.begin()->second.ended == steps.begin()->second.pushed) {
        RankContext& context = m_ranks[rank];
        context.sampler->flush(context.clocks.device.read(m_devices->oldestRunning(rank)));
        context.sink->step(steps.begin()->second.record);
        steps.erase(steps.begin());
    }
}

} // namespace tideline::collect::sim
