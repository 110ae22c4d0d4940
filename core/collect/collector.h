// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/capture/record_sink.h"
#include "core/collect/faults/fault.h"
#include "core/collect/faults/ground_truth.h"

namespace tideline::collect {

/// The task part of a capture: --task-time. FollowLevel takes it from the trace level.
enum class TaskPart : std::uint8_t { FollowLevel, Off, Level0, Level1, Level2 };

/// Steps of which only the last are recorded; step numbers keep counting.
struct StepSchedule {
    std::uint32_t wait = 0;
    std::uint32_t warmup = 0;
    std::uint32_t active = 0; ///< 0: all that is left
};

/// What to simulate and what to record. Zero and empty mean the scenario's own default.
struct CollectOptions {
    std::string scenario = "resnet50-train"; ///< a built-in name or the path of a JSON file
    std::string device;                      ///< likewise
    std::uint32_t ranks = 0;
    std::uint32_t steps = 0; ///< simulated, recorded or not
    std::uint64_t seed = 1;
    std::uint32_t ranksPerHost = 0; ///< 0: the scenario's, else 8
    capture::TraceLevel level = capture::TraceLevel::HostApi;
    TaskPart taskPart = TaskPart::FollowLevel;
    bool aiCore = true;
    capture::PmuGroup pmuGroup = capture::PmuGroup::PipeUtilization;
    bool l2Cache = false;
    std::optional<bool> communication;                     ///< default: with two ranks or more
    std::optional<capture::TraceLevel> communicationLevel; ///< of collectives; default: level
    bool communicationMatrix = true;
    std::optional<bool> memory;    ///< record the allocator; default: at TraceLevel::Full
    bool hardwareMemory = true;    ///< HBM, L2 and device memory counters
    std::uint32_t sampleHz = 1000; ///< hardware counters, 1 to 10000
    StepSchedule schedule;
    std::vector<std::string> opList; ///< kernel types that are recorded; empty: all. The others leave totals only
    bool syncMarkers = false;        ///< host/device time pairs every second and at every step
    bool withStack = false;
    bool overhead = false;                 ///< profiling costs time
    std::optional<capture::DumpPart> dump; ///< statistics of tensors, by step and layer
    std::vector<Fault> faults;
};

/// A file that has to end early: the exporter of that rank cuts it.
struct TruncatedRank {
    std::uint32_t rank = 0;
    double percent = 100; ///< of the bytes that is left
};

struct CollectSummary {
    std::string scenario;
    std::string device;
    std::string constantsVersion;
    std::uint32_t ranks = 0;
    std::uint32_t steps = 0; ///< recorded
    std::uint64_t deviceTasks = 0;
    std::vector<ClockTruth> clocks;
    GroundTruth truth;
    std::optional<std::uint32_t> missingRank; ///< its sink was never asked for
    std::optional<TruncatedRank> truncated;
    std::vector<std::string> notes; ///< what the caller has to be told, a sentence each
};

/// Simulates the workload and hands each rank's records to a sink of the factory. The same options give the same
/// records. Mistakes in options or files are InvalidArgument and say what is allowed. With faults the clean twin runs too,
/// unseen, once per fault that costs time.
/// Cost: about a microsecond per device task; memory does not grow with the number of steps.
Result<CollectSummary> collect(const CollectOptions& options, const capture::RecordSinkFactory& sinks,
                               const Progress& progress);

} // namespace tideline::collect
