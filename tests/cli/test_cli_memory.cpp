// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

namespace {

constexpr qint64 kMebibyte = 1024 * 1024;

const char* const kRecords =
    "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,"
    "Device Type\n"
    "PTA,1000.000\t,100,200,100,7,NPU:3\n"
    "PTA,2000.000\t,300,400,300,7,NPU:3\n"
    "PTA,3000.000\t,300,900,300,7,NPU:3\n"
    "APP,2000.000\t,,1500,,,NPU:3\n";

const char* const kAllocations =
    "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
    "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),"
    "Release Total Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n"
    "aten::empty,1024,500.000\t,2500.000\t,,2000,,10,200,,9,200,,7,NPU:3\n"
    "aten::empty,512,1500.000\t,,,,,11,400,,,,,7,NPU:3\n"
    "aten::mm,2048,2000.000\t,2100.000\t,,100,,12,400,,10,400,,7,NPU:3\n"
    "aten::mm,4096,2600.000\t,2700.000\t,,100,,13,900,,10,900,,7,NPU:3\n";

const char* const kTrace = R"json([{"ph":"M","name":"process_name","pid":8,"args":{"name":"Ascend Hardware"}},
{"ph":"M","name":"thread_name","pid":8,"tid":3,"args":{"name":"Stream 3"}},
{"ph":"M","name":"process_name","pid":2,"args":{"name":"CANN"}},
{"ph":"X","name":"MEMCPY_ASYNC","pid":8,"tid":3,"ts":"1000","dur":2.5,
 "args":{"Task Type":"PCIE_DMA_SQE","size(B)":4096,"operation":"host to device"}},
{"ph":"X","name":"MEMCPY_ASYNC","pid":8,"tid":3,"ts":"1010","dur":1.5,
 "args":{"Task Type":"PCIE_DMA_SQE","size(B)":1024,"operation":"host to device"}},
{"ph":"X","name":"AscendCL@aclrtMallocPhysical","pid":2,"tid":1,"ts":"900","dur":7}])json";

int widest(const QByteArray& text)
{
    qsizetype most = 0;
    for (const QByteArray& line : text.split('\n'))
        most = std::max(most, QString::fromUtf8(line).size());
    return int(most);
}

} // namespace

/// `memory` against what the test wrote.
class TestCliMemory : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void peaks();
    void liveAtThePeak();
    void operators();
    void copiesAndChurn();
    void recordsAlone();
    void allocationsAlone();
    void modules();
    void detail();
    void csv();
    void scopes_data();
    void scopes();
    void text();
    void nothingToSay_data();
    void nothingToSay();
    void badWords_data();
    void badWords();

private:
    QString job(const QString& name, const QMap<QString, QByteArray>& files);
    CliResult memory(const QStringList& more) const { return run({QStringList{u"memory"_s, m_job} + more}); }

    QTemporaryDir m_folder;
    QString m_job;
};

QString TestCliMemory::job(const QString& name, const QMap<QString, QByteArray>& files)
{
    const QString root = m_folder.filePath(name + u"/n_3_2026_ascend_pt/"_s);
    if (!writeFile(root + u"profiler_info_3.json"_s, "{\"rank_id\":3}"))
        return {};
    for (const QString& file : files.keys()) {
        if (!writeFile(root + u"ASCEND_PROFILER_OUTPUT/"_s + file, files[file]))
            return {};
    }
    return root;
}

void TestCliMemory::initTestCase()
{
    m_job = job(u"job"_s, {{u"memory_record.csv"_s, kRecords},
                           {u"operator_memory.csv"_s, kAllocations},
                           {u"trace_view.json"_s, kTrace},
                           {u"npu_module_mem.csv"_s, "Component,Timestamp(us),Total Reserved(MB),Device\n"
                                                     "HCCL,1000.000\t,1.5,NPU:3\nHCCL,2000.000\t,4,NPU:3\n"}});
    QVERIFY(!m_job.isEmpty());
}

