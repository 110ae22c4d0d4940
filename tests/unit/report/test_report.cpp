// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <QXmlStreamReader>

#include <cmath>

#include "core/analyze/comm_primitive.h"
#include "core/analyze/ranking.h"
#include "core/base/redactor.h"
#include "core/report/chart_axis.h"
#include "core/report/html_text.h"
#include "core/report/report_html.h"
#include "core/report/report_json.h"
#include "core/report/report_markdown.h"
#include "tests/support/made_profile.h"
#include "tests/unit/report/report_profile.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

const char* const kEvil = "<script>alert('x')</script>\"&|`*\x01\xE2\x80\xAE\nend";

QJsonObject jsonOf(const Report& report)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(reportJson(report))).object();
}

QJsonArray rowsOf(const QJsonObject& document, const QString& id)
{
    for (const QJsonValue& section : document.value(u"sections").toArray()) {
        for (const QJsonValue& block : section.toObject().value(u"blocks").toArray()) {
            if (block.toObject().value(u"id").toString() == id)
                return block.toObject().value(u"rows").toArray();
        }
    }
    return {};
}

bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// The report as a document and in its text formats.
class TestReport : public QObject {
    Q_OBJECT

private slots:
    void figuresAreThoseOfTheAnalyses();
    void allFormatsShowTheSameFigures();
    void communicationIsSplit();
    void timeSplitIsCutToTheScope();
    void fusionSavesNothingThatIsHidden();
    void curvesAreBounded();
    void curvesKeepTheExtremes();
    void emptyProfile_data();
    void emptyProfile();
    void tablesSayWhatIsCut();
    void scopeLimitsTheReport();
    void htmlIsWellFormedAndSelfContained();
    void textsCannotBecomeMarkup();
    void notesStayAsTheyAre();
    void chineseWords();
    void redaction();
    void redactor_data();
    void redactor();
    void redactorIsConsistent();
    void primitives_data();
    void primitives();
    void axisMarks_data();
    void axisMarks();
    void base64Rfc_data();
    void base64Rfc();
};

void TestReport::figuresAreThoseOfTheAnalyses()
{
    const ReportMaker maker(fullTrace());
    const QJsonObject json = jsonOf(maker.report());
    RankingOptions options;
    options.top = 20;
    const auto ranking = rank(*maker.trace, options);
    QVERIFY(ranking.ok());
    const QJsonArray operators = rowsOf(json, u"operators"_s);
    QCOMPARE(operators.size(), static_cast<qsizetype>(ranking->rows.size()));
    for (qsizetype i = 0; i < operators.size(); ++i) {
        const RankingRow& row = ranking->rows[static_cast<std::size_t>(i)];
        QCOMPARE(operators[i][u"total_ns"].toInteger(), row.total.ns);
        QCOMPARE(operators[i][u"calls"].toInteger(), static_cast<qint64>(row.calls));
        QCOMPARE(operators[i][u"name"].toString(), QString::fromStdString(row.name));
    }
    const QJsonObject overview = json[u"overview"].toObject();
    QCOMPARE(overview[u"wall_ns"].toInteger(), maker.advice.overview.wall->ns);
    QCOMPARE(overview[u"computing_ns"].toInteger(), maker.advice.overview.computing->ns);
    QCOMPARE(json[u"findings"].toArray().size(), static_cast<qsizetype>(maker.advice.findings.size()));
    QCOMPARE(json[u"unavailable"].toArray().size(), static_cast<qsizetype>(maker.advice.unavailable.size()));
    const QJsonArray steps = rowsOf(json, u"steps"_s);
    QCOMPARE(steps.size(), 2);
    QCOMPARE(steps[0][u"computing_ns"].toInteger(), maker.steps[0].computing->ns);
}

