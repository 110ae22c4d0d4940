// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_import_db.h"

#include <QTest>

#include <cmath>
#include <iterator>
#include <random>
#include <stop_token>

#include "core/import/event_details.h"
#include "db_import.h"
#include "made_rank.h"
#include "test_database_choice.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

fs::path made(const QTemporaryDir& dir, Schema schema, const std::string& more = {})
{
    const fs::path path = fs::path(dir.path().toStdString()) / "ascend_pytorch_profiler_5.db";
    MadeDatabase database(path);
    database.makeProfileTables(schema);
    MadeRank(database, schema).all();
    if (!more.empty())
        database.run(more);
    return path;
}

void schemas()
{
    QTest::addColumn<int>("schema");
    QTest::newRow("1.0") << int(Schema::First);
    QTest::newRow("1.2") << int(Schema::Second);
}

} // namespace

void TestImportDb::tracks_data()
{
    schemas();
}

void TestImportDb::tracks()
{
    QFETCH(int, schema);
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema(schema)));
    QVERIFY(import.ok());
    QCOMPARE(import.slices("Ascend Hardware", "Stream 2"), std::string("mm_1 1000, add_1 500"));
    QCOMPARE(import.slices("Ascend Hardware", "Stream 3"), std::string("MEMCPY_ASYNC 100"));
    QCOMPARE(import.slices("Ascend Hardware", "Stream 4"), std::string("Notify Wait 200, SDMA 400"));
    QCOMPARE(import.slices("Communication", "Group group one Communication"),
             std::string("hcom_allReduce__1_0_1 1000"));
    QCOMPARE(import.slices("Communication", "Plane 0"), std::string("Memcpy 400"));
    QCOMPARE(import.slices("Communication", "Plane 1"), std::string("Notify_Wait 200"));
    QCOMPARE(import.slices("MSTX", "Thread 42"), std::string("range 30"));
    QCOMPARE(import.track("MSTX", "Thread 42")->instants.size(), 1U);
    const std::string last = schema == int(Schema::First) ? "HCCL@" : "Communication@";
    QCOMPARE(import.slices("CANN", "Thread 42"), "AscendCL@aclrtSynchronizeStream 400, Node@launch 50, Node@launch 50, "
                                                 "Node@launch 50, "
                                                     + last + "hcom_allReduce_ 50");
    const TrackInfo* const python = import.track("Python", "Thread 42");
    QVERIFY(python);
    QCOMPARE(python->slices.size(), 6U);
    QCOMPARE(python->kind, TrackKind::HostThread);
    QCOMPARE(import.trace().totals().first, std::optional(Instant{kStart}));
    QCOMPARE(import.trace().totals().last, std::optional(Instant{kStart + 11'500}));
    QCOMPARE(import.trace().rank(RankId{0}).format, std::string("torch-npu-db"));
    QCOMPARE(import.issues().total(), std::uint64_t(0));
}

void TestImportDb::kernels_data()
{
    schemas();
}

void TestImportDb::kernels()
{
    QFETCH(int, schema);
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema(schema)));
    QVERIFY(import.ok());
    const Trace& trace = import.trace();
    const KernelColumns& kernels = trace.kernels();
    QCOMPARE(kernels.size(), 3U);
    QCOMPARE(trace.text(kernels.name.at(0)), std::string_view("mm_1"));
    QCOMPARE(trace.text(kernels.type.at(0)), std::string_view("MatMulV2"));
    QCOMPARE(trace.text(kernels.core.at(0)), std::string_view("AI_CORE"));
    QCOMPARE(trace.text(kernels.inputShapes.at(0)), std::string_view("2,3;3,4"));
    QCOMPARE(trace.text(kernels.outputTypes.at(0)), std::string_view("FLOAT"));
    QCOMPARE(trace.text(kernels.opState.at(0)), std::string_view(schema == int(Schema::First) ? "" : "dynamic"));
    QCOMPARE(kernels.blockDim.at(0), std::int64_t(24));
    QCOMPARE(kernels.mixBlockDim.at(0), std::int64_t(48));
    QCOMPARE(kernels.stream.at(0), std::int64_t(2));
    QCOMPARE(kernels.task.at(0), std::int64_t(1000));
    QCOMPARE(kernels.wait.at(0), Duration{-1});
    QCOMPARE(trace.text(kernels.core.at(1)), std::string_view("COMMUNICATION"));
    for (std::uint32_t row = 0; row < kernels.size(); ++row) {
        QVERIFY(kernels.slice.at(row).valid());
        QCOMPARE(trace.slices().name.at(kernels.slice.at(row).row), kernels.name.at(row));
    }
    QCOMPARE(import.metric("aicore_time(us)", 0), 0.9005);
    QCOMPARE(import.metric("aic_mac_ratio", 0), 0.25);
    QCOMPARE(import.metric("aiv_vec_time(us)", 2), 0.4);
    QVERIFY(std::isnan(import.metric("aiv_vec_time(us)", 0)));
}

