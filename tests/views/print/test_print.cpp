// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "core/index/trace_index.h"
#include "core/report/report_html.h"
#include "tests/unit/report/report_profile.h"
#include "views/print/page_flow.h"
#include "views/print/report_pdf.h"
#include "views/print/report_words_qt.h"
#include "views/print/table_print.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

PagePiece box(double height, bool keepWithNext = false, int head = PagePiece::kNoHead)
{
    return {height, keepWithNext, head, [](QPainter&, QPointF) {}};
}

QString squeezed(QString text)
{
    return text.remove(QRegularExpression(u"\\s"_s));
}

/// A table with names that break careless layouts.
ReportTable hostileTable(int rows)
{
    ReportTable table;
    table.id = "hostile";
    table.title = TL_TEXT("Report", "Hostile");
    table.columns = {{"rank_no", TL_TEXT("Report", "No."), true},
                     {"name", TL_TEXT("Report", "HeadOfNames"), false},
                     {"total_ns", TL_TEXT("Report", "Total"), true}};
    for (int i = 0; i < rows; ++i) {
        const std::string name = i % 3 == 0   ? std::string(700, 'W') + std::to_string(i)
                                 : i % 3 == 1 ? "MatMul \xE7\x9F\xA9\xE9\x98\xB5\xE4\xB9\x98 " + std::to_string(i)
                                              : "a b c " + std::to_string(i);
        table.rows.push_back({MessageArg::count(i), MessageArg::name(name), MessageArg::timeNs(1234567.0 * i)});
    }
    table.total = table.rows.size();
    return table;
}

} // namespace

/// The printed report, as other programs read it.
class TestPrint : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void piecesAreKeptTogether();
    void headsAreRepeated();
    void everyPieceIsPlacedOnce();
    void columnsFit_data();
    void columnsFit();
    void figuresInTheText();
    void figuresInTheTextInChinese();
    void fontsAreEmbedded();
    void nothingOutsideTheMargins();
    void tableHeadsOnEachPage();
    void pagesAreNumbered();
    void sameFiguresAsHtml();
    void wholeOrNotAtAll();
    void cancelled();

private:
    QString tool(const QString& program, const QStringList& words) const;
    QString print(const Report& report, const ReportWords& words, const QString& name);
    QString textOf(const QString& pdf) const { return tool(u"pdftotext"_s, {u"-layout"_s, pdf, u"-"_s}); }
    void checkFigures(const Report& report, const ReportWords& words, const QString& text) const;

    QTemporaryDir m_folder;
    std::unique_ptr<ReportMaker> m_maker;
    TraceIndex m_index;
};

void TestPrint::initTestCase()
{
    QVERIFY(m_folder.isValid());
    for (const char* program : {"pdftotext", "pdffonts", "pdftoppm", "pdfinfo"})
        QVERIFY2(!QStandardPaths::findExecutable(QLatin1StringView(program)).isEmpty(), program);
    m_maker = std::make_unique<ReportMaker>(fullTrace());
    TaskPool pool(1);
    m_index = TraceIndex::build(*m_maker->trace, pool, Progress{});
}

QString TestPrint::tool(const QString& program, const QStringList& words) const
{
    QProcess process;
    process.start(program, words);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        qWarning() << program << process.readAllStandardError();
    return QString::fromUtf8(process.readAllStandardOutput());
}

QString TestPrint::print(const Report& report, const ReportWords& words, const QString& name)
{
    const QString path = m_folder.filePath(name);
    const Status written =
        writeReportPdf(path.toStdString(), report, words, timelinePictures(*m_maker->trace, m_index));
    return written.ok() ? path : QString::fromStdString(written.error().text());
}

