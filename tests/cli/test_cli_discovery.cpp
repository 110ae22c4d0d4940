// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// What is found is listed before and after it is read, and may be read in part.
class TestCliDiscovery : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void listsWithoutReading();
    void listsLargeJobsAtOnce();
    void listsWhyNot();
    void partsAfterTheImport();
    void unreadableForThisUser();
    void ranks();
    void steps();
    void withoutPythonAndArguments();
    void everyVerbReadsInPart_data();
    void everyVerbReadsInPart();
    void whatIsNotThere_data();
    void whatIsNotThere();
    void listsOfNumbers_data();
    void listsOfNumbers();
    void helpNamesThem();

private:
    QTemporaryDir m_folder;
    Sample m_sample;
    QList<qint64> m_steps;
};

namespace {

QJsonArray partsOf(const CliResult& result)
{
    return result.json()[u"parts"].toArray();
}

} // namespace

void TestCliDiscovery::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
    const CliResult info = run({{u"info"_s, m_sample.path(), u"--json"_s}});
    for (const QJsonValue& step : info.json()[u"ranks"][0][u"steps"].toArray())
        m_steps.append(step[u"id"].toInteger());
    QCOMPARE(m_steps.size(), 3);
}

void TestCliDiscovery::listsWithoutReading()
{
    const CliResult list = run({{u"info"_s, u"--list"_s, m_sample.path(), u"--json"_s}});
    QVERIFY2(list.code == 0, list.text());
    QVERIFY(!list.json().contains(u"totals"_s));
    QCOMPARE(list.json()[u"schema_version"].toInt(), 1);
    QCOMPARE(partsOf(list).size(), 2);
    qint64 bytes = 0;
    for (int i = 0; i < 2; ++i) {
        const QJsonValue part = partsOf(list)[i];
        QCOMPARE(part[u"rank"].toInteger(-1), i);
        QCOMPARE(part[u"status"].toString(), u"chosen"_s);
        QVERIFY(QFileInfo(part[u"path"].toString()).isDir());
        QVERIFY(isInteger(part[u"bytes"]) && part[u"bytes"].toInteger() > 1000);
        QVERIFY(part[u"estimated_seconds"].toDouble() > 0);
        bytes += part[u"bytes"].toInteger();
    }
    QCOMPARE(list.json()[u"bytes"].toInteger(), bytes);
    const CliResult text = run({{u"info"_s, u"--list"_s, m_sample.path()}});
    QVERIFY2(text.code == 0 && text.out.contains("2 of 2 parts") && text.out.contains("chosen"), text.text());
}

