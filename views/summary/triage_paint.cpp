// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/triage_paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/kit/font_scale.h"
#include "views/kit/severity_icon.h"
#include "views/kit/theme.h"
#include "views/summary/triage_text.h"
#include "views/text/core_text.h"
#include "views/text/finding_text.h"
#include "views/text/message_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMargin = 24;
constexpr double kGap = 12;
constexpr double kSwatchGap = 6;
constexpr double kMeanBarHeight = 30;
constexpr double kFigureWidth = 96;
constexpr double kNarrowestLabelled = 6; // pixels of air left and right of a figure inside a bar

QFont verdictFont(const QFont& font)
{
    QFont large = scaledFont(font, 1.6);
    large.setBold(true);
    return large;
}

QFont boldFont(const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    return bold;
}

QColor partColor(StepPart part, const Theme& theme)
{
    switch (part) {
    case StepPart::Computing: return theme.computing;
    case StepPart::Exposed: return theme.communication;
    case StepPart::Free: return theme.free;
    case StepPart::Preparing: return theme.preparing;
    case StepPart::Tail: break;
    }
    return theme.alternate;
}

double labelWidth(const TriageData& data, const QFont& font)
{
    const QFontMetricsF metrics(font);
    double widest = metrics.horizontalAdvance(u"0000000"_s);
    if (data.bars.empty()) {
        for (const BusyBar& bar : data.busy)
            widest = std::max(widest, metrics.horizontalAdvance(trackKindText(bar.kind)));
    } else {
        widest = std::max(widest, metrics.horizontalAdvance(stepText(data.bars.front())));
        widest = std::max(widest, metrics.horizontalAdvance(stepText(data.bars.back())));
    }
    // Elision counts whole pixels.
    return std::ceil(widest) + 2 + kGap;
}

void paintText(QPainter& painter, const QRectF& rect, const QString& text, const QColor& color,
               int flags = Qt::AlignLeft)
{
    painter.setPen(color);
    painter.drawText(rect, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(rect.width())));
}

/// Idle parts are hatched: never colour alone.
Qt::BrushStyle hatchOf(StepPart part)
{
    if (part == StepPart::Free)
        return Qt::BDiagPattern;
    return part == StepPart::Tail ? Qt::FDiagPattern : Qt::NoBrush;
}

/// Parts one after the other with their figures where these fit.
void paintParts(QPainter& painter, const QRectF& rect, const std::array<Duration, kStepParts>& parts, double nsPerPx,
                const Theme& theme)
{
    double x = rect.left();
    for (std::size_t i = 0; i < kStepParts; ++i) {
        const double width = nsPerPx > 0 ? static_cast<double>(parts[i].ns) / nsPerPx : 0;
        if (width <= 0)
            continue;
        const auto part = static_cast<StepPart>(i);
        const QRectF box(x, rect.top(), width, rect.height());
        const QColor fill = partColor(part, theme);
        painter.fillRect(box, fill);
        if (hatchOf(part) != Qt::NoBrush) {
            QColor line = theme.mutedText;
            line.setAlphaF(0.28f);
            painter.fillRect(box, QBrush(line, hatchOf(part)));
        }
        const QString figure = durationText(parts[i]);
        if (painter.fontMetrics().horizontalAdvance(figure) + 2 * kNarrowestLabelled <= width) {
            painter.setPen(theme.textOn(fill));
            painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, figure);
        }
        x += width;
        if (width > 2)
            painter.fillRect(QRectF(x - 1, rect.top(), 1, rect.height()), theme.base);
    }
}

QString legendText(const TriageData& data, std::size_t part)
{
    const auto all = static_cast<double>(data.meanTotal.ns);
    const double share = all > 0 ? static_cast<double>(data.mean[part].ns) / all : 0;
    return partText(static_cast<StepPart>(part)) + u"  "_s + durationText(data.mean[part]) + u"  "_s
           + percentText(share);
}

