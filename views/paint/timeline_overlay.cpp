// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/paint/timeline_overlay.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace tideline {

namespace {

void outline(QPainter& painter, const Theme& theme, const QRectF& box)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.inverse, 1));
    painter.drawRect(box.adjusted(1.5, 1.5, -1.5, -1.5));
    QPen pen(theme.accent, 2);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(box.adjusted(0, 0, 0, 0));
}

void arrow(QPainter& painter, const QLineF& line)
{
    const double bend = std::clamp(std::abs(line.dx()) / 2, 12.0, 120.0);
    QPainterPath path(line.p1());
    path.cubicTo(line.p1() + QPointF(bend, 0), line.p2() - QPointF(bend, 0), line.p2());
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    constexpr double kHead = 6;
    QPainterPath head(line.p2());
    head.lineTo(line.p2() + QPointF(-kHead, -kHead / 2));
    head.lineTo(line.p2() + QPointF(-kHead, kHead / 2));
    head.closeSubpath();
    painter.fillPath(head, painter.pen().color());
}

void paintFlows(QPainter& painter, const Theme& theme, const std::vector<QLineF>& flows)
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const QLineF& line : flows) {
        painter.setPen(QPen(theme.inverse, 3.5));
        arrow(painter, line);
        painter.setPen(QPen(theme.accent, 1.5));
        arrow(painter, line);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintRange(QPainter& painter, const Theme& theme, const TimelineOverlay& overlay, QSizeF size)
{
    const QRectF range = *overlay.range;
    QColor shade = theme.category(Category::Vector);
    shade.setAlphaF(0.16F);
    painter.fillRect(range, shade);
    const QColor edge = theme.category(Category::Cube).lighter(theme.dark ? 150 : 100);
    painter.setPen(QPen(edge, 1));
    painter.drawLine(QLineF(range.left(), 0, range.left(), size.height()));
    painter.drawLine(QLineF(range.right(), 0, range.right(), size.height()));
    if (overlay.rangeLabel.isEmpty())
        return;
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(overlay.rangeLabel) + 12;
    const double left = std::clamp(range.center().x() - width / 2, 2.0, std::max(2.0, size.width() - width - 2));
    const double top = std::clamp(range.top() + 4, 4.0, std::max(4.0, size.height() - metrics.height() - 8));
    const QRectF tag(left, top, width, metrics.height() + 4);
    painter.fillRect(tag, theme.accent);
    painter.setPen(theme.inverse);
    painter.drawText(tag, Qt::AlignCenter, overlay.rangeLabel);
}

} // namespace

void paintOverlay(QPainter& painter, const Theme& theme, const TimelineOverlay& overlay, QSizeF size)
{
    painter.save();
    QColor dim = theme.base;
    dim.setAlphaF(0.68F);
    for (const QRectF& part : overlay.outside)
        painter.fillRect(part, dim);
    if (overlay.crosshairX) {
        QColor color = theme.mutedText;
        color.setAlphaF(0.6F);
        painter.setPen(QPen(color, 1));
        painter.drawLine(QLineF(*overlay.crosshairX + 0.5, 0, *overlay.crosshairX + 0.5, size.height()));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1));
    for (const QRectF& box : overlay.highlighted)
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    if (overlay.hovered) {
        QColor light = theme.dark ? theme.accent : theme.inverse;
        light.setAlphaF(0.22F);
        painter.fillRect(*overlay.hovered, light);
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawRect(overlay.hovered->adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (overlay.range)
        paintRange(painter, theme, overlay, size);
    paintFlows(painter, theme, overlay.flows);
    for (const QRectF& box : overlay.selected)
        outline(painter, theme, box);
    painter.restore();
}

} // namespace tideline