void TestImportDb::stepsGoByTheLaunch()
{
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema::First));
    QVERIFY(import.ok());
    QCOMPARE(import.trace().steps().size(), std::size_t(2)); // ProfilerStep#7 is no third one
    QCOMPARE(import.trace().steps()[0].id, std::int64_t(7));
    QCOMPARE(import.trace().steps()[0].range, (TimeRange{{kStart}, {kStart + 10'000}}));
    QCOMPARE(import.trace().kernels().step.at(2), std::int64_t(7)); // runs in step 8
}

void TestImportDb::arrows_data()
{
    schemas();
}

void TestImportDb::arrows()
{
    QFETCH(int, schema);
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema(schema)));
    QVERIFY(import.ok());
    const std::string layer = schema == int(Schema::First) ? "HCCL@" : "Communication@";
    QCOMPARE(import.arrows("HostToDevice"),
             (std::vector<std::string>{layer + "hcom_allReduce_ > hcom_allReduce__1_0_1", "Node@launch > MEMCPY_ASYNC",
                                       "Node@launch > add_1", "Node@launch > mm_1"}));
    QCOMPARE(import.arrows("async_npu"), (std::vector<std::string>{"aten::mm > add_1", "aten::mm > mm_1"}));
    QCOMPARE(import.arrows("async_task_queue"), (std::vector<std::string>{"Enqueue > Dequeue@mm"}));
    QCOMPARE(import.arrows("fwdbwd"), (std::vector<std::string>{"aten::mm > aten::mm backward"}));
    QCOMPARE(import.arrows("MsTx"), (std::vector<std::string>{"range > MEMCPY_ASYNC"}));
    QCOMPARE(import.trace().totals().flowStartsUnmatched + import.trace().totals().flowEndsUnmatched, std::uint64_t(0));
}

void TestImportDb::countersAndMemory_data()
{
    schemas();
}

void TestImportDb::countersAndMemory()
{
    QFETCH(int, schema);
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema(schema)));
    QVERIFY(import.ok());
    const Trace& trace = import.trace();
    const auto value = [&](const char* process, const char* name) {
        const CounterInfo* const counter = import.counter(process, name);
        return counter ? trace.samples().value.at(counter->samples.first) : -1;
    };
    QCOMPARE(value("AI Core Freq", schema == int(Schema::First) ? "AI Core Freq" : "AI Core Freq Die 1"), 1800.0);
    QCOMPARE(value("HBM", "HBM 1/Read"), 2.0);
    QCOMPARE(import.counter("HBM", "HBM 1/Read")->series, std::string("Read(MB/s)"));
    QCOMPARE(value("LLC", "LLC 0 Read/Hit Rate"), 0.85);
    QCOMPARE(value("LLC", "LLC 0 Read/Throughput"), 1.0);
    QCOMPARE(value("NPU MEM", "APP/Memory"), 3.0);
    const MemoryRecord record = trace.records().memory.at(0);
    QCOMPARE(trace.text(record.component), std::string_view("PTA"));
    QCOMPARE(record.reserved, std::int64_t(200));
    QCOMPARE(record.active, std::int64_t(90));
    QCOMPARE(trace.records().allocations.size(), 2U);
    const AllocationRecord older = trace.records().allocations.at(0);
    const AllocationRecord live = trace.records().allocations.at(1);
    QCOMPARE(older.allocated, kNoInstant);
    QCOMPARE(older.releaseTotalAllocated, std::int64_t(68));
    QCOMPARE(live.released, kNever);
    QCOMPARE(live.totalAllocated, std::int64_t(100));
    QCOMPARE(trace.extraTables().size(), std::size_t(1));
    QCOMPARE(trace.extraTables().front().name, std::string("npu_module_mem"));
    QCOMPARE(trace.extraTables().front().fields[2].numbers.at(0), 1.0);
}

