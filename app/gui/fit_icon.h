// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIconEngine>

namespace tideline {

/// Two arrows that reach for the borders. Drawn anew each time in the colour of button texts, so that it is seen in
/// every theme.
class FitIcon final : public QIconEngine {
public:
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    QIconEngine* clone() const override { return new FitIcon(*this); }
};

} // namespace tideline
