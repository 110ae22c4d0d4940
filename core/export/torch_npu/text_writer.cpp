// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/text_writer.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "core/export/torch_npu/profiler_files.h"
#include "core/export/torch_npu/step_times.h"
#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

Status TextWriter::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    m_folder = m_root / fmt::format("{}_{}_{}_ascend_pt", rank.hostName, rank.pid, compactDate(rank.clock.hostWallNs));
    const std::filesystem::path output = m_folder / "ASCEND_PROFILER_OUTPUT";
    std::error_code failure;
    std::filesystem::create_directories(output, failure);
    if (failure)
        return Error{ErrorCode::NotWritable, "cannot create the directory: " + failure.message(), output.string(), {}};
    for (const Status& opened : {m_trace.open(output, rank), m_kernels.open(output, rank), m_operators.open(output),
                                 m_memory.open(output, rank), m_steps.open(output / "step_trace_time.csv")}) {
        if (!opened)
            return opened;
    }
    m_communication.begin(output, rank);
    m_matrix.begin(output, rank);
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
    const bool onAiCore =
        record.info->core == capture::CoreType::AiCore || record.info->core == capture::CoreType::AiVectorCore;
    m_operators.addDevice(record.launch.operatorId, record.endNs - record.startNs, onAiCore);
    m_computing.push_back(
        {record.step, {{m_rank.clock.wallOfDevice(record.startNs)}, {m_rank.clock.wallOfDevice(record.endNs)}}});
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
    m_communication.add(record);
    m_matrix.add(record);
    m_operators.addDevice(record.launch.operatorId, record.endNs - record.startNs, false);
    m_communicating.push_back(
        {record.step, {{m_rank.clock.wallOfDevice(record.startNs)}, {m_rank.clock.wallOfDevice(record.endNs)}}});
}

void TextWriter::counter(const capture::CounterRecord& record)
{
    m_trace.add(record);
}

void TextWriter::memory(const capture::MemoryRecord& record)
{
    m_memory.add(record);
}

void TextWriter::allocation(const capture::AllocationRecord& record)
{
    m_memory.add(record);
}

std::vector<TimeRange> TextWriter::take(std::vector<Busy>& from, std::uint32_t step)
{
    std::vector<TimeRange> out;
    for (const Busy& busy : from)
        if (busy.step == step)
            out.push_back(busy.range);
    from.erase(std::remove_if(from.begin(), from.end(), [step](const Busy& busy) { return busy.step == step; }),
               from.end());
    return unionOf(std::move(out));
}

void TextWriter::step(const capture::StepRecord& record)
{
    const std::vector<TimeRange> computing = take(m_computing, record.step);
    const std::vector<TimeRange> communicating = take(m_communicating, record.step);
    const StepTimes times = stepTimes(computing, communicating, {m_rank.clock.wallOfHost(record.startNs)});
    m_steps.write(fmt::format("{},{},{},{},{},{},{},0,{},{}\r\n", record.step, micros(times.computing.ns),
                              micros(times.notOverlapped.ns), micros(times.overlapped.ns),
                              micros(times.communication.ns), micros(times.free.ns), micros(times.stage.ns),
                              micros(times.notOverlapped.ns), micros(times.preparing.ns)));
    m_trace.addOverlap(computing, communicating);
    m_kernels.endStep();
    m_operators.endStep();
    m_endWallNs = std::max(m_endWallNs, m_rank.clock.wallOfHost(record.endNs));
}

Status TextWriter::finish()
{
    std::vector<Status> results = {m_trace.close(), m_kernels.close(), m_operators.close(), m_memory.close(),
                                   m_steps.close()};
    if (m_rank.level != capture::TraceLevel::Kernels) {
        results.push_back(m_apis.write(m_folder / "ASCEND_PROFILER_OUTPUT"));
        results.push_back(m_communication.write());
        results.push_back(m_matrix.write());
    }
    results.push_back(writeProfilerInfo(m_folder, m_rank, m_endWallNs));
    results.push_back(writeProfilerMetadata(m_folder, m_rank));
    for (const Status& result : results)
        if (!result)
            return result;
    return Done{};
}

} // namespace tideline::torch_npu
