// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/capture/records.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

/// Writes operator_details.csv: host and device time per framework operator, by the end of its step.
class OperatorTable {
public:
    Status open(const std::filesystem::path& folder);
    void add(const capture::HostRecord& record);
    /// Device time launched by that operator.
    void addDevice(std::uint64_t operatorId, std::int64_t ns, bool onAiCore);
    /// Writes the operators up to this step; the host may be ahead of the device.
    void endStep(std::uint32_t step);
    Status close();

private:
    struct Row {
        std::uint64_t id = 0;
        std::uint64_t parent = 0;
        std::uint32_t step = 0;
        std::int64_t start = 0;
        const capture::HostCall* call = nullptr;
        std::int64_t host = 0;
        std::int64_t hostChildren = 0;
        std::int64_t device = 0;
        std::int64_t core = 0;
        std::int64_t deviceTotal = 0;
        std::int64_t coreTotal = 0;
    };

    struct DeviceTime {
        std::uint64_t operatorId = 0;
        std::int64_t ns = 0;
        bool onAiCore = false;
        bool written = false;
    };

    static void addToParents(std::vector<Row>& rows);
    void addDeviceTimes(std::vector<Row>& rows);
    /// Name, shapes and stack, the same for all occurrences of a call.
    const std::string& cellsOf(const capture::HostCall& call);

    OutputFile m_file;
    std::vector<Row> m_rows;
    std::unordered_map<const capture::HostCall*, std::string> m_cells;
    std::vector<DeviceTime> m_device; ///< of operators that are not written yet
};

/// Writes api_statistic<suffix>.csv: calls per level and name over the whole capture.
class ApiStatistics {
public:
    void add(const capture::HostRecord& record);
    /// With a suffix it is plain msprof's, which has a column for the device, here the host.
    Status write(const std::filesystem::path& folder, const std::string& suffix = {}) const;

private:
    struct Entry {
        std::int64_t count = 0;
        std::int64_t total = 0;
        std::int64_t least = 0;
        std::int64_t most = 0;
        double squares = 0; ///< of microseconds
    };
    std::map<std::pair<std::string, std::string>, Entry> m_entries;
    std::unordered_map<const capture::HostCall*, Entry*> m_byCall;
};

/// acl, node, runtime, hccl; empty for framework layers.
std::string apiLevel(const capture::HostCall& call);

} // namespace tideline::torch_npu
