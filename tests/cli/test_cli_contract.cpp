// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/types.h>
#include <unistd.h>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// Exit statuses, streams, help and usage errors: what scripts rely on whatever the profile.
class TestCliContract : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void exitStatus_data();
    void exitStatus();
    void usageErrors_data();
    void usageErrors();
    void wrongWordsListTheRightOnes_data();
    void wrongWordsListTheRightOnes();
    void helpFitsTheTerminal_data();
    void helpFitsTheTerminal();
    void helpNamesOnlyVerbsThatExist();
    void unreadableInputsSayWhatIsReadable_data();
    void unreadableInputsSayWhatIsReadable();
    void damageIsSaidAndFailsOnlyIfStrict_data();
    void damageIsSaidAndFailsOnlyIfStrict();
    void truthWords_data();
    void truthWords();
    void outputNotWritable_data();
    void outputNotWritable();
    void fullDiskIsAnError();
    void streamsAreSeparate();
    void quietSaysNothing();
    void colours_data();
    void colours();
    void interruptDuringImport();
    void interruptWhileComputing();
    void interruptWhileWaitingForInput();

private:
    QString inFolder(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    Sample m_sample;
    QString m_small;
    QString m_damaged;
};

namespace {

/// The words with FOLDER/ put before those that start with "@".
QStringList placed(QStringList words, const QTemporaryDir& folder)
{
    for (QString& word : words) {
        if (word.startsWith(u'@'))
            word = folder.filePath(word.mid(1));
    }
    return words;
}

/// Bytes of memory that the process holds; 0 when it has ended.
qint64 residentBytes(qint64 pid)
{
    const QByteArray pages = readFile(u"/proc/%1/statm"_s.arg(pid)).split(' ').value(1);
    return pages.toLongLong() * ::sysconf(_SC_PAGESIZE);
}

/// Whether the process waits for the signal by now (it is blocked then): until then it ends the program as any other.
bool awaitsInterrupt(qint64 pid)
{
    for (const QByteArray& line : readFile(u"/proc/%1/status"_s.arg(pid)).split('\n')) {
        if (line.startsWith("SigBlk:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    }
    return false;
}

bool interrupt(const QProcess& process)
{
    return ::kill(static_cast<pid_t>(process.processId()), SIGINT) == 0;
}

} // namespace

void TestCliContract::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
    m_small = inFolder(u"small.json"_s);
    m_damaged = inFolder(u"damaged.json"_s);
    const QByteArray trace = chromeTrace({{u"first"_s, 1000, 5000}, {u"second"_s, 7000, 1500}});
    QVERIFY(writeFile(m_small, trace));
    QVERIFY(writeFile(m_damaged, trace.left(trace.size() - 40)));
    QVERIFY(writeFile(inFolder(u"words.txt"_s), "nothing that anybody profiles\n"));
    QVERIFY(writeFile(inFolder(u"other.json"_s), R"({"answer": 42})"));
    QVERIFY(writeFile(inFolder(u"full/file"_s), "kept"));
}

void TestCliContract::exitStatus_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::newRow("version") << QStringList{u"--version"_s} << 0;
    QTest::newRow("help") << QStringList{u"--help"_s} << 0;
    QTest::newRow("info") << QStringList{u"info"_s, u"@small.json"_s} << 0;
    QTest::newRow("top") << QStringList{u"top"_s, u"@small.json"_s} << 0;
    QTest::newRow("steps without steps") << QStringList{u"steps"_s, u"@small.json"_s} << 0;
    QTest::newRow("export") << QStringList{u"export"_s, u"@small.json"_s, u"--format"_s, u"chrome-trace"_s} << 0;
    QTest::newRow("no such file") << QStringList{u"info"_s, u"@absent.json"_s} << 3;
    QTest::newRow("no trace") << QStringList{u"info"_s, u"@words.txt"_s} << 3;
    QTest::newRow("another JSON") << QStringList{u"top"_s, u"@other.json"_s} << 3;
    QTest::newRow("no match of a glob") << QStringList{u"top"_s, u"-d"_s, u"@none_*.json"_s} << 3;
    QTest::newRow("damaged") << QStringList{u"info"_s, u"@damaged.json"_s} << 0;
    QTest::newRow("damaged, strict") << QStringList{u"info"_s, u"@damaged.json"_s, u"--strict"_s} << 4;
    QTest::newRow("sample into a full directory") << QStringList{u"sample"_s, u"-o"_s, u"@full"_s} << 5;
    QTest::newRow("unknown verb") << QStringList{u"frobnicate"_s} << 2;
}

void TestCliContract::exitStatus()
{
    QFETCH(QStringList, words);
    QFETCH(int, code);
    const CliResult result = run({placed(words, m_folder)});
    QVERIFY2(result.code == code, result.text());
    QCOMPARE(result.out.isEmpty(), code != 0 && code != 4);
    QCOMPARE(readFile(inFolder(u"full/file"_s)), QByteArray("kept"));
}

void TestCliContract::usageErrors_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing at all") << QStringList{} << u"no verb given"_s;
    QTest::newRow("unknown verb") << QStringList{u"frobnicate"_s, u"x"_s} << u"unknown verb 'frobnicate'"_s;
    QTest::newRow("a path instead of a verb") << QStringList{u"@small.json"_s} << u"unknown verb '"_s;
    QTest::newRow("unknown option") << QStringList{u"top"_s, u"@small.json"_s, u"--sideways"_s} << u"--sideways"_s;
    QTest::newRow("no path") << QStringList{u"info"_s} << u"no PATH given"_s;
    QTest::newRow("option without its value") << QStringList{u"top"_s, u"@small.json"_s, u"--top"_s} << u"--top"_s;
    QTest::newRow("no number") << QStringList{u"top"_s, u"@small.json"_s, u"--top"_s, u"many"_s} << u"--top"_s;
    QTest::newRow("negative number") << QStringList{u"top"_s, u"@small.json"_s, u"--top=-3"_s} << u"--top"_s;
    QTest::newRow("scope") << QStringList{u"top"_s, u"@small.json"_s, u"--scope"_s, u"rank:x"_s} << u"rank:x"_s;
    QTest::newRow("export without a format") << QStringList{u"export"_s, u"@small.json"_s} << u"--format"_s;
    QTest::newRow("sample without a place") << QStringList{u"sample"_s} << u"--output"_s;
}

