// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/msprof/msprof_writer.h"

#include <algorithm>
#include <vector>

#include "core/export/msprof/capture_facts.h"
#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/rank_folder.h"
#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/trace_text.h"

namespace tideline::msprof {

namespace {

constexpr std::size_t kStampDigits = 14; // of the time in file names: YYYYMMDDhhmmss

using torch_npu::Micros;
using torch_npu::MicrosNumber;

std::string_view kernelType(capture::CoreType core)
{
    switch (core) {
    case capture::CoreType::AiCore:
    case capture::CoreType::MixAic:
    case capture::CoreType::MixAiv: return "KERNEL_AICORE";
    case capture::CoreType::AiVectorCore: return "KERNEL_AIVEC";
    case capture::CoreType::AiCpu: return "KERNEL_AICPU";
    case capture::CoreType::Dsa: return "STARS_COMMON";
    }
    return "KERNEL_AICORE";
}

} // namespace

Status MsprofWriter::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    m_capture = m_root / torch_npu::rankFolderName(rank) / captureName(rank);
    m_output = m_capture / "mindstudio_profiler_output";
    m_suffix = "_" + torch_npu::compactDate(rank.clock.hostWallNs).substr(0, kStampDigits);
    m_lanes.begin(rank);
    const bool analyses = rank.communicationDetailed() && !rank.groups.empty();
    for (const Status& result :
         {torch_npu::makeFolders(m_output), analyses ? torch_npu::makeFolders(m_capture / "analyze") : Status(Done{}),
          writeFacts(m_capture, rank)})
        if (!result)
            return result;
    m_communication.begin(m_capture / "analyze");
    m_matrix.begin(m_capture / "analyze");
    return open(m_output);
}

Status MsprofWriter::open(const std::filesystem::path& output)
{
    for (const Status& result :
         {m_trace.open(output / ("msprof" + m_suffix + ".json"), m_rank, {false, false}),
          m_kernels.open(output, m_rank, torch_npu::KernelTableForm::Msprof, m_suffix),
          m_tasks.open(output, m_rank, "aicpu", m_suffix), m_memory.open(output, m_rank, m_suffix),
          m_taskTimes.open(output / ("task_time" + m_suffix + ".csv"))})
        if (!result)
            return result;
    m_taskTimes.write("Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
                      "task_stop(us)\n");
    return Done{};
}

void MsprofWriter::host(const capture::HostRecord& record)
{
    m_trace.add(record);
    m_apis.add(record);
}

void MsprofWriter::addTask(std::string_view name, std::string_view type, std::uint32_t stream, std::uint32_t task,
                           std::int64_t startNs, std::int64_t endNs)
{
    m_taskTimes.print("{},{},{},{},{},{},\"{}\t\",\"{}\t\"\n", m_rank.deviceId, name, type, stream, task,
                      Micros{endNs - startNs}, Micros{m_rank.clock.wallOfDevice(startNs)},
                      Micros{m_rank.clock.wallOfDevice(endNs)});
}

void MsprofWriter::kernel(const capture::KernelRecord& record)
{
    m_trace.add(record);
    m_kernels.add(record);
    m_tasks.add(record);
    m_lanes.add(record);
    addTask(record.info->name, kernelType(record.info->core), record.stream, record.task, record.startNs, record.endNs);
}

void MsprofWriter::copy(const capture::CopyRecord& record)
{
    m_trace.add(record);
    addTask("N/A", "MEMCPY_ASYNC", record.stream, record.task, record.startNs, record.endNs);
}

void MsprofWriter::sync(const capture::SyncRecord& record)
{
    m_trace.add(record);
    addTask("N/A", record.kind == capture::SyncKind::EventRecord ? "EVENT_RECORD" : "EVENT_WAIT", record.stream,
            record.task, record.startNs, record.endNs);
}

void MsprofWriter::communication(const capture::CommRecord& record)
{
    m_trace.add(record);
    m_kernels.add(record);
    m_lanes.add(record);
    const std::int64_t length = record.endNs - record.startNs;
    Sum& sum = m_operations[torch_npu::operationType(record)];
    sum.least = sum.count == 0 ? length : std::min(sum.least, length);
    sum.most = std::max(sum.most, length);
    sum.total += length;
    ++sum.count;
    if (!m_rank.communicationDetailed())
        return;
    const torch_npu::OperationFigures figures = torch_npu::figuresOf(m_rank, record);
    m_communication.add(figures);
    if (m_rank.communicationMatrix)
        m_matrix.add(figures);
}

void MsprofWriter::counter(const capture::CounterRecord& record)
{
    m_trace.add(record);
    m_memory.add(record);
}

void MsprofWriter::step(const capture::StepRecord& record)
{
    const torch_npu::StepLane lane = m_lanes.take(record);
    m_trace.addOverlap(lane.computing, lane.communicating);
    m_kernels.endStep();
    m_communication.endStep(record.step);
    m_matrix.endStep(record.step);
}

Status MsprofWriter::finish()
{
    std::vector<Status> results = {m_trace.close(),     m_kernels.close(),       m_tasks.close(), m_memory.close(),
                                   m_taskTimes.close(), m_communication.close(), m_matrix.close()};
    if (m_rank.level != capture::TraceLevel::Kernels)
        results.push_back(m_apis.write(m_output, m_suffix));
    if (!m_operations.empty())
        results.push_back(writeCommunicationStatistic());
    for (const Status& result : results)
        if (!result)
            return result;
    return Done{};
}

Status MsprofWriter::writeCommunicationStatistic() const
{
    torch_npu::OutputFile file;
    const Status opened = file.open(m_output / ("communication_statistic" + m_suffix + ".csv"));
    if (!opened)
        return opened;
    std::int64_t all = 0;
    for (const auto& [type, sum] : m_operations)
        all += sum.total;
    file.write("Device_id,OP Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n");
    for (const auto& [type, sum] : m_operations)
        file.print(
            "{},{},{},{},{},{},{},{}\n", m_rank.deviceId, type, sum.count, MicrosNumber{sum.total},
            MicrosNumber{sum.least}, MicrosNumber{(sum.total + sum.count / 2) / sum.count}, MicrosNumber{sum.most},
            torch_npu::decimal(
                100.0 * static_cast<double>(sum.total) / static_cast<double>(std::max<std::int64_t>(all, 1)), 3));
    return file.close();
}

} // namespace tideline::msprof
