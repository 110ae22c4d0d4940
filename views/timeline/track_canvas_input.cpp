// SPDX-License-Identifier: GPL-3.0-or-later
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "views/text/visible_text.h"
#include "views/timeline/track_canvas.h"

namespace tideline {

namespace {

constexpr double kDragStartPx = 4;
constexpr double kEdgeReachPx = 4;
constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.1;
constexpr int kScrollPerNotch = TimelineLayout::kRowPx * 3;
constexpr double kNotch = 120;

} // namespace

bool TrackCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip)
        return true; // shown by our own timer, sooner than the style would
    if (event->type() == QEvent::ShortcutOverride) {
        // Plain keys belong to the timeline while it has the focus, whatever menus say.
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
        if (plain && (key->key() == Qt::Key_Backspace || key->key() == Qt::Key_Escape))
            event->accept();
    }
    return QWidget::event(event);
}

void TrackCanvas::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        m_spaceDown = true;
        setCursor(Qt::OpenHandCursor);
        return;
    }
    if (event->key() == Qt::Key_Escape && m_drag != Drag::None) {
        m_drag = Drag::None;
        unsetCursor();
    }
    if (!m_commands.run(event->keyCombination(), anchor()))
        QWidget::keyPressEvent(event);
}

void TrackCanvas::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceDown = false;
        unsetCursor();
        return;
    }
    QWidget::keyReleaseEvent(event);
}

bool TrackCanvas::nearEdge(double x, Instant* fixed) const
{
    const Selection& selection = m_model.state().selection();
    if (selection.kind != Selection::Kind::Range)
        return false;
    const double left = std::abs(xOf(selection.range.start) - x);
    const double right = std::abs(xOf(selection.range.end) - x);
    if (std::min(left, right) > kEdgeReachPx)
        return false;
    *fixed = left < right ? selection.range.end : selection.range.start;
    return true;
}

void TrackCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::BackButton)
        return m_model.state().goBack();
    if (event->button() == Qt::ForwardButton)
        return m_model.state().goForward();
    if (!m_model.session() || event->button() == Qt::RightButton)
        return QWidget::mousePressEvent(event);
    QToolTip::hideText();
    m_tipTimer.stop();
    m_pressed = event->position();
    m_panFrom = m_model.state().visibleRange();
    m_panScroll = m_model.scrollTop();
    m_drag = Drag::Pressed;
    if (event->button() == Qt::MiddleButton || m_spaceDown)
        m_drag = Drag::Pan;
    else if (event->modifiers() == Qt::NoModifier && nearEdge(event->position().x(), &m_fixedTime))
        m_drag = Drag::Edge;
}

void TrackCanvas::startDrag(QMouseEvent* event)
{
    const QPointF moved = event->position() - m_pressed;
    if (std::max(std::abs(moved.x()), std::abs(moved.y())) < kDragStartPx)
        return;
    const bool pan = event->buttons() & Qt::MiddleButton || m_spaceDown
                     || event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    m_drag = pan ? Drag::Pan : Drag::Range;
    m_fixedTime = timeAt(m_pressed.x());
}

void TrackCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (m_drag == Drag::Pressed)
        startDrag(event);
    switch (m_drag) {
    case Drag::None: updateHover(event->position()); break;
    case Drag::Pressed: break;
    case Drag::Range:
    case Drag::Edge: selectRangeTo(event->position()); break;
    case Drag::Pan: dragPan(event->position()); break;
    }
    updateCursor(event->position());
}

void TrackCanvas::selectRangeTo(QPointF position)
{
    const Instant moving = timeAt(std::clamp(position.x(), 0.0, static_cast<double>(width())));
    Selection selection;
    selection.kind = Selection::Kind::Range;
    selection.range = {std::min(m_fixedTime, moving), std::max(m_fixedTime, moving)};
    if (m_drag == Drag::Edge) {
        selection.tracks = m_model.state().selection().tracks;
        return m_model.state().setSelection(std::move(selection));
    }
    const int scroll = m_panScroll;
    const int from = static_cast<int>(std::min(m_pressed.y() + scroll, position.y() + m_model.scrollTop()));
    const int to = static_cast<int>(std::max(m_pressed.y() + scroll, position.y() + m_model.scrollTop()));
    const auto [first, last] = m_model.layout().lanesBetween(from, to + 1);
    for (std::size_t i = first; i < last; ++i) {
        const Lane& lane = m_model.layout().lanes()[i];
        if (lane.isGroup() && !lane.collapsed)
            continue;
        const std::vector<TrackId> tracks = m_model.layout().tracksOf(lane);
        selection.tracks.insert(selection.tracks.end(), tracks.begin(), tracks.end());
    }
    m_model.state().setSelection(std::move(selection));
}

