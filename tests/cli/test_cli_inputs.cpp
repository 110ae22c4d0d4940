// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// How profiles are named on the command line, and that naming one never changes it.
class TestCliInputs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void pathsOfAllKinds_data();
    void pathsOfAllKinds();
    void spellings_data();
    void spellings();
    void globs();
    void standardInput_data();
    void standardInput();
    void aFileIsThatFileAlone();
    void linksAreFollowed();
    void scopeLimits_data();
    void scopeLimits();
    void threadsGiveTheSame_data();
    void threadsGiveTheSame();
    void localeDoesNotMatter_data();
    void localeDoesNotMatter();
    void inputsStayAsTheyAre_data();
    void inputsStayAsTheyAre();
    void readOnlyDirectory();
    void oneBrokenRankIsNoFailure();

private:
    /// The ordinary ways to call each verb that reads a profile, -o included where it must be.
    QList<QStringList> reading() const;

    QTemporaryDir m_folder;
    Sample m_sample;
};

namespace {

const QList<TestSlice> kSlices = {{u"alpha"_s, 1000, 500}, {u"beta"_s, 2000, 700}, {u"alpha"_s, 4000, 300}};

qint64 slicesIn(const CliResult& result)
{
    return result.json()[u"totals"][u"slices"].toInteger(-1);
}

} // namespace

void TestCliInputs::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
    QCOMPARE(m_sample.ranks().size(), 2);
}

QList<QStringList> TestCliInputs::reading() const
{
    QList<QStringList> lines = {{u"info"_s},
                                {u"top"_s},
                                {u"steps"_s},
                                {u"export"_s, u"--format"_s, u"chrome-trace"_s},
                                {u"export"_s, u"--format"_s, u"csv"_s, u"--table"_s, u"slices"_s}};
    if (verbs().contains(u"render"_s))
        lines.append(QStringList{u"render"_s, u"--size=300x200"_s, u"-o"_s, m_folder.filePath(u"picture.png"_s)});
    return lines;
}

void TestCliInputs::pathsOfAllKinds_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("spaces") << u"two words/a trace.json"_s;
    QTest::newRow("number sign") << u"run#3/t#1.json"_s;
    QTest::newRow("percent") << u"50%/%41 100%.json"_s;
    QTest::newRow("double quotes") << u"\"q\"/say \"hi\".json"_s;
    QTest::newRow("single quotes") << u"it's/o'clock.json"_s;
    QTest::newRow("Chinese") << u"性能数据/时间线.json"_s;
    QTest::newRow("brackets") << u"[x]/a[1]*?.json"_s;
    QTest::newRow("backslash") << u"a\\b/c\\d.json"_s;
    QTest::newRow("no suffix") << u"plain"_s;
    QTest::newRow("wrong suffix") << u"trace.csv"_s;
}

void TestCliInputs::pathsOfAllKinds()
{
    QFETCH(QString, name);
    const QString path = m_folder.filePath(u"kinds/"_s + name);
    QVERIFY(writeFile(path, chromeTrace(kSlices)));
    const CliResult named = run({{u"info"_s, path, u"--json"_s}});
    QVERIFY2(named.code == 0 && slicesIn(named) == 3, named.text());
    QCOMPARE(named.json()[u"path"].toString(), path);
    QCOMPARE(named.json()[u"files"][0][u"path"].toString(), path);
    const CliResult written = run({{u"top"_s, u"-d"_s, path, u"--json"_s, u"-o"_s, path + u".out"_s}});
    QVERIFY2(written.code == 0 && readFile(path + u".out"_s).contains("alpha"), written.text());
}

void TestCliInputs::spellings_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("-d") << QStringList{u"-d"_s, u"@"_s};
    QTest::newRow("--input") << QStringList{u"--input"_s, u"@"_s};
    QTest::newRow("--input=") << QStringList{u"--input=@"_s};
    QTest::newRow("--import") << QStringList{u"--import"_s, u"@"_s};
    QTest::newRow("path after options") << QStringList{u"--top"_s, u"20"_s, u"@"_s};
    QTest::newRow("after two dashes") << QStringList{u"--"_s, u"@"_s};
}

