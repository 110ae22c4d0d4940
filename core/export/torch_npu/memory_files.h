// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

/// Writes memory_record.csv, operator_memory.csv and npu_module_mem.csv, where the capture recorded memory.
class MemoryFiles {
public:
    Status open(const std::filesystem::path& folder, const capture::RankInfo& rank);
    void add(const capture::MemoryRecord& record);
    void add(const capture::AllocationRecord& record);
    void add(const capture::CounterRecord& record);
    Status close();

private:
    capture::RankInfo m_rank;
    OutputFile m_records;
    OutputFile m_allocations;
    OutputFile m_modules;
};

} // namespace tideline::torch_npu
