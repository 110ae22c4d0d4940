// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// Stores as scripts see them: index, pack, a store in place of the files, and the options that say where and how much.
class TestCliStore : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void sameOutput_data();
    void sameOutput();
    void index();
    void indexOfStandardInput();
    void packRefuses_data();
    void packRefuses();
    void sizes_data();
    void sizes();
    void spills();
    void atOnce();
    void withoutRights();
    void fullDisk();

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QStringList stores(const QString& cache) const
    {
        return QDir(cache + u"/stores"_s).entryList({u"*"_s}, QDir::Files | QDir::Hidden);
    }
    QTemporaryDir m_folder;
    Sample m_sample;
};

namespace {

/// The text without what says which of these it was read from.
QByteArray withoutPlaces(QByteArray text, const QString (&places)[2])
{
    return text.replace(places[0].toUtf8(), "PLACE").replace(places[1].toUtf8(), "PLACE");
}

} // namespace

void TestCliStore::initTestCase()
{
    QVERIFY(m_sample.make());
    for (const QString& directory : {u"in"_s, u"job/a"_s, u"job/b"_s})
        QVERIFY(QDir().mkpath(file(directory)));
    QVERIFY(writeLargeTrace(file(u"in/trace.json"_s), 6 << 20));
    QVERIFY(writeLargeTrace(file(u"job/a/trace.json"_s), 5 << 20));
    QVERIFY(writeLargeTrace(file(u"job/b/trace.json"_s), 5 << 20));
    QCOMPARE(run({{u"pack"_s, m_sample.path(), u"-o"_s, file(u"packed/sample.tld"_s)}}).code, 0);
}

void TestCliStore::sameOutput_data()
{
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const QStringList& words) { QTest::newRow(name) << words; };
    row("info", {u"info"_s, u"--json"_s});
    row("top", {u"top"_s, u"--json"_s});
    row("top slices", {u"top"_s, u"--of"_s, u"slices"_s, u"--json"_s});
    row("steps", {u"steps"_s, u"--json"_s});
    row("steps csv", {u"steps"_s, u"--csv"_s});
    row("analyze", {u"analyze"_s, u"--json"_s});
    row("communication", {u"communication"_s, u"--json"_s});
    row("memory", {u"memory"_s, u"--json"_s});
    row("hotspot", {u"hotspot"_s, u"--json"_s});
    row("export", {u"export"_s, u"--format"_s, u"chrome-trace"_s, u"-o"_s, u"OUT"_s});
}

/// Every verb says of the packed profile what it says of the files.
void TestCliStore::sameOutput()
{
    QFETCH(QStringList, words);
    if (!verbs().contains(words.first()))
        QSKIP("not in this build");
    QByteArray outputs[2];
    QByteArray files[2];
    const QString places[] = {m_sample.path(), file(u"packed/sample.tld"_s)};
    for (int i = 0; i < 2; ++i) {
        QStringList call = words;
        call.replaceInStrings(u"OUT"_s, file(u"export.json"_s));
        const CliResult result = run({call + QStringList{places[i]}});
        QVERIFY2(result.code == 0, result.text());
        outputs[i] = withoutPlaces(result.out, places);
        files[i] = readFile(file(u"export.json"_s));
    }
    QCOMPARE(outputs[1], outputs[0]);
    QCOMPARE(files[1], files[0]);
}

