// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_records.h"

#include <QTest>

#include <cmath>

#include "core/analyze/table_counts.h"
#include "profile_files.h"

using namespace tideline;
using namespace tideline::test;

namespace {

std::string times(const std::string& members)
{
    return R"("Communication Time Info":{)" + members + "}";
}

/// An operation with all its times.
std::string operation(const std::string& name, const std::string& transports = {})
{
    return "\"" + name + "\":{"
           + times(R"j("Start Timestamp(us)":1700000000000241.5,"Elapse Time(ms)":79.08952021875,)j"
                   R"j("Transit Time(ms)":2e-05,"Wait Time(ms)":5.5,"Synchronization Time(ms)":5.25,)j"
                   R"j("Idle Time(ms)":-0.5,"Wait Time Ratio":0.9,"Synchronization Time Ratio":0.9)j")
           + R"(,"Communication Bandwidth Info":{)" + transports + "}}";
}

std::string hccs()
{
    return R"j("RDMA":{"Transit Size(MB)":0,"Transit Time(ms)":0,"Bandwidth(GB/s)":0,"Large Packet Ratio":0,
              "Size Distribution":{}},
              "HCCS":{"Transit Size(MB)":28.5,"Transit Time(ms)":1.75,"Bandwidth(GB/s)":16.25,"Large Packet Ratio":0.5,
              "Size Distribution":{"2.06":[12,1.5],"1.9":[2,0.25]}})j";
}

std::string step(const std::string& name, const std::string& collective, const std::string& pointToPoint = {})
{
    return "\"" + name + R"(":{"p2p":{)" + pointToPoint + R"(},"collective":{)" + collective + "}}";
}

std::string link(const std::string& ends, const std::string& transport, const std::string& name)
{
    return "\"" + ends + R"(":{"Transport Type":")" + transport
           + R"j(","Transit Size(MB)":37.5,"Transit Time(ms)":2.5,"Bandwidth(GB/s)":15.0)j"
           + (name.empty() ? std::string() : R"(,"Op Name":")" + name + "\"") + "}";
}

std::string textOf(const Trace& trace, StringId id)
{
    return std::string(trace.text(id));
}

Result<ImportResult> importedText(const ProfileFiles& files, const std::string& name, const std::string& text)
{
    return imported({files.write(name, text)});
}

const std::string kMemoryTitle =
    "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream "
    "Ptr,Device Type\n";
const std::string kBlockTitle =
    "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
    "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total "
    "Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n";

constexpr std::int64_t kMiB = 1024 * 1024;

} // namespace

void TestRecords::operationsOfAStep()
{
    ProfileFiles files;
    const auto result = importedText(
        files, "communication.json",
        "{" + step("step12", operation("hcom_allReduce__1_0_1@77", hccs()), operation("hcom_send__1_1_1@78")) + "}");
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.records().communication.size(), std::uint32_t(2));
    const CommRecord send = trace.records().communication.at(0);
    QVERIFY(send.pointToPoint);
    QCOMPARE(textOf(trace, send.name), std::string("hcom_send__1_1_1@78"));
    QCOMPARE(send.transports.size(), std::uint32_t(0));
    const CommRecord reduce = trace.records().communication.at(1);
    QVERIFY(!reduce.pointToPoint && !reduce.total);
    QCOMPARE(reduce.step, std::int64_t(12));
    QCOMPARE(textOf(trace, reduce.group), std::string("77"));
    QCOMPARE(reduce.transports.size(), std::uint32_t(1)); // the unused RDMA is no transport
    const CommTransport transport = trace.records().transports.at(reduce.transports.first);
    QCOMPARE(textOf(trace, transport.transport), std::string("HCCS"));
    QCOMPARE(transport.sizeBytes, 28.5e6);
    QCOMPARE(transport.time.ns, std::int64_t(1'750'000));
    QCOMPARE(transport.bytesPerSecond, 16.25e9);
    QCOMPARE(transport.largePacketRatio, 0.5);
    QCOMPARE(transport.packets, std::int64_t(14));
    QCOMPARE(reportOf(*result, "communication.json")->rows, std::optional<std::uint64_t>(2));
    QCOMPARE(reportOf(*result, "communication.json")->status, FileStatus::Ok);
    QCOMPARE(result->issues.countOf(IssueKind::BadFigure), std::uint64_t(0));
}