void TestPrint::piecesAreKeptTogether()
{
    PageFlow flow;
    flow.pieces = {box(60), box(20, true), box(10, true), box(30), box(40)};
    const auto pages = paginated(flow, 100);
    QCOMPARE(pages.size(), std::size_t{2});
    QCOMPARE(pages[0].size(), std::size_t{1});
    QCOMPARE(pages[1].size(), std::size_t{4});
    QCOMPARE(pages[1][0].piece, &flow.pieces[1]);
    QCOMPARE(pages[1][3].y, 60.0);
}

void TestPrint::headsAreRepeated()
{
    PageFlow flow;
    flow.heads = {box(10)};
    flow.pieces = {box(10, true)};
    for (int i = 0; i < 9; ++i)
        flow.pieces.push_back(box(30, false, 0));
    const auto pages = paginated(flow, 100);
    QCOMPARE(pages.size(), std::size_t{3});
    for (std::size_t i = 1; i < pages.size(); ++i) {
        QCOMPARE(pages[i][0].piece, &flow.heads[0]);
        QCOMPARE(pages[i][1].y, 10.0);
    }
}

void TestPrint::everyPieceIsPlacedOnce()
{
    PageFlow flow;
    flow.heads = {box(12)};
    for (int i = 0; i < 500; ++i)
        flow.pieces.push_back(box(5 + (i * 37) % 90, i % 5 == 0, i % 3 == 0 ? 0 : PagePiece::kNoHead));
    flow.pieces.push_back(box(1000)); // higher than any page
    QHash<const PagePiece*, int> seen;
    for (const PaperPage& page : paginated(flow, 200)) {
        double end = 0;
        for (const PlacedPiece& placed : page) {
            QVERIFY(placed.y >= end - 1e-9); // nothing overlaps
            end = placed.y + placed.piece->height;
            ++seen[placed.piece];
        }
        QVERIFY(end <= 200 || page.size() == 1);
    }
    for (const PagePiece& piece : flow.pieces)
        QCOMPARE(seen.value(&piece), 1);
}

void TestPrint::columnsFit_data()
{
    QTest::addColumn<int>("numbers");
    QTest::addColumn<int>("texts");
    QTest::newRow("one text") << 0 << 1;
    QTest::newRow("usual") << 6 << 2;
    QTest::newRow("numbers only") << 9 << 0;
    QTest::newRow("more than fits") << 30 << 3;
}

void TestPrint::columnsFit()
{
    QFETCH(int, numbers);
    QFETCH(int, texts);
    ReportTable table;
    std::vector<ReportCell> row;
    for (int i = 0; i < numbers + texts; ++i) {
        table.columns.push_back({"c", TL_TEXT("Report", "Communication"), i < numbers});
        row.push_back(i < numbers ? MessageArg::count(123456789) : MessageArg::name(std::string(300, 'x')));
    }
    table.rows = {row};
    QImage device(10, 10, QImage::Format_RGB32);
    const PrintStyle style(&device);
    const auto widths = columnWidths(table, ReportWords(), style, 680);
    double sum = 0;
    for (const double width : widths) {
        QVERIFY(width > 0);
        sum += width;
    }
    QVERIFY2(sum <= 680.001, qPrintable(QString::number(sum)));
}

void TestPrint::checkFigures(const Report& report, const ReportWords& words, const QString& text) const
{
    const QString plain = squeezed(text);
    int figures = 0;
    for (const ReportSection& section : report.sections) {
        QVERIFY2(plain.contains(squeezed(QString::fromStdString(words.text(section.title)))), section.id.c_str());
        for (const ReportBlock& block : section.blocks) {
            const auto* table = std::get_if<ReportTable>(&block);
            for (const auto& row : table ? table->rows : std::vector<std::vector<ReportCell>>()) {
                for (const ReportCell& cell : row) {
                    if (!cell || cell->kind == MessageArg::Kind::Text)
                        continue;
                    const QString value = squeezed(QString::fromStdString(words.value(*cell)));
                    // A word may be broken over lines with a neighbour between its parts.
                    if (cell->kind == MessageArg::Kind::Word && value.size() > 12)
                        continue;
                    QVERIFY2(plain.contains(value), qPrintable(value));
                    ++figures;
                }
            }
        }
    }
    QVERIFY(figures > 100);
}

