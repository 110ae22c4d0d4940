// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kit/severity_icon.h"

#include <QPainter>
#include <QPixmap>
#include <QPolygonF>

#include "views/kit/theme.h"

namespace tideline {

namespace {

QPolygonF shapeOf(FindingSeverity severity, const QRectF& box)
{
    switch (severity) {
    case FindingSeverity::High: return {{box.bottomLeft(), {box.center().x(), box.top()}, box.bottomRight()}};
    case FindingSeverity::Medium:
        return {{{box.left(), box.center().y()},
                 {box.center().x(), box.top()},
                 {box.right(), box.center().y()},
                 {box.center().x(), box.bottom()}}};
    case FindingSeverity::Low: return {{box.topLeft(), box.topRight(), {box.center().x(), box.bottom()}}};
    case FindingSeverity::Note: break;
    }
    return {};
}

} // namespace

QColor severityColour(FindingSeverity severity, const Theme& theme)
{
    switch (severity) {
    case FindingSeverity::High: return theme.error;
    case FindingSeverity::Medium: return theme.warning;
    case FindingSeverity::Low: return theme.text;
    case FindingSeverity::Note: break;
    }
    return theme.mutedText;
}

QIcon severityIcon(FindingSeverity severity, const Theme& theme, int sidePx, qreal devicePixelRatio)
{
    QPixmap pixmap(QSize(sidePx, sidePx) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    const QColor colour = severityColour(severity, theme);
    const double margin = sidePx * 0.22;
    const QRectF box(margin, margin, sidePx - 2 * margin, sidePx - 2 * margin);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.4));
    const bool filled = severity == FindingSeverity::High || severity == FindingSeverity::Medium;
    painter.setBrush(filled ? QBrush(colour) : QBrush(Qt::NoBrush));
    if (severity == FindingSeverity::Note)
        painter.drawEllipse(box);
    else
        painter.drawPolygon(shapeOf(severity, box));
    painter.end();
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected); // the style would tint it away
    return icon;
}

} // namespace tideline
