// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/paint/label_painter.h"

#include <QPainter>

#include <cmath>

#include "views/text/visible_text.h"

namespace tideline {

namespace {

constexpr qsizetype kMaxCached = 20'000;
constexpr std::size_t kMaxBytes = 512; // longer names are cut before they are laid out
constexpr int kWidthStep = 4;
constexpr double kPadding = 3;

} // namespace

LabelPainter::LabelPainter(const StringPool& strings, const QFont& font)
    : m_strings(&strings),
      m_font(font),
      m_metrics(font),
      m_least(m_metrics.horizontalAdvance(QStringLiteral("abc\u2026xyz")) + 2 * kPadding)
{
}

const LabelPainter::Full& LabelPainter::fullText(StringId name)
{
    const auto known = m_full.constFind(name.row);
    if (known != m_full.constEnd())
        return *known;
    if (m_full.size() > kMaxCached)
        m_full.clear();
    Full full;
    std::string_view text = m_strings->text(name);
    const bool cut = text.size() > kMaxBytes;
    if (cut) {
        text = text.substr(0, kMaxBytes);
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0)
            text.remove_suffix(1);
    }
    full.text = visibleText(text);
    if (cut)
        full.text.append(QChar(0x2026));
    full.width = m_metrics.horizontalAdvance(full.text);
    return *m_full.insert(name.row, full);
}

const QStaticText& LabelPainter::laidOut(StringId name, int width)
{
    const quint64 key = quint64{name.row} << 32 | static_cast<quint32>(width);
    const auto known = m_texts.constFind(key);
    if (known != m_texts.constEnd())
        return *known;
    if (m_texts.size() > kMaxCached)
        m_texts.clear();
    const Full& full = fullText(name);
    QStaticText text(full.width <= width ? full.text : m_metrics.elidedText(full.text, Qt::ElideMiddle, width));
    text.setTextFormat(Qt::PlainText);
    text.setPerformanceHint(QStaticText::AggressiveCaching);
    text.prepare(QTransform(), m_font);
    return *m_texts.insert(key, text);
}

void LabelPainter::draw(QPainter& painter, StringId name, double x, double y, double width, double height)
{
    const double room = width - 2 * kPadding;
    const double full = fullText(name).width;
    if (full > room && width < m_least)
        return;
    const int quantised =
        full <= room ? static_cast<int>(std::ceil(full)) : static_cast<int>(room) / kWidthStep * kWidthStep;
    const QStaticText& text = laidOut(name, quantised);
    const double top = y + (height - m_metrics.height()) / 2;
    painter.drawStaticText(QPointF(x + kPadding, std::round(top)), text);
}

} // namespace tideline
