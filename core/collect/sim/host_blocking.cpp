// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"
#include "core/collect/sim/host_side.h"

// What stops the threads of HostSide, and the graph that needs no launches.
namespace tideline::collect::sim {

namespace {

constexpr std::int64_t kTargetBytes = 8;

} // namespace

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

} // namespace tideline::collect::sim
