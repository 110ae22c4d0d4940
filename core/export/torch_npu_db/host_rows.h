// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu_db/string_ids.h"

namespace tideline::torch_npu {

/// Writes the tables of host calls. Framework operators wait for the end of their step, since only then it is known
/// what they launched.
class HostRows {
public:
    void open(SqliteWriter& database, StringIds& strings, const capture::RankInfo& rank);
    void add(const capture::HostRecord& record);
    void add(const capture::SyncMarkerRecord& record);
    void addLaunch(const capture::Launch& launch);
    /// Writes the operators up to this step; the host may be ahead of the device.
    void endStep(std::uint32_t step);
    void finish();

private:
    /// The texts of a call, looked up once.
    struct CallTexts {
        std::int64_t name = 0;
        std::optional<std::int64_t> types;
        std::optional<std::int64_t> shapes;
        std::optional<std::int64_t> chain;
    };

    /// Of a framework operator what its row needs.
    struct Operator {
        const capture::HostCall* call = nullptr;
        std::int64_t startNs = 0;
        std::int64_t endNs = 0;
        std::uint64_t id = 0;
        std::int64_t sequence = -1;
        std::uint32_t step = 0;
        std::uint32_t thread = 0;
        std::uint32_t forwardThread = 0;
        capture::AutogradLink link = capture::AutogradLink::None;
    };
    struct LaunchedBy {
        std::uint64_t operatorId = 0;
        std::uint32_t connection = 0;
        bool written = false;
    };

    void writeCollections();
    void addRuntimeCall(const capture::HostRecord& record);
    void addCollection(const capture::HostRecord& record);
    void addQueueCall(const capture::HostRecord& record);
    void addOperator(const Operator& record);
    const CallTexts& textsOf(const capture::HostCall& call);
    std::int64_t addChain(const std::string& stack);
    std::int64_t globalThread(std::uint32_t thread) const
    {
        return static_cast<std::int64_t>((std::uint64_t{m_rank.pid} << 32U) | thread);
    }

    SqliteWriter* m_database = nullptr;
    StringIds* m_strings = nullptr;
    capture::RankInfo m_rank;
    SqliteInsert m_runtime;
    SqliteInsert m_framework;
    SqliteInsert m_connections;
    SqliteInsert m_chains;
    std::vector<std::array<std::int64_t, 3>> m_collections; // start, end, thread
    SqliteInsert m_marks;
    std::unordered_map<const capture::HostCall*, CallTexts> m_texts;
    std::vector<LaunchedBy> m_launches; ///< of operators that are not written yet
    std::vector<Operator> m_operators;
    std::unordered_map<std::int64_t, std::int64_t> m_forward; ///< link by autograd sequence number
    std::int64_t m_nextForward = 0;
    std::int64_t m_nextList = 0;
    std::int64_t m_nextChain = 1;
    std::int64_t m_nextFree = 0;
    std::int64_t m_nextMark = 0;
};

} // namespace tideline::torch_npu
