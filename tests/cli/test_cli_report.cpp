// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

namespace {

QString squeezed(QString text)
{
    return text.remove(QRegularExpression(u"\\s"_s));
}

QJsonObject readJson(const QString& path)
{
    return QJsonDocument::fromJson(readFile(path)).object();
}

QString pdfText(const QString& path)
{
    QProcess process;
    process.start(u"pdftotext"_s, {u"-layout"_s, path, u"-"_s});
    process.waitForFinished(60'000);
    return QString::fromUtf8(process.readAllStandardOutput());
}

} // namespace

/// The verb `report`: one document in four formats.
class TestCliReport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void formats_data();
    void formats();
    void spellingOfTheArticles();
    void sameFiguresInAllFormats();
    void languages();
    void notesAndTitle();
    void rulesOfTheUser();
    void badNotes_data();
    void badNotes();
    void redacts();
    void needsAKnownEnding();
    void cannotWrite();
    void emptyTrace();

private:
    CliResult report(const QString& name, const QStringList& more = {});

    QTemporaryDir m_folder;
    Sample m_sample;
};

void TestCliReport::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
}

/// Called as from a service: no display, no directory of a logged-in user.
CliResult TestCliReport::report(const QString& name, const QStringList& more)
{
    CliCall call(QStringList{u"report"_s, m_sample.path(), u"-o"_s, m_folder.filePath(name)} + more);
    call.without(u"QT_QPA_PLATFORM"_s).without(u"DISPLAY"_s).without(u"WAYLAND_DISPLAY"_s);
    call.without(u"XDG_RUNTIME_DIR"_s);
    return run(call);
}

void TestCliReport::formats_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("PDF") << u"a.pdf"_s << QByteArray("%PDF");
    QTest::newRow("capitals") << u"b.PDF"_s << QByteArray("%PDF");
    QTest::newRow("HTML") << u"a.html"_s << QByteArray("<!DOCTYPE html>");
    QTest::newRow("Markdown") << u"a.md"_s << QByteArray("# ");
    QTest::newRow("JSON") << u"a.json"_s << QByteArray("{\n \"schema_version\": 1,\n \"tool\": \"tideline\"");
}

void TestCliReport::formats()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    const CliResult result = report(name);
    QVERIFY2(result.code == 0 && result.out.isEmpty() && result.err.isEmpty(), result.text());
    QVERIFY(readFile(m_folder.filePath(name)).startsWith(start));
    QVERIFY(QDir(m_folder.path()).entryList({u"*.part*"_s}, QDir::Files | QDir::Hidden).isEmpty());
}

void TestCliReport::spellingOfTheArticles()
{
    const QString html = m_folder.filePath(u"article.html"_s);
    const CliResult result = run({{u"report"_s, u"--input"_s, m_sample.path(), u"--output"_s, html}});
    QVERIFY2(result.code == 0, result.text());
    QVERIFY(readFile(html).contains("[problem 1]"));
}

/// Overview and findings are those of `analyze --json`, figure by figure; HTML and PDF show what the JSON says.
void TestCliReport::sameFiguresInAllFormats()
{
    QCOMPARE(report(u"same.json"_s).code, 0);
    QCOMPARE(report(u"same.html"_s, {u"--lang=en"_s}).code, 0);
    QCOMPARE(report(u"same.pdf"_s, {u"--lang=en"_s}).code, 0);
    const QJsonObject json = readJson(m_folder.filePath(u"same.json"_s));
    const CliResult analyze = run({{u"analyze"_s, m_sample.path(), u"--json"_s}});
    QVERIFY2(analyze.code == 0, analyze.text());
    QCOMPARE(json[u"overview"].toObject(), analyze.json()[u"overview"].toObject());
    QCOMPARE(json[u"combined_saving"].toObject(), analyze.json()[u"combined_saving"].toObject());
    QCOMPARE(json[u"unavailable"].toArray(), analyze.json()[u"unavailable"].toArray());
    const QJsonArray findings = json[u"findings"].toArray();
    const QJsonArray expected = analyze.json()[u"findings"].toArray();
    QCOMPARE(findings.size(), expected.size());
    for (qsizetype i = 0; i < findings.size(); ++i) {
        for (const char* key :
             {"rule", "severity", "rank", "ranks", "metric", "threshold", "text", "suggestion", "saving", "evidence"})
            QCOMPARE(findings[i][QLatin1StringView(key)], expected[i][QLatin1StringView(key)]);
    }
    const QString html = squeezed(QString::fromUtf8(readFile(m_folder.filePath(u"same.html"_s))));
    const QString pdf = squeezed(pdfText(m_folder.filePath(u"same.pdf"_s)));
    const double wallMs = json[u"overview"][u"wall_ns"].toDouble() / 1e6;
    const QString wall = QString::number(wallMs, 'g', 4) + u"ms"_s;
    QVERIFY2(html.contains(wall) && pdf.contains(wall), qPrintable(wall));
    int cells = 0;
    QRegularExpressionMatchIterator figures =
        QRegularExpression(u"<tdclass=\"n\">(?:<span.*?</span>)?<bdi>([^<]*)</bdi>"_s).globalMatch(html);
    for (; figures.hasNext(); ++cells) {
        const QString figure = figures.next().captured(1);
        QVERIFY2(pdf.contains(figure), qPrintable(figure));
    }
    QVERIFY(cells > 100);
}