/// Where each entry stands, from the left, on as many lines as the width needs; relative to the legend.
std::vector<TriageLayout::LegendEntry> legendEntries(const TriageData& data, const QFont& font, double width,
                                                     double line)
{
    const QFontMetricsF metrics(font);
    std::vector<TriageLayout::LegendEntry> entries;
    double x = 0;
    double y = 0;
    for (std::size_t i = 0; i < kStepParts; ++i) {
        if (static_cast<StepPart>(i) == StepPart::Tail && data.mean[i] == Duration{})
            continue;
        const QString text = legendText(data, i);
        const double own = metrics.ascent() + kSwatchGap + metrics.horizontalAdvance(text) + 2;
        if (x > 0 && x + own > width) {
            x = 0;
            y += line;
        }
        entries.push_back({i, QRectF(x, y, std::min(own, width), line)});
        x += own + 2 * kGap;
    }
    return entries;
}

void paintLegend(QPainter& painter, const TriageData& data, const TriageLayout& layout, const Theme& theme)
{
    const double side = QFontMetricsF(painter.font()).ascent();
    for (const TriageLayout::LegendEntry& entry : layout.legendEntries) {
        const QRectF place = entry.place.translated(layout.legend.topLeft());
        const auto part = static_cast<StepPart>(entry.part);
        const QRectF swatch(place.left(), place.center().y() - side / 2, side, side);
        painter.fillRect(swatch, partColor(part, theme));
        if (const Qt::BrushStyle hatch = hatchOf(part); hatch != Qt::NoBrush)
            painter.fillRect(swatch, QBrush(theme.mutedText, hatch));
        painter.setPen(theme.text);
        painter.drawText(place.adjusted(side + kSwatchGap, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, legendText(data, entry.part));
    }
}

void paintHead(QPainter& painter, const TriageData& data, const TriageLayout& layout, const Theme& theme)
{
    const QFont font = layout.font;
    painter.setFont(verdictFont(font));
    QRectF verdict = layout.verdict;
    if (data.dominant) {
        const double side = QFontMetricsF(painter.font()).ascent() * 0.8;
        painter.fillRect(QRectF(verdict.left(), verdict.center().y() - side / 2, side, side),
                         partColor(*data.dominant, theme));
        verdict.setLeft(verdict.left() + side + kGap);
    }
    paintText(painter, verdict, headText(data), theme.text);
    painter.setFont(font);
    const QStringList remarks = remarkTexts(data);
    const double lineHeight = remarks.isEmpty() ? 0 : layout.remarks.height() / static_cast<double>(remarks.size());
    for (qsizetype i = 0; i < remarks.size(); ++i)
        paintText(painter,
                  {layout.remarks.left(), layout.remarks.top() + static_cast<double>(i) * lineHeight,
                   layout.remarks.width(), lineHeight},
                  remarks[i], i == 0 && data.slowest ? theme.text : theme.mutedText);
    paintText(painter, layout.facts, factsText(data), theme.text);
    const bool poor = qualityIsPoor(data);
    const QString quality = qualityText(data);
    paintText(painter, layout.quality, poor ? u"\u26A0 "_s + quality : quality, poor ? theme.warning : theme.mutedText);
    if (!data.findings.empty()) {
        painter.setFont(boldFont(font));
        paintText(painter, layout.findingsTitle, findingsTitle(data), theme.text);
        painter.setFont(font);
    }
    if (data.bars.empty())
        return;
    painter.setFont(boldFont(font));
    paintText(painter, layout.meanTitle, QCoreApplication::translate("Triage", "Mean of a step over all ranks"),
              theme.text);
    painter.setFont(font);
    Duration all;
    for (const Duration part : data.mean)
        all += part;
    paintParts(painter, layout.meanBar, data.mean, static_cast<double>(all.ns) / layout.meanBar.width(), theme);
    paintLegend(painter, data, layout, theme);
}

/// Width of the titles, so that the gains stand in a column.
double titleWidth(const TriageData& data, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (const TriageFinding& finding : data.findings)
        widest = std::max(widest, metrics.horizontalAdvance(translated(finding.title)));
    return std::ceil(widest) + 2;
}

void paintFinding(QPainter& painter, const TriageFinding& finding, const QRectF& row, double widest, const Theme& theme)
{
    const QFontMetricsF metrics(painter.font());
    const double glyph = metrics.height();
    QRectF text = row;
    paintText(painter, QRectF(row.left(), row.top(), glyph, row.height()), severityGlyph(finding.severity),
              severityColour(finding.severity, theme), Qt::AlignHCenter);
    text.setLeft(row.left() + glyph + 6);
    const QString title = translated(finding.title);
    const QString gain = gainText(finding.saving);
    const double taken = std::min(widest, text.width());
    paintText(painter, QRectF(text.left(), text.top(), taken, text.height()), title, theme.text);
    text.setLeft(text.left() + taken + 2 * kGap);
    if (text.width() > kFigureWidth)
        paintText(painter, text, gain, theme.mutedText);
}

void paintGroups(QPainter& painter, const TriageData& data, const TriageLayout& layout, const Theme& theme,
                 const QRectF& clip)
{
    for (const TriageLayout::Group& group : layout.groups) {
        if (!group.title.intersects(clip))
            continue;
        const bool slow = data.slowest && data.slowest->rank == group.rank;
        painter.setFont(boldFont(layout.font));
        QString text = rankText(data, group.rank);
        if (slow)
            text += u"   \u25B2 "_s + QCoreApplication::translate("Triage", "slowest");
        paintText(painter, group.title, text, slow ? theme.warning : theme.text);
    }
    painter.setFont(layout.font);
}

void paintBusyLine(QPainter& painter, const BusyBar& busy, const TriageLayout::Line& line, const Theme& theme)
{
    const QRectF label(line.row.left(), line.row.top(), line.bar.left() - line.row.left() - kGap, line.row.height());
    paintText(painter, label, trackKindText(busy.kind), theme.text);
    painter.fillRect(line.bar, theme.alternate);
    QRectF filled = line.bar;
    filled.setWidth(line.bar.width() * std::clamp(busy.share, 0.0, 1.0));
    painter.fillRect(filled, theme.computing);
    const QString text = busyText(busy);
    QRectF inside = line.bar.adjusted(6, 0, -6, 0);
    const bool fitsRight = filled.width() < line.bar.width() * 0.5;
    if (fitsRight)
        inside.setLeft(filled.right() + 6);
    paintText(painter, inside, text, fitsRight ? theme.text : theme.textOn(theme.computing));
    const QRectF figure(line.bar.right() + 6, line.row.top(), line.row.right() - line.bar.right() - 6,
                        line.row.height());
    paintText(painter, figure, percentText(busy.share), theme.text, Qt::AlignRight);
}

void paintBarLine(QPainter& painter, const TriageBar& bar, const TriageLayout::Line& line, double nsPerPx,
                  const Theme& theme)
{
    const QRectF label(line.row.left(), line.row.top(), line.bar.left() - line.row.left() - kGap, line.row.height());
    paintText(painter, label, stepText(bar), theme.mutedText, Qt::AlignRight);
    paintParts(painter, line.bar, bar.parts, nsPerPx, theme);
    const QRectF figure(line.bar.right() + 6, line.row.top(), line.row.right() - line.bar.right() - 6,
                        line.row.height());
    paintText(painter, figure, durationText(bar.total()), theme.text, Qt::AlignRight);
}

} // namespace

