// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <vector>

#include "core/base/result.h"
#include "core/export/torch_npu/operation_figures.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

/// Writes communication.json step by step: transit, wait and link figures of every operation.
class CommunicationFile {
public:
    void begin(const std::filesystem::path& folder) { m_folder = folder; }
    void add(const OperationFigures& operation) { m_steps[operation.step].push_back(operation); }
    /// Writes what the step had; there is no file until the first operation.
    void endStep(std::uint32_t step);
    Status close();

private:
    std::filesystem::path m_folder;
    std::map<std::uint32_t, std::vector<OperationFigures>> m_steps; ///< under way
    OutputFile m_file;
    Status m_opened = Done{};
};

/// Writes communication_matrix.json: what this rank sent to each neighbour, by step and kind of operation: the fastest
/// (top1), the middle and the slowest (bottom1 …) operation of a link, and the sum of all.
class CommunicationMatrix {
public:
    void begin(const std::filesystem::path& folder) { m_folder = folder; }
    void add(const OperationFigures& operation);
    void endStep(std::uint32_t step);
    Status close();

private:
    std::filesystem::path m_folder;
    std::map<std::uint32_t, std::vector<OperationFigures>> m_steps;
    OutputFile m_file;
    Status m_opened = Done{};
};

} // namespace tideline::torch_npu
