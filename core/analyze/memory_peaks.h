// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analyze/scope.h"
#include "core/store/trace.h"

namespace tideline {

/// What a peak was read from.
enum class MemorySource {
    Records,     ///< samples of the allocators (memory_record)
    Allocations, ///< the allocator's totals beside each block (operator_memory)
    LiveBlocks,  ///< the sum of the blocks that were seen: older ones are missing
};

/// Stable word of documents: "memory_record", "operator_memory", "live_blocks".
std::string_view wordOf(MemorySource source);

/// The most that one component of a rank held. Times are those of the rank's files.
struct MemoryPeak {
    RankId rank;
    std::string component; ///< PTA, GE, APP, PTA+GE, …; "" where the file does not say
    MemorySource source = MemorySource::Records;
    std::uint64_t samples = 0;
    std::optional<std::int64_t> allocated; ///< greatest of all samples
    std::optional<std::int64_t> reserved;  ///< greatest of all samples, perhaps at another time
    std::optional<std::int64_t> reservedAtPeak;
    std::optional<Instant> time; ///< of the first sample with the greatest allocated; without any, reserved
    /// 1 - allocated / reserved at the peak; none where one of them is not known.
    std::optional<double> fragmentation() const;
};

/// By rank and component; from the allocations' own totals for ranks without memory records. Only ranks, steps and time
/// of the scope limit it: samples inside count. O(records).
std::vector<MemoryPeak> memoryPeaks(const Trace& trace, const Scope& scope);

/// The peak that is taken apart: of the framework's allocator (PTA), else of the component with the most allocated
/// that is no sum of others. Null where none of the rank is allocated.
const MemoryPeak* mainPeak(const std::vector<MemoryPeak>& peaks, RankId rank);

/// What a software module of the device driver reserved (npu_module_mem).
struct ModulePeak {
    RankId rank;
    std::string module;
    std::uint64_t samples = 0;
    std::int64_t reserved = 0;
    Instant time; ///< of the first of the greatest samples
};

/// By rank, most reserved first. Limited as memoryPeaks() is. O(rows of the table).
std::vector<ModulePeak> modulePeaks(const Trace& trace, const Scope& scope);

} // namespace tideline
