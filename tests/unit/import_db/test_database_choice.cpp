// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_database_choice.h"

#include <QTest>

#include "db_import.h"
#include "made_rank.h"
#include "tests/support/file_state.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kTimeline =
    R"([{"ph":"M","name":"process_name","pid":20,"tid":0,"args":{"name":"Ascend Hardware"}},
{"ph":"M","name":"thread_name","pid":20,"tid":2,"args":{"name":"Stream 2"}},
{"ph":"X","name":"from text","pid":20,"tid":2,"ts":"1700000000000100.020","dur":50.5,"args":{"Task Type":"AI_CORE"}}])";
constexpr const char* kKernels = "Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                                 "from table,MatMul,AI_CORE,1700000000000100.020,50.5\n";

void makeProfile(const fs::path& path)
{
    fs::create_directories(path.parent_path());
    MadeDatabase database(path);
    database.makeProfileTables(Schema::First);
    MadeRank(database, Schema::First).all();
}

void makeAnalysis(const fs::path& path)
{
    fs::create_directories(path.parent_path());
    MadeDatabase(path).makeAnalysisTables().run(
        "INSERT INTO StepTraceTime VALUES ('7', 1, 0, 0, 0, 0, 0, 0, 0, 0);"
        "INSERT INTO CommAnalyzerTime VALUES ('hcom_a', '99', 1, 2, 0, 0, 0, 0, 'step7', 'collective')");
}

} // namespace

void TestDatabaseChoice::rankDirectory_data()
{
    QTest::addColumn<QString>("text");     // what trace_view.json holds; "-": there is none
    QTest::addColumn<QString>("database"); // sound, corrupt
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("status"); // of the database
    QTest::addColumn<QString>("first");
    const QString good = QString::fromLatin1(kTimeline);
    QTest::newRow("text wins") << good << "sound"
                               << "torch-npu-text" << int(FileStatus::Skipped) << "from text";
    QTest::newRow("no timeline") << "-"
                                 << "sound"
                                 << "torch-npu-db" << int(FileStatus::Ok) << "mm_1";
    QTest::newRow("empty timeline") << ""
                                    << "sound"
                                    << "torch-npu-db" << int(FileStatus::Ok) << "mm_1";
    QTest::newRow("no timeline, corrupt") << "-"
                                          << "corrupt"
                                          << "torch-npu-text" << int(FileStatus::Skipped) << "from table";
    QTest::newRow("text, corrupt") << good << "corrupt"
                                   << "torch-npu-text" << int(FileStatus::Skipped) << "from text";
}

void TestDatabaseChoice::rankDirectory()
{
    QFETCH(QString, text);
    QFETCH(QString, database);
    QFETCH(QString, format);
    QFETCH(int, status);
    QFETCH(QString, first);
    const QTemporaryDir dir;
    const fs::path root = fs::path(dir.path().toStdString()) / "node_1_20250101_ascend_pt";
    const fs::path output = root / "ASCEND_PROFILER_OUTPUT";
    writeFile(root / "profiler_info_2.json", R"({"rank_id":2})");
    writeFile(output / "kernel_details.csv", kKernels);
    if (text != QLatin1String("-"))
        writeFile(output / "trace_view.json", text.toStdString());
    makeProfile(output / "ascend_pytorch_profiler_2.db");
    if (database == QLatin1String("corrupt"))
        writeFile(output / "ascend_pytorch_profiler_2.db",
                  std::string("SQLite format 3\0", 16) + std::string(9000, 'x'));
    const DbImport import(root);
    QVERIFY2(import.ok(), import.error().text().c_str());
    QCOMPARE(import.trace().ranks().size(), std::size_t(1));
    QCOMPARE(import.trace().rank(RankId{0}).format, format.toStdString());
    QCOMPARE(import.trace().rank(RankId{0}).rank, std::optional<std::int64_t>(2));
    const FileReport* const report = import.file("ascend_pytorch_profiler_2.db");
    QVERIFY(report);
    QCOMPARE(int(report->status), status);
    QCOMPARE(report->reason.empty(), status == int(FileStatus::Ok));
    QCOMPARE(report->tables.empty(), database == QLatin1String("corrupt"));
    QCOMPARE(import.issues().countOf(IssueKind::UnreadableFile),
             std::uint64_t((database == QLatin1String("corrupt") ? 1 : 0) + (text.isEmpty() ? 1 : 0)));
    const TrackInfo* const stream = import.track("Ascend Hardware", "Stream 2");
    const TrackInfo* const track = stream ? stream : import.track("Ascend Hardware", "Kernels");
    QVERIFY(track);
    QCOMPARE(import.trace().text(import.trace().slices().name.at(track->slices.first)),
             std::string_view(first.toStdString()));
    const bool fromDatabase = format == QLatin1String("torch-npu-db");
    QCOMPARE(int(import.file("kernel_details.csv")->status), int(fromDatabase ? FileStatus::Skipped : FileStatus::Ok));
}