void TestCliMemory::peaks()
{
    const CliResult result = memory({u"--json"_s});
    QVERIFY2(result.code == 0 && result.rows().size() == 2, result.text());
    const QJsonValue app = result.rows()[0];
    QCOMPARE(app[u"component"_s].toString(), u"APP"_s);
    QVERIFY(app[u"peak_allocated_bytes"_s].isNull());
    QCOMPARE(app[u"peak_reserved_bytes"_s].toInteger(), 1500 * kMebibyte);
    const QJsonValue pta = result.rows()[1];
    QCOMPARE(pta[u"rank"_s].toInt(), 3);
    QCOMPARE(pta[u"peak_allocated_bytes"_s].toInteger(), 300 * kMebibyte);
    QCOMPARE(pta[u"peak_reserved_bytes"_s].toInteger(), 900 * kMebibyte);
    QCOMPARE(pta[u"peak_ns"_s].toInteger(), 2'000'000);
    QCOMPARE(pta[u"reserved_at_peak_bytes"_s].toInteger(), 400 * kMebibyte);
    QVERIFY(qFuzzyCompare(pta[u"fragmentation_ratio"_s].toDouble(), 0.25));
    QCOMPARE(pta[u"source"_s].toString(), u"memory_record"_s);
}

void TestCliMemory::liveAtThePeak()
{
    const QJsonArray live = memory({u"--json"_s}).json()[u"live_at_peak"_s].toArray();
    QCOMPARE(live.size(), 2);
    QCOMPARE(live[0][u"name"_s].toString(), u"aten::mm"_s);
    QCOMPARE(live[0][u"bytes"_s].toInteger(), 2 * kMebibyte);
    QCOMPARE(live[1][u"bytes"_s].toInteger(), kMebibyte * 3 / 2);
    QCOMPARE(live[1][u"allocations"_s].toInt(), 2);
}

void TestCliMemory::operators()
{
    const QJsonArray rows = memory({u"--json"_s}).json()[u"operators"_s].toArray();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0][u"name"_s].toString(), u"aten::mm"_s);
    QCOMPARE(rows[0][u"peak_bytes"_s].toInteger(), 4 * kMebibyte);
    QCOMPARE(rows[0][u"reserved_bytes"_s].toInteger(), 900 * kMebibyte);
    QCOMPARE(rows[0][u"allocations"_s].toInt(), 2);
    QCOMPARE(rows[1][u"peak_bytes"_s].toInteger(), kMebibyte * 3 / 2);
}

void TestCliMemory::copiesAndChurn()
{
    const QJsonObject document = memory({u"--json"_s}).json();
    const QJsonArray copies = document[u"copies"_s].toArray();
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0][u"kind"_s].toString(), u"host to device"_s);
    QCOMPARE(copies[0][u"calls"_s].toInt(), 2);
    QCOMPARE(copies[0][u"bytes"_s].toInteger(), 5120);
    QCOMPARE(copies[0][u"time_ns"_s].toInteger(), 4000);
    const QJsonArray churn = document[u"churn"_s].toArray();
    QCOMPARE(churn.size(), 1);
    QCOMPARE(churn[0][u"time_ns"_s].toInteger(), 7000);
}

/// Peaks are there, who holds them is not: empty lists, and the text says which file is missing.
void TestCliMemory::recordsAlone()
{
    const QString path = job(u"records"_s, {{u"memory_record.csv"_s, kRecords}});
    const CliResult result = run({{u"memory"_s, path, u"--json"_s}});
    QVERIFY2(result.code == 0 && result.rows().size() == 2, result.text());
    for (const char* key : {"live_at_peak", "operators", "copies", "churn"})
        QVERIFY2(result.json()[QLatin1StringView(key)].toArray().isEmpty(), key);
    QVERIFY(run({{u"memory"_s, path}}).out.contains("operator_memory.csv"));
}

/// The allocator's totals beside the blocks give the peak; its component is not known.
void TestCliMemory::allocationsAlone()
{
    const QString path = job(u"allocations"_s, {{u"operator_memory.csv"_s, kAllocations}});
    const CliResult result = run({{u"memory"_s, path, u"--json"_s}});
    QVERIFY2(result.code == 0 && result.rows().size() == 1, result.text());
    const QJsonValue row = result.rows()[0];
    QVERIFY(row[u"component"_s].isNull());
    QCOMPARE(row[u"peak_allocated_bytes"_s].toInteger(), 13 * kMebibyte);
    QCOMPARE(row[u"peak_ns"_s].toInteger(), 2'600'000);
    QCOMPARE(row[u"source"_s].toString(), u"operator_memory"_s);
    QCOMPARE(result.json()[u"live_at_peak"_s].toArray().size(), 2);
}