void TestCliDiscovery::listsLargeJobsAtOnce()
{
    const QTemporaryDir job;
    for (int rank = 0; rank < 8; ++rank) {
        const QString output = job.filePath(u"w_%1_20250809121314_ascend_pt/ASCEND_PROFILER_OUTPUT"_s.arg(rank));
        QVERIFY(writeFile(output + u"/trace_view.json"_s, chromeTrace({{u"a"_s, 1000, 500}})));
        QFile trace(output + u"/trace_view.json"_s);
        QVERIFY(trace.resize(10'000'000'000)); // takes no room on the disk
    }
    QElapsedTimer clock;
    clock.start();
    const CliResult list = run({{u"info"_s, u"--list"_s, job.path(), u"--json"_s}});
    QVERIFY2(list.code == 0, list.text());
    QVERIFY(clock.elapsed() < 10'000);
    QCOMPARE(list.json()[u"bytes"].toInteger(), 80'000'000'000);
    const double seconds = list.json()[u"estimated_seconds"].toDouble();
    QVERIFY2(seconds > 170 && seconds < 190, list.text());
}

void TestCliDiscovery::listsWhyNot()
{
    const QTemporaryDir job;
    const CliResult empty = run({{u"info"_s, u"--list"_s, job.path(), u"--json"_s}});
    QVERIFY2(empty.code == 3 && partsOf(empty).isEmpty() && empty.err.contains("nothing found"), empty.text());
    const QString raw = job.filePath(u"w_1_20250809_ascend_pt"_s);
    QVERIFY(writeFile(raw + u"/FRAMEWORK/torch.op_range"_s, "x"));
    QVERIFY(writeFile(job.filePath(u"t.json"_s), chromeTrace({{u"a"_s, 1000, 500}})));
    const CliResult list = run({{u"info"_s, u"--list"_s, job.path(), u"--json"_s}});
    QVERIFY2(list.code == 0, list.text());
    QCOMPARE(partsOf(list)[1][u"status"].toString(), u"not-analysed"_s);
    QVERIFY(partsOf(list)[1][u"reason"].toString().contains(u"analyse(\"%1\")"_s.arg(raw)));
    const CliResult read = run({{u"info"_s, job.path(), u"--json"_s}});
    QCOMPARE(partsOf(read)[0][u"status"].toString(), u"read"_s);
    QCOMPARE(partsOf(read)[1][u"status"].toString(), u"not-analysed"_s);
    QVERIFY(partsOf(read)[1][u"reason"].toString().contains(u"analyse(\""_s));
}

void TestCliDiscovery::partsAfterTheImport()
{
    const CliResult info = run({{u"info"_s, m_sample.path(), u"--json"_s}});
    QCOMPARE(partsOf(info).size(), 2);
    for (const QJsonValue& part : partsOf(info)) {
        QCOMPARE(part[u"status"].toString(), u"read"_s);
        QCOMPARE(part[u"format"].toString(), u"torch-npu-text"_s);
    }
    QVERIFY(info.json()[u"partial"].isNull());
    const QTemporaryDir job;
    QVERIFY(writeFile(job.filePath(u"good.json"_s), chromeTrace({{u"a"_s, 1000, 500}})));
    QVERIFY(writeFile(job.filePath(u"r1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"_s), ""));
    const CliResult mixed = run({{u"info"_s, job.path(), u"--json"_s}});
    QVERIFY2(mixed.code == 0, mixed.text());
    QHash<QString, QJsonValue> byName;
    for (const QJsonValue& part : partsOf(mixed))
        byName.insert(QFileInfo(part[u"path"].toString()).fileName(), part);
    QCOMPARE(byName[u"good.json"_s][u"status"].toString(), u"read"_s);
    QCOMPARE(byName[u"r1_ascend_pt"_s][u"status"].toString(), u"failed"_s);
    QVERIFY(!byName[u"r1_ascend_pt"_s][u"reason"].toString().isEmpty());
    const CliResult text = run({{u"info"_s, job.path()}});
    QVERIFY2(text.out.contains("Parts\n") && text.out.contains("failed"), text.text());
}

void TestCliDiscovery::unreadableForThisUser()
{
    const QTemporaryDir open;
    QVERIFY(writeFile(open.filePath(u"job/t.json"_s), chromeTrace({{u"a"_s, 1000, 500}})));
    QVERIFY(writeFile(open.filePath(u"job/locked/t.json"_s), chromeTrace({{u"a"_s, 1000, 500}})));
    for (const QString& path : {open.path(), open.filePath(u"job"_s)})
        QVERIFY(QFile::setPermissions(path, QFile::Permissions(0x7055)));
    QVERIFY(QFile::setPermissions(open.filePath(u"job/locked"_s), QFile::Permissions()));
    CliCall call({u"info"_s, u"--list"_s, open.filePath(u"job"_s), u"--json"_s});
    if (::geteuid() == 0 && !QStandardPaths::findExecutable(u"setpriv"_s).isEmpty()) {
        call.through = QStringList{u"setpriv"_s, u"--reuid=65534"_s, u"--regid=65534"_s, u"--clear-groups"_s};
        call.with(u"HOME"_s, u"/nonexistent"_s).without(u"XDG_CACHE_HOME"_s);
    }
    const CliResult list = run(call);
    QVERIFY(QFile::setPermissions(open.filePath(u"job/locked"_s), QFile::Permissions(0x7055)));
    if (list.err.contains("setpriv") || (::geteuid() == 0 && call.through.isEmpty()))
        QSKIP("the program cannot be run as somebody else here");
    QVERIFY2(list.code == 0, list.text());
    QCOMPARE(partsOf(list).size(), 2);
    QCOMPARE(partsOf(list)[1][u"status"].toString(), u"unreadable"_s);
    QCOMPARE(QFileInfo(partsOf(list)[1][u"path"].toString()).fileName(), u"locked"_s);
}

void TestCliDiscovery::ranks()
{
    const CliResult one = run({{u"info"_s, m_sample.path(), u"--ranks"_s, u"1"_s, u"--json"_s}});
    QVERIFY2(one.code == 0, one.text());
    QCOMPARE(one.json()[u"ranks"].toArray().size(), 1);
    QCOMPARE(one.json()[u"ranks"][0][u"rank"].toInteger(-1), 1);
    QCOMPARE(one.json()[u"partial"][u"ranks"].toString(), u"1"_s);
    QCOMPARE(one.json()[u"partial"][u"left_out"][u"parts"].toInteger(-1), 1);
    QVERIFY2(one.err.contains("note: read in part (--ranks 1)"), one.text());
    QCOMPARE(partsOf(one)[1][u"status"].toString(), u"left-out"_s);
    const CliResult quiet = run({{u"info"_s, m_sample.path(), u"--ranks=1"_s, u"--quiet"_s}});
    QVERIFY2(quiet.code == 0 && quiet.err.isEmpty() && quiet.out.contains("read in part (--ranks 1)"), quiet.text());
    const CliResult list = run({{u"info"_s, u"--list"_s, m_sample.path(), u"--ranks=0"_s, u"--json"_s}});
    QCOMPARE(partsOf(list)[0][u"rank"].toInteger(-1), 0);
    QCOMPARE(partsOf(list)[1][u"status"].toString(), u"left-out"_s);
}

void TestCliDiscovery::steps()
{
    const QString step = QString::number(m_steps[1]);
    const CliResult all = run({{u"steps"_s, m_sample.path(), u"--json"_s}});
    const CliResult part = run({{u"steps"_s, m_sample.path(), u"--steps"_s, step, u"--json"_s}});
    QVERIFY2(part.code == 0, part.text());
    QCOMPARE(part.rows().size(), 2);
    for (const QJsonValue& row : part.rows()) {
        QCOMPARE(row[u"step"].toInteger(-1), m_steps[1]);
        for (const QJsonValue& whole : all.rows()) { // the figures of a step do not depend on its neighbours
            if (whole[u"rank"] == row[u"rank"] && whole[u"step"] == row[u"step"]) {
                QCOMPARE(row[u"computing_ns"].toInteger(), whole[u"computing_ns"].toInteger());
                QCOMPARE(row[u"wall_ns"].toInteger(), whole[u"wall_ns"].toInteger());
            }
        }
    }
    const CliResult info = run({{u"info"_s, m_sample.path(), u"--steps"_s, step, u"--json"_s}});
    QVERIFY(info.json()[u"partial"][u"left_out"][u"slices"].toInteger() > 0);
    QVERIFY(info.json()[u"partial"][u"left_out"][u"kernels"].toInteger() > 0);
}

void TestCliDiscovery::withoutPythonAndArguments()
{
    const CliResult all = run({{u"info"_s, m_sample.path(), u"--json"_s}});
    const CliResult part = run({{u"info"_s, m_sample.path(), u"--no-python"_s, u"--no-args"_s, u"--json"_s}});
    QVERIFY2(part.code == 0, part.text());
    const qint64 python = part.json()[u"partial"][u"left_out"][u"python"].toInteger();
    QVERIFY(python > 0);
    QCOMPARE(part.json()[u"totals"][u"slices"].toInteger() + python, all.json()[u"totals"][u"slices"].toInteger());
    QCOMPARE(part.json()[u"partial"][u"arguments"].toBool(true), false);
    QCOMPARE(part.json()[u"ranks"][0][u"steps"].toArray().size(), 3);
    QVERIFY2(part.err.contains("all arguments"), part.text());
}

void TestCliDiscovery::everyVerbReadsInPart_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("top") << QStringList{u"top"_s, u"--json"_s, u"--by=instance"_s, u"--top=0"_s};
    QTest::newRow("export") << QStringList{u"export"_s, u"--format=csv"_s, u"--table=slices"_s};
    QTest::newRow("analyze") << QStringList{u"analyze"_s, u"--json"_s};
}

void TestCliDiscovery::everyVerbReadsInPart()
{
    QFETCH(QStringList, words);
    const CliResult all = run({words + QStringList{m_sample.path()}});
    const CliResult part = run({words + QStringList{m_sample.path(), u"--ranks=1"_s}});
    QVERIFY2(part.code == 0, part.text());
    QVERIFY(part.out != all.out && part.err.contains("read in part"));
}

void TestCliDiscovery::whatIsNotThere_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("there");
    QTest::newRow("rank") << u"--ranks=7"_s << QByteArray("no rank 7") << QByteArray("0-1");
    QTest::newRow("ranks") << u"--ranks=0,4-5"_s << QByteArray("no rank 4 to 5") << QByteArray("0-1");
    QTest::newRow("step") << u"--steps=999"_s << QByteArray("no step 999") << QByteArray("steps ");
}

void TestCliDiscovery::whatIsNotThere()
{
    QFETCH(QString, option);
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, there);
    const CliResult result = run({{u"info"_s, m_sample.path(), option}});
    QVERIFY2(result.code == 3 && result.out.isEmpty(), result.text());
    QVERIFY2(result.err.contains(what) && result.err.contains(there), result.text());
}

void TestCliDiscovery::listsOfNumbers_data()
{
    QTest::addColumn<QString>("option");
    for (const QString& bad : {u"a"_s, u"1,"_s, u"3-1"_s, u"1.5"_s, u"-2"_s, u"99999999999999999999"_s}) {
        QTest::newRow(qPrintable(u"ranks "_s + bad)) << u"--ranks="_s + bad;
        QTest::newRow(qPrintable(u"steps "_s + bad)) << u"--steps="_s + bad;
    }
}

void TestCliDiscovery::listsOfNumbers()
{
    QFETCH(QString, option);
    const CliResult result = run({{u"info"_s, m_sample.path(), option}});
    QVERIFY2(result.code == 2 && result.out.isEmpty(), result.text());
    QVERIFY2(result.err.contains(option.section(u'=', 0, 0).toUtf8()), result.text());
}

void TestCliDiscovery::helpNamesThem()
{
    const CliResult help = run({{u"info"_s, u"--help"_s}});
    for (const char* option : {"--list", "--ranks", "--steps", "--no-python", "--no-args"})
        QVERIFY2(help.out.contains(option), help.text());
}

QTEST_GUILESS_MAIN(TestCliDiscovery)
#include "test_cli_discovery.moc"
