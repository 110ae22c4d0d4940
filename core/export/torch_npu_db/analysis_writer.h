// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "core/capture/record_sink.h"
#include "core/export/sqlite/sqlite_writer.h"
#include "core/export/torch_npu/operation_figures.h"
#include "core/export/torch_npu/step_lanes.h"

namespace tideline::torch_npu {

/// Writes analysis.db of one rank of several: the figures of the steps and of communication.
class AnalysisWriter final : public capture::RecordSink {
public:
    explicit AnalysisWriter(std::filesystem::path root) : m_root(std::move(root)) {}

    Status begin(const capture::RankInfo& rank) override;
    void kernel(const capture::KernelRecord& record) override { m_lanes.add(record); }
    void communication(const capture::CommRecord& record) override;
    void step(const capture::StepRecord& record) override;
    Status finish() override;

private:
    void addOperations(std::uint32_t step);
    void addTimes(const OperationFigures& operation);
    void addBandwidths(const OperationFigures& operation);

    std::filesystem::path m_root;
    capture::RankInfo m_rank;
    SqliteWriter m_database;
    SqliteInsert m_stepRows;
    SqliteInsert m_times;
    SqliteInsert m_bandwidths;
    SqliteInsert m_matrix;
    StepLanes m_lanes;
    std::map<std::uint32_t, std::vector<OperationFigures>> m_steps; ///< under way
};

} // namespace tideline::torch_npu
