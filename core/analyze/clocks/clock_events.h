// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/analyze/clocks/collective.h"
#include "core/analyze/clocks/host_device.h"
#include "core/base/progress.h"
#include "core/store/trace.h"

namespace tideline::clocks {

/// What the two sides of each rank saw of each other, rank by rank; memory for one rank at a time.
class SharedEventReader {
public:
    /// O(flows).
    explicit SharedEventReader(const Trace& trace);
    /// Launches and marks by their arrows; each synchronising call with the last item of every stream that had been
    /// launched when it returned, and with the last that had been launched when it began. O(flows + host slices of the
    /// rank).
    SharedEvents read(RankId rank) const;

private:
    const Trace* m_trace;
    std::vector<std::vector<RowRange>> m_flows; ///< by rank
};

/// Numbers of the steps that operations belong to, where ranks mark their steps: the mark in which the host asked for an
/// operation counts, for the device may run behind by a step; without an arrow to it, the mark in which it started.
class StepNumbers {
public:
    /// O(flows), or O(steps) where fewer than two ranks mark their steps.
    explicit StepNumbers(const Trace& trace);
    /// Or kNoInteger. The start is that of the files. O(log steps).
    std::int64_t of(RankId rank, SliceId slice, Instant start) const;

private:
    std::vector<std::vector<StepInfo>> m_steps; ///< by rank, by start
    std::unordered_map<SliceId, Instant> m_launches;
};

/// The operations of each rank by group. Times have the declared bases added (RankInfo::axisShift as it is on import).
using SequencesByGroup = std::map<std::string, CollectiveSequence, std::less<>>;
std::vector<SequencesByGroup> collectiveSequences(const Trace& trace);

} // namespace tideline::clocks
