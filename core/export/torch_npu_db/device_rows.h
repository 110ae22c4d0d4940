// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu_db/string_ids.h"

namespace tideline::torch_npu {

/// Writes the tables of device work: TASK and what explains its rows.
class DeviceRows {
public:
    void open(SqliteWriter& database, StringIds& strings, const capture::RankInfo& rank);
    void finish();
    void add(const capture::KernelRecord& record);
    void add(const capture::CopyRecord& record);
    void add(const capture::SyncRecord& record);
    void add(const capture::CommRecord& record);
    void add(const capture::SyncMarkerRecord& record);

private:
    /// The texts of a kernel, looked up once.
    struct KernelTexts {
        std::string name;
        std::string type;
        std::array<std::int64_t, 9> ids{}; ///< in the order of the columns from name on
        std::int64_t taskType = 0;
    };
    struct TaskPlace {
        std::int64_t start = 0; ///< device counter
        std::int64_t end = 0;
        std::uint32_t stream = 0;
        std::uint32_t task = 0;
        std::uint32_t connection = 0;
    };

    std::int64_t text(std::string_view value) { return m_strings->id(StringRange::Runtime, value); }
    std::int64_t addTask(const TaskPlace& place, std::int64_t taskType);
    const KernelTexts& textsOf(const capture::KernelInfo& info);
    KernelTexts makeTexts(const capture::KernelInfo& info);
    void addCounters(std::int64_t task, const capture::KernelRecord& record);
    void addPart(const capture::CommRecord& operation, const capture::CommTask& task);

    StringIds* m_strings = nullptr;
    capture::RankInfo m_rank;
    bool m_detailed = true;
    SqliteInsert m_tasks;
    SqliteInsert m_compute;
    SqliteInsert m_counters;
    SqliteInsert m_operations;
    SqliteInsert m_parts;
    std::vector<std::int64_t> m_counterNames; ///< in the order of the group's values
    std::vector<double> m_values;
    std::unordered_map<const capture::KernelInfo*, KernelTexts> m_texts;
    std::int64_t m_nextTask = 0;
    std::int64_t m_nextOperation = 1;
};

} // namespace tideline::torch_npu
