// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::msprof {

/// Writes memory_record, operator_memory, npu_mem and hbm of one rank; sizes in KB throughout.
class MemoryTables {
public:
    Status open(const std::filesystem::path& folder, const capture::RankInfo& rank, const std::string& suffix);
    void add(const capture::MemoryRecord& record);
    void add(const capture::AllocationRecord& record);
    void add(const capture::CounterRecord& record);
    Status close();

private:
    struct Traffic {
        double read = 0;
        double write = 0;
        std::int64_t samples = 0;
    };

    Status writeTraffic() const;

    std::filesystem::path m_folder;
    std::string m_suffix;
    capture::RankInfo m_rank;
    torch_npu::OutputFile m_records;
    torch_npu::OutputFile m_allocations;
    torch_npu::OutputFile m_device;
    std::map<std::uint32_t, Traffic> m_traffic; ///< by HBM unit
};

} // namespace tideline::msprof