/// Every figure of every table stands in the HTML and in the Markdown as the words write it.
void TestReport::allFormatsShowTheSameFigures()
{
    const Report report = ReportMaker(fullTrace()).report();
    const ReportWords words;
    const std::string html = reportHtml(report, words);
    const std::string markdown = reportMarkdown(report, words);
    int figures = 0;
    for (const ReportSection& section : report.sections) {
        for (const ReportBlock& block : section.blocks) {
            const auto* table = std::get_if<ReportTable>(&block);
            for (const auto& row : table ? table->rows : std::vector<std::vector<ReportCell>>()) {
                for (const ReportCell& cell : row) {
                    if (!cell || cell->kind == MessageArg::Kind::Text || cell->kind == MessageArg::Kind::Word)
                        continue;
                    const std::string text = words.value(*cell);
                    QVERIFY2(contains(html, "<bdi>" + text + "</bdi>"), text.c_str());
                    QVERIFY2(contains(markdown, " " + text + " |") || contains(text, "+") || contains(text, "-"),
                             text.c_str());
                    ++figures;
                }
            }
        }
    }
    QVERIFY(figures > 100);
}

void TestReport::timeSplitIsCutToTheScope()
{
    ReportOptions options;
    options.scope.range = TimeRange{{0}, {22'345}}; // one kernel, from 10 000
    const QJsonArray steps = rowsOf(jsonOf(ReportMaker(fullTrace()).report(options)), u"steps"_s);
    QCOMPARE(steps.size(), 1);
    QCOMPARE(steps[0][u"wall_ns"].toInteger(), 22'345);
    QCOMPARE(steps[0][u"computing_ns"].toInteger(), 12'345);
}

void TestReport::fusionSavesNothingThatIsHidden()
{
    const auto savedWith = [](bool communication) {
        MadeProfile profile;
        profile.step(1, 0, 100000);
        if (communication)
            profile.collective("hcom_long", 0, 45000); // beside three of six
        for (int i = 0; i < 6; ++i) {
            profile.kernel({.start = i * 15000 + 10, .length = 1000, .type = "A"});
            profile.kernel({.start = i * 15000 + 9010, .length = 1000, .type = "B"});
            profile.collective("hcom", i * 15000 + 12000, 100); // ends a sequence
        }
        const QJsonArray rows = rowsOf(jsonOf(ReportMaker(profile.trace()).report()), u"fusion"_s);
        return rows.isEmpty() ? qint64{-1} : rows[0][u"saved_ns"].toInteger();
    };
    QCOMPARE(savedWith(false), qint64{6 * 8000});
    QCOMPARE(savedWith(true), qint64{3 * 8000});
}

void TestReport::communicationIsSplit()
{
    const QJsonObject json = jsonOf(ReportMaker(fullTrace()).report());
    const QJsonArray rows = rowsOf(json, u"primitives"_s);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0][u"primitive"].toString(), u"allReduce"_s);
    QCOMPARE(rows[0][u"calls"].toInteger(), 2);
    QCOMPARE(rows[0][u"total_ns"].toInteger(), 120'000);
    QCOMPARE(rows[0][u"transit_ns"].toInteger(), 40'000);
    QCOMPARE(rows[0][u"wait_ns"].toInteger(), 80'000);
    QCOMPARE(rows[0][u"share_ratio"].toDouble(), 1.0);
}

void TestReport::curvesAreBounded()
{
    const Report report = ReportMaker(fullTrace()).report();
    int curves = 0;
    for (const char* id : {"curves", "memory"}) {
        for (const ReportBlock& block : report.section(id)->blocks) {
            const auto* curve = std::get_if<ReportCurve>(&block);
            if (!curve)
                continue;
            ++curves;
            QVERIFY(!curve->points.empty());
            QVERIFY(curve->points.size() <= ReportCurve::kMostPoints);
            for (std::size_t i = 1; i < curve->points.size(); ++i)
                QVERIFY(curve->points[i - 1].time < curve->points[i].time);
        }
    }
    QVERIFY(curves >= 1);
}

void TestReport::curvesKeepTheExtremes()
{
    const Report report = ReportMaker(fullTrace()).report();
    for (const ReportBlock& block : report.section("memory")->blocks) {
        const auto* curve = std::get_if<ReportCurve>(&block);
        if (!curve || curve->kind != MessageArg::Kind::Bytes || !contains(curve->name, "llocated"))
            continue;
        double most = 0;
        for (const ReportCurve::Point& point : curve->points)
            most = std::max(most, std::isfinite(point.max) ? point.max : 0);
        QCOMPARE(most, 20 * 1048576.0);
        return;
    }
    QSKIP("the profile has no curve of allocated memory");
}

void TestReport::emptyProfile_data()
{
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("feeds");
    QTest::newRow("overview") << u"overview"_s << u"kernel_details.csv"_s;
    QTest::newRow("operators") << u"operators"_s << u"kernel_details.csv"_s;
    QTest::newRow("communication") << u"communication"_s << u"communication.json"_s;
    QTest::newRow("memory") << u"memory"_s << u"memory_record.csv"_s;
    QTest::newRow("utilisation") << u"curves"_s << u"Block Dim"_s;
    QTest::newRow("bandwidth") << u"curves"_s << u"HBM"_s;
    QTest::newRow("timeline") << u"timeline"_s << u"trace_view.json"_s;
    QTest::newRow("environment") << u"environment"_s << u"profiler_info.json"_s;
    QTest::newRow("notes") << u"notes"_s << u"--notes"_s;
}

/// Every section says which file or switch would feed it.
void TestReport::emptyProfile()
{
    QFETCH(QString, section);
    QFETCH(QString, feeds);
    const Report report = ReportMaker(emptyTrace()).report();
    const ReportSection* found = report.section(section.toStdString());
    QVERIFY(found);
    QVERIFY2(contains(missingTexts(*found), feeds.toStdString()), missingTexts(*found).c_str());
    for (const ReportSection& each : report.sections)
        QVERIFY2(!each.blocks.empty(), each.id.c_str());
    QVERIFY(contains(reportHtml(report, ReportWords()), feeds.toStdString()));
}

void TestReport::tablesSayWhatIsCut()
{
    ReportOptions options;
    options.topN = 3;
    const Report report = ReportMaker(fullTrace()).report(options);
    const ReportTable* table = report.table("operators");
    QCOMPARE(table->rows.size(), std::size_t{3});
    QCOMPARE(table->total, std::size_t{21});
    QVERIFY(contains(reportHtml(report, ReportWords()), "top 3 of 21"));
    QVERIFY(contains(reportMarkdown(report, ReportWords()), "top 3 of 21"));
}

void TestReport::scopeLimitsTheReport()
{
    const ReportMaker maker(fullTrace());
    ReportOptions options;
    options.scope.steps = {1};
    options.scopeText = "step:1";
    const Report report = maker.report(options);
    QCOMPARE(report.table("steps")->rows.size(), std::size_t{1});
    QCOMPARE(rowsOf(jsonOf(report), u"primitives"_s)[0][u"calls"].toInteger(), 1);
    QVERIFY(contains(reportHtml(report, ReportWords()), "Scope: step:1"));
    // A scope in which there is nothing shows nothing of the rest.
    options.scope.steps = {999};
    for (const ReportSection& section : maker.report(options).sections) {
        for (const ReportBlock& block : section.blocks)
            QVERIFY(!std::holds_alternative<ReportCurve>(block) && !std::holds_alternative<ReportPicture>(block));
    }
}

void TestReport::htmlIsWellFormedAndSelfContained()
{
    HtmlOptions options;
    options.picture = [](const ReportPicture&) { return std::string("\x89PNG"); };
    const std::string html = reportHtml(ReportMaker(fullTrace(kEvil)).report(), ReportWords(), options);
    // Void elements are the only ones that XML would want closed.
    QString xml = QString::fromStdString(html).remove(u"<!DOCTYPE html>"_s);
    xml.replace(QRegularExpression(u"<(meta|img)([^>]*)>"_s), u"<\\1\\2/>"_s);
    QXmlStreamReader reader(xml);
    while (!reader.atEnd())
        reader.readNext();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    for (const char* foreign : {"http:", "https:", "<script", "<link", "<iframe", "url(", "@import", "javascript:"})
        QVERIFY2(!contains(html, foreign), foreign);
    QVERIFY(contains(html, "data:image/png;base64,iVBORw=="));
    QVERIFY(contains(html, "prefers-color-scheme:dark") && contains(html, "@media print"));
}

void TestReport::textsCannotBecomeMarkup()
{
    ReportOptions options;
    options.title = kEvil;
    options.notes = kEvil;
    const Report report = ReportMaker(fullTrace(kEvil)).report(options);
    const std::string html = reportHtml(report, ReportWords());
    QVERIFY(!contains(html, "<script"));
    QVERIFY(contains(html, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;|`*\xE2\x90\x81"));
    QVERIFY(!contains(html, "\xE2\x80\xAE") && contains(html, "U+202E"));
    const std::string markdown = reportMarkdown(report, ReportWords());
    QVERIFY(!contains(markdown, "<") && !contains(markdown, "\xE2\x80\xAE") && !contains(markdown, "\x01"));
    QVERIFY(contains(markdown, "\\|\\`\\*"));
    // JSON keeps names as they are.
    QCOMPARE(rowsOf(jsonOf(report), u"operators"_s)[0][u"name"].toString(), QString::fromUtf8(kEvil));
    QCOMPARE(QString::fromStdString(markedText("a\xFFz")), u"a\uFFFDz"_s);
}

void TestReport::notesStayAsTheyAre()
{
    ReportOptions options;
    options.notes = "first  line\n\n  second \xE7\xAC\xAC\xE4\xBA\x8C";
    const Report report = ReportMaker(emptyTrace()).report(options);
    QVERIFY(contains(reportHtml(report, ReportWords()), "first  line\n\n  second \xE7\xAC\xAC\xE4\xBA\x8C"));
    const QJsonArray sections = jsonOf(report)[u"sections"].toArray();
    const QJsonObject block = sections.last()[u"blocks"].toArray().first().toObject();
    QCOMPARE(block[u"text"].toString(), QString::fromStdString(options.notes));
}

void TestReport::chineseWords()
{
    const ReportWords words([](const TextKey& key) { return "\xE8\xAF\x91" + std::string(key.text); }, "zh-CN");
    const Report report = ReportMaker(fullTrace()).report();
    const std::string html = reportHtml(report, words);
    QVERIFY(contains(html, "<html lang=\"zh-CN\">"));
    QVERIFY(contains(html, "<h2>\xE8\xAF\x91Overview</h2>"));
    // Figures are the same in any language, and documents stay English.
    QVERIFY(contains(html, words.value(MessageArg::time(*report.overview.wall))));
    QVERIFY(!contains(reportJson(report), "\xE8\xAF\x91"));
}

void TestReport::redaction()
{
    ReportMaker maker(fullTrace("aten::matmul /home/anna/model.py(3)"));
    maker.paths = {"/home/anna/runs/r3/trainbox7_123_ascend_pt"};
    maker.issues.push_back(
        {TL_TEXT("Report", "Note"), "bad-row", 1, "/home/anna/runs/r3/op.csv:3", "seen on trainbox7"});
    ReportOptions options;
    options.notes = "anna ran it on trainbox7 at 10.7.0.13";
    const Report plain = maker.report(options);
    QVERIFY(contains(reportJson(plain), "anna") && contains(reportJson(plain), "trainbox7"));
    options.redact = true;
    const Report report = maker.report(options);
    for (const std::string& text :
         {reportJson(report), reportHtml(report, ReportWords()), reportMarkdown(report, ReportWords())}) {
        for (const char* secret : {"anna", "trainbox7", "10.7.0.13", "/home"})
            QVERIFY2(!contains(text, secret), secret);
        QVERIFY(contains(text, "user1 ran it on host1 at address1"));
    }
    QVERIFY(contains(reportJson(report), "op.csv:3"));
    QVERIFY(report.redacted);
    // Names inside a picture could not be replaced.
    for (const ReportBlock& block : report.section("timeline")->blocks)
        QVERIFY(!std::holds_alternative<ReportPicture>(block));
    QVERIFY(std::holds_alternative<ReportPicture>(plain.section("timeline")->blocks.front()));
}

void TestReport::redactor_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("redacted");
    const auto row = [](const char* name, const char* text, const char* redacted) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(redacted);
    };
    row("home", "/home/bob/x/train.py", "path1/train.py");
    row("in a sentence", "see /home/bob/x/train.py: line 3", "see path1/train.py: line 3");
    row("user elsewhere", "/home/bob/a bob's", "path1/a user1's");
    row("part of a word", "/home/bob/a bobsled", "path1/a bobsled");
    row("file", "/site/lib/mod.py(12): f", "path1/mod.py(12): f");
    row("operator of a graph", "/layers.0/attn/MatMul", "/layers.0/attn/MatMul");
    row("fraction", "3/4 of 1 / 2", "3/4 of 1 / 2");
    row("address", "10.0.0.1%eth0_60000_0", "address1%eth0_60000_0");
    row("no address", "version 10.0.0.1.7 and 300.1.1.1", "version 10.0.0.1.7 and 300.1.1.1");
    row("address with port", "at 192.168.1.20:29500", "at address1:29500");
    row("IPv6", "fe80::1a2b:3c4d up", "address1 up");
    row("MAC", "00:1b:44:11:3a:b7", "address1");
    row("clock time", "12:30:45", "12:30:45");
    row("qualified name", "c10::cuda::add at::native::bee", "c10::cuda::add at::native::bee");
    row("nothing", "MatMul_1 x", "MatMul_1 x");
}

void TestReport::redactor()
{
    QFETCH(QString, text);
    QFETCH(QString, redacted);
    Redactor redactor;
    QCOMPARE(QString::fromStdString(redactor.redacted(text.toStdString())), redacted);
}

void TestReport::redactorIsConsistent()
{
    Redactor redactor;
    redactor.addHost("node-a");
    redactor.addHost("node-ab");
    redactor.addHost("localhost");
    QCOMPARE(redactor.redacted("node-ab and node-a on localhost"), "host2 and host1 on localhost");
    QCOMPARE(redactor.redacted("/data/p/a.json"), "path1/a.json");
    QCOMPARE(redactor.redacted("/data/q/a.json"), "path2/a.json");
    QCOMPARE(redactor.redacted("/data/p/b.json"), "path1/b.json");
    redactor.addPath("/odd place/run 1");
    QCOMPARE(redactor.redacted("/odd place/run 1"), "path3/run 1");
}

void TestReport::primitives_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("primitive");
    QTest::newRow("hccl") << u"hcom_allReduce__711_0_1@1234"_s << u"allReduce"_s;
    QTest::newRow("nccl") << u"ncclDevKernel_ReduceScatter_Sum_f16_RING_LL(x)"_s << u"reduceScatter"_s;
    QTest::newRow("rccl") << u"ncclKernel_AllGather"_s << u"allGather"_s;
    QTest::newRow("batch") << u"hcom_batchSendRecv__1_2_3"_s << u"batchSendRecv"_s;
    QTest::newRow("receive") << u"hcom_receive__1"_s << u"receive"_s;
    QTest::newRow("unknown") << u"myOp_17_3"_s << u"myOp"_s;
    QTest::newRow("only digits") << u"17"_s << u"17"_s;
}

void TestReport::primitives()
{
    QFETCH(QString, name);
    QFETCH(QString, primitive);
    QCOMPARE(QString::fromStdString(primitiveOf(name.toStdString())), primitive);
}

void TestReport::axisMarks_data()
{
    QTest::addColumn<double>("most");
    QTest::addColumn<double>("last");
    QTest::newRow("zero") << 0.0 << 1.0;
    QTest::newRow("nothing") << std::nan("") << 1.0;
    QTest::newRow("share") << 0.73 << 0.8;
    QTest::newRow("whole") << 1.0 << 1.0;
    QTest::newRow("rate") << 1.18e12 << 1.5e12;
    QTest::newRow("tiny") << 3e-9 << 3e-9;
}

void TestReport::axisMarks()
{
    QFETCH(double, most);
    QFETCH(double, last);
    const std::vector<double> marks = tideline::axisMarks(most, 4, MessageArg::Kind::Ratio);
    QCOMPARE(marks.front(), 0.0);
    QVERIFY2(std::abs(marks.back() - last) <= 1e-6 * last, qPrintable(QString::number(marks.back())));
    QVERIFY(marks.size() <= 5);
}

void TestReport::base64Rfc_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char* bytes : {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\xFF\xFE\xFD"})
        QTest::newRow(bytes) << QByteArray(bytes);
}

void TestReport::base64Rfc()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(QByteArray::fromStdString(base64(bytes.toStdString())), bytes.toBase64());
}

QTEST_GUILESS_MAIN(TestReport)
#include "test_report.moc"
