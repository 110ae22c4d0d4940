// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/memory_files.h"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

namespace {

constexpr unsigned kKilobyteShift = 10;
constexpr unsigned kMegabyteShift = 20;

std::string megabytes(std::int64_t bytes)
{
    return bytes < 0 ? std::string() : binaryDecimal(bytes, kMegabyteShift);
}

/// A time as these tables write it: with a tab, so that spreadsheets take it as text.
std::string time(std::int64_t wallNs)
{
    return micros(wallNs) + "\t";
}

} // namespace

Status MemoryFiles::open(const std::filesystem::path& folder, const capture::RankInfo& rank)
{
    m_rank = rank;
    if (!rank.memory)
        return Done{};
    for (const Status& opened :
         {m_records.open(folder / "memory_record.csv"), m_allocations.open(folder / "operator_memory.csv"),
          m_modules.open(folder / "npu_module_mem.csv")}) {
        if (!opened)
            return opened;
    }
    m_records.write("Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device "
                    "Type\r\n");
    m_modules.write("Component,Timestamp(us),Total Reserved(MB),Device\n");
    m_allocations.write(
        "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active "
        "Duration(us),Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total "
        "Active(MB),Release Total Allocated(MB),Release Total Reserved(MB),Release Total "
        "Active(MB),Stream Ptr,Device Type\r\n");
    return Done{};
}

void MemoryFiles::add(const capture::MemoryRecord& record)
{
    if (!m_records.isOpen())
        return;
    m_records.print("{},{},{},{},{},{},NPU:{}\r\n", record.component, time(m_rank.clock.wallOfHost(record.atNs)),
                    megabytes(record.allocated), megabytes(record.reserved), megabytes(record.active),
                    record.stream > 0 ? std::to_string(record.stream) : std::string(), m_rank.deviceId);
}

void MemoryFiles::add(const capture::AllocationRecord& record)
{
    if (!m_allocations.isOpen())
        return;
    const std::string allocated = megabytes(record.allocatedAfter);
    const std::string reserved = megabytes(record.reservedAfter);
    const bool released = record.releaseNs >= 0;
    const std::string release = released ? time(m_rank.clock.wallOfHost(record.releaseNs)) : std::string();
    const std::string length = released ? time(record.releaseNs - record.allocateNs) : std::string();
    const std::string allocatedThen = released ? megabytes(record.allocatedAfterRelease) : std::string();
    const std::string reservedThen = released ? megabytes(record.reservedAfterRelease) : std::string();
    m_allocations.print("{},{},{},{},{},{},{},{},{},{},{},{},{},{},NPU:{}\r\n", record.owner,
                        binaryDecimal(record.bytes, kKilobyteShift), time(m_rank.clock.wallOfHost(record.allocateNs)),
                        release, release, length, length, allocated, reserved, allocated, allocatedThen, reservedThen,
                        allocatedThen, record.stream, m_rank.deviceId);
}

/// Of all modules the simulation knows what the process itself holds.
void MemoryFiles::add(const capture::CounterRecord& record)
{
    if (record.kind == capture::CounterKind::ProcessMemory && m_modules.isOpen())
        m_modules.print("APP,{},{},NPU:{}\n", time(m_rank.clock.wallOfDevice(record.atNs)),
                        megabytes(std::llround(record.value)), m_rank.deviceId);
}

Status MemoryFiles::close()
{
    Status result = Done{};
    for (OutputFile* file : {&m_records, &m_allocations, &m_modules}) {
        const Status closed = file->close();
        if (result.ok() && !closed)
            result = closed;
    }
    return result;
}

} // namespace tideline::torch_npu
