// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QStaticText>

#include "core/store/string_pool.h"

class QPainter;

namespace tideline {

/// Slice labels: laid out once per (name, width), elided in the middle, drawn as plain text with visible marks for
/// invisible characters. About 2 µs a label once it is known.
class LabelPainter {
public:
    LabelPainter(const StringPool& strings, const QFont& font);

    /// Draws the name inside [x, x + width) × [y, y + height), logical pixels; a name that
    /// does not fit is elided in the middle, and left out where too little of it would remain to be read.
    void draw(QPainter& painter, StringId name, double x, double y, double width, double height);

    const QFont& font() const { return m_font; }

private:
    struct Full {
        QString text;
        double width = 0;
    };
    const Full& fullText(StringId name);
    const QStaticText& laidOut(StringId name, int width);

    const StringPool* m_strings;
    QFont m_font;
    QFontMetricsF m_metrics;
    double m_least;
    QHash<quint32, Full> m_full;
    QHash<quint64, QStaticText> m_texts;
};

} // namespace tideline
