// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/view_state.h"

#include <algorithm>
#include <utility>

namespace tideline {

namespace {

constexpr std::size_t kHistoryLength = 200;
constexpr std::int64_t kMinimumVisibleNs = 10;
constexpr auto kGestureGap = std::chrono::milliseconds(500);

} // namespace

ViewState::ViewState(QObject* parent) : QObject(parent)
{
}

void ViewState::reset(TimeRange extent)
{
    m_extent = extent;
    m_visible = clamped(extent);
    m_selection = {};
    m_hover = {};
    m_scope = {};
    m_history = {Entry{m_visible, {}}};
    m_position = 0;
    m_lastGesture = {};
    emit profileReset();
    emit visibleRangeChanged(m_visible);
    emit selectionChanged();
    emit hoverChanged();
    emit scopeChanged();
    emit historyChanged();
}

TimeRange ViewState::clamped(TimeRange range) const
{
    const std::int64_t whole = std::max(m_extent.length().ns, kMinimumVisibleNs);
    const std::int64_t margin = whole / 20;
    const std::int64_t length = std::clamp(range.length().ns, kMinimumVisibleNs, whole + 2 * margin);
    const std::int64_t first = m_extent.start.ns - margin;
    const std::int64_t last = m_extent.start.ns + whole + margin;
    const std::int64_t centreShift = (range.length().ns - length) / 2;
    const std::int64_t start = std::clamp(range.start.ns + centreShift, first, std::max(first, last - length));
    return {Instant{start}, Instant{start + length}};
}

void ViewState::setVisibleRange(TimeRange range)
{
    const TimeRange next = clamped(range);
    if (next == m_visible)
        return;
    m_visible = next;
    remember(true);
    emit visibleRangeChanged(m_visible);
}

void ViewState::zoomTo(TimeRange range, double share)
{
    const auto length = std::max<std::int64_t>(range.length().ns, 1);
    const auto padded = static_cast<std::int64_t>(static_cast<double>(length) / share);
    const std::int64_t before = (padded - length) / 2;
    const TimeRange next = clamped({Instant{range.start.ns - before}, Instant{range.start.ns - before + padded}});
    if (next == m_visible)
        return;
    m_visible = next;
    remember(false);
    emit visibleRangeChanged(m_visible);
}

void ViewState::remember(bool coalesce)
{
    const auto now = std::chrono::steady_clock::now();
    const bool sameGesture = coalesce && now - m_lastGesture < kGestureGap && m_position > 0;
    m_lastGesture = coalesce ? now : std::chrono::steady_clock::time_point{};
    const Entry entry{m_visible, m_selection};
    m_history.resize(m_history.empty() ? 0 : m_position + 1);
    if (sameGesture) {
        m_history[m_position] = entry;
    } else {
        m_history.push_back(entry);
        if (m_history.size() > kHistoryLength)
            m_history.erase(m_history.begin());
        m_position = m_history.size() - 1;
    }
    emit historyChanged();
}

void ViewState::goBack()
{
    if (!canGoBack())
        return;
    --m_position;
    restore();
}

void ViewState::goForward()
{
    if (!canGoForward())
        return;
    ++m_position;
    restore();
}

void ViewState::restore()
{
    const Entry entry = m_history[m_position];
    m_lastGesture = {};
    m_visible = entry.range;
    emit visibleRangeChanged(m_visible);
    if (m_selection != entry.selection) {
        m_selection = entry.selection;
        emit selectionChanged();
    }
    emit historyChanged();
}

void ViewState::setSelection(Selection selection)
{
    if (selection == m_selection)
        return;
    m_selection = std::move(selection);
    if (m_position < m_history.size())
        m_history[m_position].selection = m_selection;
    emit selectionChanged();
}

void ViewState::selectSlice(SliceId slice)
{
    Selection selection;
    if (slice.valid()) {
        selection.kind = Selection::Kind::Slices;
        selection.slices = {slice};
    }
    setSelection(std::move(selection));
}

void ViewState::setHover(const Hover& hover)
{
    if (hover == m_hover)
        return;
    m_hover = hover;
    emit hoverChanged();
}

void ViewState::setScope(Scope scope)
{
    m_scope = std::move(scope);
    emit scopeChanged();
}

} // namespace tideline
