// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/report_flow.h"

#include <QPainter>
#include <QRectF>

#include <utility>
#include <variant>

#include "core/report/chart_table.h"
#include "views/print/chart_print.h"
#include "views/print/table_print.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

using Role = PrintStyle::Role;

constexpr double kCurvePx = 112;
constexpr double kBarPx = 17;
constexpr int kMostTitleLines = 4;
constexpr double kStripePx = 12; // what findings are set in by

/// What closures need when they paint; the writer itself is gone by then.
struct Pen {
    const ReportWords* words;
    const PrintStyle* style;
    double width;
    QRectF place(QPointF corner, double height) const { return {corner, QSizeF(width, height)}; }
};

/// Where a text stands and how it looks.
struct TextLook {
    Role role = Role::Body;
    QColor color;
    double indent = 0;
    bool keepAll = false; ///< not torn apart, and kept with what follows
};

class FlowWriter {
public:
    FlowWriter(const ReportWords& words, const PrintStyle& style, double width, const PictureSource& pictures)
        : m_words(&words), m_style(&style), m_width(width), m_pictures(&pictures)
    {
    }

    void head(const Report& report)
    {
        const QStringList title = m_style->lines(string(m_words->title(report)), Role::Title, m_width, kMostTitleLines);
        for (const QString& line : title)
            text(line, look(Role::Title, true));
        for (const Message& line : headLines(report))
            text(string(m_words->text(line)), muted(Role::Small));
    }
    void section(const ReportSection& section)
    {
        gap(14);
        text(string(m_words->text(section.title)), look(Role::Section, true));
        for (const ReportBlock& block : section.blocks)
            std::visit(*this, block);
    }

    void operator()(const ReportText& block)
    {
        const QString words = string(m_words->text(block.text));
        switch (block.tone) {
        case ReportText::Tone::Lead: text(words, look(Role::Strong, false)); break;
        case ReportText::Tone::Missing:
        case ReportText::Tone::Remark: text(words, muted(Role::Body)); break;
        case ReportText::Tone::Plain: text(words, look(Role::Body, false)); break;
        }
        gap(4);
    }
    void operator()(const ReportTable& block)
    {
        heading(string(m_words->text(block.title)), block.rows.size(), block.total);
        addTable(m_flow, block, *m_words, *m_style, m_width);
        gap(8);
    }
    void operator()(const ReportSplit& block)
    {
        heading(string(m_words->text(block.title)), 0, 0);
        const double height = splitHeight(block, *m_style);
        piece(height, [pen = pen(), &block, height](QPainter& painter, QPointF corner) {
            paintSplit(painter, pen.place(corner, height), block, *pen.words, *pen.style);
        });
        gap(8);
    }
    void operator()(const ReportBars& block)
    {
        heading(string(m_words->text(block.title)), block.bars.size(), block.total);
        piece(18, [pen = pen(), &block](QPainter& painter, QPointF corner) {
            paintKey(painter, pen.place(corner, 18), block, *pen.words, *pen.style);
        });
        m_flow.pieces.back().keepWithNext = true;
        for (std::size_t i = 0; i < block.bars.size(); ++i)
            piece(kBarPx, [pen = pen(), &block, i](QPainter& painter, QPointF corner) {
                paintBar(painter, pen.place(corner, kBarPx), block, i, *pen.words, *pen.style);
            });
        gap(8);
    }
    void operator()(const ReportCurve& block)
    {
        heading(string(m_words->title(block)), 0, 0);
        piece(kCurvePx, [pen = pen(), &block](QPainter& painter, QPointF corner) {
            paintCurve(painter, pen.place(corner, kCurvePx), block, *pen.words, *pen.style);
        });
        m_flow.pieces.back().keepWithNext = true;
        text(string(m_words->text(summaryOf(block, *m_words))), muted(Role::Small));
        gap(6);
    }
    void operator()(const ReportPicture& block)
    {
        heading(string(m_words->text(block.title)), 0, 0);
        const auto picture =
            *m_pictures ? (*m_pictures)(block, static_cast<int>(m_width), m_style->font(Role::Small)) : nullptr;
        if (picture && !picture->empty()) {
            piece(picture->heightPx() + 4.0, [pen = pen(), picture](QPainter& painter, QPointF corner) {
                picture->paint(painter, corner, *pen.words);
            });
            m_flow.pieces.back().keepWithNext = true;
        }
        text(string(m_words->text(block.caption)), muted(Role::Small));
        gap(8);
    }
    void operator()(const ReportFinding& block)
    {
        gap(4);
        const std::size_t first = m_flow.pieces.size();
        TextLook head = look(Role::Heading, true);
        head.indent = kStripePx;
        text(string(m_words->text(headOf(block))), head);
        TextLook body = look(Role::Body, true);
        body.indent = kStripePx;
        for (const Message& line : linesOf(block)) {
            if (!line.empty())
                text(string(m_words->text(line)), body);
        }
        for (const LabelledLine& line : adviceOf(block))
            text(string(m_words->text(line.label)) + u": "_s + string(m_words->text(line.text)), body);
        stripe(first, m_style->severity(block.finding.severity));
        const ReportTable places = placesOf(block);
        if (places.rows.empty()) {
            m_flow.pieces.back().keepWithNext = false;
            gap(4);
            return;
        }
        gap(3);
        addTable(m_flow, places, *m_words, *m_style, m_width);
        const std::string note = m_words->cutNote(places.rows.size(), places.total);
        if (!note.empty())
            text(string(note), muted(Role::Small));
        gap(8);
    }
    void operator()(const ReportNotes& block)
    {
        for (const QString& line : QString::fromStdString(block.text).split(u'\n'))
            text(string(markedText(line.toStdString())), look(Role::Body, false));
        gap(8);
    }
    PageFlow take() && { return std::move(m_flow); }

private:
    static QString string(const std::string& text) { return QString::fromStdString(text); }
    Pen pen() const { return {m_words, m_style, m_width}; }
    TextLook look(Role role, bool keepAll) const { return {role, m_style->theme().text, 0, keepAll}; }
    TextLook muted(Role role) const { return {role, m_style->theme().mutedText, 0, false}; }

