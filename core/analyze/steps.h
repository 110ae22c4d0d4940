// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analyze/phases.h"
#include "core/analyze/scope.h"
#include "core/base/time.h"
#include "core/store/trace.h"

namespace tideline {

/// The time of one rank in one step (the time model: C = union of compute kernels, N = union of communication ops,
/// B = C ∪ N; all in exact integers). A figure is missing where the profile lacks the data.
struct StepRow {
    RankId rank;
    std::optional<std::int64_t> step;
    std::optional<TimeRange> range;        ///< host step, else the span of B
    std::optional<Duration> wall;          ///< ProfilerStep; else detected iteration; else span of B; else of the trace
    std::optional<Duration> computing;     ///< |C|
    std::optional<Duration> communication; ///< |N|
    std::optional<Duration> overlapped;    ///< |C ∩ N|
    std::optional<Duration> notOverlapped; ///< |N| - |C ∩ N|
    std::optional<Duration> free;          ///< span - |B|
    std::optional<Duration> preparing;     ///< first start of B - start of the host step
    std::optional<Duration> stage;         ///< computing + notOverlapped + free - bubble
    std::optional<Duration> bubble;        ///< exposed time of send, receive and batchSendRecv
    std::optional<Duration> span;          ///< last end - first start of B
    /// step_trace_time.csv, when present; else the sums of the lanes of the overlap analysis, where there are any.
    std::map<std::string, Duration> file;
    bool fileFromLanes = false; ///< `file` was summed up from the lanes
    /// Recomputed figures ("computing", "free", …) that differ from `file` by more than 1 %.
    std::vector<std::string> differs;
    std::optional<PhaseTimes> phases; ///< of the wall time; only where the profile gives phases
    bool recomputed = false;          ///< false: the figures are those of the file
};

/// The figure of the column with these letters and digits in lower case, whatever else its name has: spellings differ.
std::optional<Duration> fileFigure(const StepRow& row, std::string_view letters);

/// One row per rank and step, by (rank number, step). Recomputed from kernels and communication ops where there are
/// any, else from device slices, else taken from step_trace_time.csv. O(n log n) in the kernels of each step.
std::vector<StepRow> stepRows(const Trace& trace);
/// The rows of the scope's ranks and steps. A time range cuts every figure to what lies inside, and those of files,
/// which are about whole steps, are left out; rows without anything inside are gone. Other limits mean nothing here.
std::vector<StepRow> stepRows(const Trace& trace, const Scope& scope);

/// Union length of ranges; sorts in place. O(n log n).
Duration unionLength(std::vector<TimeRange>& ranges);

} // namespace tideline
