// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/table/table_reader.h"

namespace tideline {

/// The rows of npu_module_mem, the memory that the modules of the driver hold, as counters of the process "NPU Module
/// Mem". Modules that hold nothing throughout give none.
class ModuleMemory {
public:
    static constexpr const char* kProcess = "NPU Module Mem";

    /// The next rows are of this file.
    void begin(const TableReader& table);
    /// The current row; false when it has no time and is rejected. A size that is no number is counted.
    bool read(TableReader& table, RankId rank);
    /// A negative size means unknown. The unit is that of the values: "KB", "MB".
    void add(RankId rank, std::string_view module, Instant time, double value, std::string_view unit);
    void finish(TraceBuilder& builder);

private:
    struct Series {
        std::string unit;
        std::vector<SampleRow> samples;
        bool used = false;
    };
    int m_component = -1;
    int m_time = -1;
    int m_size = -1;
    std::string_view m_unit;
    std::map<std::pair<RankId, std::string>, Series> m_series;
};

/// The rows of npu_mem as the counters that a timeline has of them: process "NPU MEM", "APP/HBM" and so on in KB.
class DeviceMemory {
public:
    static constexpr const char* kProcess = "NPU MEM";

    void begin(const TableReader& table);
    bool read(TableReader& table, RankId rank);
    /// Ranks whose timeline has these counters get none.
    void finish(TraceBuilder& builder);

private:
    int m_event = -1;
    int m_time = -1;
    int m_columns[3] = {-1, -1, -1};
    std::map<std::pair<RankId, std::string>, std::vector<SampleRow>> m_series;
};

} // namespace tideline
