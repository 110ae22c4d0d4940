// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "core/capture/record_sink.h"
#include "core/export/msprof/memory_tables.h"
#include "core/export/torch_npu/communication_file.h"
#include "core/export/torch_npu/kernel_table.h"
#include "core/export/torch_npu/operator_table.h"
#include "core/export/torch_npu/step_lanes.h"
#include "core/export/torch_npu/task_files.h"
#include "core/export/torch_npu/trace_view.h"

namespace tideline::msprof {

/// Writes one rank as plain msprof exports it: PROF_…/mindstudio_profiler_output in the rank's directory, with the facts
/// about host and device beside it. This form knows neither steps nor the framework's calls.
class MsprofWriter final : public capture::RecordSink {
public:
    explicit MsprofWriter(std::filesystem::path root) : m_root(std::move(root)) {}

    Status begin(const capture::RankInfo& rank) override;
    void host(const capture::HostRecord& record) override;
    void kernel(const capture::KernelRecord& record) override;
    void copy(const capture::CopyRecord& record) override;
    void sync(const capture::SyncRecord& record) override;
    void communication(const capture::CommRecord& record) override;
    void counter(const capture::CounterRecord& record) override;
    void memory(const capture::MemoryRecord& record) override { m_memory.add(record); }
    void allocation(const capture::AllocationRecord& record) override { m_memory.add(record); }
    void total(const capture::TotalRecord& record) override { m_kernels.add(record); }
    void l2(const capture::L2Record& record) override { m_tasks.add(record); }
    void syncMarker(const capture::SyncMarkerRecord& record) override { m_trace.add(record); }
    void step(const capture::StepRecord& record) override;
    Status finish() override;

private:
    struct Sum {
        std::int64_t count = 0;
        std::int64_t total = 0;
        std::int64_t least = 0;
        std::int64_t most = 0;
    };

    Status open(const std::filesystem::path& output);
    void addTask(std::string_view name, std::string_view type, std::uint32_t stream, std::uint32_t task,
                 std::int64_t startNs, std::int64_t endNs);
    Status writeCommunicationStatistic() const;

    std::filesystem::path m_root;
    std::filesystem::path m_capture; ///< PROF_…
    std::filesystem::path m_output;
    std::string m_suffix;
    capture::RankInfo m_rank;
    torch_npu::TraceView m_trace;
    torch_npu::KernelTable m_kernels;
    torch_npu::TaskFiles m_tasks;
    torch_npu::ApiStatistics m_apis;
    torch_npu::CommunicationFile m_communication;
    torch_npu::CommunicationMatrix m_matrix;
    torch_npu::StepLanes m_lanes;
    torch_npu::OutputFile m_taskTimes;
    MemoryTables m_memory;
    std::map<std::string, Sum> m_operations; ///< by type
};

} // namespace tideline::msprof
