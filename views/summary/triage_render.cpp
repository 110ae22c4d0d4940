// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/triage_render.h"

#include <QFont>
#include <QGuiApplication>
#include <QPainter>

#include <cmath>

#include "core/session/session.h"
#include "views/summary/triage_paint.h"

namespace tideline {

void renderTriage(QPainter& painter, const Session& session, const Theme& theme, QSize size)
{
    const TriageData data = triageOf(session);
    const TriageLayout layout = layoutTriage(data, size.width(), QGuiApplication::font());
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintTriage(painter, data, layout, theme, QRectF(QPointF(), QSizeF(size)));
}

int triageHeight(const Session& session, int width)
{
    return static_cast<int>(std::ceil(layoutTriage(triageOf(session), width, QGuiApplication::font()).height));
}

} // namespace tideline
