// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/msprof/memory_tables.h"

#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/trace_text.h"

namespace tideline::msprof {

namespace {

constexpr double kBinaryKilo = 1024;
constexpr double kBinaryMega = 1024 * 1024;
constexpr unsigned kKilobyteShift = 10;

using torch_npu::Micros;

std::string kilobytes(std::int64_t bytes)
{
    return bytes < 0 ? std::string() : torch_npu::binaryDecimal(bytes, kKilobyteShift);
}

std::string megabytesPerSecond(double sum, std::int64_t samples)
{
    return torch_npu::decimal(sum / static_cast<double>(samples) / kBinaryMega, 3);
}

} // namespace

Status MemoryTables::open(const std::filesystem::path& folder, const capture::RankInfo& rank, const std::string& suffix)
{
    m_folder = folder;
    m_suffix = suffix;
    m_rank = rank;
    std::vector<Status> results;
    if (rank.memory) {
        results.push_back(m_records.open(folder / ("memory_record" + suffix + ".csv")));
        results.push_back(m_allocations.open(folder / ("operator_memory" + suffix + ".csv")));
        m_records.write("Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device\n");
        m_allocations.write("Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),"
                            "Allocation Total Reserved(KB),Release Total Allocated(KB),Release Total Reserved(KB),"
                            "Device\n");
    }
    if (rank.hardwareMemory) {
        results.push_back(m_device.open(folder / ("npu_mem" + suffix + ".csv")));
        m_device.write("Device_id,event,ddr(KB),hbm(KB),memory(KB),timestamp(us)\n");
    }
    for (const Status& result : results)
        if (!result)
            return result;
    return Done{};
}

void MemoryTables::add(const capture::MemoryRecord& record)
{
    if (!m_records.isOpen())
        return;
    m_records.print("{},{},{}\t,{},{},NPU:{}\n", m_rank.deviceId, record.component,
                    Micros{m_rank.clock.wallOfHost(record.atNs)}, kilobytes(record.allocated),
                    kilobytes(record.reserved), m_rank.deviceId);
}

void MemoryTables::add(const capture::AllocationRecord& record)
{
    if (!m_allocations.isOpen())
        return;
    const bool released = record.releaseNs >= 0;
    m_allocations.print("{},{},{},{}\t,{},{},{},{},{},NPU:{}\n", m_rank.deviceId, record.owner, kilobytes(record.bytes),
                        Micros{m_rank.clock.wallOfHost(record.allocateNs)},
                        released ? torch_npu::micros(record.releaseNs - record.allocateNs) + "\t" : std::string(),
                        kilobytes(record.allocatedAfter), kilobytes(record.reservedAfter),
                        released ? kilobytes(record.allocatedAfterRelease) : std::string(),
                        released ? kilobytes(record.reservedAfterRelease) : std::string(), m_rank.deviceId);
}

void MemoryTables::add(const capture::CounterRecord& record)
{
    switch (record.kind) {
    case capture::CounterKind::HbmRead:
        m_traffic[record.unit].read += record.value;
        ++m_traffic[record.unit].samples;
        return;
    case capture::CounterKind::HbmWrite: m_traffic[record.unit].write += record.value; return;
    case capture::CounterKind::ProcessMemory:
    case capture::CounterKind::DeviceMemory: break;
    case capture::CounterKind::CoreFrequency:
    case capture::CounterKind::L2ReadThroughput:
    case capture::CounterKind::L2ReadHitRate: return;
    }
    if (!m_device.isOpen())
        return;
    const std::string size = torch_npu::decimal(record.value / kBinaryKilo, 3);
    m_device.print("{},{},0,{},{},{}\t\n", m_rank.deviceId,
                   record.kind == capture::CounterKind::ProcessMemory ? "app" : "device", size, size,
                   Micros{m_rank.clock.wallOfDevice(record.atNs)});
}

Status MemoryTables::writeTraffic() const
{
    if (m_traffic.empty())
        return Done{};
    torch_npu::OutputFile file;
    const Status opened = file.open(m_folder / ("hbm" + m_suffix + ".csv"));
    if (!opened)
        return opened;
    file.write("Device_id,Metric,Read(MB/s),Write(MB/s)\n");
    Traffic all;
    for (const auto& [unit, traffic] : m_traffic) {
        file.print("{},{},{},{}\n", m_rank.deviceId, unit, megabytesPerSecond(traffic.read, traffic.samples),
                   megabytesPerSecond(traffic.write, traffic.samples));
        all.read += traffic.read;
        all.write += traffic.write;
        all.samples += traffic.samples;
    }
    file.print("{},Average,{},{}\n", m_rank.deviceId, megabytesPerSecond(all.read, all.samples),
               megabytesPerSecond(all.write, all.samples));
    return file.close();
}

Status MemoryTables::close()
{
    Status result = writeTraffic();
    for (torch_npu::OutputFile* file : {&m_records, &m_allocations, &m_device}) {
        const Status closed = file->close();
        if (result.ok() && !closed)
            result = closed;
    }
    return result;
}

} // namespace tideline::msprof
