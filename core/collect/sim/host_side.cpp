// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/host_side.h"

#include <algorithm>

#include "core/collect/cost_constants.h"

namespace tideline::collect::sim {

namespace {

constexpr std::int64_t kLossBytes = 4;
constexpr std::int64_t kTargetBytes = 8;

} // namespace

HostSide::HostSide(const Workload& workload, const HostCalls& calls, RankContext& rank, Devices& devices)
    : m_workload(workload),
      m_calls(calls),
      m_rank(rank),
      m_memory(workload, rank),
      m_devices(devices),
      m_main(rank.info.mainThread),
      m_autograd(rank.info.pid + 211),
      m_dispatch(rank.info.pid + 87)
{
    m_batchReady.assign(static_cast<std::size_t>(workload.scenario.loader.workers), 0);
    m_batchTaken.assign(2 * m_batchReady.size(), 0);
}

void HostSide::begin(std::uint32_t firstStep, std::uint32_t steps, Time at)
{
    m_step = firstStep;
    m_stepsLeft = steps;
    m_time = at;
    m_memory.begin(at);
    beginStep();
}

void HostSide::resume(const Task& task, Time now)
{
    switch (task.waiter) {
    case Waiter::None: return;
    case Waiter::InputCopied:
        m_time = now + cost::kSynchroniseReturnNs;
        emit(m_calls.memcpy, m_main, m_blockedAt, m_time, m_blockedConnection, 0);
        m_time += cost::kOperatorEntryNs;
        close(m_inner, m_main, m_outer.id);
        m_time += 1'000;
        close(m_outer, m_main, m_stepFrame.id);
        return runCompute();
    case Waiter::StreamDrained:
        m_time = now + cost::kSynchroniseReturnNs;
        emit(m_calls.synchronize, m_main, m_blockedAt, m_time, 0, 0);
        m_time += 1'000;
        m_blockedConnection =
            blockingCopy(m_calls.memcpyToHost, kLossBytes, capture::CopyKind::DeviceToHost, Waiter::LossRead, m_inner);
        return;
    case Waiter::LossRead:
        m_time = now + cost::kSynchroniseReturnNs;
        emit(m_calls.memcpyToHost, m_main, m_blockedAt, m_time, m_blockedConnection, 0);
        m_time += 1'000;
        close(m_inner, m_main, m_outer.id);
        m_time += 1'000;
        close(m_outer, m_main, m_stepFrame.id);
        return endStep();
    }
}

void HostSide::beginStep()
{
    m_pushed = 0;
    m_position = 0;
    m_stepFrame = open(m_calls.step(m_step));
    m_time += noisy(m_workload.scenario.host.pythonNs);
    loadBatch();
    copyInput();
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
    ++m_batch;
    close(frame, m_main, m_stepFrame.id);
    m_time += noisy(m_workload.scenario.host.pythonNs);
}

void HostSide::copyInput()
{
    const Scenario& scenario = m_workload.scenario;
    m_outer = open(m_calls.toDevice);
    m_time += cost::kOperatorEntryNs;
    m_inner = open(m_calls.copyTo);
    m_time = std::max(m_time + noisy(scenario.host.operatorNs), m_dispatchTime);
    m_memory.enter(m_position++, m_time);
    const std::int64_t bytes = scenario.input.bytes() + scenario.targets * kTargetBytes;
    m_blockedConnection =
        blockingCopy(m_calls.memcpy, bytes, capture::CopyKind::HostToDevice, Waiter::InputCopied, m_inner);
}

void HostSide::runCompute()
{
    m_time += noisy(m_workload.scenario.host.pythonNs);
    runForward();
    runBackward();
    runOptimizer();
    m_sequenceBase += static_cast<std::int64_t>(m_workload.forward.size()) + 8;
    if (m_workload.scenario.readLoss)
        readLoss();
    else
        endStep();
}

void HostSide::runForward()
{
    const Frame frame = open(m_calls.forward);
    m_scope = frame.id;
    m_time += cost::kOperatorEntryNs;
    for (const OperatorPlan& plan : m_workload.forward) {
        runOperator(plan, m_main, m_workload.scenario.host.operatorNs, capture::AutogradLink::Forward);
        m_time += noisy(m_workload.scenario.host.pythonNs);
    }
    close(frame, m_main, m_stepFrame.id);
}

void HostSide::runBackward()
{
    const Frame frame = open(m_calls.backward);
    m_scope = 0; // the backward thread's operators stand alone
    m_time += cost::kAutogradHandoffNs;
    std::size_t bucket = 0;
    const bool reduces = m_rank.info.worldSize > 1;
    for (std::size_t i = 0; i < m_workload.backward.size(); ++i) {
        runOperator(m_workload.backward[i], m_autograd, m_workload.scenario.host.backwardNs,
                    capture::AutogradLink::Backward);
        m_time += 1'000;
        if (reduces && bucket < m_workload.buckets.size() && m_workload.buckets[bucket].afterOperator == i) {
            reduceBucket(m_workload.buckets[bucket], m_autograd, bucket + 1 == m_workload.buckets.size());
            ++bucket;
        }
    }
    m_time += cost::kAutogradHandoffNs;
    close(frame, m_main, m_stepFrame.id);
    m_time += noisy(m_workload.scenario.host.pythonNs);
}

void HostSide::runOptimizer()
{
    const Frame frame = open(m_calls.optimizer);
    m_scope = frame.id;
    m_time += cost::kOperatorEntryNs;
    if (m_lastEvent != 0) {
        const Frame wait = open(m_calls.waitStream);
        m_time += cost::kOperatorEntryNs;
        dispatchWait(enqueue(wait, m_main));
        close(wait, m_main, frame.id);
        m_time += 1'000;
    }
    for (const OperatorPlan& plan : m_workload.optimizer) {
        runOperator(plan, m_main, m_workload.scenario.host.operatorNs, capture::AutogradLink::None);
        m_time += noisy(m_workload.scenario.host.pythonNs);
    }
    close(frame, m_main, m_stepFrame.id);
    m_time += noisy(m_workload.scenario.host.pythonNs);
}

void HostSide::readLoss()
{
    m_outer = open(m_calls.item);
    m_time += cost::kOperatorEntryNs;
    m_inner = open(m_calls.localScalar);
    m_time = std::max(m_time + cost::kOperatorEntryNs, m_dispatchTime);
    m_blockedAt = m_time;
    Task fence;
    fence.kind = TaskKind::Fence;
    fence.waiter = Waiter::StreamDrained;
    fence.readyAt = m_time;
    push(0, std::move(fence));
}

void HostSide::endStep()
{
    m_time += noisy(m_workload.scenario.host.pythonNs);
    m_memory.endStep(m_time);
    close(m_stepFrame, m_main, 0);
    m_lastStep = {m_step, m_main, m_rank.clocks.host.read(m_stepFrame.start), m_rank.clocks.host.read(m_time)};
    m_time += cost::kStepGapNs;
    ++m_step;
    if (--m_stepsLeft == 0)
        m_memory.finish();
}

void HostSide::runOperator(const OperatorPlan& plan, std::uint32_t thread, std::int64_t hostNs,
                           capture::AutogradLink link)
{
    const bool linked = plan.sequence >= 0;
    const Frame outer = open(*plan.outer);
    m_time += cost::kOperatorEntryNs;
    const Frame inner = open(*plan.inner);
    m_time += noisy(hostNs);
    m_memory.enter(m_position, m_time);
    dispatchKernels(enqueue(inner, thread), plan);
    m_time += 1'000;
    close(inner, thread, outer.id);
    m_time += 500;
    m_memory.leave(m_position++, m_time);
    capture::HostRecord record;
    record.call = outer.call;
    record.step = m_step;
    record.thread = thread;
    record.startNs = m_rank.clocks.host.read(outer.start);
    record.endNs = m_rank.clocks.host.read(m_time);
    record.id = outer.id;
    record.parent = m_scope;
    record.sequence = linked ? plan.sequence + m_sequenceBase : -1;
    record.link = linked ? link : capture::AutogradLink::None;
    m_rank.sink->host(record);
}

void HostSide::reduceBucket(const Bucket& bucket, std::uint32_t thread, bool last)
{
    const Frame outer = open(m_calls.reducer);
    m_time += cost::kOperatorEntryNs;
    const Frame inner = open(m_calls.allReduce);
    m_time += noisy(m_workload.scenario.host.backwardNs);
    dispatchReduce(enqueue(inner, thread), bucket, last);
    m_time += 1'000;
    close(inner, thread, outer.id);
    m_time += 500;
    close(outer, thread, m_scope);
}

HostSide::Queued HostSide::enqueue(const Frame& from, std::uint32_t thread)
{
    const Time start = m_time;
    m_time += noisy(m_workload.scenario.host.enqueueNs);
    const std::uint64_t correlation = m_nextCorrelation++;
    emit(m_calls.enqueue, thread, start, m_time, 0, correlation);
    return {m_time, correlation, from, thread};
}

void HostSide::dispatchKernels(const Queued& queued, const OperatorPlan& plan)
{
    const HostCosts& host = m_workload.scenario.host;
    const Time start = std::max(m_dispatchTime, queued.at + cost::kDispatchWakeNs);
    const Time apiStart = start + 1'000;
    Time at = apiStart + noisy(host.dequeueNs);
    for (const KernelPlan& kernel : plan.kernels) {
        const Time length = noisy(host.launchNs);
        Task task;
        task.kernel = &kernel;
        task.readyAt = at + length / 2 + cost::kLaunchLatencyNs;
        task.launch = {queued.from.id,
                       queued.thread,
                       m_rank.clocks.host.read(queued.from.start),
                       m_dispatch,
                       m_rank.clocks.host.read(at + length / 2),
                       m_nextConnection++};
        capture::HostRecord node;
        node.call = &m_calls.node;
        node.step = m_step;
        node.thread = m_dispatch;
        node.startNs = m_rank.clocks.host.read(at);
        node.endNs = m_rank.clocks.host.read(at + length);
        node.connection = task.launch.connection;
        node.item = kernel.info.name;
        if (m_rank.info.level == capture::TraceLevel::Full)
            emit(m_calls.runtimeLaunch, m_dispatch, at + length / 4, at + length * 3 / 4, task.launch.connection, 0);
        if (m_rank.info.level != capture::TraceLevel::Kernels)
            m_rank.sink->host(node);
        push(0, std::move(task));
        at += length + 500;
    }
    emit(*plan.api, m_dispatch, apiStart, at, 0, 0);
    m_dispatchTime = at + 1'000;
    emit(*plan.dequeue, m_dispatch, start, m_dispatchTime, 0, queued.correlation);
    m_dispatchTime += cost::kDispatchGapNs;
}

void HostSide::dispatchReduce(const Queued& queued, const Bucket& bucket, bool last)
{
    const HostCosts& host = m_workload.scenario.host;
    const Time start = std::max(m_dispatchTime, queued.at + cost::kDispatchWakeNs);
    const std::uint64_t ready = m_nextEvent++;
    Time at = syncCall(m_calls.recordEvent, start + 1'000, TaskKind::EventRecord, 0, ready);
    at = syncCall(m_calls.waitEvent, at, TaskKind::EventWait, 1, ready);
    const Time length = noisy(host.launchNs) * 4;
    Task task;
    task.kind = TaskKind::Collective;
    task.collective = m_nextCollective++;
    task.elements = bucket.elements;
    task.bytes = bucket.elements * capture::sizeOf(m_workload.scenario.gradientType);
    task.readyAt = at + length / 2 + cost::kLaunchLatencyNs;
    task.launch = {queued.from.id,
                   queued.thread,
                   m_rank.clocks.host.read(queued.from.start),
                   m_dispatch,
                   m_rank.clocks.host.read(at + length / 2),
                   m_nextConnection++};
    emit(m_calls.hcom, m_dispatch, at, at + length, task.launch.connection, 0);
    push(1, std::move(task));
    at += length + 500;
    if (last) {
        m_lastEvent = m_nextEvent++;
        at = syncCall(m_calls.recordEvent, at, TaskKind::EventRecord, 1, m_lastEvent);
    }
    m_dispatchTime = at + 1'000;
    emit(m_calls.dequeueReduce, m_dispatch, start, m_dispatchTime, 0, queued.correlation);
    m_dispatchTime += cost::kDispatchGapNs;
}

void HostSide::dispatchWait(const Queued& queued)
{
    const Time start = std::max(m_dispatchTime, queued.at + cost::kDispatchWakeNs);
    const Time at = syncCall(m_calls.waitEvent, start + 1'000, TaskKind::EventWait, 0, m_lastEvent);
    m_lastEvent = 0;
    m_dispatchTime = at + 1'000;
    emit(m_calls.dequeueWait, m_dispatch, start, m_dispatchTime, 0, queued.correlation);
    m_dispatchTime += cost::kDispatchGapNs;
}

Time HostSide::syncCall(const capture::HostCall& call, Time at, TaskKind kind, std::uint32_t slot, std::uint64_t event)
{
    const Time length = noisy(m_workload.scenario.host.launchNs) / 2;
    Task task;
    task.kind = kind;
    task.event = event;
    task.readyAt = at + length / 2 + cost::kLaunchLatencyNs;
    task.launch.connection = m_nextConnection++;
    emit(call, m_dispatch, at, at + length, task.launch.connection, 0);
    push(slot, std::move(task));
    return at + length + 500;
}

std::uint32_t HostSide::blockingCopy(const capture::HostCall& call, std::int64_t bytes, capture::CopyKind kind,
                                     Waiter waiter, const Frame& from)
{
    m_blockedAt = m_time;
    Task task;
    task.kind = TaskKind::Copy;
    task.waiter = waiter;
    task.copyKind = kind;
    task.pinned = m_workload.scenario.copy == CopyMode::Pinned;
    task.bytes = bytes;
    task.readyAt = m_time + cost::kLaunchLatencyNs;
    task.launch = {from.id,
                   m_main,
                   m_rank.clocks.host.read(from.start),
                   call.layer == capture::HostLayer::Acl ? m_main : m_dispatch,
                   m_rank.clocks.host.read(m_time),
                   m_nextConnection++};
    const std::uint32_t connection = task.launch.connection;
    push(0, std::move(task));
    return connection;
}

HostSide::Frame HostSide::open(const capture::HostCall& call)
{
    return {&call, m_nextId++, m_time};
}

void HostSide::close(const Frame& frame, std::uint32_t thread, std::uint64_t parent)
{
    capture::HostRecord record;
    record.call = frame.call;
    record.step = m_step;
    record.thread = thread;
    record.startNs = m_rank.clocks.host.read(frame.start);
    record.endNs = m_rank.clocks.host.read(m_time);
    record.id = frame.id;
    record.parent = parent;
    m_rank.sink->host(record);
}

void HostSide::emit(const capture::HostCall& call, std::uint32_t thread, Time start, Time end, std::uint32_t connection,
                    std::uint64_t correlation)
{
    const bool framework = call.layer == capture::HostLayer::Enqueue || call.layer == capture::HostLayer::Dequeue;
    if (!framework && m_rank.info.level == capture::TraceLevel::Kernels)
        return;
    capture::HostRecord record;
    record.call = &call;
    record.step = m_step;
    record.thread = thread;
    record.startNs = m_rank.clocks.host.read(start);
    record.endNs = m_rank.clocks.host.read(end);
    record.connection = connection;
    record.correlation = correlation;
    m_rank.sink->host(record);
}

void HostSide::push(std::uint32_t slot, Task task)
{
    task.step = m_step;
    task.id = m_nextTask++;
    ++m_pushed;
    m_devices.push(m_rank.info.rank, slot, std::move(task));
}

Time HostSide::noisy(std::int64_t ns)
{
    return ns
           + ns * seededRange(m_rank.seed, Entity::HostTime, m_rank.info.rank, m_noise++, 0, cost::kHostNoisePermille)
                 / 1000;
}

} // namespace tideline::collect::sim
