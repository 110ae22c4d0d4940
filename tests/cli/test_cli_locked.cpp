// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"
#include "tests/support/made_database.h"
#include "tests/unit/import_db/made_rank.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// Inputs that nobody can write to: a user without rights, a mount that is read-only. All that can be read opens there
/// with the figures it has elsewhere. That nothing changed is checked with every call.
class TestCliLocked : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void withoutRights_data() { inputs(); }
    void withoutRights();
    void readOnlyMount_data() { inputs(); }
    void readOnlyMount();
    void cleanupTestCase();

private:
    void inputs();
    QString file(const QString& name) const { return m_folder.filePath(name); }
    /// The verbs through `wrapper`, with a cache directory that can be written and without one.
    void verifyFigures(const QStringList& wrapper, const QString& input);

    QTemporaryDir m_folder;
    Sample m_sample;
};

namespace {

const QByteArray kTable = "Name,Type,Start Time(us),Duration(us)\nk,T,10,5\nl,T,20,5\n";
const QByteArray kTasks = R"({"tasks":[{"name":"a","start_time":1,"end_time":2}]})";

/// Adds and takes the right to write for everybody below the directory; others may read.
void setWritable(const QString& directory, bool writable)
{
    QDirIterator all(directory, QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QFileInfo entry(all.next());
        ::chmod(QFile::encodeName(entry.filePath()).constData(), (entry.isDir() ? 0555 : 0444) | (writable ? 0200 : 0));
    }
    ::chmod(QFile::encodeName(directory).constData(), writable ? 0755 : 0555);
}

/// A database whose rows are in its log alone, as a profiler that was killed leaves it.
void writeLogged(const QString& path)
{
    MadeDatabase database(path.toStdString());
    database.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    database.makeProfileTables(Schema::First);
    MadeRank(database, Schema::First).all();
    for (const QString& ending : {u""_s, u"-wal"_s})
        QFile::copy(path + ending, path.section(u'/', 0, -2) + u"/log/ascend_pytorch_profiler_0.db"_s + ending);
}

QStringList asNobody()
{
    return {u"setpriv"_s, u"--reuid=65534"_s, u"--regid=65534"_s, u"--clear-groups"_s};
}

/// Runs what follows with the directory mounted over itself, read-only, in a mount table of its own.
QStringList onReadOnlyMount(const QString& directory)
{
    const QStringList unshare =
        ::geteuid() == 0 ? QStringList{u"unshare"_s, u"-m"_s} : QStringList{u"unshare"_s, u"-r"_s, u"-m"_s};
    return unshare
           + QStringList{u"sh"_s, u"-c"_s,
                         u"mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\""_s, directory};
}

bool works(const QStringList& wrapper, const QStringList& command)
{
    QProcess process;
    const QStringList line = wrapper + command;
    process.start(line.first(), line.mid(1));
    return process.waitForFinished(20'000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

} // namespace

void TestCliLocked::initTestCase()
{
    QVERIFY(m_sample.make());
    const QByteArray trace = chromeTrace({{u"a"_s, 10, 20}, {u"b"_s, 50, 20}});
    QVERIFY(writeFile(file(u"in/trace.json"_s), trace));
    QVERIFY(writeFile(file(u"in/gz/trace.json.gz"_s), packed(trace)));
    QVERIFY(writeFile(file(u"in/zip/trace.zip"_s), zipped({{"t.json", trace}})));
    QVERIFY(writeFile(file(u"in/table/kernel_details.csv"_s), kTable));
    QVERIFY(writeFile(file(u"in/tasks.json"_s), kTasks));
    QVERIFY(QDir(file(u"in"_s)).mkpath(u"log"_s));
    writeLogged(file(u"in/made.db"_s));
    QVERIFY(QFileInfo(file(u"in/log/ascend_pytorch_profiler_0.db-wal"_s)).size() > 10'000);
    for (const QString& path : {m_folder.path(), QFileInfo(m_sample.path()).path()})
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0755), 0); // somebody else must be able to go there
    QVERIFY(QDir().mkdir(file(u"cache"_s)));
    QCOMPARE(::chmod(QFile::encodeName(file(u"cache"_s)).constData(), 0777), 0);
}

void TestCliLocked::cleanupTestCase()
{
    setWritable(file(u"in"_s), true);
    setWritable(m_sample.path(), true);
}

void TestCliLocked::inputs()
{
    QTest::addColumn<QString>("input");
    QTest::newRow("trace") << file(u"in/trace.json"_s);
    QTest::newRow("gzip") << file(u"in/gz"_s);
    QTest::newRow("zip") << file(u"in/zip/trace.zip"_s);
    QTest::newRow("table") << file(u"in/table/kernel_details.csv"_s);
    QTest::newRow("tasks") << file(u"in/tasks.json"_s);
    QTest::newRow("database") << file(u"in/made.db"_s);
    QTest::newRow("database with a log") << file(u"in/log"_s);
    QTest::newRow("job") << m_sample.path();
}

void TestCliLocked::verifyFigures(const QStringList& wrapper, const QString& input)
{
    const QString result = file(u"cache/report.csv"_s);
    for (const QStringList& words : {QStringList{u"info"_s, u"--json"_s}, QStringList{u"steps"_s, u"--json"_s},
                                     QStringList{u"top"_s, u"--csv"_s, u"-o"_s, result}}) {
        const CliResult open = run({words + QStringList{input}});
        const QByteArray openFile = readFile(result);
        CliCall call(words + QStringList{input});
        call.through = wrapper;
        call.with(u"HOME"_s, u"/proc/nowhere"_s).with(u"XDG_CACHE_HOME"_s, file(u"cache"_s));
        QFile::remove(result);
        const CliResult cached = run(call);
        QVERIFY2(cached.code == 0 && cached.code == open.code && cached.out == open.out, cached.text());
        QCOMPARE(readFile(result), openFile);
        QFile::remove(result);
        call.without(u"XDG_CACHE_HOME"_s);
        const CliResult bare = run(call);
        QVERIFY2(bare.code == 0 && bare.out == open.out, bare.text());
        QFile::remove(result);
    }
}

void TestCliLocked::withoutRights()
{
    QFETCH(QString, input);
    const QStringList wrapper = ::geteuid() == 0 ? asNobody() : QStringList();
    if (!wrapper.isEmpty() && !works(wrapper, {cliProgram(), u"--version"_s}))
        QSKIP("the program cannot be run as somebody else here");
    const QString directory = QFileInfo(input).isDir() ? input : QFileInfo(input).path();
    setWritable(directory, false);
    QVERIFY(!works(wrapper, {u"touch"_s, directory + u"/new"_s}));
    verifyFigures(wrapper, input);
    setWritable(directory, true);
}

void TestCliLocked::readOnlyMount()
{
    QFETCH(QString, input);
    const QString directory = QFileInfo(input).isDir() ? input : QFileInfo(input).path();
    const QStringList wrapper = onReadOnlyMount(directory);
    if (!works(wrapper, {u"true"_s}))
        QSKIP("nothing can be mounted here");
    QVERIFY(!works(wrapper, {u"touch"_s, directory + u"/new"_s}));
    verifyFigures(wrapper, input);
}

QTEST_GUILESS_MAIN(TestCliLocked)
#include "test_cli_locked.moc"
