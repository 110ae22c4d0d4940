// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/analyze/scope.h"
#include "core/base/id.h"
#include "core/store/trace.h"

namespace tideline {

/// Where the stacks come from. Operators: framework op › CANN call › device kernel, Python functions left out.
/// Python: the same with the Python functions. Kernels: stream › kernel.
enum class FlameSource { Operators, Python, Kernels };
/// HostTime: wall time of host slices without what runs below them. DeviceTime: kernels and collectives.
/// Count: slices. A frame is as wide as its own weight and that of all frames below it.
enum class FlameWeight { HostTime, DeviceTime, Count };
/// Heaviest: equal names under one parent are one frame, the widest left. Time: only neighbours in time are merged.
enum class FlameOrder { Heaviest, Time };

struct FlameOptions {
    std::optional<FlameSource> source; ///< default: operators where there are any, else Python, else kernels
    std::optional<FlameWeight> weight; ///< default: device time where the profile has device work, else host time
    FlameOrder order = FlameOrder::Heaviest;
    bool leafFirst = false; ///< callers hang under what they call; always heaviest first
    Scope scope;
};

/// All: the frame of the whole. Step: the marked steps of training, merged. NotLinked: device work that no arrow ties
/// to a host call. Track: a stream or group below it.
enum class FlameKind : std::uint8_t { All, Slice, Step, NotLinked, Track };

/// One cell. Weights are ns or counts.
struct FlameFrame {
    StringId name;   ///< Slice only
    TrackId track;   ///< Track only
    SliceId example; ///< the longest slice of the frame, none without one
    std::uint32_t parent = 0;
    std::uint32_t firstChild = 0; ///< children are neighbours
    std::uint32_t children = 0;
    std::uint32_t depth = 0;
    std::uint32_t frames = 1; ///< itself and all below
    std::uint64_t calls = 0;  ///< slices of the frame in scope; leaf first: of the leaf
    std::int64_t offset = 0;  ///< where it begins, in weight from the left
    std::int64_t weight = 0;
    std::int64_t own = 0; ///< without the frames below
    FlameKind kind = FlameKind::Slice;
};

/// Why a tree is empty.
enum class FlameLack { None, Slices, Host, Device, Python, Length, Scope };

/// A node of the merged stacks, parents first; 0 is the whole.
struct FlameStack {
    std::uint32_t parent = 0;
    std::uint32_t key = 0; ///< equal for frames that look the same
    std::int64_t own = 0;
};

/// A call tree ready to be drawn: frames level by level, frame 0 is the whole. Empty frames: see `lack`.
struct FlameTree {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    FlameSource source = FlameSource::Operators;
    FlameWeight weight = FlameWeight::HostTime;
    bool leafFirst = false;
    FlameLack lack = FlameLack::None;
    bool cut = false; ///< leaf first: callers beyond kMaxLeafFirstDepth are left out
    std::vector<FlameFrame> frames;
    std::vector<std::uint64_t> framesBefore; ///< sum of `frames` left of it: differences count what neighbours hold
    std::vector<FlameStack> stacks;
    std::vector<std::uint32_t> stackOfFrame; ///< top down only
    std::vector<std::uint32_t> frameOfStack; ///< top down only; kNone where nothing is drawn
    std::vector<std::uint32_t> stackOfSlice; ///< by slice; kNone outside the scope and the source

    bool empty() const { return frames.empty(); }
    std::int64_t total() const { return frames.empty() ? 0 : frames.front().weight; }
    std::uint32_t depth() const { return frames.empty() ? 0 : frames.back().depth; }
    /// The frames from below the whole to this one.
    std::vector<std::uint32_t> pathTo(std::uint32_t frame) const;
    /// The slices of a frame, at most `most`, in the order of the table. O(slices).
    std::vector<SliceId> slicesOf(std::uint32_t frame, std::size_t most) const;
    /// The frame of a slice; kNone when it is not drawn. Leaf first: its frame in the first level.
    std::uint32_t frameOf(SliceId slice) const;
};

constexpr std::uint32_t kMaxLeafFirstDepth = 4096;

/// O(slices + flows + frames log frames), leaf first O(stacks · depth). No recursion: stacks may be of any depth. A
/// stopped build returns an empty tree.
FlameTree flameTree(const Trace& trace, const FlameOptions& options, const std::stop_token& stop = {});

/// What a search found.
struct FlameMatches {
    std::vector<bool> frames; ///< by frame
    std::uint64_t count = 0;
    std::int64_t weight = 0; ///< a match below another match is not counted again
};
/// Asks once for each frame below the whole; the caller remembers answers by name. O(frames).
FlameMatches matchFlame(const FlameTree& tree, const std::function<bool(const FlameFrame&)>& matches);

} // namespace tideline