void TestRecords::figuresAreExact()
{
    ProfileFiles files;
    const auto result =
        importedText(files, "communication.json",
                     "{"
                         + step("step1", operation("a@1") + R"(,"b@1":{)"
                                             + times(R"j("Start Timestamp(us)":"1700000000000300.0005",)j"
                                                     R"j("Elapse Time(ms)":0.0000005,"Transit Time(ms)":0.0000015,)j"
                                                     R"j("Wait Time(ms)":"1e-3")j")
                                             + "}")
                         + "}");
    QVERIFY(result.ok());
    const CommRecord a = result->trace->records().communication.at(0);
    QCOMPARE(a.start.ns, std::int64_t(1'700'000'000'000'241'500));
    QCOMPARE(a.elapse.ns, std::int64_t(79'089'520)); // .21875 ns fall away
    QCOMPARE(a.transit.ns, std::int64_t(20));
    QCOMPARE(a.wait.ns, std::int64_t(5'500'000));
    QCOMPARE(a.synchronization.ns, std::int64_t(5'250'000));
    QCOMPARE(a.idle.ns, std::int64_t(-500'000));
    const CommRecord b = result->trace->records().communication.at(1);
    QCOMPARE(b.start.ns, std::int64_t(1'700'000'000'000'300'000)); // half to even
    QCOMPARE(b.elapse.ns, std::int64_t(0));
    QCOMPARE(b.transit.ns, std::int64_t(2));
    QCOMPARE(b.wait.ns, std::int64_t(1'000));
    QCOMPARE(b.synchronization, kNoDuration);
    QCOMPARE(b.idle, kNoDuration);
}

void TestRecords::stepsAndTotals()
{
    ProfileFiles files;
    const std::string total = R"("Total Op Info":{)" + times(R"j("Elapse Time(ms)":1,"Transit Time(ms)":1)j")
                              + R"j(,"Communication Bandwidth Info":{"SDMA":{"Transit Size(MB)":1,)j"
                                R"j("Transit Time(ms)":1
}
}
})j";
    const auto result = importedText(files, "communication.json",
                                     "{" + step("step3", operation("a@1") + "," + total, R"("Total Op Info":{})") + ","
                                         + step("step", operation("a@1")) + "}");
    QVERIFY(result.ok());
    const RecordTables& records = result->trace->records();
    QCOMPARE(records.communication.size(), std::uint32_t(3));
    std::uint32_t totals = 0;
    std::uint32_t without = 0;
    for (std::uint32_t row = 0; row < records.communication.size(); ++row) {
        const CommRecord record = records.communication.at(row);
        totals += record.total ? 1 : 0;
        without += record.step == kNoInteger ? 1 : 0;
        if (record.total)
            QCOMPARE(record.start, kNoInstant);
    }
    QCOMPARE(totals, std::uint32_t(1));
    QCOMPARE(without, std::uint32_t(1));
    QCOMPARE(result->issues.total(), result->issues.countOf(IssueKind::NoSlices));
    QCOMPARE(reportOf(*result, "communication.json")->rows, std::optional<std::uint64_t>(2));
}

void TestRecords::unusableFigures_data()
{
    QTest::addColumn<QByteArray>("wait");
    QTest::newRow("not a number") << QByteArray("NaN");
    QTest::newRow("infinite") << QByteArray("-Infinity");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("a word") << QByteArray("\"long\"");
    QTest::newRow("a truth") << QByteArray("true");
    QTest::newRow("below zero") << QByteArray("-1");
    QTest::newRow("out of range") << QByteArray("1e300");
}

