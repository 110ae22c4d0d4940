// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/analyze/flame_stacks.h"

namespace tideline {

namespace {

/// One way to a frame: the node that stands there and what the leaf brings along.
struct Way {
    std::uint32_t node = 0;
    std::int64_t weight = 0;
    std::uint64_t calls = 0;
};

using Ways = std::vector<Way>;

class LeafFirst {
public:
    LeafFirst(const FlameStacks& stacks, FlameTree& tree) : m_nodes(&stacks.nodes), m_tree(&tree) {}
    void run(const std::stop_token& stop);

private:
    struct Group {
        std::size_t first = 0;
        std::size_t last = 0;
        std::int64_t weight = 0;
    };
    struct Open {
        std::uint32_t frame;
        std::size_t first;
        std::size_t last;
    };
    void addRoot();
    std::vector<Group> grouped(Ways& ways) const;
    void addChildren(const Open& open, const Ways& ways);
    void addFrame(const Ways& ways, const Group& group, std::uint32_t parent);

    const std::vector<StackNode>* m_nodes;
    FlameTree* m_tree;
    std::vector<Open> m_open; ///< frames of the next level with their part of m_next
    Ways m_next;
};

/// Sorts ways by what stands there; the heaviest group first.
std::vector<LeafFirst::Group> LeafFirst::grouped(Ways& ways) const
{
    const auto keyOf = [this](const Way& way) { return (*m_nodes)[way.node].stack.key; };
    std::sort(ways.begin(), ways.end(),
              [&](const Way& a, const Way& b) { return std::pair(keyOf(a), a.node) < std::pair(keyOf(b), b.node); });
    std::vector<Group> groups;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (i == 0 || keyOf(ways[i]) != keyOf(ways[i - 1]))
            groups.push_back({i, i, 0});
        groups.back().last = i + 1;
        groups.back().weight += ways[i].weight;
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.weight > b.weight; });
    return groups;
}

void LeafFirst::addFrame(const Ways& ways, const Group& group, std::uint32_t parent)
{
    FlameFrame frame;
    Duration longest{-1};
    for (std::size_t i = group.first; i < group.last; ++i) {
        const StackNode& node = (*m_nodes)[ways[i].node];
        frame.calls += ways[i].calls;
        if (node.longest > longest) {
            longest = node.longest;
            frame.example = node.example;
        }
        frame.kind = node.kind;
        frame.name = node.kind == FlameKind::Slice ? node.name : StringId{};
        frame.track = node.track;
    }
    frame.parent = parent;
    frame.depth = m_tree->frames[parent].depth + 1;
    frame.weight = frame.own = group.weight;
    m_tree->frames.push_back(frame);
}

void LeafFirst::addChildren(const Open& open, const Ways& level)
{
    Ways callers;
    for (std::size_t i = open.first; i < open.last; ++i) {
        const std::uint32_t caller = open.frame == 0 ? level[i].node : (*m_nodes)[level[i].node].stack.parent;
        if (caller != 0)
            callers.push_back({caller, level[i].weight, level[i].calls});
    }
    std::int64_t offset = m_tree->frames[open.frame].offset;
    m_tree->frames[open.frame].firstChild = static_cast<std::uint32_t>(m_tree->frames.size());
    for (const Group& group : grouped(callers)) {
        addFrame(callers, group, open.frame);
        m_tree->frames.back().offset = offset;
        offset += group.weight;
        m_tree->frames[open.frame].own -= group.weight;
        ++m_tree->frames[open.frame].children;
        const std::size_t first = m_next.size();
        m_next.insert(m_next.end(), callers.begin() + static_cast<std::ptrdiff_t>(group.first),
                      callers.begin() + static_cast<std::ptrdiff_t>(group.last));
        m_open.push_back({static_cast<std::uint32_t>(m_tree->frames.size() - 1), first, m_next.size()});
    }
}

void LeafFirst::addRoot()
{
    FlameFrame root;
    root.kind = FlameKind::All;
    for (std::uint32_t i = 0; i < m_nodes->size(); ++i) {
        const StackNode& node = (*m_nodes)[i];
        if (node.stack.own <= 0)
            continue;
        m_next.push_back({i, node.stack.own, node.calls});
        root.weight += node.stack.own;
    }
    root.own = root.weight;
    m_tree->frames.push_back(root);
    m_open.push_back({0, 0, m_next.size()});
}

void LeafFirst::run(const std::stop_token& stop)
{
    addRoot();
    while (!m_open.empty() && !stop.stop_requested()) {
        const std::vector<Open> level = std::exchange(m_open, {});
        const Ways ways = std::exchange(m_next, {});
        m_tree->cut = m_tree->frames[level.front().frame].depth >= kMaxLeafFirstDepth;
        if (m_tree->cut)
            return;
        for (const Open& open : level)
            addChildren(open, ways);
    }
}

} // namespace

void layOutLeafFirst(const FlameStacks& stacks, const std::stop_token& stop, FlameTree& tree)
{
    LeafFirst(stacks, tree).run(stop);
}

} // namespace tideline
