// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_run.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// `communication` of a real job against figures computed by others from the same files.
class TestCliCommunicationShared : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void sums_data();
    void sums();

private:
    CliResult m_result;
};

void TestCliCommunicationShared::initTestCase()
{
    const QString job = QStringLiteral(TIDELINE_SAMPLES_DIR "/samples/Ascend+msinsight/test/data/pytorch/text/level1");
    if (!QFileInfo(job).isDir())
        QSKIP("the sample corpus is not there (TIDELINE_SAMPLES_DIR)");
    m_result = run({{u"communication"_s, job, u"--json"_s}});
    QVERIFY2(m_result.code == 0, m_result.text());
    QCOMPARE(m_result.rows().size(), 2);
}

void TestCliCommunicationShared::sums_data()
{
    QTest::addColumn<int>("rank");
    QTest::newRow("rank 0") << 0;
    QTest::newRow("rank 1") << 1;
}

void TestCliCommunicationShared::sums()
{
    QFETCH(int, rank);
    const QString path = QStringLiteral(TIDELINE_SAMPLES_DIR "/golden/data_pytorch_text_level1_rank%1.json").arg(rank);
    const QJsonObject golden = QJsonDocument::fromJson(readFile(path)).object();
    const QJsonObject operations = golden[u"communication_json"_s].toObject();
    const QJsonValue links = golden[u"communication_matrix"_s][u"total_ops_by_transport"_s][u"HCCS"_s];
    const QJsonValue row = m_result.rows()[rank];
    int calls = 0;
    double moving = 0; // ms; min(elapse, max(transit, time of the links / their number))
    QJsonValue total;
    for (const QString& name : operations.keys()) {
        const QJsonValue operation = operations[name];
        if (name.contains(u"Total")) {
            total = operation;
            continue;
        }
        ++calls;
        const double linkTime = operation[u"bandwidth"_s][u"SDMA"_s][u"time_ms"_s].toDouble();
        const double perLink = linkTime / links[u"links"_s].toDouble();
        moving +=
            std::min(operation[u"elapse_ms"_s].toDouble(), std::max(operation[u"transit_ms"_s].toDouble(), perLink));
    }
    const auto equal = [&](const QJsonValue& ns, double ms) {
        return ns.isDouble() && std::abs(double(ns.toInteger()) - ms * 1e6) <= 2.0 * calls; // rounded per operation
    };
    QCOMPARE(row[u"rank"_s].toInt(), rank);
    QCOMPARE(row[u"primitive"_s].toString(), u"allReduce"_s);
    QCOMPARE(row[u"calls"_s].toInt(), calls);
    const double elapse = total[u"elapse_ms"_s].toDouble();
    QVERIFY(equal(row[u"total_ns"_s], elapse));
    QVERIFY(equal(row[u"transit_ns"_s], moving));
    QVERIFY(equal(row[u"wait_ns"_s], elapse - moving));
    QVERIFY(equal(row[u"file"_s][u"transit_ns"_s], total[u"transit_ms"_s].toDouble()));
    QVERIFY(equal(row[u"file"_s][u"wait_ns"_s], total[u"wait_ms"_s].toDouble()));
    QVERIFY(equal(row[u"file"_s][u"synchronization_ns"_s], total[u"sync_ms"_s].toDouble()));
    QVERIFY(equal(row[u"file"_s][u"idle_ns"_s], total[u"idle_ms"_s].toDouble()));
    const QJsonValue moved = total[u"bandwidth"_s][u"SDMA"_s];
    const double bytes = moved[u"size_MB"_s].toDouble() * 1e6;
    QVERIFY(std::abs(double(row[u"size_bytes"_s].toInteger()) - bytes) <= 1);
    const double rate = bytes / (moved[u"time_ms"_s].toDouble() / 1e3);
    QVERIFY(std::abs(row[u"bandwidth_bytes_per_s"_s].toDouble() / rate - 1) < 1e-6);
    double cells = 0;
    for (const QJsonValue& cell : m_result.json()[u"matrix"_s].toArray()) {
        if (cell[u"rank"_s].toInt() == rank && cell[u"transport"_s] == u"HCCS"_s)
            cells += double(cell[u"size_bytes"_s].toInteger());
    }
    QVERIFY(std::abs(cells - links[u"size_MB"_s].toDouble() * 1e6) <= links[u"links"_s].toDouble());
}

QTEST_GUILESS_MAIN(TestCliCommunicationShared)
#include "test_cli_communication_shared.moc"
