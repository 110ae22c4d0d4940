// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flame/flame_render.h"

#include <QGuiApplication>
#include <QPainter>

#include <cmath>

#include "views/flame/flame_text.h"
#include "views/paint/flame_painter.h"

namespace tideline {

namespace {

constexpr double kMargin = 8;

} // namespace

void renderFlame(QPainter& painter, const Session& session, const FlameOptions& options, const Theme& theme, QSize size)
{
    const QFont font = QGuiApplication::font();
    const FlameTree tree = flameTree(session.trace(), options);
    painter.fillRect(QRectF(QPointF(), QSizeF(size)), theme.window);
    painter.setFont(font);
    painter.setPen(theme.text);
    if (tree.empty()) {
        const QRectF place(kMargin * 3, 0, size.width() - kMargin * 6, size.height());
        painter.drawText(place, Qt::AlignCenter | Qt::TextWordWrap, flameLackText(tree.lack));
        return;
    }
    const double title = std::ceil(QFontMetricsF(font).height()) + kMargin;
    const QRectF line(kMargin, 0, size.width() - 2 * kMargin, title);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, flameSummary(tree, options.scope));
    const FlameScene scene = buildFlameScene(tree, viewOf(tree, 0), size.width() - 2 * kMargin);
    FlamePainter boxes(session.trace(), theme, font);
    FlamePicture picture;
    picture.tree = &tree;
    picture.scene = &scene;
    picture.height = size.height() - title - kMargin;
    const QRectF place(0, 0, scene.width, picture.height);
    painter.translate(kMargin, title);
    painter.setClipRect(place);
    boxes.paint(painter, picture, place);
}

} // namespace tideline
