// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flame/flame_canvas.h"

#include <QAccessible>
#include <QPainter>
#include <QPaintEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

#include "views/flame/flame_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

FlameCanvas::FlameCanvas(FlameModel& model, QWidget* parent) : QAbstractScrollArea(parent), m_model(model)
{
    setObjectName(u"flameCanvas"_s);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Flame graph"));
    connect(&model, &FlameModel::treeChanged, this, [this] {
        forgetPainter();
        verticalScrollBar()->setValue(m_flipped ? verticalScrollBar()->maximum() : 0);
    });
    connect(&model, &FlameModel::viewChanged, this, &FlameCanvas::forgetScene);
    connect(&model, &FlameModel::marksChanged, this, [this] { viewport()->update(); });
    connect(&model, &FlameModel::currentChanged, this, &FlameCanvas::showCurrent);
}

FlamePainter* FlameCanvas::painter()
{
    if (!m_painter && m_model.session())
        m_painter = std::make_unique<FlamePainter>(m_model.session()->trace(), Theme::fromPalette(palette()), font());
    return m_painter.get();
}

void FlameCanvas::forgetPainter()
{
    m_painter.reset();
    m_hovered = FlameTree::kNone;
    forgetScene();
}

void FlameCanvas::forgetScene()
{
    m_sceneValid = false;
    syncScrollBar();
    viewport()->update();
}

const FlameScene& FlameCanvas::scene()
{
    if (!m_sceneValid) {
        m_scene = m_model.tree() ? buildFlameScene(*m_model.tree(), m_model.view(), viewport()->width()) : FlameScene{};
        m_sceneValid = true;
    }
    return m_scene;
}

FlamePicture FlameCanvas::picture()
{
    FlamePicture picture;
    picture.tree = m_model.tree();
    picture.scene = &scene();
    picture.top = verticalScrollBar()->value();
    picture.height = viewport()->height();
    picture.flipped = m_flipped;
    picture.focus = m_model.focus();
    picture.matches = m_model.matches();
    picture.selected = &m_model.selected();
    picture.current = m_model.current();
    picture.hovered = m_hovered;
    return picture;
}

void FlameCanvas::syncScrollBar()
{
    const int content = painter() ? painter()->heightOf(scene()) : 0;
    const int height = viewport()->height();
    const int fromEnd = verticalScrollBar()->maximum() - verticalScrollBar()->value();
    verticalScrollBar()->setRange(0, std::max(0, content - height));
    verticalScrollBar()->setPageStep(std::max(1, height));
    verticalScrollBar()->setSingleStep(painter() ? painter()->rowPx() : 1);
    if (m_flipped) // the root stands at the bottom: what is above the foot stays in place
        verticalScrollBar()->setValue(verticalScrollBar()->maximum() - fromEnd);
}

void FlameCanvas::setFlipped(bool flipped)
{
    if (flipped == m_flipped)
        return;
    m_flipped = flipped;
    syncScrollBar();
    verticalScrollBar()->setValue(flipped ? verticalScrollBar()->maximum() : 0);
    viewport()->update();
}

const FlameScene::Box* FlameCanvas::boxAt(QPointF position)
{
    if (!painter())
        return nullptr;
    const FlamePicture shown = picture();
    return m_scene.at(position.x(), painter()->depthAt(shown, position.y()));
}

std::optional<QRectF> FlameCanvas::rectOf(std::uint32_t frame)
{
    if (!painter() || m_model.empty() || frame >= m_model.tree()->frames.size())
        return std::nullopt;
    const FlamePicture shown = picture();
    const FlameScene::Box* box = m_scene.boxOf(frame, m_model.tree()->frames[frame].depth);
    return box ? std::optional(painter()->rectOf(shown, *box)) : std::nullopt;
}

QString FlameCanvas::tipAt(QPointF position)
{
    const FlameScene::Box* box = boxAt(position);
    return box ? flameTip(m_model.session()->trace(), *m_model.tree(), *box) : QString();
}

void FlameCanvas::showCurrent()
{
    describe();
    const std::uint32_t frame = m_model.current();
    if (const auto rect = frame == FlameTree::kNone ? std::nullopt : rectOf(frame)) {
        QScrollBar* bar = verticalScrollBar();
        if (rect->top() < 0)
            bar->setValue(bar->value() + static_cast<int>(std::floor(rect->top())));
        else if (rect->bottom() > viewport()->height())
            bar->setValue(bar->value() + static_cast<int>(std::ceil(rect->bottom())) - viewport()->height());
    }
    viewport()->update();
}

void FlameCanvas::describe()
{
    const bool any = !m_model.empty() && m_model.current() != FlameTree::kNone;
    const QString text = any ? flameLine(m_model.session()->trace(), *m_model.tree(), m_model.current()) : QString();
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void FlameCanvas::paintEvent(QPaintEvent* event)
{
    QPainter device(viewport());
    if (!painter()) {
        device.fillRect(event->rect(), Theme::fromPalette(palette()).base);
        return;
    }
    painter()->paint(device, picture(), event->rect());
    if (hasFocus() && m_model.current() == FlameTree::kNone) {
        // The keys are here though no frame is picked yet.
        device.setPen(QPen(Theme::fromPalette(palette()).accent, 1, Qt::DotLine));
        device.setBrush(Qt::NoBrush);
        device.drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void FlameCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    forgetScene();
}

void FlameCanvas::changeEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::LanguageChange:
        setAccessibleName(tr("Flame graph"));
        describe();
        viewport()->update();
        break;
    case QEvent::PaletteChange:
    case QEvent::FontChange: forgetPainter(); break;
    default: // of Qt's event types the others are not ours
        break;
    }
    QAbstractScrollArea::changeEvent(event);
}

} // namespace tideline
