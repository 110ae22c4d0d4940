// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/triage_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPaintEvent>
#include <QToolTip>

#include <algorithm>
#include <utility>

#include "views/kit/theme.h"
#include "views/summary/triage_text.h"
#include "views/text/core_text.h"
#include "views/text/finding_text.h"
#include "views/text/message_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

TriageCanvas::TriageCanvas(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void TriageCanvas::setData(TriageData data)
{
    m_data = std::move(data);
    m_hovered.reset();
    relayout();
}

void TriageCanvas::relayout()
{
    m_layout = layoutTriage(m_data, width(), font());
    setMinimumHeight(static_cast<int>(m_layout.height));
    setAccessibleName(headText(m_data));
    setAccessibleDescription(remarkTexts(m_data).join(u' '));
    update();
}

bool TriageCanvas::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::LanguageChange:
    case QEvent::FontChange: relayout(); break;
    case QEvent::PaletteChange: update(); break;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto target = m_layout.targetAt(help->pos()))
            QToolTip::showText(help->globalPos(), plainToolTip(toolTipOf(*target)), this);
        else
            QToolTip::hideText();
        return true;
    }
    default: // of Qt's event types the others are not ours
        break;
    }
    return QWidget::event(event);
}

QString TriageCanvas::toolTipOf(std::size_t target) const
{
    const auto line = m_layout.lineOf(target);
    if (!line) {
        const TriageFinding& finding = m_data.findings[target];
        return severityText(finding.severity) + u": "_s + translated(finding.title) + u'\n' + gainText(finding.saving);
    }
    const std::size_t index = m_layout.lines[*line].index;
    if (!m_data.bars.empty())
        return barToolTip(m_data, m_data.bars[index]);
    const BusyBar& busy = m_data.busy[index];
    return trackKindText(busy.kind) + u'\n' + exactDurationText(busy.busy) + u'\n' + visibleText(busy.busiest);
}

void TriageCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    paintTriage(painter, m_data, m_layout, Theme::fromPalette(palette()), event->rect(), m_hovered);
}

void TriageCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    relayout();
}

void TriageCanvas::hover(std::optional<std::size_t> target)
{
    if (target == m_hovered)
        return;
    m_hovered = target;
    const auto line = target ? m_layout.lineOf(*target) : std::nullopt;
    const bool leads =
        line ? !m_data.bars.empty() && m_data.bars[m_layout.lines[*line].index].range : target.has_value();
    setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void TriageCanvas::pick(std::optional<std::size_t> target)
{
    if (!target)
        return;
    const auto line = m_layout.lineOf(*target);
    if (!line) {
        emit findingPicked(QString::fromStdString(m_data.findings[*target].ruleId));
        return;
    }
    if (m_data.bars.empty())
        return;
    if (const std::optional<TimeRange> range = m_data.bars[m_layout.lines[*line].index].range)
        emit barPicked(*range);
}

void TriageCanvas::mouseMoveEvent(QMouseEvent* event)
{
    hover(m_layout.targetAt(event->position()));
}

void TriageCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        pick(m_layout.targetAt(event->position()));
    QWidget::mouseReleaseEvent(event);
}

void TriageCanvas::keyPressEvent(QKeyEvent* event)
{
    const std::size_t count = m_layout.targets();
    if (count == 0)
        return QWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_Down)
        hover(m_hovered ? std::min(*m_hovered + 1, count - 1) : 0);
    else if (event->key() == Qt::Key_Up)
        hover(m_hovered && *m_hovered > 0 ? *m_hovered - 1 : 0);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        pick(m_hovered);
    else
        QWidget::keyPressEvent(event);
}

void TriageCanvas::leaveEvent(QEvent* event)
{
    hover(std::nullopt);
    QWidget::leaveEvent(event);
}

} // namespace tideline
