// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// `hotspot`: operators over a share of the compute time, with the advisor's hints.
class TestCliHotspot : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void thresholds_data();
    void thresholds();
    void badThresholds_data();
    void badThresholds();
    void oneRank();
    void rowsAreThoseOfTop();
    void hintsAreTheAdvisors();
    void textFitsTheTerminal();
    void slicesAlone();
    void noCompute();

private:
    QStringList names(const QStringList& more) const;

    QTemporaryDir m_folder;
    QString m_table;
    Sample m_sample;
    QString m_advised;
};

/// Of 1000 us of compute time: 600, 300, 50, 49.999 and 0.001; communication has no share in it.
void TestCliHotspot::initTestCase()
{
    m_table = m_folder.filePath(u"kernel_details.csv"_s);
    QVERIFY(writeFile(m_table, "Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n"
                               "big,MatMulV2,AI_CORE,100.000,600.000,0\n"
                               "some,Add,AI_VECTOR_CORE,800.000,300.000,0\n"
                               "edge,Mul,AI_VECTOR_CORE,1200.000,20.000,0\n"
                               "edge,Mul,AI_VECTOR_CORE,1300.000,30.000,0\n"
                               "below,Sub,AI_VECTOR_CORE,1400.000,49.999,0\n"
                               "tiny,Neg,AI_VECTOR_CORE,1500.000,0.001,0\n"
                               "hcom_allReduce__1_0_1,hcom_allReduce_,HCCL,1600.000,9000.000,0\n"));
    QVERIFY(m_sample.make());
    // A workload with operators that rules speak of.
    m_advised = m_folder.filePath(u"advised"_s);
    const CliResult collected = run({{u"collect"_s, u"--scenario=bert-large-train"_s, u"--ranks=2"_s, u"--steps=1"_s,
                                      u"--export=text"_s, u"-o"_s, m_advised}});
    QVERIFY2(collected.code == 0, collected.text());
}

QStringList TestCliHotspot::names(const QStringList& more) const
{
    const CliResult result = run({QStringList{u"hotspot"_s, m_table, u"--json"_s} + more});
    QStringList out;
    for (const QJsonValue& row : result.rows())
        out.append(row[u"name"_s].toString());
    return result.code == 0 ? out : QStringList{QString::fromUtf8(result.text())};
}

void TestCliHotspot::thresholds_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("rows");
    QTest::newRow("default is 5%") << QStringList{} << 3;
    QTest::newRow("exactly reached") << QStringList{u"--threshold=5%"_s} << 3;
    QTest::newRow("next word") << QStringList{u"--threshold"_s, u"5%"_s} << 3;
    QTest::newRow("blank") << QStringList{u"--threshold"_s, u"5 %"_s} << 3;
    QTest::newRow("ratio") << QStringList{u"--threshold=0.05"_s} << 3;
    QTest::newRow("just above") << QStringList{u"--threshold=5.0001%"_s} << 2;
    QTest::newRow("just below") << QStringList{u"--threshold=4.9999%"_s} << 4;
    QTest::newRow("all") << QStringList{u"--threshold=0%"_s} << 5;
    QTest::newRow("zero") << QStringList{u"--threshold=0"_s} << 5;
    QTest::newRow("none") << QStringList{u"--threshold=100%"_s} << 0;
    QTest::newRow("whole") << QStringList{u"--threshold=1"_s} << 0;
}

void TestCliHotspot::thresholds()
{
    QFETCH(QStringList, words);
    QFETCH(int, rows);
    const QStringList all{u"big"_s, u"some"_s, u"edge"_s, u"below"_s, u"tiny"_s};
    QCOMPARE(names(words), all.first(rows));
}

void TestCliHotspot::badThresholds_data()
{
    QTest::addColumn<QString>("word");
    for (const QString& word : {u"5"_s, u"101%"_s, u"-1%"_s, u"%"_s, u""_s, u"five"_s, u"5%%"_s, u"nan"_s, u"5x"_s})
        QTest::newRow(qPrintable(u'"' + word + u'"')) << word;
}

void TestCliHotspot::badThresholds()
{
    QFETCH(QString, word);
    const CliResult result = run({{u"hotspot"_s, m_table, u"--threshold="_s + word}});
    QVERIFY2(result.code == 2 && result.out.isEmpty() && result.err.contains("--threshold"), result.text());
}

