// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/flame_scene.h"

#include <algorithm>
#include <utility>

namespace tideline {

namespace {

class Builder {
public:
    Builder(const FlameTree& tree, FlameView view, double width)
        : m_tree(&tree),
          m_view(view),
          m_least(view.length() * kLeastFlameShare),
          m_step(std::min(m_least, view.length() / std::max(width, 1.0)))
    {
        m_scene.width = width;
    }
    FlameScene run();

private:
    double offset(std::uint32_t frame) const { return static_cast<double>(m_tree->frames[frame].offset); }
    double weight(std::uint32_t frame) const { return static_cast<double>(m_tree->frames[frame].weight); }
    double xOf(double at) const { return (at - m_view.from) / m_view.length() * m_scene.width; }
    bool isSmall(std::uint32_t frame) const { return weight(frame) < m_least; }
    std::uint32_t firstFrom(std::uint32_t first, std::uint32_t last, double at) const;
    void addChildren(const FlameFrame& parent);
    std::uint32_t endOfRun(std::uint32_t first, std::uint32_t last) const;
    void addBox(std::uint32_t first, std::uint32_t last);

    const FlameTree* m_tree;
    FlameView m_view;
    double m_least;
    double m_step; ///< weight that is neither above a pixel nor above the least frame
    FlameScene m_scene;
    std::vector<std::uint32_t> m_open;
};

/// The first of some neighbours that begins at or after a place.
std::uint32_t Builder::firstFrom(std::uint32_t first, std::uint32_t last, double at) const
{
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (offset(middle) < at)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/// Where the run of small frames that begins at `first` ends. Jumps by pixels: a frame that is not small reaches over
/// the end of the jump, so it can only be the last one before it.
std::uint32_t Builder::endOfRun(std::uint32_t first, std::uint32_t last) const
{
    while (first < last && isSmall(first)) {
        const std::uint32_t next = std::max(first + 1, firstFrom(first + 1, last, offset(first) + m_step));
        first = next - 1 > first && !isSmall(next - 1) ? next - 1 : next;
    }
    return first;
}

void Builder::addBox(std::uint32_t first, std::uint32_t last)
{
    const FlameFrame& frame = m_tree->frames[first];
    const double end = offset(last - 1) + weight(last - 1);
    FlameScene::Box box;
    box.x0 = std::max(0.0, xOf(offset(first)));
    box.x1 = std::min(m_scene.width, std::max(xOf(end), box.x0 + 1));
    box.depth = frame.depth;
    box.frame = first;
    box.weight = m_tree->frames[last - 1].offset + m_tree->frames[last - 1].weight - frame.offset;
    if (isSmall(first)) {
        box.merged = last - first;
        box.hidden = m_tree->framesBefore[last] - m_tree->framesBefore[first];
    } else {
        m_open.push_back(first);
    }
    m_scene.boxes.push_back(box);
}

void Builder::addChildren(const FlameFrame& parent)
{
    const std::uint32_t begin = parent.firstChild;
    const std::uint32_t last = firstFrom(begin, begin + parent.children, m_view.to);
    std::uint32_t at = firstFrom(begin, last, m_view.from);
    if (at > begin && offset(at - 1) + weight(at - 1) > m_view.from)
        --at;
    while (at < last) {
        const std::uint32_t next = isSmall(at) ? endOfRun(at, last) : at + 1;
        addBox(at, next);
        at = next;
    }
}

FlameScene Builder::run()
{
    if (m_tree->empty() || m_view.length() <= 0 || m_scene.width < 1)
        return std::move(m_scene);
    m_scene.firstOfRow.push_back(0);
    addBox(0, 1);
    while (m_scene.boxes.size() > m_scene.firstOfRow.back()) {
        m_scene.firstOfRow.push_back(m_scene.boxes.size());
        for (const std::uint32_t frame : std::exchange(m_open, {}))
            addChildren(m_tree->frames[frame]);
    }
    return std::move(m_scene);
}

} // namespace

std::span<const FlameScene::Box> FlameScene::row(std::uint32_t depth) const
{
    if (depth >= rows())
        return {};
    return std::span(boxes).subspan(firstOfRow[depth], firstOfRow[depth + 1] - firstOfRow[depth]);
}

const FlameScene::Box* FlameScene::at(double x, std::int64_t depth) const
{
    if (depth < 0 || depth >= static_cast<std::int64_t>(rows()))
        return nullptr;
    const auto boxesHere = row(static_cast<std::uint32_t>(depth));
    const auto after =
        std::partition_point(boxesHere.begin(), boxesHere.end(), [x](const Box& box) { return box.x0 <= x; });
    if (after == boxesHere.begin())
        return nullptr;
    const Box& box = *(after - 1);
    return x < box.x1 ? &box : nullptr;
}

const FlameScene::Box* FlameScene::boxOf(std::uint32_t frame, std::uint32_t depth) const
{
    for (const Box& box : row(depth)) {
        if (box.frame == frame && box.merged == 0)
            return &box;
    }
    return nullptr;
}

FlameScene buildFlameScene(const FlameTree& tree, FlameView view, double width)
{
    return Builder(tree, view, width).run();
}

FlameView viewOf(const FlameTree& tree, std::uint32_t frame)
{
    if (frame >= tree.frames.size())
        return {};
    const FlameFrame& shown = tree.frames[frame];
    return {static_cast<double>(shown.offset), static_cast<double>(shown.offset + shown.weight)};
}

} // namespace tideline
