// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"

namespace tideline::torch_npu {

/// Writes communication.json: transit, wait and link figures of every collective, by step.
class CommunicationFile {
public:
    void begin(const std::filesystem::path& folder, const capture::RankInfo& rank);
    void add(const capture::CommRecord& record);
    /// Writes nothing when there was no collective.
    Status write() const;

private:
    struct Operation {
        std::uint32_t step = 0;
        std::string key; ///< name@group
        std::int64_t startWallNs = 0;
        std::int64_t elapseNs = 0;
        std::int64_t transitNs = 0;
        std::int64_t bytes = 0;
        std::int64_t packets = 0;
        std::string link;
    };

    std::filesystem::path m_folder;
    capture::RankInfo m_rank;
    std::vector<Operation> m_operations;
};

} // namespace tideline::torch_npu