void TestCliHotspot::oneRank()
{
    const auto rows = [&](const QStringList& more) {
        return run({QStringList{u"hotspot"_s, u"-d"_s, m_sample.path(), u"--json"_s, u"--threshold=0%"_s} + more})
            .rows();
    };
    const auto calls = [](const QJsonArray& listed) {
        qint64 sum = 0;
        for (const QJsonValue& row : listed)
            sum += row[u"calls"_s].toInteger();
        return sum;
    };
    QVERIFY(calls(rows({u"--rank=0"_s})) > 0);
    QCOMPARE(calls(rows({u"--rank=0"_s})) + calls(rows({u"--rank"_s, u"1"_s})), calls(rows({})));
    QCOMPARE(rows({u"--rank=1"_s}), rows({u"--scope"_s, u"rank:1"_s}));
    QCOMPARE(rows({u"--rank=1"_s, u"--scope"_s, u"rank:0-1"_s}), rows({u"--rank=1"_s}));
    QVERIFY(rows({u"--rank=1"_s, u"--scope"_s, u"rank:0"_s}).isEmpty());
    const CliResult absent = run({{u"hotspot"_s, m_sample.path(), u"--rank=9"_s}});
    QVERIFY2(absent.code == 0 && absent.out.isEmpty() && absent.err.contains("no operators in this scope"),
             absent.text());
    QCOMPARE(run({{u"hotspot"_s, m_sample.path(), u"--rank=x"_s}}).code, 2);
}

void TestCliHotspot::rowsAreThoseOfTop()
{
    const QJsonArray top = run({{u"top"_s, m_sample.path(), u"--json"_s, u"--top"_s, u"0"_s}}).rows();
    const QJsonArray hot = run({{u"hotspot"_s, m_sample.path(), u"--json"_s}}).rows();
    qsizetype expected = 0;
    for (const QJsonValue& row : top)
        expected += row[u"ratio"_s].toDouble(0) >= 0.05 ? 1 : 0;
    QVERIFY(expected > 3);
    QCOMPARE(hot.size(), expected);
    for (qsizetype i = 0; i < hot.size(); ++i) {
        QJsonObject bare = hot[i].toObject();
        QVERIFY(bare.contains(u"hint"_s));
        bare.remove(u"hint"_s);
        bare.remove(u"hint_rule"_s);
        QCOMPARE(bare, top[i].toObject());
    }
}

/// A hint is the suggestion of a finding in whose evidence the operator stands.
void TestCliHotspot::hintsAreTheAdvisors()
{
    const QJsonObject advice = run({{u"analyze"_s, m_advised, u"--json"_s, u"--top_k"_s, u"0"_s}}).json();
    QMap<QString, QJsonValue> findings;
    QMap<QString, QStringList> rulesOf;
    for (const QJsonValue& finding : advice[u"findings"_s].toArray()) {
        findings[finding[u"rule"_s].toString()] = finding;
        for (const QJsonValue& place : finding[u"evidence"_s].toArray())
            rulesOf[place[u"name"_s].toString()].append(finding[u"rule"_s].toString());
    }
    int hinted = 0;
    for (const QJsonValue& row : run({{u"hotspot"_s, m_advised, u"--json"_s, u"--threshold=0"_s}}).rows()) {
        const QStringList rules = rulesOf.value(row[u"name"_s].toString());
        const QString rule = row[u"hint_rule"_s].toString();
        QCOMPARE(row[u"hint"_s].isNull(), rules.isEmpty());
        if (rules.isEmpty())
            continue;
        ++hinted;
        QVERIFY2(rules.contains(rule), qPrintable(rule));
        QVERIFY(row[u"hint"_s].toString().endsWith(findings[rule][u"suggestion"_s].toString()));
    }
    QVERIFY(hinted > 5);
}

void TestCliHotspot::textFitsTheTerminal()
{
    const CliResult result = run({{u"hotspot"_s, u"-d"_s, m_advised, u"--rank=0"_s, u"--threshold=5%"_s}});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.text());
    for (const QByteArray& line : result.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 80, line);
    QVERIFY(result.out.contains("\nC0"));
}

/// Without a table of kernels the slices are ranked by their own time, and that is said.
void TestCliHotspot::slicesAlone()
{
    const QString trace = m_folder.filePath(u"slices.json"_s);
    QVERIFY(writeFile(trace, chromeTrace({{u"outer"_s, 0, 1000}, {u"inner"_s, 10, 970}})));
    const CliResult result = run({{u"hotspot"_s, trace, u"--json"_s}});
    QVERIFY2(result.code == 0 && result.err.contains("these are slices"), result.text());
    QCOMPARE(result.rows().size(), 1);
    QCOMPARE(result.rows()[0][u"name"_s].toString(), u"inner"_s);
    QVERIFY(result.rows()[0][u"hint"_s].isNull());
}

void TestCliHotspot::noCompute()
{
    const QString trace = m_folder.filePath(u"empty.json"_s);
    QVERIFY(writeFile(trace, "[]"));
    const CliResult result = run({{u"hotspot"_s, trace}});
    QVERIFY2(result.code == 0 && result.out.isEmpty() && result.err.contains("no operators"), result.text());
}

QTEST_GUILESS_MAIN(TestCliHotspot)
#include "test_cli_hotspot.moc"