void TestRecords::unusableFigures()
{
    QFETCH(QByteArray, wait);
    ProfileFiles files;
    const auto result = importedText(
        files, "communication.json",
        "{"
            + step("step1", R"("a@1":{)"
                                + times(R"j("Start Timestamp(us)":5,"Elapse Time(ms)":2,"Transit Time(ms)":1,)j"
                                        R"j("Wait Time(ms)":)j"
                                        + wait.toStdString())
                                + "}," + operation("b@1"))
            + "}");
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().communication.size(), std::uint32_t(2));
    const CommRecord record = result->trace->records().communication.at(0);
    QCOMPARE(record.wait, kNoDuration);
    QCOMPARE(record.transit.ns, std::int64_t(1'000'000));
    QVERIFY(result->issues.countOf(IssueKind::BadFigure) > 0);
    for (const ImportIssue& issue : result->issues.list()) {
        if (issue.kind == IssueKind::BadFigure)
            QVERIFY2(issue.first.find("communication.json@1") != std::string::npos, issue.first.c_str());
    }
}

void TestRecords::unusableEntries_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("no elapse time") << QByteArray(R"j("x@1":{"Communication Time Info":{"Start Timestamp(us)":5
}
})j");
    QTest::newRow("nothing") << QByteArray(R"("x@1":{})");
    QTest::newRow("a list") << QByteArray(R"j("x@1":[{"Communication Time Info":{"Elapse Time(ms)":5
    }
    }])j");
    QTest::newRow("a number") << QByteArray(R"("x@1":5)");
    QTest::newRow("an unknown section") << QByteArray(R"j("x@1":{"Other":{"Elapse Time(ms)":5
    }
    })j");
    QTest::newRow("sections that are values") << QByteArray(R"("x@1":{"Communication Time Info":null})");
}

void TestRecords::unusableEntries()
{
    QFETCH(QByteArray, entry);
    ProfileFiles files;
    const auto result = importedText(
        files, "communication.json",
        "{" + step("step1", operation("a@1", hccs()) + "," + entry.toStdString() + "," + operation("b@1", hccs()))
            + "}");
    QVERIFY(result.ok());
    const RecordTables& records = result->trace->records();
    QCOMPARE(records.communication.size(), std::uint32_t(2));
    QCOMPARE(records.transports.size(), std::uint32_t(2));
    QVERIFY(result->issues.countOf(IssueKind::BadRow) > 0);
    QCOMPARE(reportOf(*result, "communication.json")->status, FileStatus::Partial);
}

void TestRecords::damagedOperations_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kept");
    const QByteArray whole =
        QByteArray::fromStdString("{" + step("step1", operation("a@1", hccs()) + "," + operation("b@1", hccs())) + "}");
    QTest::newRow("whole") << whole << 2;
    QTest::newRow("cut in the second operation") << whole.left(whole.size() - 40) << 1;
    QTest::newRow("cut at the end") << whole.left(whole.size() - 1) << 2;
    QTest::newRow("cut early") << whole.left(100) << -1;
    QTest::newRow("empty") << QByteArray() << -1;
    QTest::newRow("deep") << QByteArray(R"({"step1":{"p2p":)" + QByteArray(100'000, '[')) << -1;
    QTest::newRow("no operation") << QByteArray("{}") << 0;
    QTest::newRow("bad bytes") << QByteArray(whole).replace("a@1", "a\xff@1") << 2;
    QTest::newRow("raw control characters") << QByteArray(whole).replace("a@1", "a\t@1") << 2;
    QTest::newRow("text behind the end") << whole + "x" << 2;
}

void TestRecords::damagedOperations()
{
    QFETCH(QByteArray, text);
    QFETCH(int, kept);
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json", text.toStdString());
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(2)); // the rest of the rank opens
    QCOMPARE(result->trace->records().communication.size(), std::uint32_t(std::max(kept, 0)));
    const auto report = reportOf(*result, "communication.json");
    QVERIFY(report.has_value());
    if (kept < 0) {
        QCOMPARE(report->status, FileStatus::Skipped);
        QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(1));
    } else if (report->status == FileStatus::Partial) {
        QCOMPARE(result->issues.countOf(IssueKind::Truncated), std::uint64_t(1));
    }
}

