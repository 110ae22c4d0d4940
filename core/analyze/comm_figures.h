// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/store/trace.h"

namespace tideline {

/// One communication operation split into moving data and waiting, from the communication records of one rank.
struct CommOperation {
    std::uint32_t record = 0; ///< row of RecordTables::communication
    StringId name;
    TimeRange range; ///< by the record; RankContext puts the exact times of the timeline in its place
    SliceId slice;   ///< on the timeline, where it has been looked up
    Duration elapse;
    double part = 1;   ///< of the whole operation that elapse and transfer are about
    Duration transfer; ///< min(elapse, max(transit, link time / links))
    double sdmaBytes = 0;
    double rdmaBytes = 0;
    double sdmaBytesPerSecond = 0; ///< 0: unknown
    double rdmaBytesPerSecond = 0;
    std::size_t links = 1; ///< that are used side by side
    Duration wait() const { return elapse - transfer; }
};

/// Operations of a rank, the file's own totals left out, by start. A step limits them to its records; records without
/// a step belong to every step. O(records + links).
std::vector<CommOperation> commOperations(const Trace& trace, RankId rank, std::optional<std::int64_t> step);

/// Leaves what lies inside a window: the elapsed time is cut, the transfer becomes less in proportion. Operations whose
/// time is not known are left out. Sizes and rates stay those of the whole operation.
void clipOperations(std::vector<CommOperation>& operations, TimeRange window);

/// Sum of the waits over the sum of the elapsed times; none without operations.
std::optional<double> waitRatio(const std::vector<CommOperation>& operations);

} // namespace tideline
