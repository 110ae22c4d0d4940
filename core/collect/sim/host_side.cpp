// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/host_side.h"

#include <algorithm>
#include <limits>

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"
#include "core/collect/sim/slowdown.h"

namespace tideline::collect::sim {

namespace {

constexpr std::int64_t kMarkIntervalNs = 1'000'000'000;

/// How far the numbers of one micro-batch reach, so that those of the next begin behind them.
std::int64_t sequencesOf(const RolePlan& role)
{
    constexpr std::int64_t kSpare = 8;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = 0;
    for (const auto* plans : {&role.forward, &role.backward})
        for (const OperatorPlan& plan : *plans)
            if (plan.sequence >= 0) {
                least = std::min(least, plan.sequence);
                most = std::max(most, plan.sequence);
            }
    return std::max(static_cast<std::int64_t>(role.forward.size()) + kSpare, most - std::min(least, most) + 1);
}

} // namespace

HostSide::HostSide(const Workload& workload, const HostCalls& calls, RankContext& rank, Devices& devices)
    : m_workload(workload),
      m_role(workload.role(rank.info.rank)),
      m_calls(calls),
      m_rank(rank),
      m_memory(workload, m_role, rank),
      m_devices(devices),
      m_main(rank.info.mainThread),
      m_autograd(rank.info.pid + 211),
      m_dispatch(rank.info.pid + 87),
      m_sequencesPerMicro(sequencesOf(m_role))
{
    // The workers have been at it for a while: the first batches are there.
    const std::int64_t head = 2 * workload.scenario.loader.batchNs;
    m_batchReady.assign(static_cast<std::size_t>(workload.scenario.loader.workers), -head);
    m_batchTaken.assign(2 * m_batchReady.size(), -head);
}

void HostSide::begin(std::uint32_t firstStep, std::uint32_t steps, Time at)
{
    m_step = firstStep;
    m_stepsLeft = steps;
    m_time = at;
    m_memory.begin(at);
    beginStep();
}

void HostSide::beginStep()
{
    m_pushed = 0;
    m_position = 0;
    m_next = 0;
    m_identity = passIdentity(InstructionPass::Scope, 0xFFFF);
    m_draws = 0;
    m_firstCollective = m_nextCollective;
    m_stepFrame = open(m_calls.step(m_step));
    m_scopes.assign(1, m_stepFrame);
    if (m_rank.info.syncMarkers)
        mark(m_time);
    m_time += noisy(m_workload.scenario.host.pythonNs);
    run();
}

void HostSide::run()
{
    m_blocked = Blocked::No;
    while (m_next < m_role.program.size()) {
        const Instruction& instruction = m_role.program[m_next++];
        m_identity = instruction.identity;
        m_draws = 0;
        execute(instruction);
        if (m_blocked != Blocked::No)
            return;
    }
    endStep();
}

void HostSide::resume(const Task&, Time now)
{
    m_time = std::max(m_time, now + cost::kSynchroniseReturnNs);
    const Blocked from = m_blocked;
    m_blocked = Blocked::No;
    returned(from, now);
    if (m_blocked == Blocked::No)
        run();
}

void HostSide::execute(const Instruction& instruction)
{
    switch (instruction.kind) {
    case InstructionKind::OpenScope: return openScope(instruction);
    case InstructionKind::CloseScope: return closeScope();
    case InstructionKind::Load: return loadBatch();
    case InstructionKind::CopyInput: return copyInput();
    case InstructionKind::Operator: return runOperator(instruction);
    case InstructionKind::Collective: return runCollective(instruction);
    case InstructionKind::Wait: return runWait(instruction);
    case InstructionKind::Handoff: m_time += cost::kAutogradHandoffNs; return;
    case InstructionKind::ReadLoss: return readLoss();
    case InstructionKind::Synchronise: m_late = instruction.ns; return synchronise();
    case InstructionKind::BlockingCopy: return blockingCopy(instruction.bytes);
    case InstructionKind::Pause: return pause(instruction.ns);
    case InstructionKind::Compile: return compile(instruction.ns);
    case InstructionKind::DriverCalls: return driverCalls(instruction);
    case InstructionKind::GraphBegin: return beginGraph();
    case InstructionKind::GraphEnd: m_inGraph = false; return;
    }
}

void HostSide::openScope(const Instruction& instruction)
{
    if (m_inGraph)
        return;
    m_scopes.push_back(open(m_calls.scopes[static_cast<std::size_t>(instruction.scope)]));
    m_time += cost::kOperatorEntryNs;
}

void HostSide::closeScope()
{
    if (m_inGraph)
        return;
    const Frame frame = m_scopes.back();
    m_scopes.pop_back();
    close(frame, m_main, m_scopes.back().id);
    m_time += noisy(m_workload.scenario.host.pythonNs);
}

void HostSide::endStep()
{
    m_identity = passIdentity(InstructionPass::Scope, 0xFFFE);
    m_draws = 0;
    m_time += noisy(m_workload.scenario.host.pythonNs);
    m_memory.endStep(m_time);
    close(m_stepFrame, m_main, 0);
    m_lastLength = m_time - m_stepFrame.start;
    m_lastStep = {m_step, m_main, read(m_stepFrame.start), read(m_time)};
    m_time += cost::kStepGapNs;
    m_sequenceBase += m_sequencesPerMicro * m_workload.scenario.parallel.microBatches;
    ++m_step;
    if (--m_stepsLeft == 0)
        m_memory.finish();
}

/// A pair of times of both clocks: the fence runs when the stream comes to it.
void HostSide::mark(Time at)
{
    m_nextMark = at + kMarkIntervalNs;
    Task task;
    task.kind = TaskKind::Fence;
    task.marker = true;
    task.readyAt = at + cost::kLaunchLatencyNs;
    task.launch.apiThread = m_main;
    task.launch.apiNs = read(at);
    task.launch.connection = m_nextConnection++;
    push(0, std::move(task));
}

HostSide::Frame HostSide::open(const capture::HostCall& call)
{
    return {&call, m_nextId++, m_time};
}

void HostSide::close(const Frame& frame, std::uint32_t thread, std::uint64_t parent)
{
    if (!recording())
        return;
    capture::HostRecord record;
    record.call = frame.call;
    record.step = m_step;
    record.thread = thread;
    record.startNs = read(frame.start);
    record.endNs = read(m_time);
    record.id = frame.id;
    record.parent = parent;
    m_rank.sink->host(record);
}

void HostSide::emit(const capture::HostCall& call, std::uint32_t thread, Time start, Time end, std::uint32_t connection,
                    std::uint64_t correlation)
{
    const bool framework = call.layer == capture::HostLayer::Enqueue || call.layer == capture::HostLayer::Dequeue;
    if (!recording() || (!framework && m_rank.info.level == capture::TraceLevel::Kernels))
        return;
    capture::HostRecord record;
    record.call = &call;
    record.step = m_step;
    record.thread = thread;
    record.startNs = read(start);
    record.endNs = read(end);
    record.connection = connection;
    record.correlation = correlation;
    m_rank.sink->host(record);
}

void HostSide::push(std::uint32_t slot, Task task)
{
    task.step = m_step;
    task.id = m_nextTask++;
    task.identity = m_identity << 8U | (m_draws++ & 0xFFU);
    ++m_pushed;
    m_devices.push(m_rank.info.rank, slot, std::move(task));
}

Time HostSide::noisy(std::int64_t ns)
{
    const std::uint64_t index = m_identity << 8U | (m_draws++ & 0xFFU);
    const std::int64_t permille = seededRange(m_rank.seed, Entity::HostTime, ownerOf(m_rank.info.rank, m_step), index,
                                              0, cost::kHostNoisePermille);
    const Time usual = ns + ns * permille / 1000;
    const double factor = m_workload.effects.hostFactor;
    return factor == 1.0 ? usual : static_cast<Time>(static_cast<double>(usual) * factor);
}

Time HostSide::dispatching(std::int64_t ns)
{
    const Time usual = noisy(ns);
    return m_rank.overhead == 0 ? usual : static_cast<Time>(static_cast<double>(usual) * (1 + m_rank.overhead));
}

} // namespace tideline::collect::sim
