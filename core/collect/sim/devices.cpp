// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/devices.h"

#include <algorithm>

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"
#include "core/collect/sim/device_records.h"
#include "core/collect/sim/slowdown.h"
#include "core/collect/sim/work_units.h"

namespace tideline::collect::sim {

Devices::Devices(const Workload& workload, std::vector<RankContext>& ranks, TaskListener& listener)
    : m_workload(workload), m_ranks(ranks), m_listener(listener), m_devices(ranks.size())
{
    for (std::size_t i = 0; i < ranks.size(); ++i)
        m_devices[i].rank = ranks[i].info.rank;
}

void Devices::push(std::uint32_t rank, std::uint32_t slot, Task task)
{
    Stream& stream = m_devices[rank].streams[slot];
    const bool first = stream.queue.empty();
    const Time ready = task.readyAt;
    stream.queue.push_back(std::move(task));
    if (first)
        m_events.post(std::max(ready, m_now), EventKind::TryStream, rank, slot, 0);
}

bool Devices::step()
{
    if (m_events.empty())
        return false;
    const Event event = m_events.pop();
    m_now = event.at;
    switch (event.kind) {
    case EventKind::TryStream: tryStart(m_devices[event.rank], event.stream); break;
    case EventKind::TaskEnd:
        if (m_devices[event.rank].streams[event.stream].version == event.version)
            end(m_devices[event.rank], event.stream);
        break;
    case EventKind::TransitEnd:
        if (m_collectives[event.rank].version == event.version)
            endTransit(event.rank);
        break;
    }
    return true;
}

Time Devices::oldestRunning(std::uint32_t rank) const
{
    Time oldest = m_now;
    for (const Stream& stream : m_devices[rank].streams)
        if (stream.busy)
            oldest = std::min(oldest, stream.started);
    return oldest;
}

void Devices::tryStart(DeviceState& device, std::uint32_t slot)
{
    Stream& stream = device.streams[slot];
    if (stream.busy || stream.queue.empty())
        return;
    const Task& task = stream.queue.front();
    const Time ready = std::max(task.readyAt, recordedUntil(device.rank, stream, task));
    if (ready > m_now) {
        m_events.post(ready, EventKind::TryStream, device.rank, slot, 0);
        return;
    }
    stream.busy = true;
    stream.started = m_now;
    start(device, slot, task);
}

/// The device writes down what it counted before the next kernel starts.
Time Devices::recordedUntil(std::uint32_t rank, const Stream& stream, const Task& task) const
{
    const double overhead = m_ranks[rank].overhead;
    if (overhead == 0 || task.kind != TaskKind::Kernel)
        return 0;
    return stream.lastEnd + static_cast<Time>(overhead * static_cast<double>(task.kernel->baseNs));
}

void Devices::start(DeviceState& device, std::uint32_t slot, const Task& task)
{
    switch (task.kind) {
    case TaskKind::Kernel: return startKernel(device, slot, task);
    case TaskKind::Copy: return startWork(device, slot, copyTimeNs(task.bytes, task.pinned, m_workload.device), kUnit);
    case TaskKind::EventRecord: return startWork(device, slot, cost::kEventTaskNs, kUnit);
    case TaskKind::EventWait:
        if (takeEvent(device, task.event))
            startWork(device, slot, cost::kEventTaskNs, kUnit);
        return;
    case TaskKind::Collective: return arrive(device, slot, task);
    case TaskKind::Fence: return startWork(device, slot, 0, kUnit);
    }
}

bool Devices::slowsTransfers(const Task& task) const
{
    return task.kind == TaskKind::Kernel && (!m_workload.effects.contention || usesCube(*task.kernel));
}

void Devices::startKernel(DeviceState& device, std::uint32_t slot, const Task& task)
{
    if (slowsTransfers(task) && device.computing++ == 0)
        computingChanged(device, true);
    device.streams[slot].slowdown = slowdownOf(m_workload, m_ranks[device.rank].seed, device.rank, task);
    startWork(device, slot, kernelLength(device.rank, task, device.streams[slot].slowdown), computeRate(device));
}

/// Of kernels while the rank communicates. Contention takes as much from them as from the transfer.
std::int64_t Devices::computeRate(const DeviceState& device) const
{
    if (device.moving.empty())
        return kUnit;
    if (!m_workload.effects.contention)
        return kSlowCompute;
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(static_cast<double>(kUnit) * *m_workload.effects.contention));
}

