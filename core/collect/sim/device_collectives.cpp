// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/collect/seeded.h"
#include "core/collect/sim/devices.h"
#include "core/collect/sim/slowdown.h"
#include "core/collect/sim/work_units.h"

// The collectives of Devices: who has arrived, when data moves, when it ends.
namespace tideline::collect::sim {

namespace {

/// Of a collective: the group, the direction and the number within them.
std::uint64_t keyOf(std::int32_t group, const Task& task)
{
    return static_cast<std::uint64_t>(group) << 33U | std::uint64_t{task.channel} << 32U | task.index;
}

} // namespace

void Devices::computingChanged(const DeviceState& device, bool started)
{
    for (const std::uint32_t id : device.moving) {
        Collective& shared = m_collectives[id];
        if (started ? shared.computingMembers++ == 0 : --shared.computingMembers == 0)
            setTransitRate(shared, id);
    }
}

std::uint32_t Devices::collectiveOf(std::uint64_t key)
{
    const auto found = m_collectiveOf.find(key);
    if (found != m_collectiveOf.end())
        return found->second;
    std::uint32_t id = static_cast<std::uint32_t>(m_collectives.size());
    if (m_freeCollectives.empty()) {
        m_collectives.emplace_back();
    } else {
        id = m_freeCollectives.back();
        m_freeCollectives.pop_back();
    }
    m_collectives[id].key = key;
    m_collectiveOf.emplace(key, id);
    return id;
}

void Devices::arrive(const DeviceState& device, std::uint32_t slot, const Task& task)
{
    const ParallelPlan& parallel = m_workload.parallel;
    const std::int32_t group = parallel.groupOf[device.rank][static_cast<std::size_t>(task.collective->group)];
    const GroupPlan& plan = parallel.groups[static_cast<std::size_t>(group)];
    const std::uint32_t id = collectiveOf(keyOf(group, task));
    Collective& shared = m_collectives[id];
    shared.members.push_back({device.rank, slot});
    if (shared.members.size() == plan.ranks.size())
        depart(shared, id, task, plan);
}

std::int64_t Devices::transitLength(const Task& task, const GroupPlan& group, Collective& shared) const
{
    const std::int64_t length = collectiveTimeNs(task.collective->op, task.collective->bytes(), group);
    shared.linkNs = length;
    return slowedTransit(m_workload, m_ranks.front().info, task, group, length);
}

void Devices::depart(Collective& shared, std::uint32_t id, const Task& task, const GroupPlan& group)
{
    m_collectiveOf.erase(shared.key);
    shared.transitStart = m_now;
    shared.remaining = std::min(transitLength(task, group, shared), kLongestWorkNs) * kUnit;
    shared.updated = m_now;
    shared.rate = 0;
    shared.computingMembers = 0;
    for (const Collective::Member& at : shared.members) {
        DeviceState& member = m_devices[at.rank];
        if (member.computing > 0)
            ++shared.computingMembers;
        member.moving.push_back(id);
        if (member.moving.size() == 1)
            transferringChanged(member);
    }
    setTransitRate(shared, id);
}

void Devices::setTransitRate(Collective& shared, std::uint32_t id)
{
    shared.remaining -= (m_now - shared.updated) * shared.rate;
    const std::int64_t slow =
        m_workload.effects.contention ? std::max<std::int64_t>(
            1, static_cast<std::int64_t>(static_cast<double>(kUnit) * *m_workload.effects.contention * 100.0
                                         / cost::kTransferSlowPercent))
                                      : kSlowTransfer;
    shared.rate = shared.computingMembers > 0 ? slow : kUnit;
    shared.updated = m_now;
    shared.version = ++m_transitVersion;
    m_events.post(m_now + timeLeft(shared.remaining, shared.rate), EventKind::TransitEnd, id, 0, shared.version);
}

void Devices::endTransit(std::uint32_t id)
{
    Collective shared = std::move(m_collectives[id]);
    m_collectives[id] = {};
    m_freeCollectives.push_back(id);
    for (const Collective::Member& at : shared.members) {
        DeviceState& member = m_devices[at.rank];
        member.moving.erase(std::find(member.moving.begin(), member.moving.end(), id));
        if (member.moving.empty())
            transferringChanged(member);
        Stream& stream = member.streams[at.slot];
        const Task& task = stream.queue.front();
        stream.transitStart = shared.transitStart;
        stream.linkNs = slowedLink(m_workload, shared.linkNs);
        const Time spread = seededRange(m_ranks[at.rank].seed, Entity::CollectiveEnd, ownerOf(at.rank, task.step),
                                        task.identity, 0, cost::kEndSpreadNs);
        m_events.post(m_now + spread, EventKind::TaskEnd, at.rank, at.slot, ++stream.version);
    }
}

} // namespace tideline::collect::sim