void TestCliContract::usageErrors()
{
    QFETCH(QStringList, words);
    QFETCH(QString, says);
    const CliResult result = run({placed(words, m_folder)});
    QVERIFY2(result.code == 2, result.text());
    QVERIFY2(result.out.isEmpty(), result.text());
    QVERIFY2(QString::fromUtf8(result.err).contains(says), result.text());
    QVERIFY2(result.err.startsWith("tideline-cli: "), result.text());
    for (const QString& verb : says.contains(u"verb") ? verbs() : QStringList())
        QVERIFY2(result.err.contains(verb.toUtf8()), result.text());
}

void TestCliContract::wrongWordsListTheRightOnes_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("list");
    const QString metrics = u"duration, self, count, wait, memory_bandwidth, communication_duration, utilization"_s;
    QTest::newRow("metric") << QStringList{u"top"_s, u"--metric"_s} << metrics;
    QTest::newRow("by") << QStringList{u"top"_s, u"--by"_s} << u"name, type, name-shape, instance"_s;
    QTest::newRow("of") << QStringList{u"top"_s, u"--of"_s} << u"kernels, slices, apis, communication"_s;
    QTest::newRow("sort") << QStringList{u"top"_s, u"--sort"_s} << u"descending, ascending"_s;
    QTest::newRow("columns") << QStringList{u"top"_s, u"--columns"_s} << u"article"_s;
    QTest::newRow("color") << QStringList{u"info"_s, u"--color"_s} << u"auto, always, never"_s;
    QTest::newRow("format") << QStringList{u"export"_s, u"--format"_s} << u"chrome-trace, csv"_s;
    QTest::newRow("table") << QStringList{u"export"_s, u"--format=csv"_s, u"--table"_s} << u"kernels, slices"_s;
    if (verbs().contains(u"render"_s)) {
        QTest::newRow("view") << QStringList{u"render"_s, u"--view"_s} << u"timeline, "_s;
        QTest::newRow("theme") << QStringList{u"render"_s, u"--theme"_s} << u"light, dark"_s;
    }
}

void TestCliContract::wrongWordsListTheRightOnes()
{
    QFETCH(QStringList, words);
    QFETCH(QString, list);
    // A number is no way round: the words are not the numbers behind them.
    for (const QString& wrong : {u"sideways"_s, u"0"_s, u"1"_s, u""_s}) {
        const CliResult result = run({words + QStringList{wrong, m_small, u"-o"_s, inFolder(u"never.png"_s)}});
        QVERIFY2(result.code == 2, result.text());
        const QString said = QString::fromUtf8(result.err);
        QVERIFY2(said.contains(words.last() + u": '"_s + wrong + u"' is not one of "_s + list), result.text());
    }
}