void TrackCanvas::dragPan(QPointF position)
{
    const TimeAxis from{m_panFrom, static_cast<double>(width())};
    const Duration shift = from.timeAt(m_pressed.x()) - from.timeAt(position.x());
    m_model.state().setVisibleRange(m_panFrom.shifted(shift));
    m_model.setScrollTop(m_panScroll - static_cast<int>(position.y() - m_pressed.y()));
}

void TrackCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag ended = m_drag;
    m_drag = Drag::None;
    if (ended == Drag::Pressed)
        click(event->position(), event->modifiers());
    updateCursor(event->position());
}

void TrackCanvas::click(QPointF position, Qt::KeyboardModifiers modifiers)
{
    const Hit hit = hitAt(position);
    if (hit.lane && hit.lane->lane.isGroup())
        return m_model.toggle(Lane(hit.lane->lane));
    if (!hit.box)
        return m_model.state().clearSelection();
    const SliceId slice = hit.box->slice;
    Selection selection = m_model.state().selection();
    const bool adds = selection.kind == Selection::Kind::Slices && !selection.slices.empty();
    if (modifiers & Qt::ControlModifier && adds) {
        const auto found = std::find(selection.slices.begin(), selection.slices.end(), slice);
        if (found == selection.slices.end())
            selection.slices.push_back(slice);
        else
            selection.slices.erase(found);
        if (selection.slices.empty())
            selection = {};
        m_model.state().setSelection(std::move(selection));
    } else if (modifiers & Qt::ShiftModifier && adds && selection.slices.front() != slice) {
        selection.slices = {selection.slices.front(), slice};
        m_model.state().setSelection(std::move(selection));
    } else {
        m_model.state().selectSlice(slice);
    }
}

void TrackCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const Hit hit = hitAt(event->position());
    if (!hit.box)
        return;
    const SliceId slice = hit.box->slice;
    m_model.state().selectSlice(slice);
    m_model.state().zoomTo(m_model.rangeOf(slice));
}

void TrackCanvas::wheelEvent(QWheelEvent* event)
{
    const bool precise = !event->pixelDelta().isNull();
    const QPoint angle = event->angleDelta();
    // With Alt or Shift some platforms turn the wheel sideways.
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / kNotch;
    event->accept();
    if (event->modifiers() & Qt::ControlModifier) {
        m_commands.zoom(std::pow(kZoomPerNotch, -notches), timeAt(event->position().x()));
    } else if (event->modifiers() & Qt::ShiftModifier) {
        m_commands.pan(-notches * kPanPerNotch);
    } else if (precise) {
        m_commands.panBy(timeAt(0) - timeAt(event->pixelDelta().x()));
        m_model.setScrollTop(m_model.scrollTop() - event->pixelDelta().y());
    } else {
        if (angle.x() != 0)
            m_commands.pan(-angle.x() / kNotch * kPanPerNotch);
        m_model.setScrollTop(m_model.scrollTop() - static_cast<int>(angle.y() / kNotch * kScrollPerNotch));
    }
}

void TrackCanvas::updateHover(QPointF position)
{
    Hover hover;
    const Hit hit = hitAt(position);
    if (hit.box)
        hover.slice = hit.box->slice;
    hover.time = timeAt(position.x());
    if (hover.slice != m_model.state().hover().slice)
        QToolTip::hideText();
    if (hit.box || hit.instant || (hit.lane && hit.lane->lane.kind == LaneKind::Counter))
        m_tipTimer.start();
    else
        m_tipTimer.stop();
    m_model.state().setHover(hover);
}

void TrackCanvas::updateCursor(QPointF position)
{
    Instant ignored;
    if (m_drag == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
    else if (m_spaceDown)
        setCursor(Qt::OpenHandCursor);
    else if (m_drag == Drag::Edge || (m_drag == Drag::None && nearEdge(position.x(), &ignored)))
        setCursor(Qt::SizeHorCursor);
    else
        unsetCursor();
}

void TrackCanvas::showTip()
{
    const QString text = tipAt(m_pointer);
    if (!text.isEmpty())
        QToolTip::showText(mapToGlobal(m_pointer.toPoint()), plainToolTip(text), this);
}

void TrackCanvas::leaveEvent(QEvent* event)
{
    m_pointer = {-1, -1};
    m_tipTimer.stop();
    m_model.state().setHover({});
    QWidget::leaveEvent(event);
}

void TrackCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_model.session())
        return;
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto current = m_model.currentSlice();
    const auto rect = byKey && current ? rectOf(*current) : std::nullopt;
    const QPointF at = rect ? rect->center() : QPointF(event->pos());
    const Hit hit = hitAt(at);
    const SliceId slice = rect ? *current : hit.box ? hit.box->slice : SliceId{};
    const auto lane = m_model.layout().laneAt(static_cast<int>(at.y()) + m_model.scrollTop());
    emit menuWanted(rect ? mapToGlobal(at.toPoint()) : event->globalPos(), slice, lane ? static_cast<int>(*lane) : -1);
}

} // namespace tideline