void TestPrint::figuresInTheText()
{
    const Report report = m_maker->report();
    const QString pdf = print(report, installedWords("en"), u"en.pdf"_s);
    checkFigures(report, installedWords("en"), textOf(pdf));
    // No letters are joined: "file" is found when it is looked for.
    QVERIFY(textOf(pdf).contains(u"profiler_info"_s) || textOf(pdf).contains(u"profile_memory"_s));
    QVERIFY(!textOf(pdf).contains(QRegularExpression(u"[\uFB00-\uFB06]"_s)));
}

void TestPrint::figuresInTheTextInChinese()
{
    // Every text becomes Chinese, whatever of it is translated yet.
    const ReportWords words(
        [](const TextKey& key) {
            QString text = QString::fromUtf8(key.text);
            return (u"\u6027\u80FD\u62A5\u544A"_s + text).toStdString();
        },
        "zh-CN");
    ReportOptions options;
    // Radicals share the glyphs of the last line.
    const QString radicals = u"\u4E00\u957F\u7528\u9AD8\u5927\u5C0F\u7ACB\u98CE\u95E8\u89C1"_s;
    options.notes = "\xE7\xAC\xAC 3 \xE6\xAD\xA5 1234567890 \xE6\xAF\xAB\xE7\xA7\x92\n" + radicals.toStdString();
    const Report report = m_maker->report(options);
    const QString pdf = print(report, words, u"zh.pdf"_s);
    const QString text = squeezed(textOf(pdf));
    checkFigures(report, words, textOf(pdf));
    QVERIFY(text.contains(u"\u7B2C3\u6B651234567890\u6BEB\u79D2"_s));
    QVERIFY2(text.contains(radicals), qPrintable(text.right(200)));
    QVERIFY(text.count(u"\u6027\u80FD\u62A5\u544A"_s) > 50);
}

void TestPrint::fontsAreEmbedded()
{
    ReportOptions options;
    options.title = "\xE6\x8A\xA5\xE5\x91\x8A report";
    const QString pdf = print(m_maker->report(options), installedWords("en"), u"fonts.pdf"_s);
    const QStringList lines = tool(u"pdffonts"_s, {pdf}).split(u'\n', Qt::SkipEmptyParts).mid(2);
    QVERIFY(lines.size() >= 2);
    bool chinese = false;
    for (const QString& line : lines) {
        // … emb sub uni object ID
        const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
        QVERIFY2(words.size() > 5 && words[words.size() - 5] == u"yes", qPrintable(line));
        QVERIFY2(words[words.size() - 3] == u"yes", qPrintable(line)); // has a table for taking text out
        chinese = chinese || line.contains(u"CJK"_s);
    }
    QVERIFY(chinese);
}

/// A strip of 40 pixels at each edge of each page stays white; margins are 57.
void TestPrint::nothingOutsideTheMargins()
{
    Report report = m_maker->report();
    report.sections.front().blocks.push_back(hostileTable(40));
    report.sections.front().blocks.push_back(ReportNotes{std::string(3000, 'M')});
    const QString pdf = print(report, installedWords("en"), u"margins.pdf"_s);
    tool(u"pdftoppm"_s, {u"-r"_s, u"96"_s, u"-png"_s, pdf, m_folder.filePath(u"page"_s)});
    const QStringList pages = QDir(m_folder.path()).entryList({u"page*.png"_s});
    QVERIFY(pages.size() > 3);
    for (const QString& name : pages) {
        const QImage page = QImage(m_folder.filePath(name)).convertToFormat(QImage::Format_RGB32);
        const QRect inner = page.rect().adjusted(40, 40, -40, -40);
        for (int y = 0; y < page.height(); ++y) {
            for (int x = 0; x < page.width(); ++x) {
                if (!inner.contains(x, y) && qGray(page.pixel(x, y)) < 250)
                    QFAIL(qPrintable(u"%1: ink at %2, %3"_s.arg(name).arg(x).arg(y)));
            }
        }
    }
}

