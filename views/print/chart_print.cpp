// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/chart_print.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "core/report/chart_axis.h"
#include "core/report/chart_table.h"

namespace tideline {

namespace {

constexpr double kPieRadius = 64;
constexpr double kLegendRow = 18;
constexpr double kKeyPx = 9;
constexpr double kBarLabel = 130;
constexpr double kAxisLabel = 70;
constexpr double kTimeLabels = 16;

using Role = PrintStyle::Role;

QString textOf(const std::string& text)
{
    return QString::fromStdString(text);
}

void drawRight(QPainter& painter, double right, double baseline, const QString& text)
{
    painter.drawText(QPointF(right - QFontMetricsF(painter.font(), painter.device()).horizontalAdvance(text), baseline),
                     text);
}

void paintPie(QPainter& painter, QRectF circle, const ReportSplit& split, const PrintStyle& style)
{
    const auto sum = static_cast<double>(split.sum().ns);
    double at = 0;
    painter.setPen(Qt::NoPen);
    for (const ReportSplit::Part& part : split.parts) {
        const double share = sum > 0 ? static_cast<double>(part.time.ns) / sum : 0;
        // Sixteenths of a degree from three o'clock against the clock: begins at noon, goes with it.
        const int from = static_cast<int>(std::lround((0.25 - at) * 5760));
        const int to = static_cast<int>(std::lround((0.25 - at - share) * 5760));
        painter.setBrush(style.ink(part.ink));
        if (from != to)
            painter.drawPie(circle, to, from - to);
        at += share;
    }
    painter.setBrush(Qt::NoBrush);
}

Duration sumOf(const ReportBars::Bar& bar)
{
    Duration sum;
    for (const Duration part : bar.parts)
        sum += part;
    return sum;
}

/// The envelope as closed outlines, one per stretch without a gap.
QPainterPath envelope(const ReportCurve& curve, QRectF plot, double top)
{
    const auto span = static_cast<double>(std::max<std::int64_t>(curve.range.length().ns, 1));
    const auto x = [&](Instant t) {
        return plot.left() + static_cast<double>((t - curve.range.start).ns) / span * plot.width();
    };
    const auto y = [&](double v) { return plot.bottom() - std::clamp(v / top, 0.0, 1.0) * plot.height(); };
    QPainterPath path;
    std::vector<QPointF> back;
    const auto close = [&] {
        for (auto point = back.rbegin(); point != back.rend(); ++point)
            path.lineTo(*point);
        if (!back.empty())
            path.closeSubpath();
        back.clear();
    };
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const ReportCurve::Point& point = curve.points[i];
        if (!std::isfinite(point.max)) {
            close();
            continue;
        }
        const double from = x(point.time);
        const double to = x(i + 1 < curve.points.size() ? curve.points[i + 1].time : curve.range.end);
        if (back.empty())
            path.moveTo(from, y(point.max));
        else
            path.lineTo(from, y(point.max));
        path.lineTo(to, y(point.max));
        const double low = std::min(std::max(y(point.min), y(point.max) + 0.8), plot.bottom());
        back.emplace_back(from, low);
        back.emplace_back(to, low);
    }
    close();
    return path;
}

} // namespace

double splitHeight(const ReportSplit& split, const PrintStyle&)
{
    return std::max(2 * kPieRadius, kLegendRow * static_cast<double>(split.parts.size())) + 8;
}