void TestCliInputs::spellings()
{
    QFETCH(QStringList, words);
    words.replaceInStrings(u"@"_s, m_sample.path());
    const CliResult plain = run({{u"top"_s, m_sample.path(), u"--json"_s}});
    const CliResult spelled = run({QStringList{u"top"_s, u"--json"_s} + words});
    QVERIFY2(spelled.code == 0 && !plain.rows().isEmpty(), spelled.text());
    QCOMPARE(spelled.out, plain.out);
}

void TestCliInputs::globs()
{
    for (int i = 0; i < 3; ++i)
        QVERIFY(writeFile(m_folder.filePath(u"globs/task_time_%1.json"_s.arg(i)), chromeTrace(kSlices)));
    QVERIFY(writeFile(m_folder.filePath(u"globs/other.json"_s), chromeTrace(kSlices)));
    const QString pattern = m_folder.filePath(u"globs/task_time_*.json"_s);
    for (const QString& option : {u"--import"_s, u"-d"_s, u"--input"_s}) {
        const CliResult result = run({{u"info"_s, option, pattern, u"--json"_s}});
        QVERIFY2(result.code == 0 && slicesIn(result) == 9, result.text());
    }
    CliCall article({u"top"_s, u"--import"_s, u"./globs/task_time_*.json"_s, u"--metric"_s, u"duration"_s, u"--sort"_s,
                     u"descending"_s, u"--top"_s, u"10"_s, u"--export"_s, u"F.csv"_s});
    article.directory = m_folder.path();
    const CliResult result = run(article);
    QVERIFY2(result.code == 0 && result.out.isEmpty(), result.text());
    const QList<QStringList> rows = csvRows(readFile(m_folder.filePath(u"F.csv"_s)));
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[1][1], u"alpha"_s);
    QCOMPARE(rows[1][5], u"6"_s);
}

void TestCliInputs::standardInput_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray trace = chromeTrace(kSlices);
    QTest::newRow("plain") << trace;
    QTest::newRow("gzip") << gzipped(trace);
    QTest::newRow("after blanks") << QByteArray(" \n\t" + trace);
}

void TestCliInputs::standardInput()
{
    QFETCH(QByteArray, bytes);
    CliCall call({u"info"_s, u"-"_s, u"--json"_s});
    call.input = bytes;
    const CliResult result = run(call);
    QVERIFY2(result.code == 0 && slicesIn(result) == 3, result.text());
    call.input = "no trace at all\n";
    const CliResult refused = run(call);
    QVERIFY2(refused.code == 3 && refused.out.isEmpty(), refused.text());
    call.input.clear();
    QCOMPARE(run(call).code, 3);
}

void TestCliInputs::aFileIsThatFileAlone()
{
    const CliResult set = run({{u"info"_s, m_sample.path(), u"--json"_s}});
    const CliResult file = run({{u"info"_s, m_sample.file(0, u"trace_view.json"_s), u"--json"_s}});
    const CliResult table = run({{u"top"_s, m_sample.file(0, u"kernel_details.csv"_s), u"--json"_s}});
    QCOMPARE(set.json()[u"ranks"].toArray().size(), 2);
    QCOMPARE(file.json()[u"ranks"].toArray().size(), 1);
    QCOMPARE(file.json()[u"files"].toArray().size(), 1);
    QCOMPARE(file.json()[u"ranks"][0][u"tables"][u"kernels"].toInteger(-1), 0);
    QVERIFY2(table.code == 0 && !table.rows().isEmpty(), table.text());
}

void TestCliInputs::linksAreFollowed()
{
    const QString toFile = m_folder.filePath(u"link.json"_s);
    const QString toFolder = m_folder.filePath(u"linked"_s);
    QVERIFY(QFile::link(m_sample.file(1, u"trace_view.json"_s), toFile));
    QVERIFY(QFile::link(m_sample.path(), toFolder));
    QCOMPARE(run({{u"top"_s, toFolder, u"--json"_s}}).out, run({{u"top"_s, m_sample.path(), u"--json"_s}}).out);
    const CliResult file = run({{u"info"_s, toFile, u"--json"_s}});
    QVERIFY2(file.code == 0 && slicesIn(file) > 0, file.text());
    // What a link names is an input too.
    const CliResult onto = run({{u"info"_s, toFile, u"-o"_s, m_sample.file(1, u"trace_view.json"_s)}});
    QVERIFY2(onto.code == 5, onto.text());
}