    void piece(double height, std::function<void(QPainter&, QPointF)> paint)
    {
        PagePiece one;
        one.height = height;
        one.paint = std::move(paint);
        m_flow.pieces.push_back(std::move(one));
    }
    /// A gap between what belongs together tears nothing apart.
    void gap(double height)
    {
        const bool kept = !m_flow.pieces.empty() && m_flow.pieces.back().keepWithNext;
        piece(height, {});
        m_flow.pieces.back().keepWithNext = kept;
    }
    void heading(const QString& words, std::size_t shown, std::size_t total)
    {
        gap(4);
        const std::string note = m_words->cutNote(shown, total);
        text(note.empty() ? words : words + u" ("_s + string(note) + u')', look(Role::Heading, true));
        m_flow.pieces.back().keepWithNext = true;
    }
    /// One piece a line; the first stays with the second and the last with the one before.
    void text(const QString& words, const TextLook& look)
    {
        const QStringList lines = m_style->lines(words, look.role, m_width - look.indent);
        const double height = m_style->lineHeight(look.role);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            piece(height, [line = lines[i], look, style = m_style](QPainter& painter, QPointF corner) {
                painter.setFont(style->font(look.role));
                painter.setPen(look.color);
                painter.drawText(QPointF(corner.x() + look.indent, corner.y() + style->metrics(look.role).ascent() + 1),
                                 line);
            });
            const bool edge = i + 1 < lines.size() && (i == 0 || i + 2 == lines.size());
            m_flow.pieces.back().keepWithNext = look.keepAll || edge;
        }
    }
    /// A coloured line at the left of the pieces since `first`.
    void stripe(std::size_t first, const QColor& color)
    {
        for (std::size_t i = first; i < m_flow.pieces.size(); ++i) {
            PagePiece& one = m_flow.pieces[i];
            one.paint = [paint = std::move(one.paint), color, height = one.height](QPainter& painter, QPointF corner) {
                painter.fillRect(QRectF(corner, QSizeF(4, height)), color);
                if (paint)
                    paint(painter, corner);
            };
        }
    }

    const ReportWords* m_words;
    const PrintStyle* m_style;
    double m_width;
    const PictureSource* m_pictures;
    PageFlow m_flow;
};

} // namespace

PageFlow reportFlow(const Report& report, const ReportWords& words, const PrintStyle& style, double width,
                    const PictureSource& pictures)
{
    FlowWriter writer(words, style, width, pictures);
    writer.head(report);
    for (const ReportSection& section : report.sections)
        writer.section(section);
    return std::move(writer).take();
}

} // namespace tideline
