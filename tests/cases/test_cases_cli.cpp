// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/made_database.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

namespace {

using Answer = CliResult;

Answer run(const QStringList& words, const QString& directory = {})
{
    CliCall call(words);
    call.directory = directory;
    return tideline::test::run(call);
}

QString written(const QTemporaryDir& dir, const QString& name, const QByteArray& text)
{
    const QString path = dir.filePath(name);
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

const QByteArray kDeviceTrace =
    R"([{"ph":"M","name":"process_name","pid":4,"tid":0,"args":{"name":"Ascend Hardware"}},
{"ph":"X","name":"Conv","pid":4,"tid":3,"ts":"1690000000000100.500","dur":12}])";

} // namespace

class TestCasesCli : public QObject {
    Q_OBJECT

private slots:
    void case011_rawDataOnlyFails();
    void case015_brokenRankWarns();
    void case018_selfTimes();
    void case056_emptyNameHasAPlaceholder();
    void case060_outputBesideSuchAPath();
    void case061_rowsInTheLogOnly_data();
    void case061_rowsInTheLogOnly();
    void eventsByPhaseOfAnEmptyTrace();
    void exportedRanksAreListed();
};

void TestCasesCli::case011_rawDataOnlyFails()
{
    const QTemporaryDir dir;
    written(dir, u"n_1_20260101_ascend_pt/profiler_info_3.json"_s, "{}");
    written(dir, u"n_1_20260101_ascend_pt/FRAMEWORK/torch.x"_s, "raw");
    const Answer answer = run({u"info"_s, dir.filePath(u"n_1_20260101_ascend_pt"_s)});
    QVERIFY(answer.code > 0);
    QVERIFY2(answer.err.contains("ASCEND_PROFILER_OUTPUT is missing"), answer.err.constData());
    QVERIFY(answer.out.isEmpty());
}

void TestCasesCli::case015_brokenRankWarns()
{
    const QTemporaryDir dir;
    for (const int rank : {4, 5, 6}) {
        const QString root = u"j%1_ascend_pt/"_s.arg(rank);
        written(dir, root + u"profiler_info_%1.json"_s.arg(rank), "{\"rank_id\":" + QByteArray::number(rank) + "}");
        written(dir, root + u"ASCEND_PROFILER_OUTPUT/trace_view.json"_s, rank == 5 ? QByteArray() : kDeviceTrace);
    }
    const Answer answer = run({u"info"_s, dir.path(), u"--json"_s});
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.err.contains("warning:") && answer.err.contains("trace_view.json"), answer.err.constData());
    const QJsonArray ranks = answer.json()[u"ranks"_s].toArray();
    QCOMPARE(ranks.size(), 2);
    QCOMPARE(ranks[0][u"rank"_s].toInt(), 4);
    QCOMPARE(ranks[1][u"rank"_s].toInt(), 6);
    QVERIFY(answer.out.contains("empty file"));
    QCOMPARE(run({u"info"_s, dir.path(), u"--strict"_s}).code, 4);
}

void TestCasesCli::case018_selfTimes()
{
    const QTemporaryDir dir;
    const QString path = written(dir, u"t.json"_s, R"([{"ph":"X","name":"up","pid":1,"tid":1,"ts":2000,"dur":60},
{"ph":"X","name":"mid","pid":1,"tid":1,"ts":2005,"dur":40},{"ph":"X","name":"low","pid":1,"tid":1,"ts":2010,"dur":36}])");
    const Answer answer = run({u"top"_s, path, u"--metric"_s, u"self"_s, u"--json"_s});
    QCOMPARE(answer.code, 0);
    qint64 sum = 0;
    for (const QJsonValue& row : answer.json()[u"rows"_s].toArray()) {
        QVERIFY(row[u"self_ns"_s].toInteger() >= 0);
        sum += row[u"self_ns"_s].toInteger();
    }
    QCOMPARE(sum, qint64(61'000));
}

/// JSON and CSV give names as they are; the table for people shows a word for none.
void TestCasesCli::case056_emptyNameHasAPlaceholder()
{
    const QTemporaryDir dir;
    const QString path = written(dir, u"t.json"_s, R"([{"ph":"X","name":"","pid":1,"tid":1,"ts":0,"dur":9},
{"ph":"X","name":"<i>x</i>","pid":1,"tid":1,"ts":20,"dur":4}])");
    QVERIFY(run({u"top"_s, path}).out.contains("(no name)"));
    const QJsonArray rows = run({u"top"_s, path, u"--json"_s}).json()[u"rows"_s].toArray();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0][u"name"_s].toString(u"absent"_s), QString());
    QCOMPARE(rows[1][u"name"_s].toString(), u"<i>x</i>"_s);
    QVERIFY(run({u"top"_s, path, u"--csv"_s}).out.contains("<i>x</i>"));
}

