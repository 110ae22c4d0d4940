// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_commands.h"

#include <algorithm>
#include <cmath>

#include "core/scene/flow_scene.h"
#include "views/timeline/slice_navigation.h"

namespace tideline {

namespace {

constexpr std::int64_t kSmallestShare = 400; // a revealed slice is at least 1/400 of the width

} // namespace

TimelineCommands::TimelineCommands(TimelineModel& model, QObject* parent)
    : QObject(parent), m_model(model), m_range(model.state())
{
}

bool TimelineCommands::run(QKeyCombination key, Instant anchor)
{
    return m_model.session()
           && (runScroll(key) || runSelection(key) || m_range.run(key, anchor, m_model.session()->trace()));
}

bool TimelineCommands::runScroll(QKeyCombination key)
{
    const auto modifiers = key.keyboardModifiers() & ~Qt::KeypadModifier;
    if (modifiers != Qt::NoModifier && modifiers != Qt::ShiftModifier)
        return false;
    const int row = TimelineLayout::kRowPx * 2;
    const int page = std::max(row, m_model.viewportHeight() - row);
    switch (key.key()) {
    case Qt::Key_Up: return m_model.setScrollTop(m_model.scrollTop() - row), true;
    case Qt::Key_Down: return m_model.setScrollTop(m_model.scrollTop() + row), true;
    case Qt::Key_PageUp: return m_model.setScrollTop(m_model.scrollTop() - page), true;
    case Qt::Key_PageDown: return m_model.setScrollTop(m_model.scrollTop() + page), true;
    default: return false;
    }
}

bool TimelineCommands::runSelection(QKeyCombination key)
{
    const auto modifiers = key.keyboardModifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier) {
        switch (key.key()) {
        case Qt::Key_Up: return selectParent(), true;
        case Qt::Key_Down: return selectChild(), true;
        default: return false;
        }
    }
    if (modifiers != Qt::NoModifier)
        return false;
    switch (key.key()) {
    case Qt::Key_Comma: return selectNeighbour(-1), true;
    case Qt::Key_Period: return selectNeighbour(1), true;
    case Qt::Key_BracketLeft: return followFlow(false), true;
    case Qt::Key_BracketRight: return followFlow(true), true;
    case Qt::Key_M:
    case Qt::Key_R: return rangeFromSelection(), true;
    default: return false;
    }
}

void TimelineCommands::panBy(Duration shift)
{
    m_model.state().setVisibleRange(m_model.state().visibleRange().shifted(shift));
}

void TimelineCommands::select(SliceId slice)
{
    if (!slice.valid())
        return;
    m_model.state().selectSlice(slice);
    m_model.showRow(slice);
    const TimeRange range = m_model.rangeOf(slice);
    const TimeRange view = m_model.state().visibleRange();
    if (range.start >= view.start && range.end <= view.end)
        return;
    if (range.length() >= view.length())
        return m_model.state().zoomTo(range);
    const Instant middle = range.start + Duration{range.length().ns / 2};
    const Instant start = middle - Duration{view.length().ns / 2};
    m_model.state().setVisibleRange({start, start + view.length()});
}

void TimelineCommands::selectNeighbour(int by)
{
    if (const auto current = m_model.currentSlice())
        select(neighbourOf(m_model.session()->trace(), *current, by));
}

void TimelineCommands::selectParent()
{
    if (const auto current = m_model.currentSlice())
        select(parentOf(m_model.session()->trace(), *current));
}

void TimelineCommands::selectChild()
{
    if (const auto current = m_model.currentSlice())
        select(childOf(m_model.session()->trace(), *current));
}

void TimelineCommands::followFlow(bool forward)
{
    const auto current = m_model.currentSlice();
    if (!current)
        return;
    const Session& session = *m_model.session();
    std::vector<SliceId> targets = flowNeighbours(session.trace(), session.index().flows(), *current, forward);
    if (targets.size() == 1)
        select(targets.front());
    else if (!targets.empty())
        emit flowChoiceNeeded(std::move(targets));
}

void TimelineCommands::rangeFromSelection()
{
    const Selection& old = m_model.state().selection();
    if (old.kind != Selection::Kind::Slices || old.slices.empty())
        return;
    Selection selection;
    selection.kind = Selection::Kind::Range;
    selection.range = m_model.rangeOf(old.slices);
    for (const SliceId slice : old.slices) {
        const TrackId track = m_model.session()->trace().trackOf(slice);
        if (std::find(selection.tracks.begin(), selection.tracks.end(), track) == selection.tracks.end())
            selection.tracks.push_back(track);
    }
    m_model.state().setSelection(std::move(selection));
}

void TimelineCommands::reveal(SliceId slice)
{
    if (!m_model.session() || !slice.valid())
        return;
    m_model.state().selectSlice(slice);
    m_model.showRow(slice);
    const TimeRange range = m_model.rangeOf(slice);
    const TimeRange view = m_model.state().visibleRange();
    const bool inside = range.start >= view.start && range.end <= view.end;
    if (!inside || range.length().ns < view.length().ns / kSmallestShare)
        m_model.state().zoomTo(range, 0.3);
}

} // namespace tideline
