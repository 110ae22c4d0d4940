// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/input_guard.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

namespace {

struct Answer {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// A program as a service starts it: without a display.
Answer run(const QString& program, const QStringList& words, const QString& directory = {})
{
    const InputGuard guard(inputsOf(words, directory), outputsOf(words, directory));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& variable : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s, u"XDG_RUNTIME_DIR"_s})
        environment.remove(variable);
    process.setProcessEnvironment(environment);
    if (!directory.isEmpty())
        process.setWorkingDirectory(directory);
    process.start(program, words);
    Answer answer;
    if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit)
        answer.code = process.exitCode();
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

Answer cli(const QStringList& words, const QString& directory = {})
{
    return run(QStringLiteral(TIDELINE_CLI), words, directory);
}

QString squeezed(QString text)
{
    return text.remove(QRegularExpression(u"\\s"_s));
}

QString pdfText(const QString& path)
{
    return squeezed(QString::fromUtf8(run(u"pdftotext"_s, {u"-layout"_s, path, u"-"_s}).out));
}

QByteArray content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QByteArray kernel(const QString& name, int start)
{
    const QJsonObject event{{u"ph"_s, u"X"_s}, {u"cat"_s, u"kernel"_s}, {u"name"_s, name}, {u"pid"_s, 1},
                            {u"tid"_s, 4},     {u"ts"_s, start},        {u"dur"_s, 50}};
    return QJsonDocument(event).toJson(QJsonDocument::Compact);
}

QByteArray traceOf(const QStringList& names)
{
    QByteArrayList events;
    for (int i = 0; i < names.size(); ++i)
        events.append(kernel(names[i], i * 100));
    return "[" + events.join(",\n") + "]";
}

} // namespace

/// Written reports and pictures of awkward profiles.
class TestCasesReport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void case012_noDeviceSide();
    void case056_namesAreLiteral();
    void case056_theEmptyNameHasAPlaceholder();
    void case060_outputsBesideSuchAPath_data();
    void case060_outputsBesideSuchAPath();
    void case068_namesInThePdf();

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestCasesReport::initTestCase()
{
    QVERIFY(m_folder.isValid());
    for (const QString& tool : {u"pdftotext"_s, u"pdffonts"_s, u"pdfinfo"_s})
        QVERIFY2(!QStandardPaths::findExecutable(tool).isEmpty(), qPrintable(tool));
}

/// Host data alone: what the device would say is missing in words and null, and no advice rests on it.
void TestCasesReport::case012_noDeviceSide()
{
    const QString root = file(u"host_ascend_pt"_s);
    QVERIFY(write(root + u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s,
                  R"([{"ph":"M","name":"process_name","pid":2,"args":{"name":"Python"}},
{"ph":"X","name":"aten::mul","cat":"cpu_op","pid":2,"tid":2,"ts":"1690000000000000","dur":300},
{"ph":"M","name":"process_name","pid":3,"args":{"name":"CANN"}},
{"ph":"X","name":"AscendCL@aclrtSynchronizeStream","pid":3,"tid":2,"ts":"1690000000000350","dur":9000}])"));
    const Answer advice = cli({u"analyze"_s, root, u"--json"_s});
    QVERIFY2(advice.code == 0 && advice.err.contains("no device data"), advice.err.constData());
    const QJsonObject document = QJsonDocument::fromJson(advice.out).object();
    for (const QString& figure : {u"computing_ns"_s, u"communication_ns"_s, u"free_ns"_s, u"utilization_kernel_ratio"_s,
                                  u"utilization_wall_ratio"_s, u"l2_hit_ratio"_s, u"hbm_busy_ratio"_s})
        QVERIFY2(document[u"overview"_s][figure].isNull(), qPrintable(figure));
    for (const QJsonValue& finding : document[u"findings"_s].toArray()) {
        const QString category = finding[u"category"_s].toString();
        QVERIFY2(category != u"compute" && category != u"communication" && category != u"memory",
                 qPrintable(finding[u"rule"_s].toString()));
    }
    bool said = false;
    for (const QJsonValue& rule : document[u"unavailable"_s].toArray())
        said = said || rule[u"reason"_s].toString().contains(u"no device work"_s);
    QVERIFY(said);
    QCOMPARE(cli({u"report"_s, root, u"-o"_s, file(u"host.md"_s)}).code, 0);
    const QByteArray report = content(file(u"host.md"_s));
    for (const char* sentence : {"No time split: the profile shows no device work",
                                 "The profile has no table of kernels", "No AI Core utilisation", "No HBM samples"})
        QVERIFY2(report.contains(sentence), sentence);
    QVERIFY2(!report.contains("Cube"), "a figure of the cube without kernels");
    QVERIFY(cli({u"communication"_s, root}).err.contains("the profile has no communication"));
    QVERIFY(cli({u"hotspot"_s, root}).err.contains("no table of kernels"));
    QVERIFY(cli({u"top"_s, root, u"--of"_s, u"kernels"_s}).err.contains("no device data collected"));
}