void TestDatabaseChoice::analysisFillsIn()
{
    const QTemporaryDir dir;
    const fs::path root = fs::path(dir.path().toStdString()) / "a_ascend_pt";
    writeFile(root / "ASCEND_PROFILER_OUTPUT/trace_view.json", kTimeline);
    makeAnalysis(root / "ASCEND_PROFILER_OUTPUT/analysis.db");
    {
        const DbImport import(root);
        QVERIFY(import.ok());
        QCOMPARE(import.trace().fileSteps().size(), std::size_t(1));
        QCOMPARE(import.trace().records().communication.size(), 1U);
        QCOMPARE(int(import.file("analysis.db")->status), int(FileStatus::Ok));
    }
    writeFile(root / "ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
              "Step,Computing,Communication(Not Overlapped),Free\n7,50.5,30,1\n");
    const DbImport import(root);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().fileSteps().size(), std::size_t(1));
    QCOMPARE(import.trace().fileSteps()[0].figures.at("Computing"), Duration{50'500});
    QCOMPARE(import.trace().records().communication.size(), 1U);
}

void TestDatabaseChoice::bareDirectory()
{
    const QTemporaryDir dir;
    const fs::path root(dir.path().toStdString());
    makeProfile(root / "ascend_pytorch_profiler.db");
    makeAnalysis(root / "analysis.db");
    const DbImport import(root);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().ranks().size(), std::size_t(1));
    QCOMPARE(import.trace().records().communication.size(), 1U);
    QCOMPARE(import.trace().kernels().size(), 3U);
}

void TestDatabaseChoice::exportsOfMsprof_data()
{
    QTest::addColumn<bool>("text");
    QTest::newRow("databases only") << false;
    QTest::newRow("and text") << true;
}

void TestDatabaseChoice::exportsOfMsprof()
{
    QFETCH(bool, text);
    const QTemporaryDir dir;
    const fs::path root = fs::path(dir.path().toStdString()) / "PROF_000001_20250101120000000_ABCDEFGH";
    makeProfile(root / "msprof_20250101120000.db");
    makeProfile(root / "msprof_20250102120000.db");
    if (text)
        writeFile(root / "mindstudio_profiler_output/msprof_20250102120000.json", kTimeline);
    const DbImport import(dir.path().toStdString());
    QVERIFY2(import.ok(), import.error().text().c_str());
    QCOMPARE(import.trace().ranks().size(), std::size_t(1));
    QCOMPARE(int(import.file("msprof_20250101120000.db")->status), int(FileStatus::Unsupported));
    QVERIFY(!import.file("msprof_20250101120000.db")->reason.empty());
    QCOMPARE(import.rows("msprof_20250101120000.db", "TASK"), std::optional<std::uint64_t>(5));
    QCOMPARE(int(import.file("msprof_20250102120000.db")->status),
             int(text ? FileStatus::Unsupported : FileStatus::Ok));
    const DbImport alone(root / "msprof_20250101120000.db");
    QVERIFY(alone.ok());
    QCOMPARE(alone.trace().kernels().size(), 3U);
}

