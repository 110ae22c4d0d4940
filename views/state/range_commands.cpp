// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/range_commands.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tideline {

namespace {

constexpr double kZoomStep = 1.25;
constexpr double kFastZoomStep = kZoomStep * 4;
constexpr double kPanStep = 0.1;
constexpr double kFitShare = 0.8;

std::optional<TimeRange> rangeOf(const Selection& selection, const Trace& trace)
{
    if (selection.kind == Selection::Kind::Range)
        return selection.range;
    std::optional<TimeRange> all;
    for (const SliceId slice : selection.slices) {
        const TimeRange one = trace.rangeOf(slice).shifted(trace.axisShift(trace.trackOf(slice)));
        all = all ? TimeRange{std::min(all->start, one.start), std::max(all->end, one.end)} : one;
    }
    return all;
}

} // namespace

bool RangeCommands::run(QKeyCombination key, Instant anchor, const Trace& trace)
{
    const auto modifiers = key.keyboardModifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier && key.key() == Qt::Key_0)
        return m_state.fitAll(), true;
    if (modifiers == Qt::AltModifier && key.key() == Qt::Key_Left)
        return m_state.goBack(), true;
    if (modifiers == Qt::AltModifier && key.key() == Qt::Key_Right)
        return m_state.goForward(), true;
    if (modifiers != Qt::NoModifier && modifiers != Qt::ShiftModifier)
        return false;
    return runPlain(key.key(), modifiers == Qt::ShiftModifier, anchor, trace);
}

bool RangeCommands::runPlain(int key, bool shift, Instant anchor, const Trace& trace)
{
    const double step = shift ? kFastZoomStep : kZoomStep;
    switch (key) {
    case Qt::Key_W: return zoom(1 / step, anchor), true;
    case Qt::Key_S: return zoom(step, anchor), true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(1 / kZoomStep, anchor), true;
    case Qt::Key_Minus:
    case Qt::Key_Underscore: return zoom(step, anchor), true;
    case Qt::Key_A:
    case Qt::Key_Left: return pan(shift ? -1 : -kPanStep), true;
    case Qt::Key_D:
    case Qt::Key_Right: return pan(shift ? 1 : kPanStep), true;
    case Qt::Key_Home: return goTo(m_state.extent().start), true;
    case Qt::Key_End: return goTo(m_state.extent().end - m_state.visibleRange().length()), true;
    case Qt::Key_Backspace: return m_state.goBack(), true;
    case Qt::Key_F: return fit(trace, kFitShare), true;
    case Qt::Key_Z: return fit(trace, 1), true;
    case Qt::Key_Escape: return m_state.clearSelection(), true;
    default: return false;
    }
}

void RangeCommands::zoom(double factor, Instant anchor)
{
    const TimeRange view = m_state.visibleRange();
    const auto length = static_cast<double>(view.length().ns);
    const std::int64_t next = std::max<std::int64_t>(std::llround(length * factor), 10);
    const double share = length > 0 ? static_cast<double>((anchor - view.start).ns) / length : 0.5;
    const Instant start = anchor - Duration{std::llround(static_cast<double>(next) * share)};
    m_state.setVisibleRange({start, start + Duration{next}});
}

void RangeCommands::pan(double share)
{
    const auto length = static_cast<double>(m_state.visibleRange().length().ns);
    m_state.setVisibleRange(m_state.visibleRange().shifted(Duration{std::llround(length * share)}));
}

void RangeCommands::goTo(Instant start)
{
    m_state.setVisibleRange({start, start + m_state.visibleRange().length()});
}

void RangeCommands::fit(const Trace& trace, double share)
{
    if (const auto range = rangeOf(m_state.selection(), trace))
        m_state.zoomTo(*range, share);
}

} // namespace tideline
