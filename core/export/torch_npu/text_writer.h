// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <utility>

#include "core/capture/record_sink.h"
#include "core/export/torch_npu/communication_file.h"
#include "core/export/torch_npu/kernel_table.h"
#include "core/export/torch_npu/memory_files.h"
#include "core/export/torch_npu/operator_table.h"
#include "core/export/torch_npu/step_lanes.h"
#include "core/export/torch_npu/task_files.h"
#include "core/export/torch_npu/trace_view.h"

namespace tideline::torch_npu {

/// Writes one rank as the framework profiler's text export does: trace_view.json, the tables and the
/// communication files in ASCEND_PROFILER_OUTPUT of the rank's directory. Keeps one step's rows in memory.
class TextWriter final : public capture::RecordSink {
public:
    explicit TextWriter(std::filesystem::path root) : m_root(std::move(root)) {}

    Status begin(const capture::RankInfo& rank) override;
    void host(const capture::HostRecord& record) override;
    void kernel(const capture::KernelRecord& record) override;
    void copy(const capture::CopyRecord& record) override;
    void sync(const capture::SyncRecord& record) override;
    void communication(const capture::CommRecord& record) override;
    void counter(const capture::CounterRecord& record) override;
    void memory(const capture::MemoryRecord& record) override;
    void allocation(const capture::AllocationRecord& record) override;
    void total(const capture::TotalRecord& record) override { m_kernels.add(record); }
    void l2(const capture::L2Record& record) override { m_tasks.add(record); }
    void syncMarker(const capture::SyncMarkerRecord& record) override { m_trace.add(record); }
    void step(const capture::StepRecord& record) override;
    Status finish() override;

private:
    std::filesystem::path m_root;
    std::filesystem::path m_folder;
    capture::RankInfo m_rank;
    TraceView m_trace;
    KernelTable m_kernels;
    OperatorTable m_operators;
    ApiStatistics m_apis;
    CommunicationFile m_communication;
    CommunicationMatrix m_matrix;
    MemoryFiles m_memory;
    TaskFiles m_tasks;
    OutputFile m_steps;
    StepLanes m_lanes;
};

} // namespace tideline::torch_npu
