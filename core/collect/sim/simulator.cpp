// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/simulator.h"

#include "core/collect/cost_constants.h"

namespace tideline::collect::sim {

namespace {

constexpr std::uint64_t kTasksPerReport = 4096;

} // namespace

Simulator::Simulator(const Workload& workload, std::vector<RankContext>& ranks, const StepSpan& steps)
    : m_workload(workload),
      m_ranks(ranks),
      m_span(steps),
      m_steps(ranks.size()),
      m_handled(ranks.size(), steps.first),
      m_walls(ranks.size())
{
    m_calls = std::make_unique<HostCalls>(workload.scenario, steps.first, steps.count);
    m_devices = std::make_unique<Devices>(workload, ranks, *this);
    for (RankContext& rank : ranks)
        m_hosts.emplace_back(workload, *m_calls, rank, *m_devices);
}

Status Simulator::run(const Progress& progress)
{
    for (RankContext& rank : m_ranks) {
        const std::int64_t resident = m_workload.role(rank.info.rank).residentBytes;
        rank.sampler->setMemory(resident, resident);
        rank.sampler->setFrequency(rank.clocks.device.read(0), m_workload.device.clockMhz);
        if (clockMhz() != m_workload.device.clockMhz)
            rank.sampler->setFrequency(rank.clocks.device.read(cost::kLeadNs / 2), clockMhz());
        if (rank.info.firstStep > m_span.first)
            rank.sampler->recordFrom(INT64_MAX);
        m_hosts[rank.info.rank].begin(m_span.first, m_span.count, cost::kLeadNs);
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
        rank.sampler->setFrequency(end, clockMhz());
    }
    return Done{};
}

void Simulator::taskEnded(std::uint32_t rank, const Task& task, Time now)
{
    ++m_tasks;
    ++m_steps[rank][task.step].ended;
    if (task.marker)
        emitMarker(rank, task, now);
    if (task.hostWaits) {
        m_hosts[rank].resume(task, now);
        hostMoved(rank);
    }
    completeSteps(rank);
}

void Simulator::hostMoved(std::uint32_t rank)
{
    HostSide& host = m_hosts[rank];
    while (host.currentStep() != m_handled[rank]) {
        m_handled[rank] = host.currentStep();
        StepState& state = m_steps[rank][host.lastStep().step];
        state.left = true;
        state.record = host.lastStep();
        state.pushed = host.pushed();
        RankContext& context = m_ranks[rank];
        if (context.records(state.record.step)) {
            const capture::ClockPair& pair = context.clocks.pair;
            m_walls[rank].push_back({state.record.step, host.lastLength(), pair.wallOfHost(state.record.startNs),
                                     pair.wallOfHost(state.record.endNs)});
        }
        if (host.finished())
            return;
        if (host.currentStep() == context.info.firstStep)
            context.sampler->recordFrom(context.clocks.device.read(host.time()));
        host.nextStep(); // may go through without a wait
    }
}

/// With a lowered clock the counter says so.
std::int64_t Simulator::clockMhz() const
{
    const double share = m_workload.effects.frequency.value_or(1.0);
    return static_cast<std::int64_t>(static_cast<double>(m_workload.device.clockMhz) * share + 0.5);
}

void Simulator::emitMarker(std::uint32_t rank, const Task& task, Time now)
{
    RankContext& context = m_ranks[rank];
    if (!context.records(task.step))
        return;
    capture::SyncMarkerRecord record;
    record.name = "tideline_sync";
    record.step = task.step;
    record.thread = task.launch.apiThread;
    record.stream = kComputeStream;
    record.connection = task.launch.connection;
    record.hostStartNs = task.launch.apiNs;
    record.hostEndNs = record.hostStartNs + cost::kMarkerNs;
    record.deviceNs = context.clocks.device.read(now);
    context.sink->syncMarker(record);
}

void Simulator::completeSteps(std::uint32_t rank)
{
    auto& steps = m_steps[rank];
    while (!steps.empty() && steps.begin()->second.left
           && steps.begin()->second.ended == steps.begin()->second.pushed) {
        RankContext& context = m_ranks[rank];
        context.sampler->flush(context.clocks.device.read(m_devices->oldestRunning(rank)));
        const std::uint32_t step = steps.begin()->first;
        if (context.records(step) && context.dump)
            context.dump->write(*context.sink, rank, step, step - context.info.firstStep);
        if (context.records(step))
            context.sink->step(steps.begin()->second.record);
        steps.erase(steps.begin());
    }
}

} // namespace tideline::collect::sim