void TestImportDb::environment()
{
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema::Second));
    QVERIFY(import.ok());
    const RankInfo& rank = import.trace().rank(RankId{0});
    QCOMPARE(rank.environment.at("HCCL_ALGO"), std::string("ring"));
    QCOMPARE(rank.parallelPlan.at("world_size"), std::string("4"));
    QVERIFY(rank.groupNamed("tp"));
    QCOMPARE(rank.host, std::string("node"));
    QCOMPARE(rank.switches.at("npu_name"), std::string("Ascend910B"));
    QCOMPARE(rank.switches.at("schema_version"), std::string("1.2.0"));
}

void TestImportDb::rankNumbers_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("rank"); // -1: none
    QTest::addColumn<QString>("name");
    const QString torch = QStringLiteral("ascend_pytorch_profiler_5.db");
    QTest::newRow("by the map") << QString() << 3 << torch;
    QTest::newRow("by the name") << QStringLiteral("UPDATE RANK_DEVICE_MAP SET rankId = -1") << 5 << torch;
    QTest::newRow("no map") << QStringLiteral("DROP TABLE RANK_DEVICE_MAP") << 5 << torch;
    QTest::newRow("mindspore") << QStringLiteral("DROP TABLE RANK_DEVICE_MAP") << 6
                               << QStringLiteral("ascend_mindspore_profiler_6.db");
    QTest::newRow("msprof") << QStringLiteral("DROP TABLE RANK_DEVICE_MAP") << -1
                            << QStringLiteral("msprof_20250101120000.db");
    QTest::newRow("as text") << QStringLiteral("UPDATE RANK_DEVICE_MAP SET rankId = '12'") << 12 << torch;
}

void TestImportDb::rankNumbers()
{
    QFETCH(QString, change);
    QFETCH(int, rank);
    QFETCH(QString, name);
    const QTemporaryDir dir;
    const fs::path path = made(dir, Schema::First, change.toStdString());
    const fs::path renamed = path.parent_path() / name.toStdString();
    fs::rename(path, renamed);
    const DbImport import(renamed);
    QVERIFY(import.ok());
    const auto number = import.trace().rank(RankId{0}).rank;
    QCOMPARE(number, rank < 0 ? std::nullopt : std::optional<std::int64_t>(rank));
    QCOMPARE(import.trace().rank(RankId{0}).device, std::optional<std::int64_t>(0));
}

void TestImportDb::twoRanksInOneDatabase()
{
    const QTemporaryDir dir;
    const fs::path path = fs::path(dir.path().toStdString()) / "msprof_1.db";
    {
        MadeDatabase database(path);
        database.makeProfileTables(Schema::Second);
        MadeRank(database, Schema::Second, 0, 100).all();
        MadeRank(database, Schema::Second, 4, 200).device().counters();
        database.run("INSERT INTO RANK_DEVICE_MAP VALUES (9, 4)");
    }
    const DbImport import(path);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().ranks().size(), std::size_t(2));
    QCOMPARE(import.trace().rank(RankId{0}).rank, std::optional<std::int64_t>(3));
    QCOMPARE(import.trace().rank(RankId{1}).rank, std::optional<std::int64_t>(9));
    QCOMPARE(import.trace().rank(RankId{1}).device, std::optional<std::int64_t>(4));
    QCOMPARE(import.trace().kernels().size(), 6U);
    QCOMPARE(import.trace().kernels().rank.at(5), RankId{1});
    int streams = 0;
    for (const TrackInfo& track : import.trace().tracks())
        streams += track.kind == TrackKind::Stream && track.rank == RankId{1} ? 1 : 0;
    QCOMPARE(streams, 3);
}