/// What looks like markup is text in every format.
void TestCasesReport::case056_namesAreLiteral()
{
    const QStringList names{u"run<3, Less<int>>(float)"_s, u"<img src=y onload=1>"_s, u"<frozen>(4): <go>"_s,
                            u"\u77E9\u9635/\u4E58 \u00E8"_s, u"x&lt;y 'p' %1 {0}"_s};
    const QString trace = file(u"names #1.json"_s);
    QVERIFY(write(trace, traceOf(names)));
    for (const QString& ending : {u"html"_s, u"pdf"_s, u"json"_s})
        QCOMPARE(cli({u"report"_s, trace, u"-o"_s, file(u"names."_s + ending)}).code, 0);
    const QString html = QString::fromUtf8(content(file(u"names.html"_s)));
    const QString text = pdfText(file(u"names.pdf"_s));
    const QJsonDocument json = QJsonDocument::fromJson(content(file(u"names.json"_s)));
    const QString plain = QString::fromUtf8(json.toJson(QJsonDocument::Compact));
    for (const QString& name : names) {
        QString escaped = name.toHtmlEscaped();
        const bool shown = html.contains(escaped) || html.contains(escaped.replace(u'\'', u"&#39;"_s));
        QVERIFY2(shown, qPrintable(name));
        QVERIFY2(text.contains(squeezed(name)), qPrintable(text));
        QVERIFY2(plain.contains(name), qPrintable(name));
    }
    QVERIFY(!html.contains(u"<img src=y"_s) && !html.contains(u"<frozen>"_s) && !html.contains(u"Less<int>"_s));
    QCOMPARE(cli({u"render"_s, trace, u"--view"_s, u"flame"_s, u"-o"_s, file(u"names.png"_s)}).code, 0);
    QVERIFY(!QImage(file(u"names.png"_s)).isNull());
}

void TestCasesReport::case056_theEmptyNameHasAPlaceholder()
{
    const QString trace = file(u"nameless.json"_s);
    QVERIFY(write(trace, traceOf({QString(), u"k"_s})));
    for (const QString& ending : {u"html"_s, u"pdf"_s, u"md"_s})
        QCOMPARE(cli({u"report"_s, trace, u"-o"_s, file(u"nameless."_s + ending)}).code, 0);
    QVERIFY(content(file(u"nameless.html"_s)).contains("(no name)"));
    QVERIFY(pdfText(file(u"nameless.pdf"_s)).contains(u"(noname)"_s));
    QVERIFY(content(file(u"nameless.md"_s)).contains("no name"));
}