void TestCliStore::index()
{
    const QString cache = file(u"cache-index"_s);
    const QStringList call{u"index"_s, u"--json"_s, u"--cache-dir"_s, cache, file(u"in/trace.json"_s)};
    const CliResult first = run({call});
    QVERIFY2(first.code == 0, first.text());
    QCOMPARE(first.json().value(u"written"_s).toBool(), true);
    const QString store = first.json().value(u"store"_s).toString();
    QVERIFY(QFileInfo(store).size() > 0);
    QCOMPARE(first.json().value(u"bytes"_s).toInteger(), QFileInfo(store).size());
    const CliResult second = run({call});
    QCOMPARE(second.code, 0);
    QCOMPARE(second.json().value(u"written"_s).toBool(), false);
    QCOMPARE(second.json().value(u"store"_s).toString(), store);
    QCOMPARE(second.json().value(u"slices"_s), first.json().value(u"slices"_s));
    QCOMPARE(run({call + QStringList{u"--force"_s}}).json().value(u"written"_s).toBool(), true);
    QCOMPARE(stores(cache).size(), 1);
    // A small one is kept when somebody asks.
    const CliResult small = run({{u"index"_s, u"--json"_s, u"--cache-dir"_s, file(u"cache-small"_s), m_sample.path()}});
    QVERIFY2(small.code == 0 && small.json().value(u"written"_s).toBool(), small.text());
    QCOMPARE(stores(file(u"cache-small"_s)).size(), 1);
}

void TestCliStore::indexOfStandardInput()
{
    CliCall call({u"index"_s, u"--cache-dir"_s, file(u"cache-stdin"_s), u"-"_s});
    call.input = chromeTrace({{u"a"_s, 10, 20}});
    const CliResult result = run(call);
    QVERIFY(result.code != 0 && !result.crashed);
    QVERIFY2(result.err.contains("error: ") && result.err.contains("only once"), result.text());
    QVERIFY(stores(file(u"cache-stdin"_s)).isEmpty());
}

void TestCliStore::packRefuses_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("the input") << file(u"in/trace.json"_s);
    QTest::newRow("beside itself") << file(u"in/../in/trace.json"_s);
    QTest::newRow("a device") << u"/dev/null"_s;
    QTest::newRow("a directory") << file(u"in"_s);
    QTest::newRow("nowhere") << u"/proc/nowhere/x.tld"_s;
    QTest::newRow("standard output") << u"-"_s;
}

void TestCliStore::packRefuses()
{
    QFETCH(QString, target);
    const QString input = file(u"in/trace.json"_s);
    const QByteArray before = readFile(input);
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(cliProgram(), {u"pack"_s, input, u"-o"_s, target});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY2(process.exitCode() != 0, process.readAllStandardOutput());
    QVERIFY(process.readAllStandardError().contains("error: "));
    QVERIFY(readFile(input) == before);
    QCOMPARE(QDir(file(u"in"_s)).entryList(QDir::Files | QDir::Hidden), QStringList{u"trace.json"_s});
}

void TestCliStore::sizes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    for (const char* good : {"4GiB", "512MiB", "2G", "65536"})
        QTest::newRow(good) << QString::fromLatin1(good) << true;
    for (const char* bad : {"many", "-1", "4 apples", "99999999999999999999", "1e9999", "0x10"})
        QTest::newRow(bad) << QString::fromLatin1(bad) << false;
}

void TestCliStore::sizes()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    const CliResult result = run({{u"info"_s, u"--memory="_s + text, m_sample.path()}});
    QVERIFY2(result.code == (good ? 0 : 2), result.text());
    QVERIFY(good || result.err.contains("--memory"));
}

/// With no memory for rows they go to the disk, which is said before; the figures stay.
void TestCliStore::spills()
{
    const QString cache = file(u"cache-spill"_s);
    const CliResult roomy = run({{u"top"_s, u"--json"_s, u"--cache-dir"_s, file(u"cache-roomy"_s), file(u"job"_s)}});
    const QStringList call{u"top"_s, u"--json"_s, u"--memory"_s, u"1MiB"_s, u"--cache-dir"_s, cache, file(u"job"_s)};
    const CliResult first = run({call});
    QVERIFY2(first.code == 0 && first.out == roomy.out, first.text());
    QVERIFY2(first.err.contains("too large for memory") && first.err.contains(cache.toUtf8()), first.text());
    QCOMPARE(stores(cache).size(), 1);
    const CliResult second = run({call});
    QVERIFY2(second.code == 0 && second.out == roomy.out, second.text());
    QVERIFY(!second.err.contains("too large"));
}