void TestCliContract::helpFitsTheTerminal_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("program") << QStringList{};
    QVERIFY(verbs().size() >= 5);
    for (const QString& verb : verbs())
        QTest::newRow(qPrintable(verb)) << QStringList{verb};
}

void TestCliContract::helpFitsTheTerminal()
{
    QFETCH(QStringList, words);
    const CliResult result = run({words + QStringList{u"--help"_s}});
    QVERIFY2(result.code == 0, result.text());
    QVERIFY2(result.err.isEmpty(), result.text());
    QVERIFY(result.out.contains("Usage:"));
    for (const QString& line : QString::fromUtf8(result.out).split(u'\n'))
        QVERIFY2(line.size() <= 80, qPrintable(line));
}

void TestCliContract::helpNamesOnlyVerbsThatExist()
{
    const QByteArray help = run({{u"--help"_s}}).out;
    for (const QString& verb : verbs())
        QVERIFY2(run({{verb, u"--help"_s}}).code == 0, qPrintable(verb));
    const QStringList all = {u"info"_s,      u"collect"_s, u"sample"_s, u"index"_s,     u"top"_s,
                             u"steps"_s,     u"analyze"_s, u"report"_s, u"compare"_s,   u"hotspot"_s,
                             u"memory"_s,    u"cluster"_s, u"digest"_s, u"inference"_s, u"communication"_s,
                             u"precision"_s, u"pack"_s,    u"export"_s, u"render"_s};
    for (const QString& verb : all) {
        const bool listed = verbs().contains(verb);
        QVERIFY2(run({{verb, u"--help"_s}}).code == (listed ? 0 : 2), qPrintable(verb));
        QCOMPARE(help.contains("\n  " + verb.toUtf8() + ' '), listed);
    }
}

void TestCliContract::unreadableInputsSayWhatIsReadable_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("words") << u"a.txt"_s << QByteArray("hello");
    QTest::newRow("object without events") << u"b.json"_s << QByteArray(R"({"a":{"b":[]}})");
    QTest::newRow("a number") << u"c.json"_s << QByteArray("42");
    QTest::newRow("no bytes") << u"d.json"_s << QByteArray();
    QTest::newRow("zero bytes") << u"e.json"_s << QByteArray(64, '\0');
}

void TestCliContract::unreadableInputsSayWhatIsReadable()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    const QString path = inFolder(u"unreadable/"_s + name);
    QVERIFY(writeFile(path, text));
    const CliResult result = run({{u"info"_s, path}});
    QVERIFY2(result.code == 3, result.text());
    QVERIFY2(result.err.contains("error: ") && result.err.contains("Readable are"), result.text());
    QVERIFY2(result.err.contains(name.toUtf8()), result.text());
}

void TestCliContract::damageIsSaidAndFailsOnlyIfStrict_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("info") << QStringList{u"info"_s};
    QTest::newRow("top") << QStringList{u"top"_s};
    QTest::newRow("steps") << QStringList{u"steps"_s};
    QTest::newRow("export") << QStringList{u"export"_s, u"--format"_s, u"csv"_s, u"--table"_s, u"slices"_s};
}

void TestCliContract::damageIsSaidAndFailsOnlyIfStrict()
{
    QFETCH(QStringList, words);
    const CliResult mild = run({words + QStringList{m_damaged}});
    QVERIFY2(mild.code == 0, mild.text());
    QVERIFY2(mild.err.contains("warning: ") && mild.err.contains("damaged.json"), mild.text());
    const CliResult strict = run({words + QStringList{m_damaged, u"--strict"_s}});
    QVERIFY2(strict.code == 4, strict.text());
    QCOMPARE(strict.out, mild.out);
    const CliResult whole = run({words + QStringList{m_small, u"--strict"_s}});
    QVERIFY2(whole.code == 0 && !whole.err.contains("damaged"), whole.text());
}

void TestCliContract::truthWords_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<bool>("json");
    QTest::newRow("bare") << QStringList{u"--json"_s} << true;
    for (const QString& word : {u"True"_s, u"true"_s, u"on"_s, u"1"_s}) {
        QTest::newRow(qPrintable(u"next word "_s + word)) << QStringList{u"--json"_s, word} << true;
        QTest::newRow(qPrintable(u"with = "_s + word)) << QStringList{u"--json="_s + word} << true;
    }
    for (const QString& word : {u"False"_s, u"false"_s, u"off"_s, u"0"_s}) {
        QTest::newRow(qPrintable(u"next word "_s + word)) << QStringList{u"--json"_s, word} << false;
        QTest::newRow(qPrintable(u"with = "_s + word)) << QStringList{u"--json="_s + word} << false;
    }
}

