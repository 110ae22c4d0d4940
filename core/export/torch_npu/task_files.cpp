// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/task_files.h"

#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/trace_text.h"

namespace tideline::torch_npu {

Status TaskFiles::open(const std::filesystem::path& folder, const capture::RankInfo& rank, const std::string& cpuTable,
                       const std::string& suffix)
{
    m_folder = folder;
    m_rank = rank;
    m_cpuTable = cpuTable.empty() ? cpuTable : cpuTable + suffix + ".csv";
    m_device = suffix.empty() ? std::string() : std::to_string(rank.deviceId) + ",";
    if (!rank.l2Cache)
        return Done{};
    const Status opened = m_l2.open(folder / ("l2_cache" + suffix + ".csv"));
    if (opened)
        m_l2.print("{}Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n", m_device.empty() ? "" : "Device_id,");
    return opened;
}

void TaskFiles::add(const capture::L2Record& record)
{
    if (!m_l2.isOpen())
        return;
    const double victims = record.requestBytes > 0
                               ? static_cast<double>(record.victimBytes) / static_cast<double>(record.requestBytes)
                               : 0;
    m_l2.print("{}{},{},{},{},{}\n", m_device, record.stream, record.task, decimal(record.hitRate(), 6),
               decimal(victims, 6), record.info->name);
}

void TaskFiles::add(const capture::KernelRecord& record)
{
    if (record.info->core != capture::CoreType::AiCpu || m_cpuTable.empty() || !m_opened)
        return;
    if (!m_cpu.isOpen()) {
        m_opened = m_cpu.open(m_folder / m_cpuTable);
        m_cpu.print("{}Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),"
                    "Total_time(us),Stream ID,Task ID\n",
                    m_device.empty() ? "" : "Device_id,");
    }
    const MicrosNumber length{record.endNs - record.startNs};
    m_cpu.print("{}{}\t,{},{},0,{},0,{},{},{}\n", m_device, Micros{m_rank.clock.wallOfDevice(record.startNs)},
                record.info->name, length, length, length, record.stream, record.task);
}

Status TaskFiles::close()
{
    const Status l2 = m_l2.close();
    const Status cpu = m_cpu.close();
    if (!m_opened)
        return m_opened;
    return l2 ? cpu : l2;
}

} // namespace tideline::torch_npu
