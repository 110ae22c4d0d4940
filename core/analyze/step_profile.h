// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/analyze/device_ops.h"
#include "core/analyze/scope.h"
#include "core/store/trace.h"

namespace tideline {

/// The device side of one step of one rank, taken apart: what every further analysis starts from. All times are those
/// of the rank's files. A time range of the scope cuts everything: kernels, operations, sets and the window.
struct StepProfile {
    RankId rank;
    std::optional<std::int64_t> id;
    bool marked = false; ///< the window is a step slice of the host
    bool detected = false;
    bool startCut = false;               ///< the scope's time hides the start of the step
    bool deviceKnown = false;            ///< the profile says what the device of the rank did
    TimeRange window;                    ///< host step, else detected iteration, else the span
    std::vector<DeviceOp> kernels;       ///< K by (start, end)
    std::vector<DeviceOp> communication; ///< N's operations by (start, end)
    std::vector<TimeRange> computing;    ///< C
    std::vector<TimeRange> transfers;    ///< the union N
    std::vector<TimeRange> busy;         ///< B
    std::vector<TimeRange> idle;         ///< the window without B: before, between and after device work
    std::vector<TimeRange> gaps;         ///< the holes between two neighbours of B
    const FileStepRow* file = nullptr;

    bool empty() const { return busy.empty(); }
    TimeRange span() const { return empty() ? TimeRange{} : TimeRange{busy.front().start, busy.back().end}; }
    Duration wall() const { return window.length(); }
    Duration computingTime() const;
    Duration communicationTime() const;
    Duration overlappedTime() const;
    Duration exposedCommunication() const { return communicationTime() - overlappedTime(); }
    Duration freeTime() const; ///< sum of the gaps
    /// First start of B - start of the step (may be negative); the file's figure without step marks; else none, also
    /// where the start of the step is cut off.
    std::optional<Duration> preparing() const;
};

/// The steps of a rank inside the scope, by id; one without id where the profile has no steps. Ranks, steps and time
/// limit everything; streams and name parts limit the device work. O(n log n) in the rank's device work.
std::vector<StepProfile> stepProfiles(const Trace& trace, RankId rank, const Scope& scope);

/// The step's figure in step_trace_time.csv by the letters and digits of its name ("preparing"); none if it has none.
std::optional<Duration> fileFigure(const FileStepRow* row, std::string_view squashedName);

/// Name of a kernel or operation, from its table row or its slice.
std::string_view nameOf(const Trace& trace, const DeviceOp& op);

} // namespace tideline