std::optional<std::size_t> TriageLayout::targetAt(QPointF point) const
{
    const auto finding =
        std::find_if(findings.begin(), findings.end(), [point](const QRectF& row) { return row.contains(point); });
    if (finding != findings.end())
        return static_cast<std::size_t>(finding - findings.begin());
    const auto found = std::lower_bound(lines.begin(), lines.end(), point.y(),
                                        [](const Line& line, double y) { return line.row.bottom() < y; });
    if (found == lines.end() || !found->row.contains(point))
        return std::nullopt;
    return findings.size() + static_cast<std::size_t>(found - lines.begin());
}

std::optional<std::size_t> TriageLayout::lineOf(std::size_t target) const
{
    return target < findings.size() || target >= targets() ? std::nullopt : std::optional(target - findings.size());
}

TriageLayout layoutTriage(const TriageData& data, double width, const QFont& font)
{
    TriageLayout layout;
    layout.font = font;
    const double line = std::ceil(QFontMetricsF(font).height()) + 4;
    const double inner = std::max(200.0, width - 2 * kMargin);
    double y = kMargin;
    const auto take = [&](double height, double gap) {
        const QRectF rect(kMargin, y, inner, height);
        y += height + gap;
        return rect;
    };
    layout.verdict = take(std::ceil(QFontMetricsF(verdictFont(font)).height()) + 4, 4);
    layout.remarks = take(line * static_cast<double>(remarkTexts(data).size()), kGap);
    layout.facts = take(line, 0);
    layout.quality = take(line, kGap * 1.5);
    if (!data.findings.empty()) {
        layout.findingsTitle = take(line, 2);
        for (std::size_t i = 0; i < data.findings.size(); ++i)
            layout.findings.push_back(take(line + 2, i + 1 == data.findings.size() ? kGap * 1.5 : 0));
    }
    if (!data.bars.empty()) {
        layout.meanTitle = take(line, 2);
        layout.meanBar = take(kMeanBarHeight, 4);
        layout.legendEntries = legendEntries(data, font, inner, line);
        const double lines = layout.legendEntries.empty() ? 0 : layout.legendEntries.back().place.bottom();
        layout.legend = take(lines, kGap * 1.5);
    }
    const double label = labelWidth(data, font);
    const double barWidth = std::max(60.0, inner - label - kFigureWidth);
    const double rowHeight = line + 2;
    const auto addLine = [&](std::size_t index) {
        const QRectF row = take(rowHeight, 0);
        layout.lines.push_back({index, row, QRectF(kMargin + label, row.top() + 1, barWidth, rowHeight - 3)});
    };
    for (std::size_t i = 0; i < data.bars.size(); ++i) {
        if (i == 0 || data.bars[i].rank != data.bars[i - 1].rank) {
            y += i == 0 ? 0 : 6;
            layout.groups.push_back({data.bars[i].rank, take(line, 0)});
        }
        addLine(i);
        const Duration longest = std::max(data.bars[i].total(), data.bars[i].deviceTime());
        layout.longestNs = std::max(layout.longestNs, static_cast<double>(longest.ns));
    }
    for (std::size_t i = 0; data.bars.empty() && i < data.busy.size(); ++i) {
        addLine(i);
        y += 6;
    }
    layout.height = y + kMargin;
    return layout;
}

