// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/analyze/host_calls.h"
#include "core/analyze/step_profile.h"
#include "core/base/message.h"

namespace tideline {

/// Why the device had nothing to do.
enum class IdleClass {
    Loader,          ///< the host was in the data loader
    Synchronisation, ///< the host waited for the device in a synchronising call
    Launch,          ///< the host was busy and had not launched the next work yet
    Framework,       ///< the next work was not launched, and nothing ran on the host either
    DeviceTask,      ///< copies and other device tasks ran
    EventWait,       ///< launched work waited for an event or for another rank
    Unexplained,     ///< none of these
};
constexpr std::size_t kIdleClasses = 7;
TextKey textOf(IdleClass kind);

using IdleTimes = std::array<Duration, kIdleClasses>;

/// A stretch of a step in which neither a kernel nor a communication operation ran.
struct IdleGap {
    TimeRange range;
    bool inside = false;           ///< between device work; else before the first or after the last of the step
    DeviceOp next;                 ///< what starts where the gap ends; no ids after the last
    std::optional<Instant> launch; ///< of `next`; none where the profile has no link
    IdleTimes times{};             ///< add up to the length of the range exactly
    bool hostBound() const { return launch && *launch > range.start; }
    IdleClass mostly() const; ///< the class with the most time
};

/// The host side that classifies gaps; all sets merged.
struct HostSide {
    std::vector<TimeRange> loader;
    std::vector<TimeRange> synchronisation;
    std::vector<TimeRange> activity; ///< runtime calls and framework operators, without step marks
    DeviceTasks tasks;
    LaunchTimes launches;
};
/// O(n log n) in the slices of the rank's host and stream lanes.
HostSide hostSide(const Trace& trace, RankId rank, const HostCalls& calls, const Scope& scope);

/// Classifies stretches without device work: StepProfile::idle or StepProfile::gaps. Each nanosecond goes to the first
/// class that holds: loader, synchronisation, then (before the next launch) launch or framework, then device tasks and
/// event waits. The times of all add up to the length of the stretches exactly. O(n log n).
std::vector<IdleGap> classifiedGaps(const StepProfile& step, const std::vector<TimeRange>& stretches,
                                    const HostSide& host);

IdleTimes sumOf(const std::vector<IdleGap>& gaps);

} // namespace tideline
