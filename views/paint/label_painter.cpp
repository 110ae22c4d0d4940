// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/paint/label_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/base/utf8.h"
#include "views/text/visible_text.h"

namespace tideline {

namespace {

constexpr qsizetype kMaxCached = 20'000;
constexpr std::size_t kMaxBytes = 512; // longer names are cut before they are laid out
constexpr qsizetype kMaxMaskBytes = qsizetype{32} << 20;
constexpr int kWidthStep = 4;
constexpr double kPadding = 3;

QRgb mixed(QRgb under, QRgb over, quint32 alpha)
{
    const quint32 weight = alpha + (alpha >> 7); // 0 to 256
    const quint32 redBlue = ((under & 0xFF00FFU) * (256 - weight) + (over & 0xFF00FFU) * weight) >> 8 & 0xFF00FFU;
    const quint32 green = ((under & 0xFF00U) * (256 - weight) + (over & 0xFF00U) * weight) >> 8 & 0xFF00U;
    return 0xFF000000U | redBlue | green;
}

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
    const std::string_view text = m_strings->text(name);
    const bool cut = text.size() > kMaxBytes;
    full.text = visibleText(utf8Prefix(text, kMaxBytes));
    if (cut)
        full.text.append(QChar(0x2026));
    full.width = m_metrics.horizontalAdvance(full.text);
    return *m_full.insert(name.row, full);
}

void LabelPainter::setScale(double scale)
{
    if (scale == m_scale)
        return;
    m_scale = scale;
    m_masks.clear();
    m_maskBytes = 0;
}

const QImage& LabelPainter::mask(StringId name, int width)
{
    const quint64 key = quint64{name.row} << 32 | static_cast<quint32>(width);
    const auto known = m_masks.constFind(key);
    if (known != m_masks.constEnd())
        return *known;
    if (m_masks.size() > kMaxCached || m_maskBytes > kMaxMaskBytes) {
        m_masks.clear();
        m_maskBytes = 0;
    }
    const Full& full = fullText(name);
    const QString text = full.width <= width ? full.text : m_metrics.elidedText(full.text, Qt::ElideMiddle, width);
    const double drawn = std::min<double>(width, m_metrics.horizontalAdvance(text)) + 2;
    QImage picture(std::max(1, static_cast<int>(std::ceil(drawn * m_scale))),
                   std::max(1, static_cast<int>(std::ceil(m_metrics.height() * m_scale))),
                   QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    picture.setDevicePixelRatio(m_scale);
    QPainter painter(&picture);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF(0, m_metrics.ascent()), text);
    painter.end();
    picture.convertTo(QImage::Format_Alpha8);
    m_maskBytes += picture.sizeInBytes();
    return *m_masks.insert(key, picture);
}

void LabelPainter::draw(QImage& image, StringId name, QRgb color, QRect place)
{
    const double width = place.width() / m_scale;
    const double room = width - 2 * kPadding;
    const double full = fullText(name).width;
    if (full > room && width < m_least)
        return;
    const int quantised =
        full <= room ? static_cast<int>(std::ceil(full)) : static_cast<int>(room) / kWidthStep * kWidthStep;
    const QImage& text = mask(name, quantised);
    const int left = place.x() + static_cast<int>(std::lround(kPadding * m_scale));
    const int top = place.y() + (place.height() - text.height()) / 2;
    const QRect drawn = QRect(left, top, text.width(), text.height()) & place & image.rect();
    for (int y = drawn.top(); y <= drawn.bottom(); ++y) {
        const uchar* alpha = text.constScanLine(y - top) + (drawn.left() - left);
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y)) + drawn.left();
        for (int i = 0; i < drawn.width(); ++i) {
            if (alpha[i] != 0)
                line[i] = mixed(line[i], color, alpha[i]);
        }
    }
}

} // namespace tideline