void TestCliContract::truthWords()
{
    QFETCH(QStringList, words);
    QFETCH(bool, json);
    for (const QStringList& line :
         {QStringList{u"info"_s} + words + QStringList{m_small}, QStringList{u"info"_s, m_small} + words}) {
        const CliResult result = run({line});
        QVERIFY2(result.code == 0, result.text());
        QCOMPARE(!result.json().isEmpty(), json);
    }
}

void TestCliContract::outputNotWritable_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("target");
    const QStringList exported = {u"export"_s, u"@small.json"_s, u"--format=chrome-trace"_s, u"-o"_s};
    QTest::newRow("info, no directory") << QStringList{u"info"_s, u"@small.json"_s, u"-o"_s} << u"@absent/out"_s;
    QTest::newRow("top, no directory") << QStringList{u"top"_s, u"@small.json"_s, u"--export"_s} << u"@absent/out"_s;
    QTest::newRow("steps, no directory") << QStringList{u"steps"_s, u"@small.json"_s, u"-o"_s} << u"@absent/out"_s;
    QTest::newRow("export, no directory") << exported << u"@absent/out"_s;
    QTest::newRow("a directory is there") << exported << u"@full"_s;
    QTest::newRow("below a file") << exported << u"@small.json/out"_s;
    QTest::newRow("the input itself") << exported << u"@small.json"_s;
    if (verbs().contains(u"render"_s))
        QTest::newRow("render") << QStringList{u"render"_s, u"@small.json"_s, u"--size=100x100"_s, u"-o"_s}
                                << u"@absent/out.png"_s;
}

void TestCliContract::outputNotWritable()
{
    QFETCH(QStringList, words);
    QFETCH(QString, target);
    const QStringList before = listing(m_folder.path());
    const CliResult result = run({placed(words + QStringList{target}, m_folder)});
    QVERIFY2(result.code == 5, result.text());
    QVERIFY2(result.out.isEmpty() && result.err.contains("tideline-cli: "), result.text());
    QCOMPARE(listing(m_folder.path()), before);
}

void TestCliContract::fullDiskIsAnError()
{
    for (const QString& verb : {u"info"_s, u"top"_s, u"steps"_s}) {
        CliCall call({verb, m_small, u"--json"_s});
        call.outputTo = u"/dev/full"_s;
        const CliResult result = run(call);
        QVERIFY2(result.code == 5, result.text());
        QVERIFY2(result.err.contains("cannot write"), result.text());
    }
}

void TestCliContract::streamsAreSeparate()
{
    const CliResult damaged = run({{u"top"_s, m_damaged, u"--json"_s}});
    QVERIFY(!damaged.json().isEmpty());
    QVERIFY2(!damaged.err.isEmpty(), damaged.text());
    // No terminal, so no progress.
    const CliResult whole = run({{u"top"_s, m_sample.path(), u"--json"_s}});
    QVERIFY2(!whole.json().isEmpty() && whole.err.isEmpty(), whole.text());
    const QString target = inFolder(u"streams.json"_s);
    const CliResult toFile = run({{u"top"_s, m_sample.path(), u"--json"_s, u"-o"_s, target}});
    QVERIFY2(toFile.code == 0 && toFile.out.isEmpty(), toFile.text());
    QCOMPARE(readFile(target), whole.out);
    QCOMPARE(run({{u"top"_s, m_sample.path(), u"--json"_s, u"-o"_s, u"-"_s}}).out, whole.out);
}

void TestCliContract::quietSaysNothing()
{
    const CliResult result = run({{u"info"_s, m_damaged, u"--quiet"_s}});
    QVERIFY2(result.code == 0 && result.err.isEmpty() && !result.out.isEmpty(), result.text());
    const CliResult strict = run({{u"info"_s, m_damaged, u"--quiet"_s, u"--strict"_s}});
    QVERIFY2(strict.code == 4 && strict.err.isEmpty(), strict.text());
    // An error that leaves no result is said all the same.
    const CliResult failed = run({{u"info"_s, inFolder(u"absent"_s), u"--quiet"_s}});
    QVERIFY2(failed.code == 3 && !failed.err.isEmpty(), failed.text());
}