void TestImportDb::missingParts_data()
{
    QTest::addColumn<QString>("change");
    for (const char* table : {"STRING_IDS",
                              "META_DATA",
                              "TASK",
                              "COMPUTE_TASK_INFO",
                              "COMMUNICATION_OP",
                              "COMMUNICATION_TASK_INFO",
                              "CANN_API",
                              "PYTORCH_API",
                              "CONNECTION_IDS",
                              "STEP_TIME",
                              "TASK_PMU_INFO",
                              "MEMORY_RECORD",
                              "OP_MEMORY",
                              "ENUM_API_TYPE",
                              "AICORE_FREQ",
                              "HBM",
                              "LLC",
                              "NPU_MEM",
                              "MSTX_EVENTS",
                              "NPU_MODULE_MEM"})
        QTest::newRow(table) << QStringLiteral("DROP TABLE ") + QLatin1String(table);
    for (const char* column :
         {"TASK DROP COLUMN deviceId", "TASK DROP COLUMN connectionId", "TASK DROP COLUMN endNs",
          "TASK DROP COLUMN streamId", "COMPUTE_TASK_INFO DROP COLUMN opType", "COMMUNICATION_OP DROP COLUMN groupName",
          "CANN_API DROP COLUMN type", "PYTORCH_API DROP COLUMN type", "HBM DROP COLUMN deviceId"})
        QTest::newRow(column) << QStringLiteral("ALTER TABLE ") + QLatin1String(column);
}

void TestImportDb::missingParts()
{
    QFETCH(QString, change);
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema::First, change.toStdString()));
    QVERIFY2(import.ok(), import.error().text().c_str());
    QVERIFY(import.trace().slices().size() > 0);
    QCOMPARE(import.file("ascend_pytorch_profiler_5.db")->status, FileStatus::Ok);
}

void TestImportDb::badRows_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("kernels");
    const auto row = [](const char* name, const char* change, IssueKind kind, int kernels) {
        QTest::newRow(name) << QString::fromLatin1(change) << int(kind) << kernels;
    };
    row("ends before it starts", "UPDATE TASK SET endNs = startNs - 5 WHERE globalTaskId = 0",
        IssueKind::NegativeDuration, 3);
    row("no end", "UPDATE TASK SET endNs = NULL WHERE globalTaskId = 0", IssueKind::MissingDuration, 3);
    row("no start", "UPDATE TASK SET startNs = NULL WHERE globalTaskId = 0", IssueKind::BadTime, 2);
    row("a word for a start", "UPDATE TASK SET startNs = 'soon' WHERE globalTaskId = 0", IssueKind::BadTime, 2);
    row("out of range", "UPDATE TASK SET startNs = 9223372036854775807 WHERE globalTaskId = 0", IssueKind::BadTime, 2);
    row("ill-formed text", "UPDATE STRING_IDS SET value = CAST(x'61FF62' AS TEXT) WHERE value = 'mm_1'",
        IssueKind::InvalidUtf8, 3);
    row("a step without number", "INSERT INTO STEP_TIME VALUES (NULL, 1, 2)", IssueKind::BadRow, 3);
    row("an enormous size", "UPDATE MEMORY_RECORD SET totalAllocated = 9223372036854775807", IssueKind::BadFigure, 3);
}

