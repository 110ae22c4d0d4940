// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/text_writer.h"

#include <string>
#include <vector>

#include "core/export/torch_npu/rank_folder.h"
#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

Status TextWriter::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    const auto folder = makeOutputFolder(m_root, rank);
    if (!folder)
        return folder.error();
    m_folder = *folder;
    for (const Status& opened :
         {m_trace.open(m_folder / "trace_view.json", rank),
          m_kernels.open(m_folder, rank, KernelTableForm::Framework, ""), m_operators.open(m_folder),
          m_memory.open(m_folder, rank),
          m_tasks.open(m_folder, rank, rank.level == capture::TraceLevel::Full ? "data_preprocess" : "", ""),
          m_steps.open(m_folder / "step_trace_time.csv")}) {
        if (!opened)
            return opened;
    }
    m_communication.begin(m_folder);
    m_matrix.begin(m_folder);
    m_lanes.begin(rank);
    m_steps.write("Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                  "Communication(Not Overlapped and Exclude Receive),Preparing\r\n");
    return Done{};
}

void TextWriter::host(const capture::HostRecord& record)
{
    m_trace.add(record);
    m_operators.add(record);
    m_apis.add(record);
}

void TextWriter::kernel(const capture::KernelRecord& record)
{
    m_trace.add(record);
    m_kernels.add(record);
    m_tasks.add(record);
    const bool onAiCore =
        record.info->core == capture::CoreType::AiCore || record.info->core == capture::CoreType::AiVectorCore;
    m_operators.addDevice(record.launch.operatorId, record.endNs - record.startNs, onAiCore);
    m_lanes.add(record);
}

void TextWriter::copy(const capture::CopyRecord& record)
{
    m_trace.add(record);
    m_operators.addDevice(record.launch.operatorId, record.endNs - record.startNs, false);
}

void TextWriter::sync(const capture::SyncRecord& record)
{
    m_trace.add(record);
}

void TextWriter::communication(const capture::CommRecord& record)
{
    m_trace.add(record);
    m_kernels.add(record);
    if (m_rank.communicationDetailed()) {
        const OperationFigures figures = figuresOf(m_rank, record);
        m_communication.add(figures);
        if (m_rank.communicationMatrix)
            m_matrix.add(figures);
    }
    m_operators.addDevice(record.launch.operatorId, record.endNs - record.startNs, false);
    m_lanes.add(record);
}

void TextWriter::counter(const capture::CounterRecord& record)
{
    m_trace.add(record);
    m_memory.add(record);
}

void TextWriter::memory(const capture::MemoryRecord& record)
{
    m_memory.add(record);
}

void TextWriter::allocation(const capture::AllocationRecord& record)
{
    m_memory.add(record);
}

void TextWriter::step(const capture::StepRecord& record)
{
    const StepLane lane = m_lanes.take(record);
    const StepTimes& times = lane.times;
    m_steps.print("{},{},{},{},{},{},{},{},{},{}\r\n", record.step, micros(times.computing.ns),
                  micros(times.notOverlapped.ns), micros(times.overlapped.ns), micros(times.communication.ns),
                  micros(times.free.ns), micros(times.stage.ns),
                  times.bubble.ns > 0 ? micros(times.bubble.ns) : std::string("0"),
                  micros((times.notOverlapped - times.bubble).ns), micros(times.preparing.ns));
    m_trace.addOverlap(lane.computing, lane.communicating);
    m_kernels.endStep();
    m_operators.endStep(record.step);
    m_communication.endStep(record.step);
    m_matrix.endStep(record.step);
}

Status TextWriter::finish()
{
    std::vector<Status> results = {m_trace.close(), m_kernels.close(), m_operators.close(), m_memory.close(),
                                   m_tasks.close(), m_steps.close(),   m_matrix.close(),    m_communication.close()};
    if (m_rank.level != capture::TraceLevel::Kernels)
        results.push_back(m_apis.write(m_folder));
    for (const Status& result : results)
        if (!result)
            return result;
    return Done{};
}

} // namespace tideline::torch_npu
