// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "core/analyze/flame_stacks.h"

namespace tideline {

namespace {

class TopDown {
public:
    TopDown(const FlameStacks& stacks, FlameOrder order, FlameTree& tree)
        : m_nodes(&stacks.nodes), m_order(order), m_tree(&tree)
    {
    }
    void run();

private:
    void sumUp();
    void groupByParent();
    void addChildren(std::uint32_t frame);
    void addFrame(std::uint32_t node, std::uint32_t parent);

    const std::vector<StackNode>* m_nodes;
    FlameOrder m_order;
    FlameTree* m_tree;
    std::vector<std::int64_t> m_total; ///< by node
    std::vector<Instant> m_first;      ///< by node, also that of the frames below
    std::vector<std::uint32_t> m_firstChild;
    std::vector<std::uint32_t> m_children; ///< nodes grouped by parent
};

void TopDown::sumUp()
{
    m_total.reserve(m_nodes->size());
    m_first.reserve(m_nodes->size());
    for (const StackNode& node : *m_nodes) {
        m_total.push_back(node.stack.own);
        m_first.push_back(node.first);
    }
    for (std::size_t i = m_nodes->size() - 1; i > 0; --i) {
        const std::uint32_t parent = (*m_nodes)[i].stack.parent;
        m_total[parent] += m_total[i];
        m_first[parent] = std::min(m_first[parent], m_first[i]);
    }
}

void TopDown::groupByParent()
{
    const auto count = static_cast<std::uint32_t>(m_nodes->size());
    m_firstChild.assign(count + 1, 0);
    for (std::uint32_t i = 1; i < count; ++i)
        ++m_firstChild[(*m_nodes)[i].stack.parent + 1];
    std::partial_sum(m_firstChild.begin(), m_firstChild.end(), m_firstChild.begin());
    m_children.resize(m_firstChild.back());
    std::vector<std::uint32_t> next(m_firstChild.begin(), m_firstChild.end() - 1);
    for (std::uint32_t i = 1; i < count; ++i)
        m_children[next[(*m_nodes)[i].stack.parent]++] = i;
}

void TopDown::addFrame(std::uint32_t node, std::uint32_t parent)
{
    const StackNode& from = (*m_nodes)[node];
    FlameFrame frame;
    frame.kind = from.kind;
    frame.name = from.kind == FlameKind::Slice ? from.name : StringId{};
    frame.track = from.track;
    frame.example = from.example;
    frame.parent = parent;
    frame.depth = node == 0 ? 0 : m_tree->frames[parent].depth + 1;
    frame.calls = from.calls;
    frame.weight = m_total[node];
    frame.own = from.stack.own;
    m_tree->frameOfStack[node] = static_cast<std::uint32_t>(m_tree->frames.size());
    m_tree->frames.push_back(frame);
    m_tree->stackOfFrame.push_back(node);
}

void TopDown::addChildren(std::uint32_t frame)
{
    const std::uint32_t node = m_tree->stackOfFrame[frame];
    const auto begin = m_children.begin() + m_firstChild[node];
    const auto end = m_children.begin() + m_firstChild[node + 1];
    if (m_order == FlameOrder::Time)
        std::sort(begin, end, [this](auto a, auto b) { return std::pair(m_first[a], a) < std::pair(m_first[b], b); });
    else
        std::sort(begin, end, [this](auto a, auto b) { return std::pair(-m_total[a], a) < std::pair(-m_total[b], b); });
    m_tree->frames[frame].firstChild = static_cast<std::uint32_t>(m_tree->frames.size());
    std::int64_t offset = m_tree->frames[frame].offset;
    for (auto child = begin; child != end; ++child) {
        if (m_total[*child] <= 0)
            continue;
        addFrame(*child, frame);
        m_tree->frames.back().offset = offset;
        offset += m_total[*child];
        ++m_tree->frames[frame].children;
    }
}

void TopDown::run()
{
    sumUp();
    groupByParent();
    m_tree->frames.reserve(m_nodes->size());
    m_tree->stackOfFrame.reserve(m_nodes->size());
    m_tree->frameOfStack.assign(m_nodes->size(), FlameTree::kNone);
    addFrame(0, 0);
    for (std::uint32_t frame = 0; frame < m_tree->frames.size(); ++frame)
        addChildren(frame);
}

} // namespace

void layOutTopDown(const FlameStacks& stacks, FlameOrder order, FlameTree& tree)
{
    TopDown(stacks, order, tree).run();
}

} // namespace tideline