void TestImportDb::badRows()
{
    QFETCH(QString, change);
    QFETCH(int, kind);
    QFETCH(int, kernels);
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema::First, change.toStdString()));
    QVERIFY(import.ok());
    QCOMPARE(import.issues().countOf(IssueKind(kind)), std::uint64_t(1));
    QVERIFY(import.issues().list().front().first.find("ascend_pytorch_profiler_5.db:") != std::string::npos);
    QCOMPARE(import.trace().kernels().size(), std::uint32_t(kernels));
    if (kernels == 2)
        QCOMPARE(import.file("ascend_pytorch_profiler_5.db")->status, FileStatus::Partial);
}

void TestImportDb::tableCounts()
{
    const QTemporaryDir dir;
    const DbImport import(made(dir, Schema::First, "CREATE TABLE extra (a); INSERT INTO extra VALUES (1), (2)"));
    QVERIFY(import.ok());
    const std::string name = "ascend_pytorch_profiler_5.db";
    QCOMPARE(import.rows(name, "TASK"), std::optional<std::uint64_t>(5));
    QCOMPARE(import.rows(name, "PYTORCH_CALLCHAINS"), std::optional<std::uint64_t>(0));
    QCOMPARE(import.rows(name, "extra"), std::optional<std::uint64_t>(2));
    QCOMPARE(import.file(name)->bytes, std::uint64_t(fs::file_size(fs::path(dir.path().toStdString()) / name)));
}

void TestImportDb::allocationsFromEvents()
{
    const QTemporaryDir dir;
    const fs::path path =
        made(dir, Schema::First,
             "DROP TABLE OP_MEMORY; DROP TABLE MEMORY_RECORD; CREATE TABLE NPU_OP_MEM (operatorName INTEGER, addr "
             "INTEGER, type INTEGER, size INTEGER, timestampNs INTEGER, globalTid INTEGER, totalAllocate NUMERIC, "
             "totalReserve NUMERIC, component INTEGER, deviceId INTEGER); INSERT INTO STRING_IDS VALUES (9001, "
             "'allocate'), (9002, 'release'), (9003, 'GE'), (9004, 'op');"
             "INSERT INTO NPU_OP_MEM VALUES (9004, 16, 9001, 64, 1000, 1, 64, 128, 9003, 0), "
             "(9004, 16, 9002, -64, 2000, 1, 0, 128, 9003, 0), (9004, 32, 9001, 8, 3000, 1, 8, 128, 9003, 0), "
             "(9004, 99, 9002, -8, 500, 1, 0, 128, 9003, 0)");
    const DbImport import(path);
    QVERIFY(import.ok());
    const RecordTables& records = import.trace().records();
    QCOMPARE(records.memory.size(), 4U);
    QCOMPARE(records.allocations.size(), 3U);
    QCOMPARE(records.allocations.at(0).allocated, kNoInstant);
    QCOMPARE(records.allocations.at(1).released, Instant{2000});
    QCOMPARE(records.allocations.at(1).size, std::int64_t(64));
    QCOMPARE(records.allocations.at(2).released, kNever);
}