void paintTriage(QPainter& painter, const TriageData& data, const TriageLayout& layout, const Theme& theme,
                 const QRectF& clip, std::optional<std::size_t> hovered)
{
    painter.fillRect(clip, theme.base);
    painter.setFont(layout.font);
    if (layout.lines.empty() || clip.top() < layout.lines.front().row.top())
        paintHead(painter, data, layout, theme);
    for (std::size_t i = 0; i < layout.findings.size(); ++i) {
        if (!layout.findings[i].intersects(clip))
            continue;
        if (hovered == i)
            painter.fillRect(layout.findings[i].adjusted(-6, 0, 6, 0), theme.alternate);
        paintFinding(painter, data.findings[i], layout.findings[i], titleWidth(data, QFontMetricsF(layout.font)),
                     theme);
    }
    paintGroups(painter, data, layout, theme, clip);
    for (std::size_t i = 0; i < layout.lines.size(); ++i) {
        const TriageLayout::Line& line = layout.lines[i];
        if (!line.row.intersects(clip))
            continue;
        if (hovered == layout.findings.size() + i)
            painter.fillRect(line.row.adjusted(-6, 0, 6, 0), theme.alternate);
        if (data.bars.empty())
            paintBusyLine(painter, data.busy[line.index], line, theme);
        else
            paintBarLine(painter, data.bars[line.index], line, layout.longestNs / line.bar.width(), theme);
    }
}

} // namespace tideline