void TestCliInputs::scopeLimits_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QList<qint64>>("ranks");
    QTest::addColumn<int>("steps");
    QTest::newRow("nothing") << u""_s << QList<qint64>{0, 1} << 3;
    QTest::newRow("one rank") << u"rank:0"_s << QList<qint64>{0} << 3;
    QTest::newRow("a span of ranks") << u"rank:0-1"_s << QList<qint64>{0, 1} << 3;
    QTest::newRow("rank and step") << u"rank:0 step:N"_s << QList<qint64>{0} << 1;
    QTest::newRow("step of all ranks") << u"step:N"_s << QList<qint64>{0, 1} << 1;
    QTest::newRow("a rank that is not there") << u"rank:9"_s << QList<qint64>{} << 0;
}

void TestCliInputs::scopeLimits()
{
    QFETCH(QString, scope);
    QFETCH(QList<qint64>, ranks);
    QFETCH(int, steps);
    const QJsonArray all = run({{u"steps"_s, m_sample.path(), u"--json"_s}}).rows();
    scope.replace(u"N"_s, QString::number(all[1][u"step"].toInteger()));
    const CliResult result = run({{u"steps"_s, m_sample.path(), u"--json"_s, u"--scope"_s, scope}});
    QVERIFY2(result.code == 0, result.text());
    QCOMPARE(result.rows().size(), ranks.size() * steps);
    for (const QJsonValue& row : result.rows())
        QVERIFY(ranks.contains(row[u"rank"].toInteger()));
    const CliResult top =
        run({{u"top"_s, m_sample.path(), u"--json"_s, u"--by=instance"_s, u"--top=0"_s, u"--scope"_s, scope}});
    QVERIFY2(top.code == 0, top.text());
    QCOMPARE(top.rows().isEmpty(), ranks.isEmpty());
    QCOMPARE(top.err.contains("scope"), ranks.isEmpty());
    QSet<qint64> seenRanks;
    QSet<qint64> seenSteps;
    for (const QJsonValue& row : top.rows()) {
        seenRanks.insert(row[u"rank"].toInteger());
        seenSteps.insert(row[u"step"].toInteger());
    }
    QCOMPARE(seenRanks, QSet<qint64>(ranks.begin(), ranks.end()));
    QCOMPARE(seenSteps.size(), steps);
}

void TestCliInputs::threadsGiveTheSame_data()
{
    QTest::addColumn<QStringList>("words");
    for (const QStringList& line : reading()) {
        if (line.first() != u"render"_s)
            QTest::newRow(qPrintable(line.join(u' '))) << line;
    }
}

void TestCliInputs::threadsGiveTheSame()
{
    QFETCH(QStringList, words);
    const QStringList json = words.first() == u"export"_s ? QStringList() : QStringList{u"--json"_s};
    const QStringList line = words + json + QStringList{m_sample.path(), u"--threads"_s};
    const CliResult one = run({line + QStringList{u"1"_s}});
    QVERIFY2(one.code == 0 && !one.out.isEmpty(), one.text());
    QCOMPARE(run({line + QStringList{u"2"_s}}).out, one.out);
    QCOMPARE(run({line + QStringList{u"7"_s}}).out, one.out);
    QCOMPARE(run({line + QStringList{u"100000"_s}}).out, one.out);
}

void TestCliInputs::localeDoesNotMatter_data()
{
    threadsGiveTheSame_data();
}

void TestCliInputs::localeDoesNotMatter()
{
    QFETCH(QStringList, words);
    const QStringList json = words.first() == u"export"_s ? QStringList() : QStringList{u"--json"_s};
    const CliResult plain = run({words + json + QStringList{m_sample.path()}});
    QVERIFY2(plain.code == 0 && !plain.out.isEmpty(), plain.text());
    for (const QString& locale : {u"zh_CN.UTF-8"_s, u"de_DE.UTF-8"_s, u"C"_s}) {
        CliCall call(words + json + QStringList{m_sample.path()});
        call.with(u"LC_ALL"_s, locale).with(u"LANG"_s, locale).with(u"LANGUAGE"_s, locale);
        QCOMPARE(run(call).out, plain.out);
    }
}