void TestRecords::linksOfAGroup()
{
    ProfileFiles files;
    const auto result =
        importedText(
            files, "communication_matrix.json",
            "{"
                + step("step13",
                       R"("allreduce-top1@9":{)" + link("0-0", "LOCAL", "hcom_1") + "," + link("0-12", "HCCS", "hcom_2")
                           + R"(},"allreduce-total@9":{)" + link("0-12", "HCCS", {}) + "}",
                       R"("send-top1@8":{)" + link("1-0", "RDMA", "hcom_send") + "," + R"j("north":{"Transit Size(MB)":1
    })j" + "}") + "}");
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.records().links.size(), std::uint32_t(4));
    QCOMPARE(trace.records().communication.size(), std::uint32_t(0));
    const LinkRecord send = trace.records().links.at(0);
    QVERIFY(send.pointToPoint);
    QCOMPARE(send.source, std::int32_t(1));
    QCOMPARE(send.target, std::int32_t(0));
    const LinkRecord far = trace.records().links.at(2);
    QCOMPARE(far.target, std::int32_t(12));
    QCOMPARE(far.step, std::int64_t(13));
    QCOMPARE(textOf(trace, far.name), std::string("allreduce-top1@9"));
    QCOMPARE(textOf(trace, far.group), std::string("9"));
    QCOMPARE(textOf(trace, far.operation), std::string("hcom_2"));
    QCOMPARE(textOf(trace, far.transport), std::string("HCCS"));
    QCOMPARE(far.sizeBytes, 37.5e6);
    QCOMPARE(far.time.ns, std::int64_t(2'500'000));
    QCOMPARE(far.bytesPerSecond, 15e9);
    QVERIFY(!far.total);
    QVERIFY(trace.records().links.at(3).total);
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(1)); // "north" is no link
    QCOMPARE(reportOf(*result, "communication_matrix.json")->rows, std::optional<std::uint64_t>(3));
}

void TestRecords::linksInOldFiles()
{
    ProfileFiles files;
    const auto result = importedText(files, "links.json", // the content tells, not the name
                                     "{"
                                         + step("step2", {},
                                                R"("hcom_send__8_0@13":{)" + link("0-8", "RDMA", {})
                                                    + R"(},"Total Op Info":{)" + link("0-8", "RDMA", {}) + "}")
                                         + "}");
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().links.size(), std::uint32_t(2));
    QVERIFY(!result->trace->records().links.at(0).total);
    QVERIFY(result->trace->records().links.at(1).total);
}

void TestRecords::clusterFilesNameTheirRanks()
{
    ProfileFiles files;
    const auto result =
        importedText(files, "cluster_communication.json",
                     R"({"collective":{"step1":{"a@1":{"6":{)" + times(R"j("Elapse Time(ms)":1)j") + "}}}}}");
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().communication.size(), std::uint32_t(1));
    QCOMPARE(result->trace->ranks().front().rank, std::optional<std::int64_t>(6));
}

void TestRecords::memorySamples_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("framework") << QByteArray::fromStdString(
        kMemoryTitle
        + "PTA,1700000000000050.100\t,954.5,1452.0,953.5,1431569360,NPU:5\nAPP,1700000000000060.1\t,,2109.6015625,,"
          ","
          "NPU:5\n");
    QTest::newRow("framework, carriage returns, quotes") << QByteArray(
        "\xEF\xBB\xBF"
        "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device "
        "Type\r\nPTA,\"1700000000000050.100\t\",954.5,1452.0,953.5,1431569360,NPU:5\r\nAPP,"
        "1700000000000060.1\t,N/A,2109.6015625,,N/A,NPU:5\r\n");
    QTest::newRow("kilobytes") << QByteArray("Device_id,Component,Timestamp(us),Total Allocated(KB),Total "
                                             "Reserved(KB),Total Active(KB),Stream Ptr,Device\n"
                                             "5,PTA,1700000000000050.100\t,977408,1486848,976384,1431569360,NPU:5\n"
                                             "5,APP,1700000000000060.100\t,N/A,2160232,,,NPU:5\n");
}

