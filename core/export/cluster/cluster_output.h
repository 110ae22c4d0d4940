// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/capture/record_sink.h"
#include "core/export/torch_npu/operation_figures.h"
#include "core/export/torch_npu/step_lanes.h"

namespace tideline {

/// What an analyser of the whole cluster leaves in cluster_analysis_output, gathered from all ranks of a run. Memory
/// grows with the number of collectives, about 200 bytes each.
class ClusterOutput {
public:
    explicit ClusterOutput(std::filesystem::path root) : m_root(std::move(root)) {}

    /// Takes the records of one rank. It must not outlive this object.
    std::unique_ptr<capture::RecordSink> makeSink();
    Status write() const;

private:
    class Sink;
    struct OperationKey {
        bool pointToPoint = false;
        std::uint32_t step = 0;
        std::string name; ///< name@group
        auto operator<=>(const OperationKey&) const = default;
    };
    using Figures = torch_npu::OperationFigures;

    void addRank(const capture::RankInfo& rank);
    Status writeSteps(const std::filesystem::path& folder) const;
    Status writeCommunication(const std::filesystem::path& folder) const;
    Status writeMatrix(const std::filesystem::path& folder) const;
    Status writeGroups(const std::filesystem::path& folder) const;

    std::filesystem::path m_root;
    bool m_communication = false;
    bool m_matrix = false;
    std::map<std::string, capture::ParallelGroup> m_groups;                          ///< by id
    std::map<std::string, bool> m_pointToPoint;                                      ///< group ids with a use as such
    std::map<std::pair<std::uint32_t, std::uint32_t>, torch_npu::StepTimes> m_steps; ///< by step and rank
    std::map<OperationKey, std::map<std::uint32_t, Figures>> m_operations;           ///< by rank
};

} // namespace tideline
