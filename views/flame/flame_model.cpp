// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flame/flame_model.h"

#include <algorithm>
#include <utility>

namespace tideline {

namespace {

constexpr std::size_t kHistoryLength = 200;
constexpr auto kGestureGap = std::chrono::milliseconds(500);
constexpr double kLeastView = 1; ///< ns or count

bool looksLike(const FlameFrame& a, const FlameFrame& b)
{
    return a.kind == b.kind && a.name == b.name && a.track == b.track;
}

} // namespace

FlameModel::FlameModel(ViewState& state, QObject* parent) : QObject(parent), m_state(state)
{
    connect(&state, &ViewState::selectionChanged, this, &FlameModel::followSelection);
}

void FlameModel::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    m_tree.reset();
    setTree(nullptr);
}

/// The frame of the tree in use at the path that a frame had in another tree; the nearest above it that is left.
std::uint32_t FlameModel::sameFrame(const FlameTree& old, std::uint32_t frame) const
{
    std::uint32_t at = 0;
    for (const std::uint32_t step : old.pathTo(frame)) {
        const FlameFrame& parent = m_tree->frames[at];
        std::uint32_t child = parent.firstChild;
        const std::uint32_t last = child + parent.children;
        while (child < last && !looksLike(m_tree->frames[child], old.frames[step]))
            ++child;
        if (child == last)
            break;
        at = child;
    }
    return at;
}

void FlameModel::setTree(std::shared_ptr<const FlameTree> tree)
{
    const std::shared_ptr<const FlameTree> old = std::exchange(m_tree, std::move(tree));
    const std::uint32_t focus = m_focus;
    const bool keeps = old && !old->empty() && !empty() && focus < old->frames.size();
    m_focus = keeps ? sameFrame(*old, focus) : 0;
    m_view = empty() ? FlameView{} : viewOf(*m_tree, m_focus);
    m_back.clear();
    m_current = FlameTree::kNone;
    m_matches.reset();
    m_selecting = false;
    followSelection();
    emit treeChanged();
    emit viewChanged();
}

void FlameModel::setMatches(std::optional<FlameMatches> matches)
{
    m_matches = std::move(matches);
    emit marksChanged();
}

void FlameModel::show(Place place, bool gesture)
{
    if (empty() || place.view == m_view)
        return;
    const auto now = std::chrono::steady_clock::now();
    const bool same = gesture && now - m_lastGesture < kGestureGap;
    m_lastGesture = gesture ? now : std::chrono::steady_clock::time_point{};
    if (!same) {
        m_back.push_back({m_view, m_focus});
        if (m_back.size() > kHistoryLength)
            m_back.erase(m_back.begin());
    }
    m_view = place.view;
    m_focus = place.focus;
    emit viewChanged();
}

std::uint32_t FlameModel::lowestAround(FlameView view) const
{
    std::uint32_t at = 0;
    for (bool deeper = true; deeper;) {
        const FlameFrame& frame = m_tree->frames[at];
        const auto first = m_tree->frames.begin() + frame.firstChild;
        const auto after = std::partition_point(first, first + frame.children, [&](const FlameFrame& child) {
            return static_cast<double>(child.offset) <= view.from;
        });
        deeper = after != first && static_cast<double>((after - 1)->offset + (after - 1)->weight) >= view.to;
        if (deeper)
            at = static_cast<std::uint32_t>(after - 1 - m_tree->frames.begin());
    }
    return at;
}

void FlameModel::zoomTo(std::uint32_t frame)
{
    if (!empty() && frame < m_tree->frames.size())
        show({viewOf(*m_tree, frame), frame}, false);
}

void FlameModel::zoomTo(FlameView view)
{
    if (!empty() && view.length() > 0)
        show({view, lowestAround(view)}, false);
}

