// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/capture/pmu.h"
#include "core/capture/tensor.h"

namespace tideline::capture {

/// The layer a host record comes from.
enum class HostLayer : std::uint8_t { Operator, PythonFunction, Enqueue, Dequeue, Acl, Node, Runtime, Communication };

/// The unchanging part of a host record; shared by all its occurrences and alive until RecordSink::finish().
struct HostCall {
    HostLayer layer = HostLayer::Operator;
    std::string name;
    std::string mode; ///< ACL_OP, ACL_NN, ACL_RTS, launch …; empty for framework layers
    std::vector<Tensor> inputs;
    std::string callStack;          ///< innermost first, one frame a line; empty when not collected
    bool garbageCollection = false; ///< of the interpreter; files give it a lane of its own
};

enum class AutogradLink : std::uint8_t { None, Forward, Backward };

/// One finished host call. Times are on the host's monotonic clock. Calls arrive in order of their end.
struct HostRecord {
    const HostCall* call = nullptr;
    std::uint32_t step = 0;
    std::uint32_t thread = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t id = 0;       ///< unique within the rank; 0 = none
    std::uint64_t parent = 0;   ///< enclosing framework operator, 0 = none
    std::int64_t sequence = -1; ///< autograd sequence number
    std::uint32_t forwardThread = 0;
    AutogradLink link = AutogradLink::None;
    std::uint64_t correlation = 0; ///< ties Enqueue to Dequeue
    std::uint32_t connection = 0;  ///< ties a launch to its device task
    std::string item;              ///< node calls: the kernel's name
};

/// Where a device record was launched from.
struct Launch {
    std::uint64_t operatorId = 0; ///< HostRecord::id of the framework operator
    std::uint32_t operatorThread = 0;
    std::int64_t operatorStartNs = 0; ///< host clock
    std::uint32_t apiThread = 0;
    std::int64_t apiNs = 0; ///< host clock, inside the launching call
    std::uint32_t connection = 0;
};

/// The unchanging part of a kernel.
struct KernelInfo {
    std::string name;
    std::string type;
    std::string state = "dynamic";
    CoreType core = CoreType::AiCore;
    std::uint32_t blocks = 0;
    std::uint32_t mixBlocks = 0;
    bool hf32 = false;
    std::vector<Tensor> inputs;
    std::vector<Tensor> outputs;
};

/// Counters of the PipeUtilization group; ratios are 0–1 of the core's own active time.
struct PipeCounters {
    std::int64_t cubeCycles = 0; ///< summed over blocks
    std::int64_t vectorCycles = 0;
    double cubeTimeUs = 0;
    double vectorTimeUs = 0;
    double mac = 0;
    double cubeScalar = 0;
    double mte1 = 0;
    double cubeMte2 = 0;
    double fixpipe = 0;
    double cubeCacheMiss = 0;
    double vec = 0;
    double vectorScalar = 0;
    double vectorMte2 = 0;
    double vectorMte3 = 0;
    double vectorCacheMiss = 0;
    double cubeUtilisation = 0; ///< percent
};

/// One executed kernel. Times are on the device counter.
struct KernelRecord {
    const KernelInfo* info = nullptr;
    std::uint32_t step = 0;
    std::uint32_t stream = 0;
    std::uint32_t task = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    Launch launch;
    std::int64_t hbmReadBytes = 0;
    std::int64_t hbmWriteBytes = 0;
    PipeCounters pipes;                ///< times and cycles in every group; ratios of PipeUtilization alone
    PmuCounters pmu;                   ///< the counted group; empty for PipeUtilization
    bool counted = true;               ///< false: no performance counters were taken
    std::span<const double> ownValues; ///< of RankInfo::ownMetrics, NaN: none; they live until the call returns
};

/// What L2 saw of one kernel. Times are on the device counter.
struct L2Record {
    const KernelInfo* info = nullptr;
    std::uint32_t step = 0;
    std::uint32_t stream = 0;
    std::uint32_t task = 0;
    std::int64_t startNs = 0;
    std::int64_t requestBytes = 0;
    std::int64_t hitBytes = 0;
    std::int64_t victimBytes = 0; ///< lines that had to leave

    double hitRate() const
    {
        return requestBytes > 0 ? static_cast<double>(hitBytes) / static_cast<double>(requestBytes) : 0;
    }
};

/// What is left of the kernels of a type that the options leave out.
struct TotalRecord {
    std::string type;
    CoreType core = CoreType::AiCore;
    std::uint64_t count = 0;
    std::int64_t totalNs = 0;
    std::int64_t leastNs = 0;
    std::int64_t mostNs = 0;
};

/// A mark that was set on the host and seen by the device: a pair of times of both clocks.
struct SyncMarkerRecord {
    std::string name;
    std::uint32_t step = 0;
    std::uint32_t thread = 0;
    std::uint32_t stream = 0;
    std::uint32_t connection = 0;
    std::int64_t hostStartNs = 0; ///< host clock
    std::int64_t hostEndNs = 0;
    std::int64_t deviceNs = 0; ///< device counter
};

enum class CopyKind : std::uint8_t { HostToDevice, DeviceToHost, DeviceToDevice };

/// One memory copy by a DMA engine. Times are on the device counter.
struct CopyRecord {
    CopyKind kind = CopyKind::HostToDevice;
    bool pinned = false;
    std::uint32_t step = 0;
    std::uint32_t stream = 0;
    std::uint32_t task = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t bytes = 0;
    Launch launch;
};

enum class SyncKind : std::uint8_t { EventRecord, EventWait };

/// An event task of a stream; a wait lasts until the event it awaits.
struct SyncRecord {
    SyncKind kind = SyncKind::EventRecord;
    std::uint32_t step = 0;
    std::uint32_t stream = 0;
    std::uint32_t task = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t connection = 0;
};

enum class CounterKind : std::uint8_t {
    CoreFrequency, ///< MHz
    HbmRead,       ///< bytes/s of one unit, average since the sample before
    HbmWrite,
    L2ReadThroughput, ///< bytes/s
    L2ReadHitRate,    ///< 0–1
    ProcessMemory,    ///< bytes
    DeviceMemory,     ///< bytes
};

/// One sample of one counter. The time is on the device counter.
struct CounterRecord {
    CounterKind kind = CounterKind::CoreFrequency;
    std::uint32_t unit = 0; ///< HBM or L2 instance
    std::int64_t atNs = 0;
    double value = 0;
};

/// A finished step. Delivered after the last record that belongs to it. Times are on the host clock.
struct StepRecord {
    std::uint32_t step = 0;
    std::uint32_t thread = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

/// A sample of the caching allocator; sizes in bytes, host clock.
struct MemoryRecord {
    std::string component; ///< PTA, GE, APP …
    std::int64_t atNs = 0;
    std::int64_t allocated = 0; ///< negative: this component does not tell
    std::int64_t reserved = 0;
    std::int64_t active = 0;  ///< likewise
    std::uint64_t stream = 0; ///< 0: none
};

/// One block's life; releaseNs < 0 = alive at the end of the capture. Host clock.
struct AllocationRecord {
    std::string component; ///< whose block it is: PTA, WORKSPACE
    std::string owner;
    std::int64_t bytes = 0;
    std::int64_t allocateNs = 0;
    std::int64_t releaseNs = -1;
    std::int64_t allocatedAfter = 0;
    std::int64_t reservedAfter = 0;
    std::int64_t allocatedAfterRelease = 0;
    std::int64_t reservedAfterRelease = 0;
    std::uint64_t stream = 0;
};

} // namespace tideline::capture
