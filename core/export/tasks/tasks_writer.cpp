// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tasks/tasks_writer.h"

#include <algorithm>
#include <string>

#include "core/export/torch_npu/rank_folder.h"
#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/trace_text.h"

namespace tideline {

namespace {

constexpr std::int64_t kNanosPerMilli = 1'000'000;

/// Milliseconds with six decimals: exact for every ns.
std::string milliText(std::int64_t ns)
{
    const std::int64_t size = ns < 0 ? -ns : ns;
    return fmt::format("{}{}.{:06}", ns < 0 ? "-" : "", size / kNanosPerMilli, size % kNanosPerMilli);
}

} // namespace

Status TasksWriter::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    const std::filesystem::path folder = m_root / torch_npu::rankFolderName(rank);
    const Status made = torch_npu::makeFolders(folder);
    if (!made)
        return made;
    const Status opened = m_file.open(folder / ("tasks_rank_" + std::to_string(rank.rank) + ".json"));
    if (opened)
        m_file.write("{\"tasks\": [");
    return opened;
}

void TasksWriter::kernel(const capture::KernelRecord& record)
{
    endKernel();
    beginTask(record.info->name, record.startNs, record.endNs);
    const double lengthUs = static_cast<double>(std::max<std::int64_t>(record.endNs - record.startNs, 1)) * 1e-3;
    if (record.counted && m_rank.aiCore)
        m_file.print(", \"ai_core_utilization\": {}",
                     torch_npu::decimal(std::min(1.0, record.pipes.cubeTimeUs / lengthUs), 6));
    m_file.print(", \"memory_read_bytes\": {}, \"memory_write_bytes\": {}", record.hbmReadBytes, record.hbmWriteBytes);
    m_open = true;
}

void TasksWriter::l2(const capture::L2Record& record)
{
    if (m_open)
        m_file.print(", \"l2_cache_hit_rate\": {}", torch_npu::decimal(record.hitRate(), 6));
    endKernel();
}

void TasksWriter::communication(const capture::CommRecord& record)
{
    endKernel();
    beginTask(record.name, record.startNs, record.endNs);
    m_file.write("}");
}

void TasksWriter::beginTask(const std::string& name, std::int64_t startNs, std::int64_t endNs)
{
    m_file.print("{}{{\"name\": {}, \"start_time\": {}, \"end_time\": {}", m_first ? "" : ",\n",
                 torch_npu::JsonText{name}, milliText(startNs - m_rank.clock.deviceCounterNs),
                 milliText(endNs - m_rank.clock.deviceCounterNs));
    m_first = false;
}

void TasksWriter::endKernel()
{
    if (m_open)
        m_file.write("}");
    m_open = false;
}

Status TasksWriter::finish()
{
    endKernel();
    m_file.write("]}\n");
    return m_file.close();
}

} // namespace tideline
