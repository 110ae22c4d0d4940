// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/host_side.h"

#include <algorithm>

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"
#include "core/collect/sim/slowdown.h"

namespace tideline::collect::sim {

namespace {

constexpr std::int64_t kTargetBytes = 8;
constexpr std::int64_t kMarkIntervalNs = 1'000'000'000;

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
      m_sequencesPerMicro(static_cast<std::int64_t>(m_role.forward.size()) + 8)
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

void HostSide::returned(Blocked from, Time)
{
    switch (from) {
    case Blocked::No: return;
    case Blocked::InputCopied:
        emit(m_calls.memcpy, m_main, m_blockedAt, m_time, m_blockedConnection, 0);
        m_time += cost::kOperatorEntryNs;
        close(m_inner, m_main, m_outer.id);
        m_time += 1'000;
        close(m_outer, m_main, m_scopes.back().id);
        m_time += noisy(m_workload.scenario.host.pythonNs);
        return;
    case Blocked::StreamDrained:
        emit(m_calls.synchronize, m_main, m_blockedAt, m_time, 0, 0);
        m_time += 1'000;
        return copyAndBlock(m_calls.lossBytes, capture::CopyKind::DeviceToHost, false, m_inner, Blocked::LossRead);
    case Blocked::LossRead:
        emit(m_calls.memcpyToHost, m_main, m_blockedAt, m_time, m_blockedConnection, 0);
        m_time += 1'000;
        close(m_inner, m_main, m_outer.id);
        m_time += 1'000;
        close(m_outer, m_main, m_scopes.back().id);
        return;
    case Blocked::Synchronised:
        m_time += m_late;
        emit(m_calls.synchronize, m_main, m_blockedAt, m_time, 0, 0);
        close(m_outer, m_main, m_scopes.back().id);
        return;
    case Blocked::Copied:
        emit(m_calls.memcpy, m_main, m_blockedAt, m_time, m_blockedConnection, 0);
        m_time += 1'000;
        close(m_outer, m_main, m_scopes.back().id);
        m_time += noisy(m_workload.scenario.host.pythonNs);
        return;
    case Blocked::Launched:
        emit(m_calls.synchronize, m_dispatch, m_blockedAt, m_time, 0, 0);
        m_dispatchTime = std::max(m_dispatchTime, m_time);
        return;
    }
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

void HostSide::loadBatch()
{
    const LoaderSpec& loader = m_workload.scenario.loader;
    const auto permille = static_cast<std::int64_t>(loader.jitterPercent * 10.0);
    const std::int64_t jitter =
        seededRange(m_rank.seed, Entity::LoaderTime, m_rank.info.rank, m_batch, -permille, permille);
    const std::int64_t length = loader.batchNs + loader.batchNs / 1000 * jitter;
    const Frame frame = open(m_calls.loader);
    if (loader.mode == LoaderMode::Serial) {
        m_time += length;
    } else {
        Time& ready = m_batchReady[m_batch % m_batchReady.size()];
        Time& slotFree = m_batchTaken[m_batch % m_batchTaken.size()];
        ready = std::max(ready, slotFree) + length;
        m_time = std::max(m_time + noisy(m_workload.scenario.host.pythonNs), ready);
        slotFree = m_time;
    }
    m_time += m_workload.effects.loaderExtraNs;
    ++m_batch;
    close(frame, m_main, m_scopes.back().id);
    m_time += noisy(m_workload.scenario.host.pythonNs);
}

void HostSide::copyInput()
{
    const Scenario& scenario = m_workload.scenario;
    const bool pinned = scenario.copy != CopyMode::Pageable;
    m_outer = open(m_calls.toDevice);
    m_time += cost::kOperatorEntryNs;
    m_inner = open(m_calls.copyTo);
    m_time = std::max(m_time + noisy(scenario.host.operatorNs), m_dispatchTime);
    m_memory.enter(m_position, m_time);
    m_memory.leave(m_position++, m_time);
    const std::int64_t bytes = scenario.input.bytes() + scenario.targets * kTargetBytes;
    if (!pinned)
        return copyAndBlock(bytes, capture::CopyKind::HostToDevice, false, m_inner, Blocked::InputCopied);
    const Time start = m_time;
    copyAndBlock(bytes, capture::CopyKind::HostToDevice, true, m_inner, Blocked::No);
    m_time += noisy(scenario.host.launchNs);
    emit(m_calls.memcpyAsync, m_main, start, m_time, m_blockedConnection, 0);
    m_time += 1'000;
    close(m_inner, m_main, m_outer.id);
    m_time += 1'000;
    close(m_outer, m_main, m_scopes.back().id);
    m_time += noisy(scenario.host.pythonNs);
}

void HostSide::readLoss()
{
    m_outer = open(m_calls.item);
    m_time += cost::kOperatorEntryNs;
    m_inner = open(m_calls.localScalar);
    m_time = std::max(m_time + cost::kOperatorEntryNs, m_dispatchTime);
    fence(Blocked::StreamDrained);
}

void HostSide::synchronise()
{
    m_outer = open(m_calls.synchronizeCall);
    m_time = std::max(m_time + cost::kOperatorEntryNs, m_dispatchTime);
    fence(Blocked::Synchronised);
}

void HostSide::blockingCopy(std::int64_t bytes)
{
    m_outer = open(m_calls.copyTo);
    m_time = std::max(m_time + noisy(m_workload.scenario.host.operatorNs), m_dispatchTime);
    copyAndBlock(bytes, capture::CopyKind::HostToDevice, false, m_outer, Blocked::Copied);
}

void HostSide::pause(std::int64_t ns)
{
    const Frame frame = open(m_calls.garbage);
    m_time += ns;
    close(frame, m_main, m_scopes.back().id);
}

/// The dispatch thread stops while a kernel is compiled.
void HostSide::compile(std::int64_t ns)
{
    const Time start = std::max(m_dispatchTime, m_time);
    m_dispatchTime = start + ns;
    emit(m_calls.compile, m_dispatch, start, m_dispatchTime, 0, 0);
    m_time += noisy(m_workload.scenario.host.pythonNs);
}

void HostSide::driverCalls(const Instruction& instruction)
{
    for (std::int64_t i = 0; i < instruction.count; ++i) {
        const Time start = m_time;
        m_time += instruction.ns;
        emit(i % 2 == 0 ? m_calls.mallocPhysical : m_calls.freePhysical, threadOf(instruction), start, m_time, 0, 0);
        m_time += 200;
    }
}

/// One launch for all kernels up to GraphEnd.
void HostSide::beginGraph()
{
    m_outer = open(m_calls.graphLaunch);
    m_time += noisy(m_workload.scenario.host.operatorNs);
    const Time start = std::max(m_time, m_dispatchTime);
    m_time = start + dispatching(m_workload.scenario.host.launchNs);
    emit(m_calls.graphExecute, m_main, start, m_time, m_nextConnection++, 0);
    m_graphReady = m_time + cost::kLaunchLatencyNs;
    m_inGraph = true;
    close(m_outer, m_main, m_scopes.back().id);
    m_time += noisy(m_workload.scenario.host.pythonNs);
}

void HostSide::runInGraph(const OperatorPlan& plan)
{
    const auto side = static_cast<std::uint32_t>(plan.side ? StreamSlot::Side : StreamSlot::Compute);
    const auto event = [this](TaskKind kind, std::uint32_t slot, std::uint64_t id) {
        Task task;
        task.kind = kind;
        task.event = id;
        task.readyAt = m_graphReady;
        push(slot, std::move(task));
    };
    if (plan.side) {
        const std::uint64_t forked = m_nextEvent++;
        event(TaskKind::EventRecord, 0, forked);
        event(TaskKind::EventWait, side, forked);
    }
    for (const KernelPlan& kernel : plan.kernels) {
        Task task;
        task.kernel = &kernel;
        task.readyAt = m_graphReady;
        push(side, std::move(task));
    }
    if (m_sideEvent != 0) {
        event(TaskKind::EventWait, 0, m_sideEvent);
        m_sideEvent = 0;
    }
    if (plan.side) {
        m_sideEvent = m_nextEvent++;
        event(TaskKind::EventRecord, side, m_sideEvent);
    }
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

void HostSide::fence(Blocked blocked)
{
    m_blockedAt = m_time;
    m_blocked = blocked;
    Task task;
    task.kind = TaskKind::Fence;
    task.hostWaits = true;
    task.readyAt = m_time;
    push(0, std::move(task));
}

void HostSide::copyAndBlock(std::int64_t bytes, capture::CopyKind kind, bool pinned, const Frame& from, Blocked blocked)
{
    m_blockedAt = m_time;
    m_blocked = blocked;
    Task task;
    task.kind = TaskKind::Copy;
    task.hostWaits = blocked != Blocked::No;
    task.copyKind = kind;
    task.pinned = pinned;
    task.bytes = bytes;
    task.readyAt = m_time + cost::kLaunchLatencyNs;
    task.launch = {from.id, m_main, read(from.start), m_main, read(m_time), m_nextConnection++};
    m_blockedConnection = task.launch.connection;
    const bool beside = pinned && m_workload.scenario.copy == CopyMode::Prefetch;
    push(static_cast<std::uint32_t>(beside ? StreamSlot::Side : StreamSlot::Compute), std::move(task));
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
