// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// Names as they come out: exact for programs, harmless for terminals; exports that read back the same.
class TestCliOutput : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void namesInJsonAreExact();
    void namesInCsvAreEscaped();
    void formulasAreDisarmed();
    void namesOnATerminalAreHarmless_data();
    void namesOnATerminalAreHarmless();
    void damagedTextIsRepaired();
    void chromeTraceReadsBackTheSame_data();
    void chromeTraceReadsBackTheSame();
    void tables_data();
    void tables();
    void tablesNeedNoStandardOutput();
    void filesInsideTheInputStay();
    void devicesAndLinksStay_data();
    void devicesAndLinksStay();
    void sampleIsTheSameEachTime();
    void sampleSparesWhatIsThere();

private:
    QString m_hostile;
    QTemporaryDir m_folder;
    Sample m_sample;
};

namespace {

/// Characters that steer a terminal or turn the order of text around.
bool steers(QChar c)
{
    const char16_t code = c.unicode();
    return (code < 0x20 && c != u'\n') || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E
           || code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

QStringList sortedSlices(const QString& input)
{
    const CliResult result = run({{u"export"_s, input, u"--format=csv"_s, u"--table=slices"_s}});
    QStringList lines;
    for (const QStringList& row : csvRows(result.out))
        lines.append((row.mid(1, 2) + row.mid(4, 4)).join(u'|'));
    lines.sort();
    return lines;
}

} // namespace

void TestCliOutput::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
    QList<TestSlice> slices;
    for (const QString& name : hostileNames())
        slices.append({name, 1'000 * slices.size(), 500 - slices.size()});
    m_hostile = m_folder.filePath(u"hostile.json"_s);
    QVERIFY(writeFile(m_hostile, chromeTrace(slices)));
}

void TestCliOutput::namesInJsonAreExact()
{
    const QJsonArray rows = run({{u"top"_s, m_hostile, u"--json"_s}}).rows();
    const QStringList names = hostileNames();
    QCOMPARE(rows.size(), names.size());
    for (qsizetype i = 0; i < names.size(); ++i)
        QCOMPARE(rows[i][u"name"].toString(), names[i]);
}

void TestCliOutput::namesInCsvAreEscaped()
{
    const QStringList names = hostileNames();
    const CliResult top = run({{u"top"_s, m_hostile, u"--csv"_s}});
    const QList<QStringList> rows = csvRows(top.out);
    QCOMPARE(rows.size(), names.size() + 1);
    for (qsizetype i = 0; i < names.size(); ++i) {
        QCOMPARE(rows[i + 1].size(), rows[0].size());
        QCOMPARE(rows[i + 1][1], names[i]);
    }
    QVERIFY(top.out.contains("\n1,\"a,b\","));
    QVERIFY(top.out.contains(",\"say \"\"hi\"\"\","));
    QVERIFY(top.out.contains(",\"two\nlines\","));
}

void TestCliOutput::formulasAreDisarmed()
{
    const QString path = m_folder.filePath(u"formulas.json"_s);
    QVERIFY(writeFile(path, chromeTrace({{u"=1+1"_s, 0, 9'000}, {u"@SUM(A1)"_s, 10'000, 8'000}})));
    const QList<QStringList> rows = csvRows(run({{u"top"_s, path, u"--csv"_s}}).out);
    QCOMPARE(rows[1][1], u"'=1+1"_s);
    QCOMPARE(rows[2][1], u"'@SUM(A1)"_s);
}

void TestCliOutput::namesOnATerminalAreHarmless_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<bool>("hasNames");
    QTest::newRow("top") << QStringList{u"top"_s} << true;
    QTest::newRow("top by instance") << QStringList{u"top"_s, u"--by=instance"_s} << true;
    QTest::newRow("info") << QStringList{u"info"_s} << false;
    QTest::newRow("steps") << QStringList{u"steps"_s} << false;
}

void TestCliOutput::namesOnATerminalAreHarmless()
{
    QFETCH(QStringList, words);
    QFETCH(bool, hasNames);
    // The names are those of processes, threads, slices and of the file itself.
    const QString path = m_folder.filePath(u"file\u001B[31m\u202E.json"_s);
    QByteArray trace = readFile(m_hostile);
    trace.replace("[\n", R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"p\u001b[2J\u009b"}},
{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"t\u202e\u0007"}},
{"ph":"X","name":"no time","pid":1,"tid":1,"dur":1},
)");
    QVERIFY(writeFile(path, trace));
    const CliResult result = run({words + QStringList{path}});
    QVERIFY2(result.code == 0, result.text());
    QVERIFY(result.err.contains("warning: "));
    for (const QString& text : {QString::fromUtf8(result.out), QString::fromUtf8(result.err)}) {
        for (const QChar c : text)
            QVERIFY2(!steers(c), qPrintable(u"U+%1"_s.arg(c.unicode(), 4, 16)));
    }
    if (hasNames)
        QCOMPARE(result.out.count('\n'), hostileNames().size() + 1);
    QCOMPARE(result.out.contains("(no name)"), hasNames);
    QCOMPARE(result.out.contains("矩阵乘法"), hasNames);
    // What went wrong names the path as harmlessly.
    for (const QChar c : QString::fromUtf8(run({{u"info"_s, path + u"\u001B"_s}}).err))
        QVERIFY(!steers(c));
}

void TestCliOutput::damagedTextIsRepaired()
{
    const QString path = m_folder.filePath(u"latin1.json"_s);
    QVERIFY(writeFile(path, "[{\"ph\":\"X\",\"name\":\"caf\xE9\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}]"));
    const CliResult json = run({{u"top"_s, path, u"--json"_s}});
    QVERIFY2(json.code == 0, json.text());
    QCOMPARE(json.rows()[0][u"name"].toString(), u"caf\uFFFD"_s);
    QVERIFY2(json.err.contains("invalid-utf8"), json.text());
}

void TestCliOutput::chromeTraceReadsBackTheSame_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("hostile names") << u"hostile"_s;
    QTest::newRow("all phases") << u"phases"_s;
    QTest::newRow("one rank") << u"rank"_s;
    QTest::newRow("two ranks") << u"sample"_s;
}

void TestCliOutput::chromeTraceReadsBackTheSame()
{
    QFETCH(QString, kind);
    const QString phases = m_folder.filePath(u"phases.json"_s);
    QVERIFY(writeFile(phases, R"([
{"ph":"X","name":"outer","cat":"c","pid":"host 1","tid":"7","ts":1700000000000000.001,"dur":100.5},
{"ph":"B","name":"b","pid":"host 1","tid":3,"ts":1700000000000001},{"ph":"E","pid":"host 1","tid":3,"ts":1700000000000009.25},
{"ph":"i","name":"mark","pid":"host 1","tid":"7","ts":1700000000000050,"s":"t"},
{"ph":"b","name":"span","cat":"x","id":"0x1","pid":"host 1","tid":1,"ts":1700000000000020},
{"ph":"e","name":"span","cat":"x","id":"0x1","pid":"host 1","tid":1,"ts":1700000000000030},
{"ph":"C","name":"load","pid":"host 1","ts":1700000000000007,"args":{"a":1.5,"b":-2}},
{"ph":"s","name":"f","cat":"c","id":1,"pid":"host 1","tid":"7","ts":1700000000000002},
{"ph":"f","name":"f","cat":"c","id":1,"pid":"host 1","tid":3,"ts":1700000000000003,"bp":"e"}])"));
    const QString input = kind == u"hostile"  ? m_hostile
                          : kind == u"phases" ? phases
                          : kind == u"rank"   ? m_sample.ranks().first()
                                              : m_sample.path();
    const QString target = m_folder.filePath(u"back-%1.json"_s.arg(kind));
    // On one axis the ranks of a file are shifted by what their clocks differ by; here the times are to stay.
    const CliResult written =
        run({{u"export"_s, input, u"--format"_s, u"chrome-trace"_s, u"--align=off"_s, u"-o"_s, target}});
    QVERIFY2(written.code == 0 && written.out.isEmpty() && written.err.isEmpty(), written.text());
    QJsonParseError fault;
    QJsonDocument::fromJson(readFile(target), &fault);
    QVERIFY2(fault.error == QJsonParseError::NoError, qPrintable(fault.errorString()));
    const QJsonObject before = run({{u"info"_s, input, u"--json"_s}}).json()[u"totals"].toObject();
    const CliResult again = run({{u"info"_s, target, u"--json"_s}});
    QVERIFY2(again.code == 0, again.text());
    const QJsonObject after = again.json()[u"totals"].toObject();
    for (const QString& key : {u"slices"_s, u"instants"_s, u"async_spans"_s, u"counter_samples"_s, u"flows"_s})
        QVERIFY2(before[key] == after[key], qPrintable(key));
    QCOMPARE(sortedSlices(target), sortedSlices(input));
    if (kind == u"hostile" || kind == u"phases") {
        QCOMPARE(after[u"first_ns"], before[u"first_ns"]);
        QCOMPARE(after[u"last_ns"], before[u"last_ns"]);
    }
}

void TestCliOutput::tables_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QStringList>("columns");
    QTest::newRow("kernels") << u"kernels"_s << QStringList{u"rank"_s,        u"step"_s,    u"start_ns"_s,
                                                            u"duration_ns"_s, u"wait_ns"_s, u"name"_s};
    QTest::newRow("slices") << u"slices"_s << QStringList{u"rank"_s,     u"process"_s,     u"track"_s,
                                                          u"start_ns"_s, u"duration_ns"_s, u"name"_s};
    QTest::newRow("counters") << u"counters"_s
                              << QStringList{u"rank"_s, u"counter"_s, u"unit"_s, u"time_ns"_s, u"value"_s};
    QTest::newRow("steps") << u"steps"_s << QStringList{u"rank"_s, u"step"_s, u"wall_ns"_s, u"free_ns"_s};
}

void TestCliOutput::tables()
{
    QFETCH(QString, table);
    QFETCH(QStringList, columns);
    const CliResult result = run({{u"export"_s, m_sample.path(), u"--format"_s, u"csv"_s, u"--table"_s, table}});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.text());
    const QList<QStringList> rows = csvRows(result.out);
    for (const QString& column : columns)
        QVERIFY2(rows[0].contains(column), qPrintable(column));
    for (const QStringList& row : rows)
        QCOMPARE(row.size(), rows[0].size());
    const QJsonObject info = run({{u"info"_s, m_sample.path(), u"--json"_s}}).json();
    const QMap<QString, qint64> expected = {{u"kernels"_s, info[u"ranks"][0][u"tables"][u"kernels"].toInteger()
                                                               + info[u"ranks"][1][u"tables"][u"kernels"].toInteger()},
                                            {u"slices"_s, info[u"totals"][u"slices"].toInteger()},
                                            {u"counters"_s, info[u"totals"][u"counter_samples"].toInteger()},
                                            {u"steps"_s, 6}};
    QCOMPARE(rows.size() - 1, expected[table]);
    if (table != u"slices")
        return;
    qint64 busy = 0;
    for (const QStringList& row : rows.mid(1))
        busy += row[rows[0].indexOf(u"duration_ns"_s)].toLongLong();
    for (const QJsonValue& rank : info[u"ranks"].toArray()) {
        for (const QJsonValue& track : rank[u"tracks"].toArray())
            busy -= track[u"sum_ns"].toInteger();
    }
    QCOMPARE(busy, 0);
}