void TestCasesReport::case060_outputsBesideSuchAPath_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    const QStringList report{u"report"_s};
    const QStringList render{u"render"_s, u"--view"_s, u"timeline"_s};
    QTest::newRow("PDF") << report << u"\u62A5\u544A 5% #1.pdf"_s << QByteArray("%PDF");
    QTest::newRow("HTML") << report << u"\u62A5\u544A 5% #1.html"_s << QByteArray("<!DOCTYPE html>");
    QTest::newRow("Markdown") << report << u"\u62A5\u544A 'q'.md"_s << QByteArray("# ");
    QTest::newRow("JSON") << report << u"\u62A5\u544A \"q\".json"_s << QByteArray("{");
    QTest::newRow("picture") << render << u"\u56FE 5%.png"_s << QByteArray("\x89PNG");
    QTest::newRow("drawing") << render << u"\u56FE #2.svg"_s << QByteArray("<?xml");
    QTest::newRow("CSV") << QStringList{u"communication"_s} << u"\u901A\u4FE1 1.csv"_s << QByteArray("rank,");
}

/// Names with blanks, signs and Chinese for input and output, relative and through a link.
void TestCasesReport::case060_outputsBesideSuchAPath()
{
    QFETCH(QStringList, words);
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    const QString input = u"\u5206\u6790 \u7ED3\u679C #7 50%/rank 2_ascend_pt"_s;
    QVERIFY(write(file(input + u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s), traceOf({u"Conv"_s, u"Mul"_s})));
    const QString folder = u"\u8F93\u51FA \u5939 #3"_s;
    QVERIFY(QDir(m_folder.path()).mkpath(folder));
    const QString link = file(u"\u94FE"_s);
    QVERIFY(QFileInfo(link).isSymLink() || QFile::link(file(input), link));
    for (const QString& from : {input, file(input), u"\u94FE"_s}) {
        const QString target = folder + u'/' + name;
        QFile::remove(file(target));
        const Answer answer = cli(words + QStringList{from, u"-o"_s, target}, m_folder.path());
        QVERIFY2(answer.code == 0, answer.err.constData());
        QVERIFY2(content(file(target)).startsWith(start), qPrintable(from));
        QCOMPARE(QDir(file(folder)).entryList({u"*tmp*"_s, u".*"_s}, QDir::Files | QDir::Hidden).size(), 0);
    }
}

/// Names of several scripts can be taken out of the PDF as text; fonts are embedded; the title may be Chinese too.
void TestCasesReport::case068_namesInThePdf()
{
    const QStringList names{u"\u5377\u79EF\u53CD\u5411 3x3"_s, u"\u901A\u4FE1/\u5E7F\u64AD Broadcast"_s,
                            u"\u0414\u0430\u043D\u043D\u044B\u0435"_s};
    QVERIFY(write(file(u"cjk.json"_s), traceOf(names)));
    for (const QString& language : {u"en"_s, u"zh_CN"_s}) {
        const QString pdf = file(u"cjk "_s + language + u".pdf"_s);
        const Answer answer = cli({u"report"_s, file(u"cjk.json"_s), u"--lang"_s, language, u"--title"_s,
                                   u"\u6D4B\u8BD5\u62A5\u544A"_s, u"-o"_s, pdf});
        QVERIFY2(answer.code == 0, answer.err.constData());
        const QString text = pdfText(pdf);
        for (const QString& name : names)
            QVERIFY2(text.contains(squeezed(name)), qPrintable(name));
        QVERIFY(text.contains(u"\u6D4B\u8BD5\u62A5\u544A"_s));
        QVERIFY(!text.contains(QChar::ReplacementCharacter) && !text.contains(u'\u25A1'));
        const QString info = QString::fromUtf8(run(u"pdfinfo"_s, {pdf}).out);
        static const QRegularExpression kPages(u"Pages:\\s+(\\d+)"_s);
        QVERIFY(kPages.match(info).captured(1).toInt() > 0);
        const QStringList fonts = QString::fromUtf8(run(u"pdffonts"_s, {pdf}).out).split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(fonts.size() > 2);
        for (const QString& font : fonts.mid(2)) {
            const QStringList cells = font.simplified().split(u' ');
            QCOMPARE(cells.value(cells.size() - 5), u"yes"_s); // embedded
        }
    }
}

QTEST_GUILESS_MAIN(TestCasesReport)
#include "test_cases_report.moc"