void TestCasesCli::case060_outputBesideSuchAPath()
{
    const QTemporaryDir dir;
    const QString folder = u"\u5206\u6790 \u7ED3\u679C #7/rank 2_ascend_pt"_s;
    written(dir, folder + u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s, kDeviceTrace);
    QVERIFY(QDir(dir.path()).mkdir(u"out \u62A5\u544A #1"_s));
    const QString target = u"out \u62A5\u544A #1/\u8868 5%.csv"_s;
    QCOMPARE(run({u"top"_s, folder, u"--csv"_s, u"-o"_s, target}, dir.path()).code, 0);
    QFile file(dir.filePath(target));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("Conv"));
}

void TestCasesCli::case061_rowsInTheLogOnly_data()
{
    QTest::addColumn<bool>("writable");
    QTest::newRow("directory that can be written") << true;
    QTest::newRow("directory without that right") << false;
}

/// Seven tasks that only the -wal has are shown, and neither file changes. As a user without rights: test_cli_locked.
void TestCasesCli::case061_rowsInTheLogOnly()
{
    QFETCH(bool, writable);
    const QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkdir(u"log"_s));
    const QString path = dir.filePath(u"log/msprof_4.db"_s);
    {
        const QString made = dir.filePath(u"made.db"_s);
        MadeDatabase database(made.toStdString());
        database.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
        database.makeProfileTables(Schema::First);
        database.run("PRAGMA wal_checkpoint(TRUNCATE)");
        const std::string type = std::to_string(database.text("KERNEL_AICORE"));
        for (int i = 0; i < 7; ++i) {
            const std::string start = std::to_string(1'700'000'000'000'000'000 + 1000 * i);
            database.run("INSERT INTO TASK VALUES (" + start + "," + start + "+400,0," + std::to_string(i) + ","
                         + std::to_string(i) + ",9," + type + ",4294967295,2,1,4294967295)");
        }
        QVERIFY(QFile::copy(made, path) && QFile::copy(made + u"-wal"_s, path + u"-wal"_s));
    }
    const QByteArray before = readFile(path) + readFile(path + u"-wal"_s);
    const auto rights = writable ? QFile::Permissions(0x7000) : QFile::Permissions(0x5000);
    QVERIFY(QFile::setPermissions(dir.filePath(u"log"_s), rights));
    for (const QString& input : {path, dir.filePath(u"log"_s)}) {
        const Answer answer = run({u"info"_s, input, u"--json"_s});
        QVERIFY2(answer.code == 0, answer.text());
        QCOMPARE(answer.json()[u"totals"_s][u"slices"_s].toInteger(), 7);
        QCOMPARE(answer.json()[u"files"_s][0][u"tables"_s][u"TASK"_s].toInteger(), 7);
    }
    QVERIFY(QFile::setPermissions(dir.filePath(u"log"_s), QFile::Permissions(0x7000)));
    QCOMPARE(readFile(path) + readFile(path + u"-wal"_s), before);
}

/// Documents of event traces always have the counts by phase, be they none.
void TestCasesCli::eventsByPhaseOfAnEmptyTrace()
{
    const QTemporaryDir dir;
    const auto totals = [](const Answer& answer) { return answer.json()[u"totals"_s].toObject(); };
    const QJsonObject empty = totals(run({u"info"_s, written(dir, u"e.json"_s, "[]"), u"--json"_s}));
    QVERIFY(empty[u"events_by_phase"_s].isObject());
    QVERIFY(empty[u"events_by_phase"_s].toObject().isEmpty());
    const QString table = written(dir, u"k.csv"_s, "Name,Type,Start Time(us),Duration(us)\nk,T,10,5\n");
    const QJsonObject none = totals(run({u"info"_s, table, u"--json"_s}));
    QVERIFY(none.contains(u"slices"_s));
    QVERIFY(!none.contains(u"events_by_phase"_s));
}

void TestCasesCli::exportedRanksAreListed()
{
    const QTemporaryDir dir;
    for (const int rank : {0, 1}) {
        const QString root = u"j%1_ascend_pt/"_s.arg(rank);
        written(dir, root + u"profiler_info_%1.json"_s.arg(rank), "{\"rank_id\":" + QByteArray::number(rank) + "}");
        written(dir, root + u"ASCEND_PROFILER_OUTPUT/trace_view.json"_s, kDeviceTrace);
    }
    const QString target = dir.filePath(u"both.json"_s);
    QCOMPARE(run({u"export"_s, dir.path(), u"--format"_s, u"chrome-trace"_s, u"-o"_s, target}).code, 0);
    const QJsonArray ranks = run({u"info"_s, target, u"--json"_s}).json()[u"ranks"_s].toArray();
    QCOMPARE(ranks.size(), 2);
    for (int rank = 0; rank < 2; ++rank) {
        QCOMPARE(ranks[rank][u"rank"_s].toInt(-1), rank);
        QCOMPARE(ranks[rank][u"tracks"_s].toArray().size(), 1);
    }
}

QTEST_GUILESS_MAIN(TestCasesCli)
#include "test_cases_cli.moc"
