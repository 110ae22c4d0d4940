// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/report_pdf.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <string>
#include <utility>

#include "views/print/pdf_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

using Role = PrintStyle::Role;

Error cancelled()
{
    return {ErrorCode::Cancelled, "cancelled", {}, {}};
}

Error writeError(const std::string& target, const QString& reason)
{
    return {ErrorCode::NotWritable, "cannot write (" + reason.toStdString() + ")", target,
            "Check that the directory exists, is writable and has space"};
}

/// Paints pages: what stands in the margins, and the pieces between them.
class PagePainter {
public:
    PagePainter(QPainter& painter, const Report& report, const ReportWords& words, const PrintStyle& style, QRectF body)
        : m_painter(&painter), m_report(&report), m_words(&words), m_style(&style), m_body(body)
    {
    }
    void paint(const PaperPage& page, std::size_t number, std::size_t count)
    {
        margins(number, count);
        for (const PlacedPiece& placed : page) {
            if (placed.piece->paint)
                placed.piece->paint(*m_painter, QPointF(m_body.left(), m_body.top() + placed.y));
        }
    }

private:
    void margins(std::size_t number, std::size_t count)
    {
        const QFontMetricsF metrics = m_style->metrics(Role::Small);
        m_painter->setFont(m_style->font(Role::Small));
        m_painter->setPen(m_style->theme().mutedText);
        const QString date = QString::fromStdString(markedText(m_report->created));
        const double top = m_body.top() - PrintStyle::kHeaderPx + metrics.ascent();
        right(date, top);
        const double room = m_body.width() - metrics.horizontalAdvance(date) - 20;
        const QString title = QString::fromStdString(m_words->title(*m_report));
        // The first page begins with the title itself.
        if (number > 1)
            m_painter->drawText(QPointF(m_body.left(), top), metrics.elidedText(title, Qt::ElideRight, room));
        const double bottom = m_body.bottom() + PrintStyle::kFooterPx - 4;
        m_painter->drawText(QPointF(m_body.left(), bottom), u"Tideline"_s);
        const Message page{
            TL_TEXT("Report", "page %1 of %2"),
            {MessageArg::count(static_cast<double>(number)), MessageArg::count(static_cast<double>(count))}};
        right(QString::fromStdString(m_words->text(page)), bottom);
    }
    void right(const QString& text, double baseline)
    {
        const double width = m_style->metrics(Role::Small).horizontalAdvance(text);
        m_painter->drawText(QPointF(m_body.right() - width, baseline), text);
    }

    QPainter* m_painter;
    const Report* m_report;
    const ReportWords* m_words;
    const PrintStyle* m_style;
    QRectF m_body;
};

QRectF bodyOf(const QPaintDevice& paper)
{
    const double margin = PrintStyle::kMarginPx;
    return QRectF(margin, margin + PrintStyle::kHeaderPx, paper.width() - 2 * margin,
                  paper.height() - 2 * margin - PrintStyle::kHeaderPx - PrintStyle::kFooterPx);
}

} // namespace

PictureSource timelinePictures(const Trace& trace, const TraceIndex& index)
{
    return [&trace, &index](const ReportPicture& picture, int widthPx, const QFont& font) {
        return std::make_shared<const TimelinePicture>(trace, index, picture, widthPx, font);
    };
}

Status paintReport(QPagedPaintDevice& paper, const Report& report, const ReportWords& words,
                   const PictureSource& pictures, const Progress& progress)
{
    const PrintStyle style(&paper);
    const QRectF body = bodyOf(paper);
    const PageFlow flow = reportFlow(report, words, style, body.width(), pictures);
    if (progress.cancelled())
        return cancelled();
    const std::vector<PaperPage> pages = paginated(flow, body.height());
    QPainter painter;
    if (!painter.begin(&paper))
        return writeError({}, {});
    PagePainter painted(painter, report, words, style, body);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (progress.cancelled())
            return cancelled();
        if (i > 0)
            paper.newPage();
        painted.paint(pages[i], i + 1, pages.size());
    }
    return painter.end() ? Status(Done{}) : Status(writeError({}, {}));
}

Status printReport(QIODevice& device, const Report& report, const ReportWords& words, const PictureSource& pictures,
                   const Progress& progress)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(PrintStyle::kDpi);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF());
        writer.setTitle(QString::fromStdString(words.title(report)));
        writer.setCreator(u"Tideline"_s);
        if (Status painted = paintReport(writer, report, words, pictures, progress); !painted)
            return painted;
    }
    bytes = withPlainCharacters(std::move(bytes));
    if (device.write(bytes) != bytes.size())
        return writeError({}, device.errorString());
    return Done{};
}

Status writeReportPdf(const std::filesystem::path& target, const Report& report, const ReportWords& words,
                      const PictureSource& pictures, const Progress& progress)
{
    QSaveFile file(QString::fromStdString(target.string()));
    if (!file.open(QIODevice::WriteOnly))
        return writeError(target.string(), file.errorString());
    Status printed = printReport(file, report, words, pictures, progress);
    if (!printed) {
        Error error = printed.error();
        error.where = target.string();
        return error;
    }
    if (!file.commit())
        return writeError(target.string(), file.errorString());
    return Done{};
}

} // namespace tideline
