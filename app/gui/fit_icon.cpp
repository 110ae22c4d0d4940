// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/fit_icon.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPalette>
#include <QPixmap>

namespace tideline {

void FitIcon::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State)
{
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    painter->save();
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 16.0, rect.height() / 16.0);
    painter->setPen(QPen(QGuiApplication::palette().color(group, QPalette::ButtonText), 1.6));
    painter->setRenderHint(QPainter::Antialiasing);
    for (const QLineF& line :
         {QLineF(1, 2, 1, 14), QLineF(15, 2, 15, 14), QLineF(3.5, 8, 12.5, 8), QLineF(3.5, 8, 6, 5.5),
          QLineF(3.5, 8, 6, 10.5), QLineF(12.5, 8, 10, 5.5), QLineF(12.5, 8, 10, 10.5)})
        painter->drawLine(line);
    painter->restore();
}

QPixmap FitIcon::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state)
{
    QPixmap picture(size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(&painter, QRect({}, size), mode, state);
    return picture;
}

} // namespace tideline
