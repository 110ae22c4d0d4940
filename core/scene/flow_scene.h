// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/index/flow_index.h"
#include "core/store/trace.h"

namespace tideline {

/// One end of an arrow; the time is on the common axis. The slice is none where the end hangs in the air.
struct FlowEnd {
    TrackId track;
    SliceId slice;
    Instant time;
};

struct FlowArrow {
    FlowEnd from;
    FlowEnd to;
};

/// The arrows that touch a slice, at most limit of them. O(arrows of the slice + log n).
std::vector<FlowArrow> flowsOf(const Trace& trace, const FlowIndex& flows, SliceId slice, std::size_t limit);

/// The slices at the far ends of the arrows that start on (forward) or end on (backward) a slice.
std::vector<SliceId> flowNeighbours(const Trace& trace, const FlowIndex& flows, SliceId slice, bool forward);

} // namespace tideline
