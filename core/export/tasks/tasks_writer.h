// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "core/capture/record_sink.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline {

/// Writes one rank as a list of tasks, tasks_rank_<rank>.json in the rank's directory: name, start and end in ms since
/// the capture began, and what the task used. Communication stands there as a task without traffic.
class TasksWriter final : public capture::RecordSink {
public:
    explicit TasksWriter(std::filesystem::path root) : m_root(std::move(root)) {}

    Status begin(const capture::RankInfo& rank) override;
    void kernel(const capture::KernelRecord& record) override;
    void communication(const capture::CommRecord& record) override;
    void l2(const capture::L2Record& record) override;
    Status finish() override;

private:
    void beginTask(const std::string& name, std::int64_t startNs, std::int64_t endNs);
    void endKernel();

    std::filesystem::path m_root;
    capture::RankInfo m_rank;
    torch_npu::OutputFile m_file;
    bool m_first = true;
    bool m_open = false; ///< a kernel's object waits for what L2 saw of it
};

} // namespace tideline
