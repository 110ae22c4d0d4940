// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

/// Writes what stands beside the kernel table for some tasks alone: l2_cache<suffix>.csv where the capture recorded L2,
/// and a table of AI CPU tasks.
class TaskFiles {
public:
    /// `cpuTable`: name of the table of AI CPU tasks; empty for none. It is made with the first of them.
    Status open(const std::filesystem::path& folder, const capture::RankInfo& rank, const std::string& cpuTable,
                const std::string& suffix);
    void add(const capture::L2Record& record);
    void add(const capture::KernelRecord& record);
    Status close();

private:
    std::filesystem::path m_folder;
    capture::RankInfo m_rank;
    std::string m_cpuTable;
    std::string m_device; ///< first cell of each row, with its comma; empty where the table has no such column
    OutputFile m_l2;
    OutputFile m_cpu;
    Status m_opened = Done{};
};

} // namespace tideline::torch_npu
