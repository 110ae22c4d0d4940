// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/store/trace.h"

namespace tideline {

/// What the profiler itself worked out of one rank: its lanes Computing, Communication, Communication(Not Overlapped)
/// and Free.
class OverlapLanes {
public:
    /// O(slices of the lanes).
    OverlapLanes(const Trace& trace, RankId rank);

    /// The sums inside a window (all without one) under the names that step_trace_time.csv gives them; Overlapped is
    /// what Communication has beyond its not overlapped part. Empty without lanes. O(slices).
    std::map<std::string, Duration> figures(const std::optional<TimeRange>& window) const;

private:
    static constexpr std::size_t kLanes = 4;
    std::array<std::optional<std::vector<TimeRange>>, kLanes> m_lanes;
};

} // namespace tideline