void TestCliOutput::tablesNeedNoStandardOutput()
{
    const QString target = m_folder.filePath(u"steps.csv"_s);
    const CliResult direct = run({{u"export"_s, m_sample.path(), u"--format=csv"_s, u"--table=steps"_s}});
    const CliResult written =
        run({{u"export"_s, m_sample.path(), u"--format=csv"_s, u"--table=steps"_s, u"--output"_s, target}});
    QVERIFY2(written.code == 0 && written.out.isEmpty(), written.text());
    QCOMPARE(readFile(target), direct.out);
    QCOMPARE(run({{u"steps"_s, m_sample.path(), u"--csv"_s}}).out, direct.out);
    // A file that is there already is replaced as a whole.
    QVERIFY(writeFile(target, QByteArray(100'000, 'x')));
    QCOMPARE(run({{u"steps"_s, m_sample.path(), u"-o"_s, target}}).code, 0);
    QCOMPARE(readFile(target), direct.out);
}

void TestCliOutput::filesInsideTheInputStay()
{
    const QString rank = m_sample.ranks().first();
    const QString table = rank + u"/kernel_details.csv"_s;
    const QByteArray before = readFile(table);
    QVERIFY(!before.isEmpty());
    for (const QStringList& call :
         {QStringList{u"top"_s, rank, u"--csv"_s}, QStringList{u"info"_s, m_sample.path(), u"--json"_s},
          QStringList{u"report"_s, rank, u"--json"_s}}) {
        const CliResult refused = run({call + QStringList{u"-o"_s, table}});
        QVERIFY2(refused.code != 0 && !refused.err.isEmpty(), refused.text());
        QCOMPARE(readFile(table), before);
    }
    // A name of one's own is another matter.
    const QString own = rank + u"/mine.csv"_s;
    const CliResult written = run({{u"top"_s, rank, u"--csv"_s, u"-o"_s, own}});
    QVERIFY2(written.code == 0, written.text());
    QVERIFY(QFile::remove(own));
}

void TestCliOutput::devicesAndLinksStay_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("ending");
    QTest::newRow("table") << QStringList{u"top"_s, u"--csv"_s} << u"csv"_s;
    QTest::newRow("document") << QStringList{u"info"_s, u"--json"_s} << u"json"_s;
    QTest::newRow("report") << QStringList{u"report"_s} << u"md"_s;
    if (verbs().contains(u"render"_s))
        QTest::newRow("picture") << QStringList{u"render"_s, u"--size"_s, u"400x300"_s} << u"svg"_s;
}

void TestCliOutput::devicesAndLinksStay()
{
    QFETCH(QStringList, words);
    QFETCH(QString, ending);
    if (!QFileInfo::exists(u"/dev/full"_s))
        QSKIP("there is no device that is always full");
    QTemporaryDir folder;
    const QString toDevice = folder.filePath(u"device."_s + ending);
    const QString file = folder.filePath(u"file."_s + ending);
    const QString toFile = folder.filePath(u"link."_s + ending);
    QVERIFY(QFile::link(u"/dev/full"_s, toDevice));
    QVERIFY(writeFile(file, "old"));
    QVERIFY(QFile::link(file, toFile));

    const CliResult full = run({words + QStringList{m_hostile, u"-o"_s, toDevice}});
    QVERIFY2(full.code == 5, full.text());
    QVERIFY(!full.err.isEmpty());
    QCOMPARE(QFileInfo(toDevice).symLinkTarget(), u"/dev/full"_s);

    const CliResult linked = run({words + QStringList{m_hostile, u"-o"_s, toFile}});
    QVERIFY2(linked.code == 0, linked.text());
    QCOMPARE(QFileInfo(toFile).symLinkTarget(), file);
    QVERIFY(readFile(file).size() > 3);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden | QDir::System).size(), 3);
}