void TestCliInputs::inputsStayAsTheyAre_data()
{
    QTest::addColumn<QStringList>("words");
    for (const QStringList& line : reading())
        QTest::newRow(qPrintable(line.mid(0, 3).join(u' '))) << line;
}

void TestCliInputs::inputsStayAsTheyAre()
{
    QFETCH(QStringList, words);
    const QString packed = m_folder.filePath(u"packed/trace.json.gz"_s);
    if (!QFile::exists(packed))
        QVERIFY(writeFile(packed, gzipped(chromeTrace(kSlices))));
    for (const QString& input : {m_sample.path(), QFileInfo(packed).path(), packed}) {
        const QString folder = QFileInfo(input).isDir() ? input : QFileInfo(input).path();
        const QStringList before = listing(folder);
        CliCall call(words + QStringList{input});
        call.directory = folder;
        const CliResult result = run(call);
        QVERIFY2(result.code == 0, result.text());
        QCOMPARE(listing(folder), before);
    }
}

void TestCliInputs::readOnlyDirectory()
{
    const QTemporaryDir open;
    const QString locked = open.filePath(u"locked"_s);
    const QString trace = locked + u"/trace.json"_s;
    QVERIFY(writeFile(trace, chromeTrace(kSlices)));
    QVERIFY(writeFile(locked + u"/more.json.gz"_s, gzipped(chromeTrace(kSlices))));
    // Somebody else must be able to go there.
    for (const QString& path : {open.path(), locked})
        QVERIFY(QFile::setPermissions(path, QFile::Permissions(0x5055)));
    const QStringList before = listing(locked);
    CliCall read({u"info"_s, locked, u"--json"_s});
    CliCall write({u"info"_s, trace, u"-o"_s, locked + u"/out.txt"_s});
    if (::geteuid() == 0 && !QStandardPaths::findExecutable(u"setpriv"_s).isEmpty()) {
        read.through = QStringList{u"setpriv"_s, u"--reuid=65534"_s, u"--regid=65534"_s, u"--clear-groups"_s};
        read.with(u"HOME"_s, u"/nonexistent"_s).without(u"XDG_CACHE_HOME"_s);
        write.through = read.through;
    }
    const CliResult result = run(read);
    const CliResult refused = run(write);
    QVERIFY(QFile::setPermissions(open.path(), QFile::Permissions(0x7055)));
    if (result.err.contains("setpriv"))
        QSKIP("the program cannot be run as somebody else here");
    QVERIFY2(result.code == 0 && slicesIn(result) == 6, result.text());
    QCOMPARE(listing(locked), before);
    const bool mayWriteAnywhere = ::geteuid() == 0 && write.through.isEmpty();
    QVERIFY2(mayWriteAnywhere || refused.code == 5, refused.text());
    QVERIFY(QFile::setPermissions(locked, QFile::Permissions(0x7055)));
}

void TestCliInputs::oneBrokenRankIsNoFailure()
{
    Sample job;
    QVERIFY(job.make());
    const QString broken = job.file(1, u"trace_view.json"_s);
    QVERIFY(writeFile(broken, "{ this is not the trace that was here"));
    const CliResult mild = run({{u"info"_s, job.path(), u"--json"_s}});
    QVERIFY2(mild.code == 0 && slicesIn(mild) > 0, mild.text());
    QVERIFY2(mild.err.contains("warning: ") && mild.err.contains("trace_view.json"), mild.text());
    const CliResult strict = run({{u"info"_s, job.path(), u"--json"_s, u"--strict"_s}});
    QVERIFY2(strict.code == 4, strict.text());
    QCOMPARE(strict.out, mild.out);
}

QTEST_GUILESS_MAIN(TestCliInputs)
#include "test_cli_inputs.moc"
