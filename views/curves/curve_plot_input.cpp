// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys of the curves.
#include <QActionGroup>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>

#include "views/curves/curve_plot.h"

namespace tideline {

namespace {

constexpr double kDragStartPx = 4;
constexpr double kEdgeReachPx = 4;
constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.1;
constexpr double kNotch = 120;
constexpr double kYDragPx = 100; ///< a drag of this length scales by e

} // namespace

CurvePanel* CurvePlot::panelAt(QPointF position) const
{
    for (const auto& panel : m_panels) {
        if (position.y() >= panel->area().top() - CurvePanel::kTitlePx && position.y() <= panel->area().bottom())
            return panel.get();
    }
    return nullptr;
}

bool CurvePlot::nearEdge(double x, Instant* fixed) const
{
    const Selection& selection = m_state.selection();
    if (selection.kind != Selection::Kind::Range)
        return false;
    const double left = std::abs(xOf(selection.range.start) - x);
    const double right = std::abs(xOf(selection.range.end) - x);
    if (std::min(left, right) > kEdgeReachPx)
        return false;
    *fixed = left < right ? selection.range.end : selection.range.start;
    return true;
}

bool CurvePlot::event(QEvent* event)
{
    // Keys that a menu of the window may own belong to the curves while these have the focus.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() == Qt::NoModifier && (key->key() == Qt::Key_Backspace || key->key() == Qt::Key_Escape))
            event->accept();
    }
    return QWidget::event(event);
}

void CurvePlot::keyPressEvent(QKeyEvent* event)
{
    if (!m_trace)
        return QWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        m_spaceDown = true;
        return updateCursor(m_last);
    }
    if (event->key() == Qt::Key_Escape && m_frozen) {
        m_frozen.reset();
        return m_layer->update();
    }
    const auto pointed = m_state.hover().time;
    const TimeRange view = m_state.visibleRange();
    const Instant middle = view.start + Duration{view.length().ns / 2};
    if (!m_commands.run(event->keyCombination(), pointed && view.contains(*pointed) ? *pointed : middle, *m_trace))
        QWidget::keyPressEvent(event);
}

void CurvePlot::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Space || event->isAutoRepeat())
        return QWidget::keyReleaseEvent(event);
    m_spaceDown = false;
    updateCursor(m_last);
}

void CurvePlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::BackButton)
        return m_state.goBack();
    if (event->button() == Qt::ForwardButton)
        return m_state.goForward();
    if (!m_trace || m_panels.empty() || event->button() == Qt::RightButton)
        return QWidget::mousePressEvent(event);
    refresh();
    m_pressed = m_last = event->position();
    m_panFrom = m_state.visibleRange();
    m_axisPanel = onYAxis(m_pressed) ? panelAt(m_pressed) : nullptr;
    m_drag = Drag::Pressed;
    if (m_axisPanel)
        m_drag = Drag::YAxis;
    else if (event->button() == Qt::MiddleButton || m_spaceDown)
        m_drag = Drag::Pan;
    else if (event->modifiers() == Qt::NoModifier && nearEdge(m_pressed.x(), &m_fixedTime))
        m_drag = Drag::Edge;
}

void CurvePlot::startDrag(QMouseEvent* event)
{
    const QPointF moved = event->position() - m_pressed;
    if (std::max(std::abs(moved.x()), std::abs(moved.y())) < kDragStartPx)
        return;
    const bool pan = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    m_drag = pan ? Drag::Pan : Drag::Range;
    m_fixedTime = timeAt(m_pressed.x());
}

