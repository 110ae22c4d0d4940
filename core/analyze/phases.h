// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/analyze/host_calls.h"
#include "core/analyze/step_profile.h"

namespace tideline {

enum class Phase { Data, Forward, Backward, Communication, Optimizer, Unassigned };
constexpr std::size_t kPhases = 6;
using PhaseTimes = std::array<Duration, kPhases>;

/// Host windows of the phases in one rank, merged.
struct PhaseWindows {
    std::vector<TimeRange> data;      ///< data loader slices
    std::vector<TimeRange> forward;   ///< from the first to the last operator that a backward one answers, by step
    std::vector<TimeRange> backward;  ///< likewise of the answers ("fwdbwd" arrows)
    std::vector<TimeRange> optimizer; ///< Optimizer.step# slices
    bool known = false;               ///< some window was found
};
/// O(flows + steps).
PhaseWindows phaseWindows(const Trace& trace, RankId rank, const HostCalls& calls);

/// The wall time of a step by phase: exposed communication; computation by the window in which each kernel was
/// launched (optimizer before backward before forward before data); of the idle time what the data loader covers; the
/// rest, kernels without a launch too, is unassigned. Adds up to StepProfile::wall() exactly for a step whose device
/// work lies inside its window; work outside the window is left out. O(n log n).
PhaseTimes phaseTimes(const StepProfile& step, const PhaseWindows& windows, const LaunchTimes& launches);

} // namespace tideline
