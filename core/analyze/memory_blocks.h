// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analyze/memory_peaks.h"
#include "core/analyze/scope.h"
#include "core/store/trace.h"

namespace tideline {

/// What one operator held at one moment.
struct LiveMemory {
    RankId rank;
    std::string name;
    std::int64_t bytes = 0;
    std::uint64_t allocations = 0;
};

/// The moment that liveAtPeak() is about, one per rank with allocations.
struct LivePeak {
    RankId rank;
    MemorySource source = MemorySource::Records;
    Instant time;           ///< of the rank's files
    std::int64_t bytes = 0; ///< of all blocks that live then, as far as they were seen
};

struct LiveSet {
    std::vector<LivePeak> peaks;
    std::vector<LiveMemory> rows; ///< by rank, most bytes first
};

/// The blocks that live at the peak of each rank: that of mainPeak(), else the moment at which the blocks inside the
/// scope sum up to most. A block lives from its allocation to its release, both by the file; one whose allocation was
/// not seen is older than the capture, one without a release stays. Names of the scope limit the rows.
/// O(n log n) in the allocations.
LiveSet liveAtPeak(const Trace& trace, const std::vector<MemoryPeak>& peaks, const Scope& scope);

/// The allocations of one operator inside the scope.
struct OperatorMemory {
    RankId rank;
    std::string name;
    std::uint64_t allocations = 0;
    std::int64_t bytes = 0; ///< of all allocations
    std::int64_t largest = 0;
    std::int64_t peak = 0;                ///< the most that it held at one moment
    std::optional<std::int64_t> reserved; ///< the most that the allocator had reserved right after one of them
};

/// By rank, greatest peak first. O(n log n) in the allocations.
std::vector<OperatorMemory> operatorMemory(const Trace& trace, const Scope& scope);

} // namespace tideline