/// Several programs on one profile do not disturb each other.
void TestCliStore::atOnce()
{
    const QString cache = file(u"cache-at-once"_s);
    std::vector<std::unique_ptr<QProcess>> all;
    for (int i = 0; i < 4; ++i) {
        all.push_back(std::make_unique<QProcess>());
        all.back()->start(cliProgram(), {u"index"_s, u"--json"_s, u"--cache-dir"_s, cache, u"--memory"_s,
                                         i % 2 ? u"1MiB"_s : u"1GiB"_s, file(u"job"_s)});
    }
    QList<qint64> slices;
    for (const auto& process : all) {
        QVERIFY(process->waitForFinished(60'000));
        QCOMPARE(process->exitCode(), 0);
        slices.append(
            QJsonDocument::fromJson(process->readAllStandardOutput()).object().value(u"slices"_s).toInteger());
    }
    QCOMPARE(slices.count(slices.first()), slices.size());
    QCOMPARE(stores(cache).size(), 1);
    const CliResult read = run({{u"index"_s, u"--json"_s, u"--cache-dir"_s, cache, file(u"job"_s)}});
    QCOMPARE(read.json().value(u"written"_s).toBool(), false);
    QCOMPARE(read.json().value(u"slices"_s).toInteger(), slices.first());
}

/// Somebody who may not write into the cache directory opens all the same.
void TestCliStore::withoutRights()
{
    const QString cache = file(u"cache-locked"_s);
    QVERIFY(QDir().mkpath(cache + u"/stores"_s));
    for (const QString& path : {m_folder.path(), cache, cache + u"/stores"_s})
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0555), 0);
    const auto back = qScopeGuard([&] {
        for (const QString& path : {m_folder.path(), cache, cache + u"/stores"_s})
            ::chmod(QFile::encodeName(path).constData(), 0755);
    });
    for (const QString& memory : {u"1GiB"_s, u"1MiB"_s}) {
        const QStringList words{u"top"_s, u"--json"_s, u"--memory"_s, memory, file(u"job"_s)};
        CliCall locked(words + QStringList{u"--cache-dir"_s, cache});
        if (::geteuid() == 0)
            locked.through = {u"setpriv"_s, u"--reuid=65534"_s, u"--regid=65534"_s, u"--clear-groups"_s};
        const CliResult result = run(locked);
        if (result.code < 0 && ::geteuid() == 0)
            QSKIP("the program cannot be run as somebody else here");
        const CliResult open = run({words});
        QVERIFY2(result.code == 0 && result.out == open.out, result.text());
        QVERIFY(stores(cache).isEmpty());
    }
}

/// A disk that gets full while the store is written costs the store alone.
void TestCliStore::fullDisk()
{
    const QString disk = file(u"disk"_s);
    QVERIFY(QDir().mkpath(disk));
    const QStringList through{
        u"unshare"_s,
        u"-m"_s,
        u"sh"_s,
        u"-c"_s,
        u"mount -t tmpfs -o size=96k tmpfs \"$0\" && \"$@\"; code=$?; ls -A \"$0\"/stores >&2; exit $code"_s,
        disk};
    QProcess probe;
    probe.start(through.first(), through.mid(1) + QStringList{u"true"_s});
    if (!probe.waitForFinished(20'000) || probe.exitCode() != 0)
        QSKIP("nothing can be mounted here");
    for (const QString& memory : {u"1GiB"_s, u"1MiB"_s}) {
        const QStringList words{u"top"_s, u"--json"_s, u"--memory"_s, memory, file(u"job"_s)};
        CliCall call(words + QStringList{u"--cache-dir"_s, disk});
        call.through = through;
        const CliResult result = run(call);
        const CliResult open = run({words});
        QVERIFY2(result.code == 0 && result.out == open.out, result.text());
        QVERIFY2(!result.err.contains(".tld"), result.text());
    }
}

QTEST_GUILESS_MAIN(TestCliStore)
#include "test_cli_store.moc"
