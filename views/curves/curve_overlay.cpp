// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_overlay.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

#include "views/curves/curve_panel.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr double kPad = 6;
constexpr double kSwatch = 10;
constexpr double kBoxOffset = 14;

void paintTitle(QPainter& painter, const Theme& theme, const CurveOverlay::Panel& panel)
{
    const QFontMetricsF metrics(painter.font());
    const double baseline = panel.area.top() - CurvePanel::kTitlePx / 2.0 + metrics.capHeight() / 2;
    const double right = panel.area.right();
    double x = panel.area.left();
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QString title = QFontMetricsF(bold).elidedText(panel.title, Qt::ElideRight, right - x);
    painter.drawText(QPointF(x, baseline), title);
    x += QFontMetricsF(bold).horizontalAdvance(title) + 2 * kPad;
    painter.setFont(plain);
    for (const CurveOverlay::Key& key : panel.keys) {
        const double left = x + kSwatch + 4;
        if (left + 20 > right)
            break;
        painter.fillRect(QRectF(x, baseline - metrics.capHeight() / 2 - 1, kSwatch, 3), key.color);
        painter.setPen(theme.mutedText);
        const QString name = metrics.elidedText(key.name, Qt::ElideRight, right - left);
        painter.drawText(QPointF(left, baseline), name);
        x = left + metrics.horizontalAdvance(name) + 2 * kPad;
    }
    painter.setPen(theme.mutedText);
    if (x + metrics.horizontalAdvance(panel.hint) < right)
        painter.drawText(QPointF(right - metrics.horizontalAdvance(panel.hint), baseline), panel.hint);
}

void paintSelection(QPainter& painter, const Theme& theme, const CurveOverlay& overlay)
{
    QColor shade = theme.category(Category::Vector);
    shade.setAlphaF(0.16F);
    const auto [x0, x1] = *overlay.selection;
    painter.setPen(QPen(theme.computing, 1));
    for (const CurveOverlay::Panel& panel : overlay.panels) {
        const double left = std::clamp(x0, panel.area.left(), panel.area.right());
        const double right = std::clamp(x1, left, panel.area.right());
        painter.fillRect(QRectF(left, panel.area.top(), right - left, panel.area.height()), shade);
        for (const double x : {x0, x1}) {
            if (x >= panel.area.left() && x <= panel.area.right())
                painter.drawLine(QLineF(x, panel.area.top(), x, panel.area.bottom()));
        }
    }
    if (overlay.selectionLabel.isEmpty() || overlay.panels.empty())
        return;
    const QRectF& area = overlay.panels.front().area;
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(overlay.selectionLabel) + 2 * kPad;
    const double left = std::clamp((x0 + x1 - width) / 2, area.left(), std::max(area.left(), area.right() - width));
    const QRectF tag(left, area.top() + 2, width, metrics.height() + 2);
    painter.fillRect(tag, theme.accent);
    painter.setPen(theme.inverse);
    painter.drawText(tag, Qt::AlignCenter, overlay.selectionLabel);
}

/// The widths of the three texts of the rows.
struct BoxColumns {
    double name = 0;
    double value = 0;
    double time = 0;
    double width() const { return kSwatch + name + value + time + 6 * kPad; }
};

BoxColumns columnsOf(const CurveOverlay& overlay, const QFontMetricsF& metrics)
{
    BoxColumns columns;
    for (const CurveOverlay::Row& row : overlay.rows) {
        columns.name = std::max(columns.name, metrics.horizontalAdvance(row.name));
        columns.value = std::max(columns.value, metrics.horizontalAdvance(row.value));
        columns.time = std::max(columns.time, metrics.horizontalAdvance(row.time));
    }
    return columns;
}

void paintRow(QPainter& painter, const Theme& theme, const CurveOverlay::Row& row, const BoxColumns& columns,
              const QRectF& line)
{
    double x = line.left() + kPad;
    painter.fillRect(QRectF(x, line.center().y() - 1, kSwatch, 3), row.color);
    x += kSwatch + kPad;
    painter.setPen(theme.text);
    painter.drawText(QRectF(x, line.top(), columns.name + 1, line.height()), Qt::AlignVCenter, row.name);
    x += columns.name + 2 * kPad;
    painter.drawText(QRectF(x, line.top(), columns.value, line.height()), Qt::AlignVCenter | Qt::AlignRight, row.value);
    x += columns.value + kPad;
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(x, line.top(), columns.time + 1, line.height()), Qt::AlignVCenter, row.time);
}

void paintBox(QPainter& painter, const Theme& theme, const CurveOverlay& overlay, const QRectF& visible)
{
    const QFontMetricsF metrics(painter.font());
    const double height = metrics.height() + 2;
    const BoxColumns columns = columnsOf(overlay, metrics);
    const double width = std::max(columns.width(), metrics.horizontalAdvance(overlay.boxTitle) + 2 * kPad);
    const auto most = static_cast<std::size_t>(std::max(1.0, (visible.height() - 3 * kPad) / height - 1));
    const std::size_t shown = std::min(overlay.rows.size(), most);
    double left = *overlay.crosshairX + kBoxOffset;
    if (left + width > visible.right() - kPad)
        left = std::max(visible.left() + kPad, *overlay.crosshairX - kBoxOffset - width);
    const QRectF box(left, visible.top() + CurvePanel::kTitlePx + kPad, width,
                     height * static_cast<double>(shown + 1) + kPad);
    QColor back = theme.window;
    back.setAlphaF(0.94F);
    painter.setPen(QPen(overlay.frozen ? theme.accent : theme.mutedText, 1));
    painter.setBrush(back);
    painter.drawRect(box);
    painter.setPen(theme.text);
    painter.drawText(QRectF(box.left() + kPad, box.top() + 2, width, height), Qt::AlignVCenter, overlay.boxTitle);
    for (std::size_t i = 0; i < shown; ++i) {
        const QRectF line(box.left(), box.top() + 2 + height * static_cast<double>(i + 1), width, height);
        paintRow(painter, theme, overlay.rows[i], columns, line);
    }
}

} // namespace

void paintCurveOverlay(QPainter& painter, const Theme& theme, const CurveOverlay& overlay, const QRectF& visible)
{
    painter.save();
    if (!overlay.message.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(visible.adjusted(kPad, kPad, -kPad, -kPad), Qt::AlignCenter | Qt::TextWordWrap,
                         overlay.message);
        return painter.restore();
    }
    for (const CurveOverlay::Panel& panel : overlay.panels)
        paintTitle(painter, theme, panel);
    if (overlay.selection)
        paintSelection(painter, theme, overlay);
    if (overlay.crosshairX && !overlay.panels.empty()) {
        painter.setPen(QPen(overlay.frozen ? theme.accent : theme.mutedText, 1));
        for (const CurveOverlay::Panel& panel : overlay.panels)
            painter.drawLine(QLineF(*overlay.crosshairX, panel.area.top(), *overlay.crosshairX, panel.area.bottom()));
        if (!overlay.rows.empty())
            paintBox(painter, theme, overlay, visible);
    }
    painter.restore();
}

CurveOverlayLayer::CurveOverlayLayer(std::function<CurveOverlay()> content, QWidget* parent)
    : QWidget(parent), m_content(std::move(content))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
}

void CurveOverlayLayer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF visible = visibleRegion().isEmpty() ? QRectF(rect()) : QRectF(visibleRegion().boundingRect());
    paintCurveOverlay(painter, Theme::fromPalette(palette()), m_content(), visible);
}

} // namespace tideline
