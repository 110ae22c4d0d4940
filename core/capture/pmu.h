// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tideline::capture {

/// The groups of performance counters; a run counts one of them.
enum class PmuGroup : std::uint8_t {
    PipeUtilization,
    ArithmeticUtilization,
    Memory,
    MemoryL0,
    MemoryUB,
    MemoryAccess,
    L2Cache,
    ResourceConflictRatio,
};

/// The value columns of a group besides the times and cycles that all groups have.
constexpr std::size_t kMostPmuColumns = 24;

/// Values of one kernel in the order of pmuColumns(group). Cube columns are 0 for kernels without a cube part, vector
/// columns for those without a vector part.
struct PmuCounters {
    PmuGroup group = PmuGroup::PipeUtilization;
    std::array<double, kMostPmuColumns> values{};
};

/// Column names of a split-core device (aic_…, aiv_…). PipeUtilization has none here: it stands in PipeCounters.
std::span<const std::string_view> pmuColumns(PmuGroup group);
std::string_view pmuGroupName(PmuGroup group);
/// By its exact name; MemoryUsage is taken as Memory.
std::optional<PmuGroup> pmuGroupNamed(std::string_view name);

} // namespace tideline::capture