void TestCliContract::colours_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("noColor");
    QTest::newRow("a pipe") << QStringList{} << QString();
    QTest::newRow("never") << QStringList{u"--color"_s, u"never"_s} << QString();
    QTest::newRow("NO_COLOR") << QStringList{u"--color=auto"_s} << u"1"_s;
}

void TestCliContract::colours()
{
    QFETCH(QStringList, words);
    QFETCH(QString, noColor);
    CliCall call(QStringList{u"info"_s, m_damaged} + words);
    if (!noColor.isEmpty())
        call.with(u"NO_COLOR"_s, noColor);
    const CliResult result = run(call);
    QVERIFY2(result.code == 0, result.text());
    QVERIFY(!result.out.contains('\x1b') && !result.err.contains('\x1b'));
}

void TestCliContract::interruptDuringImport()
{
    constexpr qint64 kTraceBytes = 96 << 20;
    constexpr qint64 kWellIntoImport = 40 << 20;
    constexpr int kPatienceMs = 30'000;
    const QTemporaryDir folder;
    QVERIFY(writeLargeTrace(folder.filePath(u"large.json"_s), kTraceBytes));
    const QStringList before = listing(folder.path());
    QProcess process;
    process.start(cliProgram(), {u"export"_s, folder.filePath(u"large.json"_s), u"--format=chrome-trace"_s,
                                 u"--threads=1"_s, u"-o"_s, folder.filePath(u"out.json"_s)});
    QVERIFY(process.waitForStarted());
    QElapsedTimer clock;
    clock.start();
    while ((!awaitsInterrupt(process.processId()) || residentBytes(process.processId()) < kWellIntoImport)
           && clock.elapsed() < kPatienceMs && process.state() == QProcess::Running)
        process.waitForFinished(2);
    QVERIFY2(process.state() == QProcess::Running, "the trace was read before the test could interrupt");
    QVERIFY(interrupt(process));
    clock.restart();
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(process.readAllStandardOutput().isEmpty());
    QCOMPARE(listing(folder.path()), before);
}

void TestCliContract::interruptWhileComputing()
{
    constexpr qint64 kTraceBytes = 96 << 20;
    constexpr int kPatienceMs = 30'000;
    const QTemporaryDir folder;
    const QTemporaryDir cache; // apart: a store that is opened gets the time of its last use
    QVERIFY(writeLargeTrace(folder.filePath(u"large.json"_s), kTraceBytes));
    const QStringList words{u"analyze"_s,     folder.filePath(u"large.json"_s),
                            u"-o"_s,          folder.filePath(u"out.txt"_s),
                            u"--cache-dir"_s, cache.path()};
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(run(CliCall(words)).code, 0);
    const qint64 whole = clock.elapsed();
    QVERIFY(QFile::remove(folder.filePath(u"out.txt"_s)));
    const QStringList before = listing(folder.path());
    // From the store the profile is there at once: all that takes time is the computing.
    int interrupted = 0;
    for (int i = 0; i < 6; ++i) {
        QProcess process;
        process.start(cliProgram(), words);
        QVERIFY(process.waitForStarted());
        clock.restart();
        while (!awaitsInterrupt(process.processId()) && clock.elapsed() < kPatienceMs)
            process.waitForFinished(1);
        process.waitForFinished(static_cast<int>(whole * i / 12));
        if (process.state() != QProcess::Running)
            continue;
        QVERIFY(interrupt(process));
        QVERIFY(process.waitForFinished(kPatienceMs));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        if (process.exitCode() != 130)
            continue; // it was ready at that moment
        ++interrupted;
        QCOMPARE(listing(folder.path()), before);
    }
    QVERIFY(interrupted > 0);
}

void TestCliContract::interruptWhileWaitingForInput()
{
    QProcess process;
    process.start(cliProgram(), {u"info"_s, u"-"_s});
    QVERIFY(process.waitForStarted());
    process.write("[{\"ph\":\"X\",");
    QVERIFY(process.waitForBytesWritten());
    // The signals are blocked before anything is read, so once the bytes left the pipe the program answers them.
    const QString blocked = u"/proc/%1/status"_s.arg(process.processId());
    QTRY_VERIFY(readFile(blocked).contains("SigBlk:\t0000000000004002"));
    QVERIFY(interrupt(process));
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
}

QTEST_GUILESS_MAIN(TestCliContract)
#include "test_cli_contract.moc"
