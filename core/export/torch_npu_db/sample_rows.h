// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu_db/string_ids.h"

namespace tideline::torch_npu {

/// Writes the tables of hardware counters and of memory.
class SampleRows {
public:
    void open(SqliteWriter& database, StringIds& strings, const capture::RankInfo& rank);
    void finish();
    /// The curves of what users compute from the counters.
    void add(const capture::KernelRecord& record);
    void add(const capture::CounterRecord& record);
    void add(const capture::MemoryRecord& record);
    void add(const capture::AllocationRecord& record);

private:
    void addBandwidth(const capture::CounterRecord& record, const char* direction);
    void addMemory(const capture::CounterRecord& record, const char* kind);

    StringIds* m_strings = nullptr;
    capture::RankInfo m_rank;
    SqliteInsert m_frequency;
    SqliteInsert m_hbm;
    SqliteInsert m_cache;
    SqliteInsert m_deviceMemory;
    SqliteInsert m_memory;
    SqliteInsert m_allocations;
    SqliteInsert m_modules;
    SqliteInsert m_own;
    std::map<std::uint32_t, double> m_throughput; ///< of the cache's units, until their hit rate comes
};

} // namespace tideline::torch_npu