void TestImportDb::detailsOfARow()
{
    const QTemporaryDir dir;
    const fs::path path = made(dir, Schema::First,
                               "UPDATE PYTORCH_API SET callchainId = 5 WHERE connectionId = 10; INSERT INTO STRING_IDS "
                               "VALUES (9001, 'inner.py(1)'), (9002, 'outer.py(2)'); INSERT INTO PYTORCH_CALLCHAINS "
                               "VALUES (5, 9002, 1), (4, 9002, 0), (5, 9001, 0)");
    const DbImport import(path);
    QVERIFY(import.ok());
    const Trace& trace = import.trace();
    std::map<std::string, std::map<std::string, std::string>> details; // by slice, then by key
    for (std::uint32_t row = 0; row < trace.slices().size(); ++row) {
        const auto members = readEventDetails(trace, trace.slices().ref.at(row));
        QVERIFY2(members.ok(), members.ok() ? "" : members.error().text().c_str());
        auto& slice = details[std::string(trace.text(trace.slices().name.at(row)))];
        for (const auto& [key, value] : *members)
            slice[key.substr(std::string_view("args.").size())] = value;
    }
    QCOMPARE(details["mm_1"]["taskType"], std::string("KERNEL_AICORE"));
    QCOMPARE(details["mm_1"]["opType"], std::string("MatMulV2"));
    QCOMPARE(details["mm_1"]["inputShapes"], std::string("\"2,3;3,4\""));
    QCOMPARE(details["mm_1"]["blockDim"], std::string("24"));
    QCOMPARE(details["Memcpy"]["size"], std::string("4096"));
    QCOMPARE(details["Memcpy"]["groupName"], std::string("group one"));
    QCOMPARE(details["Node@launch"]["type"], std::string("node"));
    QCOMPARE(details["aten::mm"]["Call stack"], std::string("inner.py(1);\nouter.py(2)"));
    MadeDatabase(path).run("CREATE TABLE more (a); INSERT INTO more VALUES (zeroblob(100000))");
    QCOMPARE(readEventDetails(trace, trace.slices().ref.at(0)).error().code, ErrorCode::Damaged);
}

void TestImportDb::analysisAlone()
{
    const QTemporaryDir dir;
    const fs::path path = fs::path(dir.path().toStdString()) / "analysis.db";
    MadeDatabase(path).makeAnalysisTables().run(
        "INSERT INTO StepTraceTime VALUES ('7', 8903.431, 98071.947, 0, 1, 2, 3, 0, 4, 18055.693);"
        "INSERT INTO CommAnalyzerTime VALUES ('hcom_a', '99', 1736410576431645.25, 88.75099321875, 0.5, 3.5, 0, -1, "
        "'step7', 'collective'), ('Total Op Info', '', 0, 1, 1, 1, 1, 1, 'step7', 'collective'), "
        "('no time', '99', 0, 'x', 0, 0, 0, 0, 'step7', 'p2p');"
        "INSERT INTO CommAnalyzerBandwidth VALUES ('hcom_a', '99', 'HCCS', 2.5, 0.5, 15.5, 0, 2, 12, 1, 'step7', 'c'), "
        "('hcom_a', '99', 'HCCS', 2.5, 0.5, 15.5, 0, 1, 3, 1, 'step7', 'c'), "
        "('hcom_a', '99', 'RDMA', 0, 0, 0, 0, 0, 0, 0, 'step7', 'c');"
        "INSERT INTO CommAnalyzerMatrix VALUES ('allreduce-top1', '99', '0', '3', 'HCCS', 4, 2, 2, 'step7', "
        "'collective', 'hcom_a')");
    const DbImport import(path);
    QVERIFY(import.ok());
    const Trace& trace = import.trace();
    QCOMPARE(trace.fileSteps().size(), std::size_t(1));
    QCOMPARE(trace.fileSteps()[0].step, std::optional<std::int64_t>(7));
    QCOMPARE(trace.fileSteps()[0].figures.at("Communication(Not Overlapped)"), Duration{98'071'947});
    const RecordTables& records = trace.records();
    QCOMPARE(records.communication.size(), 2U);
    const CommRecord record = records.communication.at(records.communication.at(0).total ? 1 : 0);
    QCOMPARE(trace.text(record.name), std::string_view("hcom_a@99"));
    QCOMPARE(record.step, std::int64_t(7));
    QCOMPARE(record.elapse, Duration{88'750'993});
    QCOMPARE(record.idle, Duration{-1'000'000});
    QCOMPARE(record.transports.size(), 1U);
    const CommTransport transport = records.transports.at(record.transports.first);
    QCOMPARE(transport.sizeBytes, 2.5e6);
    QCOMPARE(transport.packets, std::int64_t(15));
    const LinkRecord link = records.links.at(0);
    QCOMPARE(link.target, 3);
    QCOMPARE(link.bytesPerSecond, 2e9);
    QCOMPARE(trace.text(link.operation), std::string_view("hcom_a"));
    QCOMPARE(import.issues().countOf(IssueKind::BadRow), std::uint64_t(1));
}