void TestDatabaseChoice::unknownDatabase()
{
    const QTemporaryDir dir;
    const fs::path root(dir.path().toStdString());
    MadeDatabase(root / "todo.db").run("CREATE TABLE TASK (what, done); INSERT INTO TASK VALUES ('a', 0), ('b', 1)");
    {
        const DbImport import(root / "todo.db");
        QVERIFY(import.ok());
        QCOMPARE(int(import.file("todo.db")->status), int(FileStatus::Unsupported));
        QCOMPARE(import.rows("todo.db", "TASK"), std::optional<std::uint64_t>(2));
        QCOMPARE(import.issues().countOf(IssueKind::UnknownFormat), std::uint64_t(1));
    }
    makeProfile(root / "msprof_1.db");
    const DbImport import(root);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().ranks().size(), std::size_t(1));
    QCOMPARE(int(import.file("todo.db")->status), int(FileStatus::Unsupported));
    QCOMPARE(import.rows("todo.db", "TASK"), std::optional<std::uint64_t>(2));
}

void TestDatabaseChoice::clusterBesideRanks()
{
    const QTemporaryDir dir;
    const fs::path root(dir.path().toStdString());
    makeProfile(root / "r0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
    fs::create_directory(root / "cluster_analysis_output");
    MadeDatabase(root / "cluster_analysis_output/cluster_analysis.db")
        .run("CREATE TABLE ClusterStepTraceTime (step, type, \"index\", computing); INSERT INTO ClusterStepTraceTime "
             "VALUES ('7', 'rank', '0', 10)");
    const DbImport import(root);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().ranks().size(), std::size_t(1));
    QVERIFY(import.file("cluster_analysis.db")->reason.find("summary") != std::string::npos);
    const DbImport alone(root / "cluster_analysis_output");
    QVERIFY(alone.ok());
    QCOMPARE(alone.trace().fileSteps().size(), std::size_t(1));
}

void TestDatabaseChoice::foreignAndCorruptBesideARank()
{
    const QTemporaryDir dir;
    const fs::path root(dir.path().toStdString());
    makeProfile(root / "r0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
    writeFile(root / "broken.db", std::string("SQLite format 3\0", 16) + std::string(9000, 'x'));
    writeFile(root / "empty.db", "");
    writeFile(root / "text.db", "hello");
    const DbImport import(root);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().ranks().size(), std::size_t(1));
    QCOMPARE(import.trace().kernels().size(), 3U);
    for (const char* name : {"broken.db", "empty.db", "text.db"}) {
        QVERIFY2(import.file(name), name);
        QVERIFY(import.file(name)->status != FileStatus::Ok);
        QVERIFY(!import.file(name)->reason.empty());
    }
    QCOMPARE(import.issues().countOf(IssueKind::UnreadableFile), std::uint64_t(1));
    const DbImport alone(root / "broken.db");
    QVERIFY(!alone.ok());
    QVERIFY(alone.error().where.find("broken.db") != std::string::npos);
}

void TestDatabaseChoice::nothingIsTouched()
{
    const QTemporaryDir dir;
    const fs::path root = fs::path(dir.path().toStdString()) / "data";
    makeProfile(root / "r0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
    makeAnalysis(root / "r0_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db");
    const fs::path logged = root / "r1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db";
    makeProfile(logged);
    const fs::path work = fs::path(dir.path().toStdString()) / "work.db";
    fs::copy_file(logged, work);
    {
        MadeDatabase writer(work);
        writer.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; UPDATE RANK_DEVICE_MAP SET rankId = 11;"
                   "INSERT INTO STEP_TIME VALUES (9, 1, 2)");
        fs::copy_file(work, logged, fs::copy_options::overwrite_existing);
        fs::copy_file(work.string() + "-wal", logged.string() + "-wal");
    }
    const auto before = stateOf(root);
    ImportOptions options;
    options.scratchDir = fs::path(dir.path().toStdString()) / "scratch";
    const DbImport import(root, options);
    QVERIFY(import.ok());
    QCOMPARE(import.trace().ranks().size(), std::size_t(2));
    QCOMPARE(import.trace().steps().size(), std::size_t(5));
    QVERIFY(stateOf(root) == before);
    QVERIFY(fs::is_empty(options.scratchDir));
}
