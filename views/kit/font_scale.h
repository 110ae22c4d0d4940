// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace tideline {

/// The font at `factor` times its size, whether that is given in points or in pixels.
inline QFont scaledFont(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(qRound(font.pixelSize() * factor));
    return font;
}

} // namespace tideline
