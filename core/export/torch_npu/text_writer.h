// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/capture/record_sink.h"
#include "core/export/torch_npu/communication_file.h"
#include "core/export/torch_npu/communication_matrix.h"
#include "core/export/torch_npu/kernel_table.h"
#include "core/export/torch_npu/memory_files.h"
#include "core/export/torch_npu/operator_table.h"
#include "core/export/torch_npu/trace_view.h"

namespace tideline::torch_npu {

/// Writes one rank as the framework profiler's text export does: ROOT/<host>_<pid>_<time>_ascend_pt/ with
/// trace_view.json, the tables and the profiler files. Keeps one step's rows in memory.
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
    void step(const capture::StepRecord& record) override;
    Status finish() override;

private:
    struct Busy {
        std::uint32_t step = 0;
        TimeRange range;
    };

    static std::vector<TimeRange> take(std::vector<Busy>& from, std::uint32_t step);

    std::filesystem::path m_root;
    std::filesystem::path m_folder; ///< of the rank
    capture::RankInfo m_rank;
    TraceView m_trace;
    KernelTable m_kernels;
    OperatorTable m_operators;
    ApiStatistics m_apis;
    CommunicationFile m_communication;
    CommunicationMatrix m_matrix;
    MemoryFiles m_memory;
    OutputFile m_steps;
    std::vector<Busy> m_computing;
    std::vector<Busy> m_communicating;
    std::int64_t m_endWallNs = 0;
};

} // namespace tideline::torch_npu
