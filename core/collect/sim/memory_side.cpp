// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/memory_side.h"

#include <utility>

#include "core/collect/cost_constants.h"
#include "core/collect/sim/device_side.h"

namespace tideline::collect::sim {

namespace {

const char* componentOf(MemoryPool pool)
{
    switch (pool) {
    case MemoryPool::Tensors: return "PTA";
    case MemoryPool::Workspace: return "WORKSPACE";
    }
    return "";
}

} // namespace

MemorySide::MemorySide(const Workload& workload, const RolePlan& role, RankContext& rank)
    : m_workload(workload), m_role(role), m_rank(rank)
{
}

void MemorySide::begin(Time at)
{
    if (!m_rank.info.memory)
        return;
    // The plan fits: planWorkload() has gone through a step of it.
    for (const std::int64_t bytes : m_role.memory.persistent)
        pool(MemoryPool::Tensors).allocate(bytes, m_workload.device.hbmUsableBytes);
    std::vector<CachingAllocator::Address> holes;
    for (const std::int64_t bytes : m_role.memory.holes)
        if (const auto address = pool(MemoryPool::Tensors).allocate(bytes, m_workload.device.hbmUsableBytes))
            holes.push_back(*address);
    for (const CachingAllocator::Address hole : holes)
        pool(MemoryPool::Tensors).release(hole);
    sample(MemoryPool::Tensors, at);
}

void MemorySide::enter(std::size_t position, Time at)
{
    if (!m_rank.info.memory)
        return;
    for (const BlockPlan& block : m_role.memory.blocks[position])
        allocate(block, at);
}

void MemorySide::allocate(const BlockPlan& block, Time at)
{
    const auto other = block.pool == MemoryPool::Tensors ? MemoryPool::Workspace : MemoryPool::Tensors;
    CachingAllocator& own = pool(block.pool);
    const auto address = own.allocate(block.bytes, m_workload.device.hbmUsableBytes, pool(other).reserved());
    if (!address)
        return;
    Live live;
    live.pool = block.pool;
    live.address = *address;
    live.record.component = componentOf(block.pool);
    live.record.owner = block.owner;
    live.record.bytes = CachingAllocator::rounded(block.bytes);
    live.record.allocateNs = m_rank.clocks.host.read(at);
    live.record.allocatedAfter = own.allocated();
    live.record.reservedAfter = own.reserved();
    live.record.stream = kComputeStream;
    m_live.insert({block.releaseAfter, std::move(live)});
    sample(block.pool, at);
}

void MemorySide::leave(std::size_t position, Time at)
{
    if (!m_rank.info.memory)
        return;
    sampleProcess(at);
    while (!m_live.empty() && m_live.begin()->first <= position) {
        Live live = std::move(m_live.begin()->second);
        m_live.erase(m_live.begin());
        CachingAllocator& own = pool(live.pool);
        own.release(live.address);
        live.record.releaseNs = m_rank.clocks.host.read(at);
        live.record.allocatedAfterRelease = own.allocated();
        live.record.reservedAfterRelease = own.reserved();
        m_rank.sink->allocation(live.record);
        sample(live.pool, at);
    }
}

void MemorySide::endStep(Time at)
{
    leave(m_role.memory.lastPosition(), at);
    if (m_role.memory.leakPerStep == 0 || !m_rank.info.memory)
        return;
    // What a forgotten reference keeps: its record says that it lives on.
    BlockPlan block{"aten::cat", m_role.memory.leakPerStep, m_role.memory.lastPosition() + 1, MemoryPool::Tensors};
    allocate(block, at);
}

void MemorySide::finish()
{
    for (const auto& [position, live] : m_live)
        m_rank.sink->allocation(live.record);
    m_live.clear();
}

void MemorySide::sample(MemoryPool which, Time at)
{
    capture::MemoryRecord record;
    record.component = componentOf(which);
    record.atNs = m_rank.clocks.host.read(at);
    record.allocated = record.active = pool(which).allocated();
    record.reserved = pool(which).reserved();
    record.stream = kComputeStream;
    m_rank.sink->memory(record);
}

/// The driver's view: what the process holds in all.
void MemorySide::sampleProcess(Time at)
{
    if (at < m_nextProcess)
        return;
    m_nextProcess = at + cost::kProcessMemoryIntervalNs;
    capture::MemoryRecord record;
    record.component = "APP";
    record.atNs = m_rank.clocks.host.read(at);
    record.allocated = record.active = -1;
    record.reserved = m_role.residentBytes;
    m_rank.sink->memory(record);
}

} // namespace tideline::collect::sim