void TestRecords::memorySamples()
{
    QFETCH(QByteArray, text);
    ProfileFiles files;
    const auto result = importedText(files, "anything.csv", text.toStdString());
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.records().memory.size(), std::uint32_t(2));
    QCOMPARE(trace.ranks().front().device, std::optional<std::int64_t>(5));
    bool seen = false;
    for (std::uint32_t row = 0; row < 2; ++row) {
        const MemoryRecord record = trace.records().memory.at(row);
        if (textOf(trace, record.component) != "PTA") {
            QCOMPARE(record.time.ns, std::int64_t(1'700'000'000'000'060'100));
            QCOMPARE(record.allocated, kNoInteger);
            QCOMPARE(record.active, kNoInteger);
            QCOMPARE(record.stream, kNoInteger);
            QCOMPARE(record.reserved, std::int64_t(2160232) * 1024);
            continue;
        }
        seen = true;
        QCOMPARE(record.time.ns, std::int64_t(1'700'000'000'000'050'100));
        QCOMPARE(record.allocated, 954 * kMiB + kMiB / 2);
        QCOMPARE(record.reserved, 1452 * kMiB);
        QCOMPARE(record.active, 953 * kMiB + kMiB / 2);
        QCOMPARE(record.stream, std::int64_t(1431569360));
        QCOMPARE(textOf(trace, record.device), std::string("NPU:5"));
    }
    QVERIFY(seen);
    QCOMPARE(reportOf(*result, "anything.csv")->rows, std::optional<std::uint64_t>(2));
    QCOMPARE(result->issues.countOf(IssueKind::BadFigure), std::uint64_t(0));
}

void TestRecords::memorySamplesWithTrouble()
{
    ProfileFiles files;
    const auto result = importedText(files, "memory_record.csv",
                                     kMemoryTitle
                                         + "PTA,9,2,3,1,1,NPU:0\nPTA,5,1,many,1,1,NPU:0\nPTA,soon,1,1,1,1,NPU:0\n"
                                           "PTA,7,1\nPTA,6,inf,1e300,-1,1,NPU:0\nPTA,8,1,1,1,99999999999999999999,x\n");
    QVERIFY(result.ok());
    const RecordTables& records = result->trace->records();
    QCOMPARE(records.memory.size(), std::uint32_t(4));
    QCOMPARE(records.memory.at(0).time.ns, std::int64_t(5'000)); // by time, whatever the file's order
    QCOMPARE(records.memory.at(0).reserved, kNoInteger);
    QCOMPARE(records.memory.at(1).allocated, kNoInteger);
    QCOMPARE(records.memory.at(1).reserved, kNoInteger);
    QCOMPARE(records.memory.at(1).active, -kMiB); // given: kept as it is
    QCOMPARE(result->issues.countOf(IssueKind::BadFigure), std::uint64_t(3));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::WrongFieldCount), std::uint64_t(1));
    QCOMPARE(reportOf(*result, "memory_record.csv")->status, FileStatus::Partial);
}

