// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu_db/sample_rows.h"

#include <cmath>
#include <optional>

namespace tideline::torch_npu {

namespace {

using Number = std::optional<std::int64_t>;

constexpr double kPercent = 100;
constexpr std::int64_t kAppModule = 33; // of ENUM_MODULE

/// Negative: the component does not tell.
Number known(std::int64_t bytes)
{
    return bytes < 0 ? Number() : Number(bytes);
}

} // namespace

void SampleRows::open(SqliteWriter& database, StringIds& strings, const capture::RankInfo& rank)
{
    m_strings = &strings;
    m_rank = rank;
    m_frequency.prepare(database, "AICORE_FREQ");
    m_hbm.prepare(database, "HBM");
    m_cache.prepare(database, "LLC");
    m_deviceMemory.prepare(database, "NPU_MEM");
    m_memory.prepare(database, "MEMORY_RECORD");
    m_allocations.prepare(database, "OP_MEMORY");
    m_modules.prepare(database, "NPU_MODULE_MEM");
    if (!rank.ownMetrics.empty())
        m_own.prepare(database, "OWN_METRIC");
}

void SampleRows::finish()
{
    for (SqliteInsert* insert :
         {&m_frequency, &m_hbm, &m_cache, &m_deviceMemory, &m_memory, &m_allocations, &m_modules, &m_own})
        insert->finish();
}

void SampleRows::add(const capture::CounterRecord& record)
{
    switch (record.kind) {
    case capture::CounterKind::CoreFrequency:
        return m_frequency.add(m_rank.deviceId, m_rank.clock.wallOfDevice(record.atNs), std::llround(record.value));
    case capture::CounterKind::HbmRead: return addBandwidth(record, "read");
    case capture::CounterKind::HbmWrite: return addBandwidth(record, "write");
    case capture::CounterKind::L2ReadThroughput: m_throughput[record.unit] = record.value; return;
    case capture::CounterKind::L2ReadHitRate:
        return m_cache.add(m_rank.deviceId, record.unit, m_rank.clock.wallOfDevice(record.atNs),
                           record.value * kPercent, std::llround(m_throughput[record.unit]),
                           m_strings->id(StringRange::Runtime, "read"));
    case capture::CounterKind::ProcessMemory:
        if (m_rank.memory)
            m_modules.add(kAppModule, m_rank.clock.wallOfDevice(record.atNs), std::llround(record.value),
                          m_rank.deviceId);
        return addMemory(record, "app");
    case capture::CounterKind::DeviceMemory: return addMemory(record, "device");
    }
}

void SampleRows::add(const capture::KernelRecord& record)
{
    for (std::size_t i = 0; i < record.ownValues.size(); ++i)
        if (!std::isnan(record.ownValues[i]))
            m_own.add(m_rank.deviceId, m_rank.clock.wallOfDevice(record.endNs),
                      m_strings->id(StringRange::Runtime, m_rank.ownMetrics[i]), record.ownValues[i]);
}

void SampleRows::addBandwidth(const capture::CounterRecord& record, const char* direction)
{
    m_hbm.add(m_rank.deviceId, m_rank.clock.wallOfDevice(record.atNs), std::llround(record.value), record.unit,
              m_strings->id(StringRange::Runtime, direction));
}

void SampleRows::addMemory(const capture::CounterRecord& record, const char* kind)
{
    m_deviceMemory.add(m_strings->id(StringRange::Runtime, kind), 0, std::llround(record.value),
                       m_rank.clock.wallOfDevice(record.atNs), m_rank.deviceId);
}

void SampleRows::add(const capture::MemoryRecord& record)
{
    m_memory.add(m_strings->id(StringRange::Memory, record.component), m_rank.clock.wallOfHost(record.atNs),
                 known(record.allocated), known(record.reserved), known(record.active),
                 record.stream > 0 ? Number(static_cast<std::int64_t>(record.stream)) : Number(), m_rank.deviceId);
}

void SampleRows::add(const capture::AllocationRecord& record)
{
    const bool released = record.releaseNs >= 0;
    const Number release = released ? Number(m_rank.clock.wallOfHost(record.releaseNs)) : Number();
    const Number length = released ? Number(record.releaseNs - record.allocateNs) : Number();
    const Number allocated = released ? Number(record.allocatedAfterRelease) : Number();
    const Number reserved = released ? Number(record.reservedAfterRelease) : Number();
    m_allocations.add(m_strings->id(StringRange::Memory, record.owner), record.bytes,
                      m_rank.clock.wallOfHost(record.allocateNs), release, release, length, length,
                      record.allocatedAfter, record.reservedAfter, record.allocatedAfter, allocated, reserved,
                      allocated, static_cast<std::int64_t>(record.stream), m_rank.deviceId);
}

} // namespace tideline::torch_npu
