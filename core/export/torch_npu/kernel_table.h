// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

/// Writes kernel_details.csv (rows of a step in order of their start) and op_statistic.csv.
class KernelTable {
public:
    Status open(const std::filesystem::path& folder, const capture::RankInfo& rank);
    void add(const capture::KernelRecord& kernel);
    void add(const capture::CommRecord& operation);
    /// Writes the rows gathered so far.
    void endStep();
    Status close();

private:
    struct Row {
        std::int64_t start = 0; ///< wall ns
        std::int64_t duration = 0;
        std::string before; ///< cells up to the start time
        std::string after;  ///< cells after the wait time
    };
    struct Statistic {
        std::int64_t count = 0;
        std::int64_t total = 0;
        std::int64_t least = 0;
        std::int64_t most = 0;
    };

    Status writeStatistics() const;

    std::filesystem::path m_folder;
    capture::ClockPair m_clock;
    bool m_detailed = true;
    OutputFile m_file;
    std::vector<Row> m_rows;
    std::optional<std::pair<std::int64_t, std::int64_t>> m_last;           ///< start and duration of the row before
    std::map<std::pair<std::string, std::string>, Statistic> m_statistics; ///< by type and core
};

} // namespace tideline::torch_npu