std::int64_t Devices::kernelLength(std::uint32_t rank, const Task& task, const Slowdown& slowdown) const
{
    const std::int64_t base = task.kernel->baseNs;
    const std::uint64_t seed = m_ranks[rank].seed;
    const std::int64_t noise =
        seededRange(seed, Entity::KernelTime, ownerOf(rank, task.step), task.identity, 0, cost::kKernelNoisePermille);
    const std::int64_t length = base + base / 1000 * noise;
    const double factor = slowdown.clock * slowdown.stall;
    return factor == 1.0 ? length : static_cast<std::int64_t>(static_cast<double>(length) * factor);
}

void Devices::startWork(DeviceState& device, std::uint32_t slot, std::int64_t ns, std::int64_t rate)
{
    Stream& stream = device.streams[slot];
    stream.remaining = std::min(ns, kLongestWorkNs) * kUnit;
    stream.rate = rate;
    stream.updated = m_now;
    m_events.post(m_now + timeLeft(stream.remaining, rate), EventKind::TaskEnd, device.rank, slot, ++stream.version);
}

void Devices::end(DeviceState& device, std::uint32_t slot)
{
    Stream& stream = device.streams[slot];
    const Task task = std::move(stream.queue.front());
    stream.queue.pop_front();
    stream.busy = false;
    stream.lastEnd = m_now;
    ++stream.version;
    if (slowsTransfers(task) && --device.computing == 0)
        computingChanged(device, false);
    emit(device, slot, task);
    if (task.kind == TaskKind::EventRecord)
        recordEvent(device, task.event);
    m_listener.taskEnded(device.rank, task, m_now);
    tryStart(device, slot);
}

void Devices::emit(const DeviceState& device, std::uint32_t slot, const Task& task)
{
    RankContext& rank = m_ranks[device.rank];
    const Stream& stream = device.streams[slot];
    const Clock& clock = rank.clocks.device;
    const DeviceSpan span{clock.read(stream.started), clock.read(m_now), streamId(slot)};
    switch (task.kind) {
    case TaskKind::Kernel: return emitKernel(rank, m_workload.device, task, span, stream.slowdown);
    case TaskKind::Copy: return emitCopy(rank, task, span);
    case TaskKind::EventRecord:
    case TaskKind::EventWait: return emitSync(rank, task, span);
    case TaskKind::Collective:
        return emitCommunication(rank, m_workload, task, span, {clock.read(stream.transitStart), stream.linkNs});
    case TaskKind::Fence: return;
    }
}

void Devices::recordEvent(DeviceState& device, std::uint64_t event)
{
    for (std::uint32_t slot = 0; slot < kStreamSlots; ++slot) {
        const Stream& stream = device.streams[slot];
        if (stream.busy && stream.queue.front().kind == TaskKind::EventWait && stream.queue.front().event == event)
            return startWork(device, slot, cost::kEventTaskNs, kUnit);
    }
    device.doneEvents.push_back(event);
}

bool Devices::takeEvent(DeviceState& device, std::uint64_t event)
{
    const auto found = std::find(device.doneEvents.begin(), device.doneEvents.end(), event);
    if (found == device.doneEvents.end())
        return false;
    device.doneEvents.erase(found);
    return true;
}

void Devices::transferringChanged(DeviceState& device)
{
    const std::int64_t rate = computeRate(device);
    for (std::uint32_t slot = 0; slot < kStreamSlots; ++slot) {
        Stream& stream = device.streams[slot];
        if (!stream.busy || stream.queue.front().kind != TaskKind::Kernel || stream.rate == rate)
            continue;
        stream.remaining -= (m_now - stream.updated) * stream.rate;
        stream.rate = rate;
        stream.updated = m_now;
        m_events.post(m_now + timeLeft(stream.remaining, rate), EventKind::TaskEnd, device.rank, slot,
                      ++stream.version);
    }
}

} // namespace tideline::collect::sim