void CurvePlot::dragTo(QMouseEvent* event)
{
    const QPointF position = event->position();
    switch (m_drag) {
    case Drag::None:
    case Drag::Pressed: break;
    case Drag::Range:
    case Drag::Edge: {
        const QRectF box = area();
        const Instant moving = timeAt(std::clamp(position.x(), box.left(), box.right()));
        Selection selection;
        selection.kind = Selection::Kind::Range;
        selection.range = {std::min(m_fixedTime, moving), std::max(m_fixedTime, moving)};
        if (m_drag == Drag::Edge)
            selection.tracks = m_state.selection().tracks;
        m_state.setSelection(std::move(selection));
        break;
    }
    case Drag::Pan: {
        const TimeAxis from{m_panFrom, area().width()};
        m_state.setVisibleRange(m_panFrom.shifted(from.timeAt(m_pressed.x()) - from.timeAt(position.x())));
        break;
    }
    case Drag::YAxis:
        if (event->modifiers() & Qt::ShiftModifier)
            m_axisPanel->panY(position.y() - m_last.y());
        else
            m_axisPanel->zoomY(std::exp((position.y() - m_last.y()) / kYDragPx), m_pressed.y());
        markDirty();
        break;
    }
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::Pressed)
        startDrag(event);
    if (m_drag == Drag::None)
        updateHover(event->position());
    else
        dragTo(event);
    m_last = event->position();
    updateCursor(m_last);
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag ended = m_drag;
    m_drag = Drag::None;
    m_axisPanel = nullptr;
    if (ended == Drag::Pressed && event->button() == Qt::LeftButton)
        toggleFreeze(event->position());
    updateCursor(event->position());
}

void CurvePlot::toggleFreeze(QPointF position)
{
    if (m_frozen)
        m_frozen.reset();
    else
        m_frozen = timeAt(position.x());
    m_layer->update();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    CurvePanel* panel = panelAt(event->position());
    if (event->button() != Qt::LeftButton || !panel || !onYAxis(event->position()))
        return mousePressEvent(event);
    panel->resetY();
    markDirty();
}

void CurvePlot::wheelEvent(QWheelEvent* event)
{
    // With Alt or Shift some platforms turn the wheel sideways.
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / kNotch;
    CurvePanel* panel = panelAt(event->position());
    if (!m_trace || m_panels.empty())
        return event->ignore();
    event->accept();
    if (panel && onYAxis(event->position())) {
        panel->zoomY(std::pow(kZoomPerNotch, -notches), event->position().y());
        markDirty();
    } else if (event->modifiers() & Qt::ControlModifier) {
        m_commands.zoom(std::pow(kZoomPerNotch, -notches), timeAt(event->position().x()));
    } else if (event->modifiers() & Qt::ShiftModifier) {
        m_commands.pan(-notches * kPanPerNotch);
    } else if (angle.y() == 0 && angle.x() != 0) {
        m_commands.pan(-angle.x() / kNotch * kPanPerNotch);
    } else {
        event->ignore(); // scrolls the panels
    }
}

void CurvePlot::updateHover(QPointF position)
{
    const QRectF box = area();
    Hover hover;
    if (m_trace && !m_panels.empty() && position.x() >= box.left() && position.x() <= box.right())
        hover.time = timeAt(position.x());
    m_state.setHover(hover);
}

void CurvePlot::updateCursor(QPointF position)
{
    Instant ignored;
    if (m_drag == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
    else if (m_spaceDown)
        setCursor(Qt::OpenHandCursor);
    else if (m_drag == Drag::YAxis || (m_drag == Drag::None && !m_panels.empty() && onYAxis(position)))
        setCursor(Qt::SizeVerCursor);
    else if (m_drag == Drag::Edge || (m_drag == Drag::None && nearEdge(position.x(), &ignored)))
        setCursor(Qt::SizeHorCursor);
    else
        unsetCursor();
}

void CurvePlot::leaveEvent(QEvent* event)
{
    m_state.setHover({});
    QWidget::leaveEvent(event);
}

void CurvePlot::setMode(const QString& title, YMode mode)
{
    m_modes[title] = mode;
    for (const auto& panel : m_panels) {
        if (panel->content().title == title)
            panel->setMode(mode);
    }
    markDirty();
}

void CurvePlot::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    CurvePanel* panel = byKey && !m_panels.empty() ? m_panels.front().get() : panelAt(event->pos());
    if (!panel)
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("curveMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto* group = new QActionGroup(menu);
    const std::pair<YMode, QString> modes[] = {{YMode::FitVisible, tr("Fit what is visible")},
                                               {YMode::WholeRun, tr("Whole run")},
                                               {YMode::Fixed, tr("Fixed: 0 to 100 % or to the peak")},
                                               {YMode::Log, tr("Logarithmic")}};
    // Found again by its title: the panels may change while the menu is open.
    const QString title = panel->content().title;
    for (const auto& [mode, text] : modes) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(panel->mode() == mode);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, title, mode = mode] { setMode(title, mode); });
    }
    menu->popup(event->globalPos());
}

} // namespace tideline