void paintSplit(QPainter& painter, QRectF place, const ReportSplit& split, const ReportWords& words,
                const PrintStyle& style)
{
    paintPie(painter, QRectF(place.left() + 4, place.top() + 4, 2 * kPieRadius, 2 * kPieRadius), split, style);
    const ReportTable figures = tableOf(split);
    painter.setFont(style.font(Role::Body));
    const double left = place.left() + 2 * kPieRadius + 40;
    const double rows = kLegendRow * static_cast<double>(split.parts.size());
    double y = place.top() + (place.height() - rows) / 2;
    for (std::size_t i = 0; i < figures.rows.size(); ++i) {
        const auto cell = [&](std::size_t column) {
            return textOf(words.cell(figures.columns[column], figures.rows[i][column]));
        };
        painter.fillRect(QRectF(left, y + 4, kKeyPx, kKeyPx), style.ink(split.parts[i].ink));
        painter.setPen(style.theme().text);
        const QString name = style.metrics(Role::Body).elidedText(cell(0), Qt::ElideRight, 230);
        painter.drawText(QPointF(left + 18, y + 13), name);
        drawRight(painter, left + 350, y + 13, cell(1));
        drawRight(painter, left + 460, y + 13, cell(2));
        y += kLegendRow;
    }
}

void paintBar(QPainter& painter, QRectF place, const ReportBars& bars, std::size_t bar, const ReportWords& words,
              const PrintStyle& style)
{
    Duration longest{1};
    for (const ReportBars::Bar& one : bars.bars)
        longest = std::max(longest, sumOf(one));
    constexpr double kSumWidth = 80;
    const double scale = (place.width() - kBarLabel - kSumWidth) / static_cast<double>(longest.ns);
    painter.setFont(style.font(Role::Cell));
    painter.setPen(style.theme().text);
    const QString label =
        style.metrics(Role::Cell).elidedText(textOf(words.text(bars.bars[bar].label)), Qt::ElideMiddle, kBarLabel - 8);
    const double baseline = place.top() + place.height() / 2 + 4;
    drawRight(painter, place.left() + kBarLabel - 8, baseline, label);
    double x = place.left() + kBarLabel;
    for (std::size_t i = 0; i < bars.series.size(); ++i) {
        const double width = static_cast<double>(bars.bars[bar].parts[i].ns) * scale;
        painter.fillRect(QRectF(x, place.top() + 2, width, place.height() - 4), style.ink(bars.series[i].ink));
        x += width;
    }
    painter.drawText(QPointF(x + 6, baseline), textOf(words.value(MessageArg::time(sumOf(bars.bars[bar])))));
}

void paintKey(QPainter& painter, QRectF place, const ReportBars& bars, const ReportWords& words,
              const PrintStyle& style)
{
    painter.setFont(style.font(Role::Small));
    double x = place.left() + kBarLabel;
    for (const ReportBars::Series& series : bars.series) {
        const QString name = textOf(words.text(series.name));
        painter.fillRect(QRectF(x, place.top() + 3, kKeyPx, kKeyPx), style.ink(series.ink));
        painter.setPen(style.theme().mutedText);
        painter.drawText(QPointF(x + kKeyPx + 4, place.top() + 12), name);
        x += kKeyPx + 20 + style.metrics(Role::Small).horizontalAdvance(name);
    }
}

void paintCurve(QPainter& painter, QRectF place, const ReportCurve& curve, const ReportWords& words,
                const PrintStyle& style)
{
    const QRectF plot = place.adjusted(kAxisLabel, 6, 0, -kTimeLabels);
    const std::vector<double> marks = axisMarks(axisTop(curve), 4, curve.kind);
    const double top = marks.back();
    painter.setFont(style.font(Role::Small));
    for (const double mark : marks) {
        const double y = plot.bottom() - mark / top * plot.height();
        painter.setPen(style.theme().grid);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(style.theme().mutedText);
        drawRight(painter, plot.left() - 6, y + 4, textOf(words.value(curve, mark)));
    }
    painter.fillPath(envelope(curve, plot, top), style.theme().computing);
    if (curve.peak && *curve.peak <= top) {
        painter.setPen(QPen(style.theme().error, 1, Qt::DashLine));
        const double y = plot.bottom() - *curve.peak / top * plot.height();
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    painter.setPen(style.theme().mutedText);
    painter.drawText(QPointF(plot.left(), place.bottom() - 3), textOf(words.value(MessageArg::time(Duration{}))));
    drawRight(painter, plot.right(), place.bottom() - 3, textOf(words.value(MessageArg::time(curve.range.length()))));
}

} // namespace tideline
