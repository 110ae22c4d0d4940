// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/capture/pmu.h"

namespace tideline::capture {

/// How much a capture records; the numbers are those of the trace-level option.
enum class TraceLevel : std::uint8_t { Kernels = 1, HostApi = 2, Full = 3 };

/// One simultaneous reading of the clocks of a rank. All record times are on the host's monotonic clock (host
/// records) or on the device counter in ns (device records); only this pair ties them to wall time.
struct ClockPair {
    std::int64_t hostMonotonicNs = 0;
    std::int64_t hostWallNs = 0; ///< Unix epoch
    std::int64_t deviceCounterNs = 0;
    std::int64_t deviceCounterHz = 50'000'000;

    constexpr std::int64_t wallOfHost(std::int64_t monotonicNs) const
    {
        return hostWallNs + (monotonicNs - hostMonotonicNs);
    }
    constexpr std::int64_t wallOfDevice(std::int64_t counterNs) const
    {
        return hostWallNs + (counterNs - deviceCounterNs);
    }
};

/// A communication group: its name on the wire, what people call it, and its members in group order.
struct ParallelGroup {
    std::string name;  ///< for instance 10.0.0.1%eth0_60000_0_1700000000000000
    std::string label; ///< dp, tp, pp, default_group …
    std::vector<std::uint32_t> ranks;
    std::uint32_t ownPosition = 0;
};

/// What a capture says about a rank before its first record.
struct RankInfo {
    std::uint32_t rank = 0;
    std::uint32_t worldSize = 1;
    std::uint32_t deviceId = 0; ///< node-local
    std::string deviceSpec;     ///< name of the device file, for instance 910b-24
    std::uint32_t aiCores = 0;
    std::uint32_t hbmUnits = 1;
    std::string hostName;
    std::uint32_t pid = 0;
    std::uint32_t mainThread = 0;
    TraceLevel level = TraceLevel::HostApi;
    bool memory = false;                        ///< allocations are recorded
    bool tasks = true;                          ///< kernels, copies and events are recorded
    TraceLevel taskLevel = TraceLevel::HostApi; ///< of the tasks; Kernels: no counters
    bool aiCore = true;                         ///< kernels carry performance counters
    PmuGroup pmuGroup = PmuGroup::PipeUtilization;
    std::vector<std::string> ownMetrics; ///< names of what users compute from the counters
    bool l2Cache = false;
    bool communication = true;                           ///< collectives are recorded
    TraceLevel communicationLevel = TraceLevel::HostApi; ///< of collectives; Kernels: start and length alone
    bool communicationMatrix = true;
    bool hardwareMemory = true; ///< counters of HBM, L2 and device memory are recorded
    bool withStack = false;
    bool syncMarkers = false;
    std::uint32_t steps = 0;     ///< recorded steps
    std::uint32_t firstStep = 0; ///< number of the first recorded step
    ClockPair clock;
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<ParallelGroup> groups;
    /// Whether collectives are recorded with transit, wait and links.
    bool communicationDetailed() const { return communication && communicationLevel != TraceLevel::Kernels; }

    std::vector<std::pair<std::uint32_t, std::string>> streams; ///< logical stream id and what runs there
};

/// The 64-bit id under which exported files name a communication group.
std::uint64_t groupHash(const std::string& groupName);

} // namespace tideline::capture
