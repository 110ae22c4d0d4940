// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/capture/record_sink.h"

namespace tideline::collect {

/// What to simulate. Zero and empty mean the scenario's own default.
struct CollectOptions {
    std::string scenario = "resnet50-train"; ///< a built-in name or the path of a JSON file
    std::string device;                      ///< likewise
    std::uint32_t ranks = 0;
    std::uint32_t steps = 0;
    std::uint64_t seed = 1;
    std::uint32_t ranksPerHost = 8;
    capture::TraceLevel level = capture::TraceLevel::HostApi;
    std::optional<bool> memory;    ///< record the allocator; default: at TraceLevel::Full
    std::uint32_t sampleHz = 1000; ///< hardware counters, 1 to 10000
};

/// The clocks of a rank as planted: what an alignment has to find.
struct ClockTruth {
    std::uint32_t rank = 0;
    std::int64_t hostOffsetNs = 0;
    std::int64_t hostDriftPpb = 0;
    std::int64_t deviceOffsetNs = 0; ///< error of the start pair
    std::int64_t deviceDriftPpb = 0;
};

struct CollectSummary {
    std::string scenario;
    std::string device;
    std::string constantsVersion;
    std::uint32_t ranks = 0;
    std::uint32_t steps = 0;
    std::uint64_t deviceTasks = 0;
    std::vector<ClockTruth> clocks;
};

/// Simulates the workload and hands each rank's records to a sink of the factory. The same options give the same
/// records. Mistakes in options or files are InvalidArgument and say what is allowed.
/// Cost: about a microsecond per device task; memory does not grow with the number of steps.
Result<CollectSummary> collect(const CollectOptions& options, const capture::RecordSinkFactory& sinks,
                               const Progress& progress);

} // namespace tideline::collect
