// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/collect/cost_constants.h"
#include "core/collect/sim/host_side.h"

// The operators and collectives of HostSide: what the Python thread does, and what the dispatch thread does with it.
namespace tideline::collect::sim {

namespace {

constexpr std::uint32_t kComputeSlot = static_cast<std::uint32_t>(StreamSlot::Compute);

} // namespace

void HostSide::runOperator(const Instruction& instruction)
{
    if (m_inGraph)
        return runInGraph(*instruction.plan);
    const HostCosts& host = m_workload.scenario.host;
    const std::uint32_t thread = threadOf(instruction);
    const bool isBackward = instruction.link == capture::AutogradLink::Backward;
    const Frame outer = open(*instruction.plan->outer);
    m_time += cost::kOperatorEntryNs;
    const Frame inner = open(*instruction.plan->inner);
    m_time += noisy(isBackward ? host.backwardNs : host.operatorNs);
    m_memory.enter(m_position, m_time);
    dispatchKernels(enqueue(inner, thread), *instruction.plan);
    m_time += 1'000;
    close(inner, thread, outer.id);
    m_time += 500;
    m_memory.leave(m_position++, m_time);
    closeOperator(instruction, outer, thread);
    m_time += isBackward ? 1'000 : noisy(host.pythonNs);
    if (m_rank.info.syncMarkers && m_time >= m_nextMark)
        mark(m_time);
    if (m_workload.effects.launchBlocking) {
        m_time = std::max(m_time, m_dispatchTime);
        fence(Blocked::Launched);
    }
}

void HostSide::closeOperator(const Instruction& instruction, const Frame& outer, std::uint32_t thread)
{
    if (!recording())
        return;
    const bool linked = instruction.plan->sequence >= 0;
    capture::HostRecord record;
    record.call = outer.call;
    record.step = m_step;
    record.thread = thread;
    record.startNs = read(outer.start);
    record.endNs = read(m_time);
    record.id = outer.id;
    record.parent = scope(instruction);
    record.sequence =
        linked ? instruction.plan->sequence + m_sequenceBase + m_sequencesPerMicro * instruction.micro : -1;
    record.link = linked ? instruction.link : capture::AutogradLink::None;
    m_rank.sink->host(record);
}

void HostSide::runCollective(const Instruction& instruction)
{
    const std::uint32_t thread = threadOf(instruction);
    const Frame outer = open(*instruction.plan->outer);
    m_time += cost::kOperatorEntryNs;
    const Frame inner = open(*instruction.plan->inner);
    m_time += noisy(m_workload.scenario.host.backwardNs);
    dispatchCollective(enqueue(inner, thread), instruction);
    m_time += 1'000;
    close(inner, thread, outer.id);
    m_time += 500;
    close(outer, thread, scope(instruction));
}

void HostSide::runWait(const Instruction& instruction)
{
    const auto slot = static_cast<std::uint32_t>(instruction.slot);
    if (m_slotEvents[slot] == 0)
        return;
    const std::uint32_t thread = threadOf(instruction);
    const Frame frame = open(m_calls.waitStream);
    m_time += cost::kOperatorEntryNs;
    dispatchWait(enqueue(frame, thread), slot);
    close(frame, thread, scope(instruction));
    m_time += 1'000;
}

HostSide::Queued HostSide::enqueue(const Frame& from, std::uint32_t thread)
{
    const Time start = m_time;
    m_time += noisy(m_workload.scenario.host.enqueueNs);
    const std::uint64_t correlation = m_nextCorrelation++;
    emit(m_calls.enqueue, thread, start, m_time, 0, correlation);
    return {m_time, correlation, from, thread};
}

capture::Launch HostSide::launchOf(const Queued& queued, Time at)
{
    return {queued.from.id, queued.thread, read(queued.from.start), m_dispatch, read(at), m_nextConnection++};
}

Time HostSide::launchKernel(const Queued& queued, const KernelPlan& kernel, std::uint32_t slot, Time at)
{
    const Time length = dispatching(m_workload.scenario.host.launchNs);
    Task task;
    task.kernel = &kernel;
    task.readyAt = at + length / 2 + cost::kLaunchLatencyNs;
    task.launch = launchOf(queued, at + length / 2);
    if (recording() && m_rank.info.level != capture::TraceLevel::Kernels) {
        if (m_rank.info.level == capture::TraceLevel::Full)
            emit(m_calls.runtimeLaunch, m_dispatch, at + length / 4, at + length * 3 / 4, task.launch.connection, 0);
        capture::HostRecord node;
        node.call = &m_calls.node;
        node.step = m_step;
        node.thread = m_dispatch;
        node.startNs = read(at);
        node.endNs = read(at + length);
        node.connection = task.launch.connection;
        node.item = kernel.info.name;
        m_rank.sink->host(node);
    }
    push(slot, std::move(task));
    return at + length + 500;
}

void HostSide::dispatchKernels(const Queued& queued, const OperatorPlan& plan)
{
    const auto slot = static_cast<std::uint32_t>(plan.side ? StreamSlot::Side : StreamSlot::Compute);
    const Time start = std::max(m_dispatchTime, queued.at + cost::kDispatchWakeNs);
    const Time apiStart = start + 1'000;
    Time at = apiStart + dispatching(m_workload.scenario.host.dequeueNs);
    if (plan.side) {
        const std::uint64_t forked = m_nextEvent++;
        at = syncCall(m_calls.recordEvent, at, TaskKind::EventRecord, kComputeSlot, forked);
        at = syncCall(m_calls.waitEvent, at, TaskKind::EventWait, slot, forked);
    }
    for (const KernelPlan& kernel : plan.kernels)
        at = launchKernel(queued, kernel, slot, at);
    emit(*plan.api, m_dispatch, apiStart, at, 0, 0);
    // What ran beside this operator has to be there before the next one.
    if (m_sideEvent != 0) {
        at = syncCall(m_calls.waitEvent, at, TaskKind::EventWait, kComputeSlot, m_sideEvent);
        m_sideEvent = 0;
    }
    if (plan.side) {
        m_sideEvent = m_nextEvent++;
        at = syncCall(m_calls.recordEvent, at, TaskKind::EventRecord, slot, m_sideEvent);
    }
    m_dispatchTime = at + 1'000;
    emit(*plan.dequeue, m_dispatch, start, m_dispatchTime, 0, queued.correlation);
    m_dispatchTime += cost::kDispatchGapNs;
}

void HostSide::dispatchCollective(const Queued& queued, const Instruction& instruction)
{
    const OperatorPlan& plan = *instruction.plan;
    const auto slot = static_cast<std::uint32_t>(instruction.slot);
    const auto kind = static_cast<std::size_t>(plan.collective->group);
    const bool backwards = instruction.slot == StreamSlot::SendPrevious || instruction.slot == StreamSlot::ReceiveNext;
    const Time start = std::max(m_dispatchTime, queued.at + cost::kDispatchWakeNs);
    const std::uint64_t ready = m_nextEvent++;
    Time at = syncCall(m_calls.recordEvent, start + 1'000, TaskKind::EventRecord, kComputeSlot, ready);
    at = syncCall(m_calls.waitEvent, at, TaskKind::EventWait, slot, ready);
    const Time length = dispatching(m_workload.scenario.host.launchNs) * 4;
    Task task;
    task.kind = TaskKind::Collective;
    task.collective = &*plan.collective;
    task.channel = backwards ? 1 : 0;
    task.index = m_nextCollective[kind][task.channel]++;
    task.perStep = task.index - m_firstCollective[kind][task.channel];
    task.readyAt = at + length / 2 + cost::kLaunchLatencyNs;
    task.launch = launchOf(queued, at + length / 2);
    emit(*plan.api, m_dispatch, at, at + length, task.launch.connection, 0);
    push(slot, std::move(task));
    at += length + 500;
    if (instruction.record) {
        m_slotEvents[slot] = m_nextEvent++;
        at = syncCall(m_calls.recordEvent, at, TaskKind::EventRecord, slot, m_slotEvents[slot]);
    }
    m_dispatchTime = at + 1'000;
    emit(*plan.dequeue, m_dispatch, start, m_dispatchTime, 0, queued.correlation);
    m_dispatchTime += cost::kDispatchGapNs;
}

void HostSide::dispatchWait(const Queued& queued, std::uint32_t slot)
{
    const Time start = std::max(m_dispatchTime, queued.at + cost::kDispatchWakeNs);
    const Time at = syncCall(m_calls.waitEvent, start + 1'000, TaskKind::EventWait, kComputeSlot, m_slotEvents[slot]);
    m_slotEvents[slot] = 0;
    m_dispatchTime = at + 1'000;
    emit(m_calls.dequeueWait, m_dispatch, start, m_dispatchTime, 0, queued.correlation);
    m_dispatchTime += cost::kDispatchGapNs;
}

Time HostSide::syncCall(const capture::HostCall& call, Time at, TaskKind kind, std::uint32_t slot, std::uint64_t event)
{
    const Time length = dispatching(m_workload.scenario.host.launchNs) / 2;
    Task task;
    task.kind = kind;
    task.event = event;
    task.readyAt = at + length / 2 + cost::kLaunchLatencyNs;
    task.launch.connection = m_nextConnection++;
    emit(call, m_dispatch, at, at + length, task.launch.connection, 0);
    push(slot, std::move(task));
    return at + length + 500;
}

} // namespace tideline::collect::sim
