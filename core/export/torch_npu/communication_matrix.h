// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"

namespace tideline::torch_npu {

/// Writes communication_matrix.json: what this rank sent to each neighbour, by step and kind of operation: the fastest
/// (top1), the middle and the slowest (bottom1 …) operation of a link, and the sum of all.
class CommunicationMatrix {
public:
    void begin(const std::filesystem::path& folder, const capture::RankInfo& rank);
    void add(const capture::CommRecord& record);
    /// Writes nothing when there was no collective.
    Status write() const;

private:
    struct Transfer {
        std::string operation;
        std::int64_t bytes = 0;
        std::int64_t ns = 0;
        double rate() const { return ns > 0 ? static_cast<double>(bytes) / static_cast<double>(ns) : 0; }
    };
    struct Link {
        std::string transport;
        std::vector<Transfer> transfers;
    };
    using Key = std::tuple<std::uint32_t, std::string, std::string>; // step, kind of operation, group
    using Ends = std::pair<std::uint32_t, std::uint32_t>;            // positions inside the group

    std::filesystem::path m_folder;
    capture::RankInfo m_rank;
    std::map<Key, std::map<Ends, Link>> m_links;
};

} // namespace tideline::torch_npu