void TestRecords::allocationsInAllSpellings()
{
    ProfileFiles files;
    const auto result =
        importedText(files, "operator_memory.csv",
                     kBlockTitle
                         + "aten::empty,0.5,1700000000000055.000\t,,,,,10.0,64.0,9.0,,,,1431569360,NPU:0\n"
                           "aten::add,64.0,1700000000000050.000\t,1700000000000090.000\t,1700000000000089.500\t,40."
                           "000\t,39.500\t,"
                           "10.0,64.0,10.0,9.5,63.0,9.25,1431569360,NPU:0\n"
                           "aten::mul,-32,,1700000000000095.000\t,,,,,,,9.0,64.0,9.0,2,NPU:0\n");
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.records().allocations.size(), std::uint32_t(3));
    const AllocationRecord older = trace.records().allocations.at(0);
    QCOMPARE(older.allocated, kNoInstant);
    QCOMPARE(older.size, std::int64_t(-32 * 1024));
    QCOMPARE(older.released.ns, std::int64_t(1'700'000'000'000'095'000));
    const AllocationRecord whole = trace.records().allocations.at(1);
    QCOMPARE(textOf(trace, whole.name), std::string("aten::add"));
    QCOMPARE(whole.size, std::int64_t(65536));
    QCOMPARE((whole.released - whole.allocated).ns, std::int64_t(40'000));
    QCOMPARE((whole.activeReleased - whole.allocated).ns, std::int64_t(39'500));
    QCOMPARE(whole.totalAllocated, 10 * kMiB);
    QCOMPARE(whole.totalReserved, 64 * kMiB);
    QCOMPARE(whole.releaseTotalAllocated, 9 * kMiB + kMiB / 2);
    QCOMPARE(whole.releaseTotalReserved, 63 * kMiB);
    QCOMPARE(whole.releaseTotalActive, 9 * kMiB + kMiB / 4);
    const AllocationRecord alive = trace.records().allocations.at(2);
    QCOMPARE(alive.released, kNever);
    QCOMPARE(alive.activeReleased, kNever);
    QCOMPARE(alive.size, std::int64_t(512));
    QCOMPARE(alive.totalActive, 9 * kMiB);
    QCOMPARE(alive.releaseTotalAllocated, kNoInteger);
}

void TestRecords::olderAllocationsGiveTheLengthOnly()
{
    ProfileFiles files;
    const auto result = importedText(
        files, "operator_memory_20250101000000.csv",
        "Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),Allocation Total "
        "Reserved(KB),Release Total Allocated(KB),Release Total Reserved(KB),Device\n"
        "3,cann::Graph_70,192,1695115378723902.5,36.73,256,247808,64,247808,NPU:3\n"
        "3,cann::Graph_71,192,1695115378723903,N/A,256,247808,N/A,N/A,NPU:3\n");
    QVERIFY(result.ok());
    const RecordTables& records = result->trace->records();
    QCOMPARE(records.allocations.size(), std::uint32_t(2));
    QCOMPARE((records.allocations.at(0).released - records.allocations.at(0).allocated).ns, std::int64_t(36'730));
    QCOMPARE(records.allocations.at(0).totalReserved, std::int64_t(247808) * 1024);
    QCOMPARE(records.allocations.at(1).released, kNever);
    QCOMPARE(result->trace->ranks().front().device, std::optional<std::int64_t>(3));
}

void TestRecords::allocationsWithTrouble()
{
    ProfileFiles files;
    const auto result = importedText(files, "operator_memory.csv",
                                     kBlockTitle
                                         + "a,1,100,200,200,100,100,1,1,1,1,1,1,1,NPU:0\nb,,100,200,,,,,,,,,,,\n"
                                           "c,1,,,,,,,,,,,,,\nd,1,soon,200,,,,,,,,,,,\ne,x,100,,,,,,,,,,,,\n");
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().allocations.size(), std::uint32_t(2)); // a and d
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(3));
    QCOMPARE(result->issues.countOf(IssueKind::BadFigure), std::uint64_t(2));
}

void TestRecords::namesOverSeveralLines()
{
    ProfileFiles files;
    const auto result = importedText(files, "operator_memory.csv",
                                     kBlockTitle
                                         + "\"f.py(1): g;\nmain.py(2), \"\"h\"\"\",1,100,200,200,100,100,1,1,1,1,"
                                           "1,1,1,NPU:0\nb,1,100,200,200,100,100,1,1,1,1,1,1,1,NPU:0\n");
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.records().allocations.size(), std::uint32_t(2));
    QCOMPARE(textOf(trace, trace.records().allocations.at(0).name), std::string("f.py(1): g;\nmain.py(2), \"h\""));
}

namespace {

void writeRecords(const ProfileFiles& files, const std::string& rank, const std::string& name)
{
    const std::string out = rank + "/ASCEND_PROFILER_OUTPUT/";
    files.write(out + "communication.json", "{" + step("step7", operation(name + "@1", hccs())) + "}");
    files.write(out + "communication_matrix.json",
                "{" + step("step7", R"("allreduce-top1@1":{)" + link("0-1", "HCCS", name) + "}") + "}");
    files.write(out + "memory_record.csv", kMemoryTitle + "PTA,9,2,3,1,1,NPU:0\n");
    files.write(out + "operator_memory.csv", kBlockTitle + name + ",1,100,200,200,100,100,1,1,1,1,1,1,1,NPU:0\n");
}

} // namespace

void TestRecords::everythingOfARank()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 4);
    writeRecords(files, "r_ascend_pt", "x");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    const RecordTables& records = result->trace->records();
    QCOMPARE(records.communication.size(), std::uint32_t(1));
    QCOMPARE(records.links.size(), std::uint32_t(1));
    QCOMPARE(records.memory.size(), std::uint32_t(1));
    QCOMPARE(records.allocations.size(), std::uint32_t(1));
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    const std::vector<TableCounts> counts = countTables(*result->trace);
    QCOMPARE(counts.size(), std::size_t(1));
    QCOMPARE(counts[0].kernels, std::uint64_t(2));
    QCOMPARE(counts[0].communicationOps, std::uint64_t(1));
    QCOMPARE(counts[0].links, std::uint64_t(1));
    QCOMPARE(counts[0].memoryRecords, std::uint64_t(1));
    QCOMPARE(counts[0].allocations, std::uint64_t(1));
    QCOMPARE(counts[0].apis, std::uint64_t(0)); // the timeline has no CANN layer
    for (const char* name :
         {"communication.json", "communication_matrix.json", "memory_record.csv", "operator_memory.csv"}) {
        const auto report = reportOf(*result, name);
        QVERIFY2(report && report->status == FileStatus::Ok && report->rows == 1, name);
    }
    ImportOptions quick;
    quick.quickOnly = true;
    const auto preview = imported({files.root() / "r_ascend_pt"}, quick);
    QVERIFY(preview.ok());
    QCOMPARE(preview->trace->records().communication.size(), std::uint32_t(0));
    QCOMPARE(preview->trace->records().memory.size(), std::uint32_t(0));
}