void TestCliOutput::sampleIsTheSameEachTime()
{
    Sample other;
    QVERIFY(other.make());
    for (int rank = 0; rank < 2; ++rank) {
        for (const QString& name : {u"trace_view.json"_s, u"kernel_details.csv"_s, u"step_trace_time.csv"_s})
            QCOMPARE(readFile(other.file(rank, name)), readFile(m_sample.file(rank, name)));
    }
}

void TestCliOutput::sampleSparesWhatIsThere()
{
    const QString folder = m_folder.filePath(u"taken"_s);
    QVERIFY(writeFile(folder + u"/mine.txt"_s, "mine"));
    const QStringList before = listing(folder);
    const CliResult refused = run({{u"sample"_s, u"-o"_s, folder}});
    QVERIFY2(refused.code == 5 && refused.err.contains("not empty"), refused.text());
    QCOMPARE(listing(folder), before);
    const CliResult overFile = run({{u"sample"_s, u"-o"_s, folder + u"/mine.txt"_s}});
    QVERIFY2(overFile.code == 5, overFile.text());
    const CliResult forced = run({{u"sample"_s, u"-o"_s, folder, u"--force"_s}});
    QVERIFY2(forced.code == 0, forced.text());
    QCOMPARE(readFile(folder + u"/mine.txt"_s), QByteArray("mine"));
    QVERIFY(listing(folder).size() > 10);
    const CliResult quiet = run({{u"sample"_s, u"-o"_s, m_folder.filePath(u"new/deep"_s), u"--quiet"_s}});
    QVERIFY2(quiet.code == 0 && quiet.out.isEmpty() && quiet.err.isEmpty(), quiet.text());
}

QTEST_GUILESS_MAIN(TestCliOutput)
#include "test_cli_output.moc"
