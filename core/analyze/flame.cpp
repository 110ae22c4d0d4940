// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/flame.h"

#include <algorithm>
#include <utility>

#include "core/analyze/flame_stacks.h"

namespace tideline {

namespace {

void countFrames(FlameTree& tree)
{
    for (std::size_t i = tree.frames.size(); i-- > 1;)
        tree.frames[tree.frames[i].parent].frames += tree.frames[i].frames;
    tree.framesBefore.push_back(0);
    for (const FlameFrame& frame : tree.frames)
        tree.framesBefore.push_back(tree.framesBefore.back() + frame.frames);
}

/// The stacks in which a leaf-first path occurs, at the place of its last key.
std::vector<bool> stacksOfPath(const std::vector<FlameStack>& stacks, const std::vector<std::uint32_t>& keys)
{
    std::vector<bool> found(stacks.size());
    for (std::uint32_t leaf = 1; leaf < stacks.size(); ++leaf) {
        if (stacks[leaf].own <= 0)
            continue;
        std::uint32_t at = leaf;
        std::size_t step = 0;
        while (at != 0 && step < keys.size() && stacks[at].key == keys[step]) {
            if (++step == keys.size())
                found[at] = true;
            else
                at = stacks[at].parent;
        }
    }
    return found;
}

/// The key of a frame in the stacks, taken from any stack that looks like it.
std::uint32_t keyOf(const FlameTree& tree, const FlameFrame& frame)
{
    const std::uint32_t stack = frame.example.valid() ? tree.stackOfSlice[frame.example.row] : FlameTree::kNone;
    return stack == FlameTree::kNone ? FlameTree::kNone : tree.stacks[stack].key;
}

} // namespace

std::vector<std::uint32_t> FlameTree::pathTo(std::uint32_t frame) const
{
    std::vector<std::uint32_t> path;
    for (; frame != 0; frame = frames[frame].parent)
        path.push_back(frame);
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<SliceId> FlameTree::slicesOf(std::uint32_t frame, std::size_t most) const
{
    std::vector<bool> wanted(stacks.size());
    if (frame == 0 || frame >= frames.size())
        return {};
    if (leafFirst) {
        std::vector<std::uint32_t> keys;
        for (const std::uint32_t at : pathTo(frame))
            keys.push_back(keyOf(*this, frames[at]));
        wanted = stacksOfPath(stacks, keys);
    } else {
        wanted[stackOfFrame[frame]] = true;
    }
    std::vector<SliceId> slices;
    for (std::uint32_t row = 0; row < stackOfSlice.size() && slices.size() < most; ++row) {
        if (stackOfSlice[row] != kNone && wanted[stackOfSlice[row]])
            slices.push_back(SliceId{row});
    }
    return slices;
}

std::uint32_t FlameTree::frameOf(SliceId slice) const
{
    if (!slice.valid() || slice.row >= stackOfSlice.size() || stackOfSlice[slice.row] == kNone || frames.empty())
        return kNone;
    const std::uint32_t stack = stackOfSlice[slice.row];
    if (!leafFirst)
        return frameOfStack[stack];
    for (std::uint32_t i = 0; i < frames.front().children; ++i) {
        const std::uint32_t frame = frames.front().firstChild + i;
        if (keyOf(*this, frames[frame]) == stacks[stack].key)
            return frame;
    }
    return kNone;
}

FlameTree flameTree(const Trace& trace, const FlameOptions& options, const std::stop_token& stop)
{
    FlameStacks stacks = mergeStacks(trace, options, stop);
    FlameTree tree;
    tree.source = stacks.source;
    tree.weight = stacks.weight;
    tree.leafFirst = options.leafFirst;
    tree.lack = stacks.lack;
    if (stop.stop_requested() || stacks.lack != FlameLack::None)
        return tree;
    if (options.leafFirst)
        layOutLeafFirst(stacks, stop, tree);
    else
        layOutTopDown(stacks, options.order, tree);
    if (stop.stop_requested())
        return {};
    countFrames(tree);
    tree.stacks.reserve(stacks.nodes.size());
    for (const StackNode& node : stacks.nodes)
        tree.stacks.push_back(node.stack);
    tree.stackOfSlice = std::move(stacks.nodeOfSlice);
    return tree;
}

FlameMatches matchFlame(const FlameTree& tree, const std::function<bool(const FlameFrame&)>& matches)
{
    FlameMatches out;
    out.frames.resize(tree.frames.size());
    std::vector<bool> inside(tree.frames.size());
    for (std::size_t i = 1; i < tree.frames.size(); ++i) {
        const FlameFrame& frame = tree.frames[i];
        out.frames[i] = matches(frame);
        inside[i] = out.frames[i] || inside[frame.parent];
        if (!out.frames[i])
            continue;
        ++out.count;
        if (!inside[frame.parent])
            out.weight += frame.weight;
    }
    return out;
}

} // namespace tideline
