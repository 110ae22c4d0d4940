// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/triage_render.h"

#include <QFont>
#include <QGuiApplication>
#include <QPainter>

#include "views/summary/triage_paint.h"

namespace tideline {

void renderTriage(QPainter& painter, const TriageData& data, const Theme& theme, QSize size)
{
    const TriageLayout layout = layoutTriage(data, size.width(), QGuiApplication::font());
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintTriage(painter, data, layout, theme, QRectF(QPointF(), QSizeF(size)));
}

} // namespace tideline
