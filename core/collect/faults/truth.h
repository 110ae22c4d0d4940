// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace tideline::collect {

struct CollectOptions;
struct CollectSummary;
struct Workload;

/// A recorded step of a rank.
struct StepWall {
    std::uint32_t step = 0;
    std::int64_t lengthNs = 0; ///< simulated time
    std::int64_t startNs = 0;  ///< wall clock of the capture
    std::int64_t endNs = 0;
};
using StepWalls = std::vector<std::vector<StepWall>>; ///< by rank

/// Fills the truth of a finished collection and the notes for what its options leave out. Runs the clean twin, and with
/// several faults each one alone, to know what they cost.
Status describeTruth(const CollectOptions& options, const Workload& workload, const StepWalls& walls,
                     const Progress& progress, CollectSummary& summary);

/// Simulates without recording; the greatest memory of a rank goes to residentBytes.
Result<StepWalls> stepWalls(const CollectOptions& options, std::int64_t* residentBytes, const Progress& progress);

} // namespace tideline::collect
