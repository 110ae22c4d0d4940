// SPDX-License-Identifier: GPL-3.0-or-later
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

#include "views/flame/flame_canvas.h"
#include "views/text/visible_text.h"

namespace tideline {

namespace {

constexpr double kNotch = 120;
constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.1; // of what is in view
constexpr int kRowsPerNotch = 3;

} // namespace

bool FlameCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Plain keys belong to the flame graph while it has the focus, whatever menus say.
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
        if (plain && (key->key() == Qt::Key_Backspace || key->key() == Qt::Key_Escape || key->key() == Qt::Key_Slash))
            event->accept();
    }
    return QAbstractScrollArea::event(event);
}

bool FlameCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = tipAt(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), plainToolTip(text), this);
        return true;
    }
    if (event->type() == QEvent::Leave)
        hover(FlameTree::kNone, {});
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameCanvas::hover(std::uint32_t frame, SliceId slice)
{
    if (frame == m_hovered)
        return;
    m_hovered = frame;
    Hover hover;
    hover.slice = slice;
    m_model.state().setHover(hover);
    viewport()->update();
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const FlameScene::Box* box = boxAt(event->position());
    const bool one = box && box->merged == 0;
    hover(one ? box->frame : FlameTree::kNone, one ? m_model.tree()->frames[box->frame].example : SliceId{});
}

bool FlameCanvas::isAboveFocus(std::uint32_t frame) const
{
    std::uint32_t at = m_model.focus();
    while (at != 0 && at != frame)
        at = m_model.tree()->frames[at].parent;
    return at == frame && frame != m_model.focus();
}

void FlameCanvas::click(QPointF position)
{
    const FlameScene::Box* box = boxAt(position);
    if (!box)
        return m_model.state().clearSelection();
    if (box->merged > 0)
        return;
    const std::uint32_t frame = box->frame;
    if (isAboveFocus(frame))
        m_model.zoomTo(frame);
    if (frame != 0)
        m_model.select(frame);
}

void FlameCanvas::mousePressEvent(QMouseEvent*)
{
    m_doubleClicked = false;
}

void FlameCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const bool second = std::exchange(m_doubleClicked, false);
    if (event->button() == Qt::LeftButton && !second && viewport()->rect().contains(event->position().toPoint()))
        click(event->position());
    else if (event->button() == Qt::BackButton)
        m_model.goBack();
}

void FlameCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_doubleClicked = true;
    const FlameScene::Box* box = boxAt(event->position());
    if (event->button() != Qt::LeftButton || !box)
        return;
    if (box->merged == 0)
        return m_model.zoomTo(box->frame);
    const auto from = static_cast<double>(m_model.tree()->frames[box->frame].offset);
    m_model.zoomTo(FlameView{from, from + static_cast<double>(box->weight)});
}

void FlameCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    // With Alt or Shift some platforms turn the wheel sideways.
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / kNotch;
    const FlameView view = m_model.view();
    event->accept();
    if (event->modifiers() & Qt::ControlModifier) {
        const double share = event->position().x() / std::max(1, viewport()->width());
        m_model.zoomAround(std::pow(kZoomPerNotch, -notches), view.from + share * view.length());
    } else if (event->modifiers() & Qt::ShiftModifier || angle.y() == 0) {
        m_model.pan(-notches * kPanPerNotch * view.length());
    } else {
        QScrollBar* bar = verticalScrollBar();
        const double pixels =
            event->pixelDelta().isNull() ? notches * kRowsPerNotch * bar->singleStep() : event->pixelDelta().y();
        bar->setValue(bar->value() - static_cast<int>(pixels));
    }
}

void FlameCanvas::stepSideways(int by)
{
    const std::uint32_t current = m_model.current();
    const auto row = scene().row(m_model.tree()->frames[current].depth);
    auto at = std::find_if(row.begin(), row.end(),
                           [current](const FlameScene::Box& box) { return box.frame == current && box.merged == 0; });
    while (at != row.end()) {
        if (by < 0 && at == row.begin())
            return;
        at += by;
        if (at != row.end() && at->merged == 0)
            return m_model.select(at->frame);
    }
}

void FlameCanvas::step(int key)
{
    const std::uint32_t current = m_model.current();
    const auto& frames = m_model.tree()->frames;
    if (current == FlameTree::kNone) {
        const std::uint32_t first = m_model.focus() != 0 ? m_model.focus() : frames.front().firstChild;
        return m_model.select(first);
    }
    if (key == Qt::Key_Left || key == Qt::Key_Right)
        return stepSideways(key == Qt::Key_Left ? -1 : 1);
    const bool deeper = (key == Qt::Key_Down) != m_flipped;
    const FlameFrame& frame = frames[current];
    if (!deeper) {
        if (frame.parent != 0)
            m_model.select(frame.parent);
        return;
    }
    if (frame.children == 0)
        return;
    const auto first = frames.begin() + frame.firstChild;
    const auto widest = std::max_element(first, first + frame.children,
                                         [](const FlameFrame& a, const FlameFrame& b) { return a.weight < b.weight; });
    m_model.reveal(static_cast<std::uint32_t>(widest - frames.begin()));
    m_model.select(static_cast<std::uint32_t>(widest - frames.begin()));
}

bool FlameCanvas::runKey(const QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: step(event->key()); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_model.current() != FlameTree::kNone)
            m_model.zoomTo(m_model.current());
        return true;
    case Qt::Key_Escape: m_model.isZoomed() ? m_model.reset() : m_model.state().clearSelection(); return true;
    case Qt::Key_Backspace: m_model.goBack(); return true;
    case Qt::Key_Comma: m_model.selectNextMatch(-1); return true;
    case Qt::Key_Period: m_model.selectNextMatch(1); return true;
    case Qt::Key_I: emit flipWanted(); return true;
    case Qt::Key_1: emit orderWanted(FlameOrder::Time); return true;
    case Qt::Key_2: emit orderWanted(FlameOrder::Heaviest); return true;
    case Qt::Key_Slash: emit searchWanted(); return true;
    default: // of Qt's keys the others are not ours
        return false;
    }
}

void FlameCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (!plain || m_model.empty() || !runKey(event))
        QAbstractScrollArea::keyPressEvent(event);
}

void FlameCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_model.empty())
        return;
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto rect = byKey && m_model.current() != FlameTree::kNone ? rectOf(m_model.current()) : std::nullopt;
    if (rect) {
        emit menuWanted(viewport()->mapToGlobal(rect->center().toPoint()), m_model.current());
        return;
    }
    const FlameScene::Box* box = boxAt(event->pos());
    emit menuWanted(event->globalPos(), box && box->merged == 0 && box->frame != 0 ? box->frame : FlameTree::kNone);
}

} // namespace tideline