void FlameModel::zoomAround(double factor, double place)
{
    if (empty())
        return;
    const auto total = static_cast<double>(m_tree->total());
    const double length = std::clamp(m_view.length() * factor, std::min(kLeastView, total), total);
    const double share = m_view.length() > 0 ? (place - m_view.from) / m_view.length() : 0;
    const double from = std::clamp(place - share * length, 0.0, total - length);
    const FlameView view{from, from + length};
    show({view, lowestAround(view)}, true);
}

void FlameModel::pan(double weight)
{
    if (empty())
        return;
    const double from = std::clamp(m_view.from + weight, 0.0, static_cast<double>(m_tree->total()) - m_view.length());
    const FlameView view{from, from + m_view.length()};
    show({view, lowestAround(view)}, true);
}

void FlameModel::reset()
{
    zoomTo(0U);
}

void FlameModel::goBack()
{
    if (m_back.empty())
        return;
    const Place place = m_back.back();
    m_back.pop_back();
    m_view = place.view;
    m_focus = place.focus;
    m_lastGesture = {};
    emit viewChanged();
}

void FlameModel::select(std::uint32_t frame)
{
    if (empty() || frame >= m_tree->frames.size())
        return;
    m_current = frame;
    const FlameFrame& picked = m_tree->frames[frame];
    Selection selection;
    std::vector<SliceId> slices = m_tree->slicesOf(frame, kMaxSelected + 1);
    if (!slices.empty() && slices.size() <= kMaxSelected) {
        // The longest comes last: it is the one that details are shown of.
        std::erase(slices, picked.example);
        slices.push_back(picked.example);
        selection.kind = Selection::Kind::Slices;
        selection.slices = std::move(slices);
    } else if (picked.name.valid()) {
        selection.kind = Selection::Kind::Operator;
        selection.operatorName = picked.name;
    }
    m_selecting = true;
    m_state.setSelection(std::move(selection));
    m_selecting = false;
    m_selected.assign(m_tree->frames.size(), false);
    m_selected[frame] = true;
    emit currentChanged();
    emit marksChanged();
}

void FlameModel::followSelection()
{
    if (m_selecting)
        return;
    m_selected.assign(empty() ? 0 : m_tree->frames.size(), false);
    m_current = FlameTree::kNone;
    const Selection& selection = m_state.selection();
    if (!empty() && selection.kind == Selection::Kind::Slices) {
        for (const SliceId slice : selection.slices) {
            const std::uint32_t frame = m_tree->frameOf(slice);
            if (frame != FlameTree::kNone)
                m_selected[m_current = frame] = true;
        }
    } else if (!empty() && selection.kind == Selection::Kind::Operator) {
        for (std::size_t i = 1; i < m_selected.size(); ++i)
            m_selected[i] = m_tree->frames[i].name.valid() && m_tree->frames[i].name == selection.operatorName;
    }
    emit marksChanged();
    if (m_current != FlameTree::kNone)
        emit currentChanged();
}

bool FlameModel::isInView(std::uint32_t frame) const
{
    const FlameFrame& wanted = m_tree->frames[frame];
    const auto from = static_cast<double>(wanted.offset);
    const auto weight = static_cast<double>(wanted.weight);
    return from < m_view.to && from + weight > m_view.from && weight >= m_view.length() * kLeastFlameShare;
}

void FlameModel::reveal(std::uint32_t frame)
{
    if (isInView(frame))
        return;
    zoomTo(m_tree->frames[frame].parent);
    if (!isInView(frame))
        zoomTo(frame);
}

void FlameModel::selectNextMatch(int by)
{
    if (empty() || !m_matches || m_matches->count == 0)
        return;
    const auto count = static_cast<std::int64_t>(m_matches->frames.size());
    std::int64_t at = m_current == FlameTree::kNone ? (by > 0 ? 0 : count) : m_current;
    for (std::int64_t tried = 0; tried < count; ++tried) {
        at = (at + by + count) % count;
        if (!m_matches->frames[static_cast<std::size_t>(at)])
            continue;
        reveal(static_cast<std::uint32_t>(at));
        return select(static_cast<std::uint32_t>(at));
    }
}

} // namespace tideline