void TestRecords::aRankWithoutTimelineOrKernels()
{
    ProfileFiles files;
    writeRecords(files, "r_ascend_pt", "x");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().communication.size(), std::uint32_t(1));
    QCOMPARE(result->trace->records().allocations.size(), std::uint32_t(1));
    ProfileFiles flat; // the tables without the directory around them
    flat.write("mine/memory_record.csv", kMemoryTitle + "PTA,9,2,3,1,1,NPU:0\n");
    flat.write("mine/communication.json", "{" + step("step7", operation("x@1", hccs())) + "}");
    const auto both = imported({flat.root() / "mine"});
    QVERIFY(both.ok());
    QCOMPARE(both->trace->ranks().size(), std::size_t(1));
    QCOMPARE(both->trace->records().memory.size(), std::uint32_t(1));
    QCOMPARE(both->trace->records().communication.size(), std::uint32_t(1));
}

void TestRecords::twoRanks()
{
    ProfileFiles files;
    for (const int number : {1, 0}) {
        const std::string name = "r" + std::to_string(number) + "_ascend_pt";
        files.writeRank(name, number);
        writeRecords(files, name, "op" + std::to_string(number));
    }
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.records().communication.size(), std::uint32_t(2));
    QCOMPARE(trace.records().links.size(), std::uint32_t(2));
    QCOMPARE(trace.records().memory.size(), std::uint32_t(2));
    for (std::uint32_t row = 0; row < 2; ++row) {
        const CommRecord record = trace.records().communication.at(row);
        QCOMPARE(record.rank, RankId{row});
        QCOMPARE(trace.ranks()[row].rank, std::optional<std::int64_t>(row));
        QCOMPARE(textOf(trace, record.name), "op" + std::to_string(row) + "@1");
        QCOMPARE(record.transports.size(), std::uint32_t(1));
        QCOMPARE(trace.records().allocations.at(row).rank, RankId{row});
    }
}

