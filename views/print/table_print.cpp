// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/table_print.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tideline {

namespace {

using Role = PrintStyle::Role;

constexpr double kPadding = 4;    // on either side of a cell
constexpr double kLeastText = 60; // of a column of texts
constexpr int kMostLines = 12;
constexpr int kMostMeasured = 400; // characters of a cell that count for the width of its column

struct Needs {
    double whole = 0; ///< nothing is wrapped
    double least = 0; ///< numbers stay whole, words of the head too
};

Needs needsOf(const ReportTable& table, std::size_t column, const ReportWords& words, const PrintStyle& style)
{
    const QFontMetricsF cells = style.metrics(Role::Cell);
    const QFontMetricsF heads = style.metrics(Role::CellHead);
    Needs needs;
    const QString head = QString::fromStdString(words.text(table.columns[column].title));
    for (const QString& word : head.split(u' '))
        needs.least = std::max(needs.least, heads.horizontalAdvance(word));
    for (const auto& row : table.rows) {
        const QString text = QString::fromStdString(words.cell(table.columns[column], row[column])).left(kMostMeasured);
        const double advance = cells.horizontalAdvance(text);
        needs.whole = std::max(needs.whole, advance);
        if (table.columns[column].number)
            needs.least = std::max(needs.least, advance);
    }
    needs.whole = std::ceil(std::max(needs.whole, heads.horizontalAdvance(head)) + 2 * kPadding + 1);
    needs.least = std::ceil(needs.least + 2 * kPadding + 1);
    return needs;
}

/// Columns that need less than their fair part of the room get it whole; the others share the rest by their weights.
void share(std::vector<double>& widths, const ReportTable& table, std::vector<std::size_t> open,
           const std::vector<Needs>& needs, double room)
{
    const auto weight = [&table](std::size_t column) { return isWide(table.columns[column]) ? 2.0 : 1.0; };
    std::sort(open.begin(), open.end(),
              [&](auto a, auto b) { return needs[a].whole / weight(a) < needs[b].whole / weight(b); });
    double weights = 0;
    for (const std::size_t column : open)
        weights += weight(column);
    for (const std::size_t column : open) {
        widths[column] = std::min(needs[column].whole, room * weight(column) / weights);
        room -= widths[column];
        weights -= weight(column);
    }
}

struct Line {
    QString text;
    double x = 0; ///< from the left edge of the table
};
/// The lines of a row, top first; each with its pieces of the columns.
using RowLines = std::vector<std::vector<Line>>;

class RowMaker {
public:
    RowMaker(const ReportTable& table, const PrintStyle& style, std::vector<double> widths)
        : m_table(&table), m_style(&style), m_widths(std::move(widths))
    {
    }
    double width() const { return std::accumulate(m_widths.begin(), m_widths.end(), 0.0); }

    RowLines lines(const std::vector<QString>& cells, Role role) const
    {
        RowLines out;
        double left = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const QStringList parts = m_style->lines(cells[i], role, m_widths[i] - 2 * kPadding, kMostLines);
            out.resize(std::max(out.size(), static_cast<std::size_t>(parts.size())));
            for (qsizetype k = 0; k < parts.size(); ++k) {
                const double room = m_widths[i] - kPadding;
                const double x =
                    m_table->columns[i].number ? room - m_style->metrics(role).horizontalAdvance(parts[k]) : kPadding;
                out[static_cast<std::size_t>(k)].push_back({parts[k], left + x});
            }
            left += m_widths[i];
        }
        return out;
    }
    PagePiece piece(RowLines lines, Role role) const
    {
        const double step = m_style->lineHeight(role);
        const bool isHead = role == Role::CellHead;
        PagePiece piece;
        piece.height = step * static_cast<double>(lines.size()) + 5;
        piece.paint = [lines = std::move(lines), role, step, isHead, style = m_style, width = width(),
                       height = piece.height](QPainter& painter, QPointF corner) {
            if (isHead)
                painter.fillRect(QRectF(corner, QSizeF(width, height)), style->theme().alternate);
            painter.setPen(style->theme().grid);
            painter.drawLine(QPointF(corner.x(), corner.y() + height),
                             QPointF(corner.x() + width, corner.y() + height));
            painter.setPen(style->theme().text);
            painter.setFont(style->font(role));
            double y = corner.y() + 2 + style->metrics(role).ascent() + 1;
            for (const auto& line : lines) {
                for (const Line& part : line)
                    painter.drawText(QPointF(corner.x() + part.x, y), part.text);
                y += step;
            }
        };
        return piece;
    }

private:
    const ReportTable* m_table;
    const PrintStyle* m_style;
    std::vector<double> m_widths;
};

} // namespace

std::vector<double> columnWidths(const ReportTable& table, const ReportWords& words, const PrintStyle& style,
                                 double width)
{
    const std::size_t count = table.columns.size();
    std::vector<Needs> needs;
    std::vector<std::size_t> texts;
    double numbers = 0;
    std::vector<double> widths(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        needs.push_back(needsOf(table, i, words, style));
        if (table.columns[i].number)
            numbers += widths[i] = needs[i].least;
        else
            texts.push_back(i);
    }
    const double reserved = kLeastText * static_cast<double>(texts.size());
    // More numbers than the page is wide: all of them give the same share.
    if (numbers > width - reserved) {
        const double factor = std::max(width - reserved, 0.2 * width) / numbers;
        for (std::size_t i = 0; i < count; ++i)
            widths[i] *= factor;
        numbers *= factor;
    }
    share(widths, table, texts, needs, width - numbers);
    const double left = width - std::accumulate(widths.begin(), widths.end(), 0.0);
    for (std::size_t i = 0; left > 0 && i < count; ++i)
        widths[i] += left / static_cast<double>(count);
    return widths;
}

void addTable(PageFlow& flow, const ReportTable& table, const ReportWords& words, const PrintStyle& style, double width)
{
    const RowMaker maker(table, style, columnWidths(table, words, style, width));
    std::vector<QString> cells;
    for (const ReportColumn& column : table.columns)
        cells.push_back(QString::fromStdString(words.text(column.title)));
    PagePiece head = maker.piece(maker.lines(cells, Role::CellHead), Role::CellHead);
    head.keepWithNext = true;
    const int number = static_cast<int>(flow.heads.size());
    flow.heads.push_back(head);
    flow.pieces.push_back(std::move(head));
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        cells.clear();
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            cells.push_back(QString::fromStdString(words.cell(table.columns[i], table.rows[r][i])));
        PagePiece row = maker.piece(maker.lines(cells, Role::Cell), Role::Cell);
        row.head = number;
        // Neither the first nor the last row stands alone on a page.
        row.keepWithNext = r + 1 < table.rows.size() && (r == 0 || r + 2 == table.rows.size());
        flow.pieces.push_back(std::move(row));
    }
}

} // namespace tideline