void TestPrint::tableHeadsOnEachPage()
{
    Report report;
    report.sections.push_back({"overview", TL_TEXT("Report", "Overview"), {hostileTable(300)}});
    const QString pdf = print(report, ReportWords(), u"heads.pdf"_s);
    const QStringList pages = textOf(pdf).split(u'\f', Qt::SkipEmptyParts);
    QVERIFY(pages.size() >= 5);
    for (const QString& page : pages)
        QVERIFY2(page.contains(u"HeadOfNames"_s), qPrintable(page.left(300)));
}

void TestPrint::pagesAreNumbered()
{
    ReportOptions options;
    options.title = "The title";
    options.created = "2026-02-03 04:05";
    const QString pdf = print(m_maker->report(options), ReportWords(), u"numbers.pdf"_s);
    const QStringList pages = textOf(pdf).split(u'\f', Qt::SkipEmptyParts);
    const QString info = tool(u"pdfinfo"_s, {pdf});
    QVERIFY2(info.contains(QRegularExpression(u"Pages:\\s+%1\\b"_s.arg(pages.size()))), qPrintable(info));
    QVERIFY2(info.contains(u"The title"_s), qPrintable(info));
    for (qsizetype i = 0; i < pages.size(); ++i) {
        QVERIFY(pages[i].contains(u"page %1 of %2"_s.arg(i + 1).arg(pages.size())));
        QVERIFY(pages[i].contains(u"The title"_s) && pages[i].contains(u"2026-02-03 04:05"_s));
    }
}

/// The same words() write HTML and PDF: each figure of the HTML tables is in the text of the PDF.
void TestPrint::sameFiguresAsHtml()
{
    const Report report = m_maker->report();
    const QString html = QString::fromStdString(reportHtml(report, ReportWords()));
    const QString text = squeezed(textOf(print(report, ReportWords(), u"same.pdf"_s)));
    QRegularExpressionMatchIterator cells =
        QRegularExpression(u"<td class=\"n\">(?:<span.*?</span>)?<bdi>([^<]*)</bdi>"_s).globalMatch(html);
    int count = 0;
    for (; cells.hasNext(); ++count) {
        const QString cell = squeezed(cells.next().captured(1));
        QVERIFY2(text.contains(cell), qPrintable(cell));
    }
    QVERIFY(count > 100);
}

void TestPrint::wholeOrNotAtAll()
{
    const Report report = m_maker->report();
    const QString missing = m_folder.filePath(u"no such directory/a.pdf"_s);
    const Status status = writeReportPdf(missing.toStdString(), report, ReportWords(), {});
    QVERIFY(!status.ok());
    QCOMPARE(status.error().code, ErrorCode::NotWritable);
    QCOMPARE(QString::fromStdString(status.error().where), missing);
    QVERIFY(!status.error().what.empty() && !status.error().advice.empty());
    const QString pdf = print(report, ReportWords(), u"\u62A5\u544A # 100%.pdf"_s);
    QVERIFY(QFile::exists(pdf));
    for (const QString& name : QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden))
        QVERIFY2(name.endsWith(u".pdf"_s) || name.endsWith(u".png"_s), qPrintable(name));
}

void TestPrint::cancelled()
{
    std::stop_source stop;
    stop.request_stop();
    const QString path = m_folder.filePath(u"cancelled.pdf"_s);
    const Status status =
        writeReportPdf(path.toStdString(), m_maker->report(), ReportWords(), {}, Progress(stop.get_token()));
    QVERIFY(!status.ok());
    QCOMPARE(status.error().code, ErrorCode::Cancelled);
    QVERIFY(!QFile::exists(path));
}

QTEST_MAIN(TestPrint)
#include "test_print.moc"