void TestRecords::damagedPartsLeaveTheRest()
{
    ProfileFiles files;
    writeRecords(files, "r_ascend_pt", "x");
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/communication_matrix.json", "{\"step7\": broken");
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/memory_record.csv", "");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().communication.size(), std::uint32_t(1));
    QCOMPARE(result->trace->records().links.size(), std::uint32_t(0));
    QCOMPARE(result->trace->records().allocations.size(), std::uint32_t(1));
    QCOMPARE(reportOf(*result, "communication_matrix.json")->status, FileStatus::Skipped);
    QCOMPARE(reportOf(*result, "memory_record.csv")->status, FileStatus::Skipped);
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(2));
}

void TestRecords::copiesAreReadOnce()
{
    ProfileFiles files;
    writeRecords(files, "r_ascend_pt", "x");
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/communication_old.json",
                "{" + step("step7", operation("x@1", hccs())) + "}");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().communication.size(), std::uint32_t(1));
    QCOMPARE(reportOf(*result, "communication_old.json")->status, FileStatus::Skipped);
}

void TestRecords::lonelyFilesInsideDirectories()
{
    ProfileFiles files;
    files.write("trace.json", ProfileFiles::timeline());
    files.write("analyze/communication.json", "{" + step("step7", operation("x@1", hccs())) + "}");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1)); // it is no rank of its own
    QCOMPARE(reportOf(*result, "communication.json")->status, FileStatus::Unsupported);
}

void TestRecords::parallelGroups()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 2);
    files.write("r_ascend_pt/profiler_metadata.json",
                R"({"distributed_args":{"pipeline_model_parallel_size":2,"sequence_parallel":false,"world_size":4},
                    "ENV_VARIABLES":{"HCCL_ALGO":""},
                    "parallel_group_info":{"group_name_19":{"group_name":"pp","group_rank":1,"global_ranks":[0,2]},
                    "group_name_20":{"group_name":"tp","global_ranks":"none"},"odd":5}})");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    const RankInfo& rank = result->trace->ranks().front();
    QCOMPARE(rank.parallelPlan.at("pipeline_model_parallel_size"), std::string("2"));
    QCOMPARE(rank.parallelPlan.at("sequence_parallel"), std::string("false"));
    QCOMPARE(rank.environment.at("HCCL_ALGO"), std::string());
    QCOMPARE(rank.groups.size(), std::size_t(2));
    const ParallelGroup* stage = rank.groupNamed("pp");
    QVERIFY(stage);
    QCOMPARE(stage->position, std::optional<std::int64_t>(1));
    QVERIFY((stage->ranks == std::vector<std::int64_t>{0, 2}));
    QCOMPARE(rank.groupOf("group_name_19"), stage);
    QCOMPARE(rank.groupOf(stage->hash), stage);
    QVERIFY(!stage->hash.empty() && stage->hash.find_first_not_of("0123456789") == std::string::npos);
    QVERIFY(!rank.groupNamed("dp") && !rank.groupOf("1"));
    QVERIFY(rank.groupNamed("tp")->ranks.empty());
}

void TestRecords::versionsAndSwitches()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    files.write("r_ascend_pt/profiler_info_0.json",
                R"({"config":{"common_config":{"profile_memory":true,"with_stack":false},
                    "experimental_config":{"_profiler_level":"Level2","_l2_cache":true}},
                    "start_info":{"freq":100},"torch_npu_version":"2.7.1","cann_version":"8.3.RC1"})");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    const RankInfo& rank = result->trace->ranks().front();
    QCOMPARE(rank.profilerLevel, std::string("Level2"));
    QCOMPARE(rank.switches.at("profile_memory"), std::string("true"));
    QCOMPARE(rank.switches.at("with_stack"), std::string("false"));
    QCOMPARE(rank.switches.at("_l2_cache"), std::string("true"));
    QCOMPARE(rank.switches.at("torch_npu_version"), std::string("2.7.1"));
    QCOMPARE(rank.switches.at("cann_version"), std::string("8.3.RC1"));
}

QTEST_APPLESS_MAIN(TestRecords)