void TestCliMemory::modules()
{
    const CliResult result = memory({u"--json"_s, u"--by"_s, u"module"_s});
    QVERIFY2(result.code == 0, result.text());
    const QJsonArray rows = result.json()[u"operators"_s].toArray();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0][u"name"_s].toString(), u"HCCL"_s);
    QCOMPARE(rows[0][u"reserved_bytes"_s].toInteger(), 4 * kMebibyte);
    QVERIFY(rows[0][u"peak_bytes"_s].isNull() && rows[0][u"allocations"_s].isNull());
}

void TestCliMemory::detail()
{
    QVERIFY(!memory({u"--json"_s}).json().contains(u"allocations"_s));
    const QJsonArray rows = memory({u"--json"_s, u"--mode=detail"_s}).json()[u"allocations"_s].toArray();
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows[1][u"size_bytes"_s].toInteger(), 512 * 1024);
    QCOMPARE(rows[1][u"allocated_ns"_s].toInteger(), 1'500'000);
    QVERIFY(rows[1][u"released_ns"_s].isNull());
}

void TestCliMemory::csv()
{
    const CliResult result = memory({u"--csv"_s});
    const QList<QStringList> lines = csvRows(result.out);
    QVERIFY2(result.code == 0 && lines.size() == 3, result.text());
    QCOMPARE(lines[0].join(u','), u"rank,component,peak_allocated_bytes,peak_reserved_bytes,peak_ns,"
                                  "reserved_at_peak_bytes,fragmentation_ratio,samples,source"_s);
    QCOMPARE(lines[1].mid(0, 4).join(u','), u"3,APP,,1572864000"_s);
}

void TestCliMemory::scopes_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<int>("peaks");
    QTest::addColumn<int>("operators");
    QTest::newRow("rank") << u"rank:3"_s << 2 << 2;
    QTest::newRow("other rank") << u"rank:4"_s << 0 << 0;
    QTest::newRow("name") << u"name:mm"_s << 2 << 1;
}

void TestCliMemory::scopes()
{
    QFETCH(QString, scope);
    QFETCH(int, peaks);
    QFETCH(int, operators);
    const CliResult result = memory({u"--json"_s, u"--scope"_s, scope});
    QVERIFY2(result.code == 0, result.text());
    QCOMPARE(result.rows().size(), peaks);
    QCOMPARE(result.json()[u"operators"_s].toArray().size(), operators);
    QCOMPARE(result.err.contains("nothing about memory in this scope"), peaks == 0);
}

void TestCliMemory::text()
{
    const CliResult result = memory({});
    QVERIFY2(result.code == 0, result.text());
    QVERIFY2(widest(result.out) <= 80, result.out);
    for (const char* part : {"300.0 MiB", "25.0 %", "aten::mm", "host to device", "aclrtMallocPhysical"})
        QVERIFY2(result.out.contains(part), result.out);
    QVERIFY(!result.out.contains("missing data"));
}

void TestCliMemory::nothingToSay_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::newRow("text") << QStringList{};
    QTest::newRow("JSON") << QStringList{u"--json"_s};
    QTest::newRow("CSV") << QStringList{u"--csv"_s};
}

void TestCliMemory::nothingToSay()
{
    QFETCH(QStringList, more);
    const QString trace = m_folder.filePath(u"one.json"_s);
    QVERIFY(writeFile(trace, chromeTrace({{u"work"_s, 0, 100}})));
    const CliResult result = run({QStringList{u"memory"_s, trace} + more});
    QVERIFY2(result.code == 0 && result.err.contains("profile_memory=True"), result.text());
    QVERIFY(run({QStringList{u"memory"_s, trace, u"--quiet"_s} + more}).err.isEmpty());
}

void TestCliMemory::badWords_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::newRow("mode") << QStringList{u"--mode"_s, u"all"_s};
    QTest::newRow("by") << QStringList{u"--by"_s, u"name"_s};
}

void TestCliMemory::badWords()
{
    QFETCH(QStringList, more);
    QCOMPARE(memory(more).code, 2);
}

QTEST_GUILESS_MAIN(TestCliMemory)
#include "test_cli_memory.moc"