void TestCliReport::languages()
{
    const CliResult result = report(u"zh.html"_s, {u"--lang"_s, u"zh_CN"_s});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.text());
    QVERIFY(readFile(m_folder.filePath(u"zh.html"_s)).contains("<html lang=\"zh-CN\">"));
    QCOMPARE(report(u"xx.html"_s, {u"--lang"_s, u"xx"_s}).code, 2);
}

void TestCliReport::notesAndTitle()
{
    const QString notes = m_folder.filePath(u"notes.txt"_s);
    QVERIFY(writeFile(notes, "\xEF\xBB\xBFslow since Monday <b>\r\n\xE7\xAC\xAC\xE4\xBA\x8C"));
    const CliResult result = report(u"n.html"_s, {u"--title=Run & 7"_s, u"--notes"_s, notes});
    QVERIFY2(result.code == 0, result.text());
    const QByteArray html = readFile(m_folder.filePath(u"n.html"_s));
    QVERIFY(html.contains("<title>Run &amp; 7</title>"));
    QVERIFY(html.contains("slow since Monday &lt;b&gt;\n\xE7\xAC\xAC\xE4\xBA\x8C"));
}

void TestCliReport::rulesOfTheUser()
{
    const QString rules = m_folder.filePath(u"rules.json"_s);
    const auto write = [&rules](const QByteArray& text) {
        QFile file(rules);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write(R"({"H15": {"enabled": false}})"));
    const auto idsIn = [this](const QStringList& more) {
        const CliResult result = report(u"rules-out.json"_s, more);
        QFile file(m_folder.filePath(u"rules-out.json"_s));
        QStringList ids;
        if (result.code != 0 || !file.open(QIODevice::ReadOnly))
            return ids;
        for (const auto finding : QJsonDocument::fromJson(file.readAll()).object()[u"findings"_s].toArray())
            ids << finding.toObject()[u"rule"_s].toString();
        return ids;
    };
    QVERIFY(idsIn({}).contains(u"H15"_s));
    const QStringList without = idsIn({u"--rules"_s, rules});
    QVERIFY(without.size() > 1 && !without.contains(u"H15"_s));
    QVERIFY(write(R"({"H15": {"enabled": 3}})"));
    const CliResult bad = report(u"rules-bad.json"_s, {u"--rules"_s, rules});
    QCOMPARE(bad.code, 2);
    QVERIFY2(bad.err.contains("/H15/enabled"), bad.err.constData());
    QVERIFY(!QFile::exists(m_folder.filePath(u"rules-bad.json"_s)));
}

void TestCliReport::badNotes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("too long") << QByteArray((1 << 20) + 1, 'x') << QByteArray("larger than 1 MiB");
    QTest::newRow("not UTF-8") << QByteArray("\xFF\xFE") << QByteArray("not UTF-8");
}

void TestCliReport::badNotes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, why);
    const QString notes = m_folder.filePath(u"bad.txt"_s);
    QVERIFY(writeFile(notes, text));
    const CliResult result = report(u"bad.html"_s, {u"--notes"_s, notes});
    QVERIFY2(result.code == 2 && result.err.contains(why) && result.err.contains("bad.txt"), result.text());
    QVERIFY(!QFile::exists(m_folder.filePath(u"bad.html"_s)));
    QCOMPARE(report(u"bad.html"_s, {u"--notes"_s, m_folder.filePath(u"none"_s)}).code, 3);
}

void TestCliReport::redacts()
{
    QCOMPARE(report(u"r.json"_s, {u"--redact"_s}).code, 0);
    const QByteArray json = readFile(m_folder.filePath(u"r.json"_s));
    QVERIFY(!json.contains(QFileInfo(m_sample.path()).path().toUtf8()));
    QVERIFY(json.contains("path1/"));
    QCOMPARE(readJson(m_folder.filePath(u"r.json"_s))[u"redacted"], true);
}

void TestCliReport::needsAKnownEnding()
{
    const CliResult result = report(u"a.docx"_s);
    QVERIFY2(result.code == 2 && result.err.contains(".pdf, .html, .md or .json"), result.text());
    QCOMPARE(run({{u"report"_s, m_sample.path()}}).code, 2);
    const CliResult json = run({{u"report"_s, m_sample.path(), u"--json"_s}});
    QCOMPARE(json.code, 0);
    QCOMPARE(json.json()[u"document"].toString(), u"report"_s);
}

void TestCliReport::cannotWrite()
{
    const CliResult result = report(u"no such place/a.pdf"_s);
    QVERIFY2(result.code == 5 && result.err.contains("no such place/a.pdf"), result.text());
}

void TestCliReport::emptyTrace()
{
    const QString trace = m_folder.filePath(u"empty.json"_s);
    QVERIFY(writeFile(trace, R"({"traceEvents":[]})"));
    for (const QString& name : {u"e.pdf"_s, u"e.html"_s, u"e.md"_s, u"e.json"_s}) {
        const CliResult result = run({{u"report"_s, trace, u"-o"_s, m_folder.filePath(name)}});
        QVERIFY2(result.code == 0, result.text());
    }
    QVERIFY(pdfText(m_folder.filePath(u"e.pdf"_s)).contains(u"trace_view.json"_s));
}

QTEST_GUILESS_MAIN(TestCliReport)
#include "test_cli_report.moc"
