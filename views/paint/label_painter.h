// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QImage>

#include "core/store/string_pool.h"

namespace tideline {

/// Slice labels: drawn once per (name, width) as a mask at device resolution, elided in the middle, plain text with
/// visible marks for invisible characters. About 2 µs a label once it is known.
class LabelPainter {
public:
    LabelPainter(const StringPool& strings, const QFont& font);

    /// Device pixels per logical pixel of the pictures to come.
    void setScale(double scale);

    /// Draws the name into an RGB32 picture inside [x, x + width) × [y, y + height), device pixels; a name that
    /// does not fit is elided in the middle, and left out where too little of it would remain to be read.
    void draw(QImage& image, StringId name, QRgb color, QRect place);

private:
    struct Full {
        QString text;
        double width = 0;
    };
    const Full& fullText(StringId name);
    const QImage& mask(StringId name, int width);

    const StringPool* m_strings;
    QFont m_font;
    QFontMetricsF m_metrics;
    double m_least;
    double m_scale = 1;
    QHash<quint32, Full> m_full;
    QHash<quint64, QImage> m_masks; // by name and logical width
    qsizetype m_maskBytes = 0;
};

} // namespace tideline
