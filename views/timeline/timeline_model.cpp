// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_model.h"

#include <algorithm>
#include <utility>

namespace tideline {

namespace {

constexpr int kBottomRoomPx = 24;

} // namespace

TimelineModel::TimelineModel(ViewState& state, QObject* parent) : QObject(parent), m_state(state)
{
    connect(&state, &ViewState::scopeChanged, this, &TimelineModel::showRanks);
}

void TimelineModel::showRanks()
{
    if (!m_session || m_ranks == m_state.scope().ranks)
        return;
    m_ranks = m_state.scope().ranks;
    m_layout = TimelineLayout(m_session->trace(), m_ranks);
    emit layoutChanged();
    clampScroll();
}

void TimelineModel::setSession(std::shared_ptr<const Session> session)
{
    // The old trace must live until nothing refers to it any more.
    const std::shared_ptr<const Session> old = std::exchange(m_session, std::move(session));
    m_categories = m_session ? std::make_unique<CategoryCache>(m_session->trace(), &m_session->index()) : nullptr;
    m_ranks = m_state.scope().ranks;
    m_layout = m_session ? TimelineLayout(m_session->trace(), m_ranks) : TimelineLayout();
    m_scrollTop = 0;
    emit profileChanged();
    emit layoutChanged();
    emit scrolled();
}

int TimelineModel::maxScroll() const
{
    return std::max(0, m_layout.height() + kBottomRoomPx - m_viewportHeight);
}

void TimelineModel::setScrollTop(int top)
{
    const int next = std::clamp(top, 0, maxScroll());
    if (next == m_scrollTop)
        return;
    m_scrollTop = next;
    emit scrolled();
}

void TimelineModel::setViewportHeight(int height)
{
    if (height == m_viewportHeight)
        return;
    m_viewportHeight = height;
    clampScroll();
}

void TimelineModel::clampScroll()
{
    m_scrollTop = std::clamp(m_scrollTop, 0, maxScroll());
    emit scrolled();
}

void TimelineModel::setCollapsed(const Lane& lane, bool collapsed)
{
    m_layout.setCollapsed(lane.kind, lane.id, collapsed);
    emit layoutChanged();
    clampScroll();
}

void TimelineModel::collapseAll(bool collapsed)
{
    m_layout.collapseAll(collapsed);
    emit layoutChanged();
    clampScroll();
}

void TimelineModel::showRow(SliceId slice)
{
    const Trace& trace = m_session->trace();
    const TrackId track = trace.trackOf(slice);
    const std::uint32_t row = trace.rowOf(slice);
    const auto hidden = [&] {
        const auto lane = m_layout.laneOf(track);
        return !lane || m_layout.lanes()[*lane].rows <= row;
    };
    if (hidden()) {
        m_layout.expandTo(track);
        emit layoutChanged();
    }
    const auto lane = m_layout.laneOf(track);
    if (!lane)
        return;
    const int top = TimelineLayout::rowTop(m_layout.lanes()[*lane], row);
    const int bottom = top + TimelineLayout::kRowPx;
    if (top < m_scrollTop || bottom > m_scrollTop + m_viewportHeight)
        setScrollTop(top - m_viewportHeight / 3);
}

TimeRange TimelineModel::rangeOf(SliceId slice) const
{
    const Trace& trace = m_session->trace();
    return trace.rangeOf(slice).shifted(trace.axisShift(trace.trackOf(slice)));
}

TimeRange TimelineModel::rangeOf(const std::vector<SliceId>& slices) const
{
    TimeRange all = rangeOf(slices.front());
    for (const SliceId slice : slices) {
        const TimeRange one = rangeOf(slice);
        all = {std::min(all.start, one.start), std::max(all.end, one.end)};
    }
    return all;
}

std::optional<SliceId> TimelineModel::currentSlice() const
{
    const Selection& selection = m_state.selection();
    if (!m_session || selection.kind != Selection::Kind::Slices || selection.slices.empty())
        return std::nullopt;
    return selection.slices.back();
}

} // namespace tideline
