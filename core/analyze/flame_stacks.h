// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/analyze/flame.h"

namespace tideline {

/// A node of the merged stacks with what its frame will show.
struct StackNode {
    FlameStack stack;
    FlameKind kind = FlameKind::All;
    StringId name;
    TrackId track;
    SliceId example;
    Duration longest{-1};
    std::uint64_t calls = 0;
    Instant first; ///< earliest start, on the common axis
};

/// The merged stacks of a trace; parents stand before their children, 0 is the whole.
struct FlameStacks {
    FlameSource source = FlameSource::Operators;
    FlameWeight weight = FlameWeight::HostTime;
    FlameLack lack = FlameLack::None;
    std::vector<StackNode> nodes;
    std::vector<std::uint32_t> nodeOfSlice; ///< FlameTree::kNone outside the scope and the source
};

FlameStacks mergeStacks(const Trace& trace, const FlameOptions& options, const std::stop_token& stop);

/// The frames of merged stacks from the whole down.
void layOutTopDown(const FlameStacks& stacks, FlameOrder order, FlameTree& tree);
/// From what runs to what called it. Checks for a stop at each level.
void layOutLeafFirst(const FlameStacks& stacks, const std::stop_token& stop, FlameTree& tree);

} // namespace tideline
