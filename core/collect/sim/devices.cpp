// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/devices.h"

#include <algorithm>

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"
#include "core/collect/sim/device_records.h"

namespace tideline::collect::sim {

namespace {

// Work is counted in units of which both slowed rates are whole multiples per ns, so that no rounding creeps in.
constexpr std::int64_t kUnit = cost::kComputeSlowPercent * cost::kTransferSlowPercent;
constexpr std::int64_t kSlowCompute = 100 * cost::kTransferSlowPercent;
constexpr std::int64_t kSlowTransfer = 100 * cost::kComputeSlowPercent;

Time timeLeft(std::int64_t remaining, std::int64_t rate)
{
    return (std::max<std::int64_t>(remaining, 0) + rate - 1) / rate;
}

std::uint64_t noiseOwner(std::uint32_t rank, std::uint32_t step)
{
    return (std::uint64_t{rank} << 32U) | step;
}

} // namespace

Devices::Devices(const Workload& workload, std::vector<RankContext>& ranks, std::string linkName,
                 TaskListener& listener)
    : m_workload(workload), m_ranks(ranks), m_linkName(std::move(linkName)), m_listener(listener)
{
    for (const RankContext& rank : ranks) {
        DeviceState device;
        device.rank = rank.info.rank;
        device.streams.resize(kStreamCount);
        device.streams[0].id = kComputeStream;
        device.streams[1].id = kCommunicationStream;
        m_devices.push_back(std::move(device));
    }
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
        if (event.rank >= m_firstCollective && collective(event.rank).version == event.version)
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
    if (task.readyAt > m_now) {
        m_events.post(task.readyAt, EventKind::TryStream, device.rank, slot, 0);
        return;
    }
    stream.busy = true;
    stream.started = m_now;
    start(device, slot, task);
}

void Devices::start(DeviceState& device, std::uint32_t slot, const Task& task)
{
    switch (task.kind) {
    case TaskKind::Kernel: startKernel(device, device.streams[slot], task); return;
    case TaskKind::Copy: return startWork(device, slot, copyTimeNs(task.bytes, task.pinned, m_workload.device), kUnit);
    case TaskKind::EventRecord: return startWork(device, slot, cost::kEventTaskNs, kUnit);
    case TaskKind::EventWait:
        if (takeEvent(device, task.event))
            startWork(device, slot, cost::kEventTaskNs, kUnit);
        return;
    case TaskKind::Collective: return arrive(device, task);
    case TaskKind::Fence: return startWork(device, slot, 0, kUnit);
    }
}

void Devices::startKernel(DeviceState& device, Stream& stream, const Task& task)
{
    const std::int64_t base = task.kernel->baseNs;
    const std::int64_t noise = seededRange(m_ranks[device.rank].seed, Entity::KernelTime,
                                           noiseOwner(device.rank, task.step), task.id, 0, cost::kKernelNoisePermille);
    const std::int64_t length = base + base / 1000 * noise;
    if (device.computing++ == 0)
        computingChanged(true);
    const auto slot = static_cast<std::uint32_t>(&stream - device.streams.data());
    startWork(device, slot, length, device.transferring > 0 ? kSlowCompute : kUnit);
}

void Devices::startWork(DeviceState& device, std::uint32_t slot, std::int64_t ns, std::int64_t rate)
{
    Stream& stream = device.streams[slot];
    stream.remaining = ns * kUnit;
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
    ++stream.version;
    if (task.kind == TaskKind::Kernel && --device.computing == 0)
        computingChanged(false);
    emit(device, stream, task);
    if (task.kind == TaskKind::EventRecord)
        recordEvent(device, task.event);
    m_listener.taskEnded(device.rank, task, m_now);
    tryStart(device, slot);
}

void Devices::emit(const DeviceState& device, const Stream& stream, const Task& task)
{
    RankContext& rank = m_ranks[device.rank];
    const DeviceSpan span{rank.clocks.device.read(stream.started), rank.clocks.device.read(m_now), stream.id};
    switch (task.kind) {
    case TaskKind::Kernel: return emitKernel(rank, m_workload.device, task, span);
    case TaskKind::Copy: return emitCopy(rank, task, span);
    case TaskKind::EventRecord:
    case TaskKind::EventWait: return emitSync(rank, task, span);
    case TaskKind::Collective: return emitCollective(device, stream, task);
    case TaskKind::Fence: return;
    }
}

void Devices::emitCollective(const DeviceState& device, const Stream& stream, const Task& task)
{
    RankContext& rank = m_ranks[device.rank];
    Collective& shared = collective(task.collective);
    const Clock& clock = rank.clocks.device;
    const DeviceSpan span{clock.read(stream.started), clock.read(m_now), stream.id};
    emitCommunication(rank, m_linkName, m_workload.scenario.gradientType, task, span, clock.read(shared.transitStart));
    shared.arrivals[device.rank] = -1;
    ++shared.missing;
    while (!m_collectives.empty() && !m_collectives.front().moving && m_collectives.front().transitStart > 0
           && m_collectives.front().missing == m_devices.size()) {
        m_collectives.pop_front();
        ++m_firstCollective;
    }
}

void Devices::recordEvent(DeviceState& device, std::uint64_t event)
{
    for (std::uint32_t slot = 0; slot < kStreamCount; ++slot) {
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

void Devices::computingChanged(bool started)
{
    for (Collective& shared : m_collectives) {
        if (!shared.moving)
            continue;
        if (started ? shared.computingMembers++ == 0 : --shared.computingMembers == 0)
            setTransitRate(shared);
    }
}

void Devices::transferringChanged(DeviceState& device)
{
    const std::int64_t rate = device.transferring > 0 ? kSlowCompute : kUnit;
    for (std::uint32_t slot = 0; slot < kStreamCount; ++slot) {
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

Collective& Devices::collective(std::uint32_t index)
{
    while (m_firstCollective + m_collectives.size() <= index) {
        Collective fresh;
        fresh.index = m_firstCollective + static_cast<std::uint32_t>(m_collectives.size());
        fresh.arrivals.assign(m_devices.size(), -1);
        fresh.missing = static_cast<std::uint32_t>(m_devices.size());
        m_collectives.push_back(std::move(fresh));
    }
    return m_collectives[index - m_firstCollective];
}

void Devices::arrive(const DeviceState& device, const Task& task)
{
    Collective& shared = collective(task.collective);
    shared.arrivals[device.rank] = m_now;
    if (--shared.missing > 0)
        return;
    const LinkSpec& link = m_workload.device.links.find(m_linkName)->second;
    shared.moving = true;
    shared.transitStart = m_now;
    shared.remaining = allReduceTimeNs(task.bytes, static_cast<std::int64_t>(m_devices.size()), link) * kUnit;
    shared.updated = m_now;
    for (DeviceState& member : m_devices) {
        if (member.computing > 0)
            ++shared.computingMembers;
        if (member.transferring++ == 0)
            transferringChanged(member);
    }
    setTransitRate(shared);
}

void Devices::setTransitRate(Collective& shared)
{
    shared.remaining -= (m_now - shared.updated) * shared.rate;
    shared.rate = shared.computingMembers > 0 ? kSlowTransfer : kUnit;
    shared.updated = m_now;
    m_events.post(m_now + timeLeft(shared.remaining, shared.rate), EventKind::TransitEnd, shared.index, 0,
                  ++shared.version);
}

void Devices::endTransit(std::uint32_t index)
{
    Collective& shared = collective(index);
    shared.moving = false;
    ++shared.version;
    for (DeviceState& member : m_devices) {
        if (--member.transferring == 0)
            transferringChanged(member);
        const Time spread =
            seededRange(m_ranks[member.rank].seed, Entity::CollectiveEnd, member.rank, index, 0, cost::kEndSpreadNs);
        Stream& stream = member.streams[1];
        m_events.post(m_now + spread, EventKind::TaskEnd, member.rank, 1, ++stream.version);
    }
}

} // namespace tideline::collect::sim