void TestImportDb::clusterAlone()
{
    const QTemporaryDir dir;
    const fs::path path = fs::path(dir.path().toStdString()) / "cluster_analysis.db";
    MadeDatabase(path).run(
        "CREATE TABLE ClusterStepTraceTime (step, type, \"index\", computing, free);"
        "INSERT INTO ClusterStepTraceTime VALUES ('7', 'rank', '0', 10, 1), ('7', 'rank', '1', 20, 2), ('7', 'stage', "
        "'(0, 1)', 20, 2);"
        "CREATE TABLE ClusterCommunicationTime (step, rank_id, hccl_op_name, group_name, start_timestamp, "
        "elapsed_time, "
        "transit_time, wait_time, synchronization_time, idle_time);"
        "INSERT INTO ClusterCommunicationTime VALUES ('step7', 1, 'hcom_a', '99', 1, 2, 1, 0, 0, 0);"
        "CREATE TABLE ClusterCommunicationBandwidth (step, rank_id, hccl_op_name, group_name, band_type, transit_size, "
        "transit_time, bandwidth, large_packet_ratio, package_size, count, total_duration);"
        "INSERT INTO ClusterCommunicationBandwidth VALUES ('step7', 1, 'hcom_a', '99', 'SDMA', 1, 1, 1, 1, 1, 1, 1)");
    const DbImport import(path);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().ranks().size(), std::size_t(2));
    QCOMPARE(import.trace().fileSteps().size(), std::size_t(2));
    const CommRecord record = import.trace().records().communication.at(0);
    QCOMPARE(import.trace().rank(record.rank).rank, std::optional<std::int64_t>(1));
    QCOMPARE(record.transports.size(), 1U);
}

void TestImportDb::damagedTable()
{
    const QTemporaryDir dir;
    const fs::path path = made(dir, Schema::First,
                               "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT "
                               "INTO CONNECTION_IDS SELECT i + 100, i + 5000 FROM n");
    fs::resize_file(path, fs::file_size(path) / 2 / 4096 * 4096);
    const DbImport import(path);
    QVERIFY(import.ok());
    QVERIFY(import.issues().countOf(IssueKind::DamagedTable) >= 1);
    QCOMPARE(import.file("ascend_pytorch_profiler_5.db")->status, FileStatus::Partial);
    QVERIFY(!import.rows("ascend_pytorch_profiler_5.db", "CONNECTION_IDS"));
    QVERIFY(import.trace().slices().size() > 5);
}

void TestImportDb::flippedBytesNeverCrash()
{
    const QTemporaryDir dir;
    const fs::path path = made(dir, Schema::Second);
    std::ifstream file(path, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    std::mt19937 random(11);
    int opened = 0;
    for (int round = 0; round < 150; ++round) {
        std::string bytes = whole;
        for (int flips = 0; flips < 1 + round % 6; ++flips)
            bytes[100 + random() % (bytes.size() - 100)] = static_cast<char>(random());
        writeFile(path, bytes);
        const DbImport import(path);
        QVERIFY(import.ok() || !import.error().what.empty());
        opened += import.ok() ? 1 : 0;
    }
    QVERIFY(opened > 50);
}

void TestImportDb::cancelled()
{
    const QTemporaryDir dir;
    const fs::path path = made(dir, Schema::First);
    std::stop_source stop;
    const Progress progress(stop.get_token(), [&stop](const ProgressUpdate& update) {
        if (update.stage == Stage::Parse)
            stop.request_stop();
    });
    TaskPool pool(1);
    const auto result = importPaths({path}, {}, pool, progress);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
}

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    TestImportDb importing;
    TestDatabaseChoice choice;
    return QTest::qExec(&importing, argc, argv) + QTest::qExec(&choice, argc, argv);
}
