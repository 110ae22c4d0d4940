// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_import_msprof.h"

#include <QTest>

#include <algorithm>
#include <stop_token>

#include "made_capture.h"
#include "test_capture_ranks.h"
#include "test_capture_tables.h"
#include "test_export_name.h"
#include "test_kept_tables.h"
#include "tests/support/file_state.h"
#include "tests/support/made_database.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

const std::string kHostPid = MadeCapture::pid(7, 7, MadeCapture::kHost);
const std::string kDevicePid = MadeCapture::pid(7, 13, 0);

std::string smallTrace(const std::string& kernel = "mm", double start = 100)
{
    return MadeCapture::trace({MadeCapture::metadata(), MadeCapture::slice(kHostPid, 5, "Node@launch", start - 50, 10),
                               MadeCapture::slice(kDevicePid, 2, kernel, start, 20)});
}

bool hasSlice(const Trace& trace, const std::string& name)
{
    for (std::uint32_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.text(trace.slices().name.at(i)) == name)
            return true;
    }
    return false;
}

void makeDatabase(const fs::path& path)
{
    fs::create_directories(path.parent_path());
    MadeDatabase database(path);
    database.makeProfileTables(Schema::First);
    database.run(
        "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId, globalPid, taskType, contextId, "
        "streamId, taskId, modelId) VALUES (1700000000000100000, 1700000000000120000, 0, 1, 1, 7, 0, 0, 2, 1, 1)");
}

} // namespace

void TestImportMsprof::aCaptureIsOneRank()
{
    MadeCapture files;
    files.device(
        4, R"({"rank_id":"2","hostname":"node7","DeviceInfo":[{"id":4,"ai_core_num":24,"aic_frequency":"1800"}]})");
    files.write(std::string(MadeCapture::kName) + "/device_4/sample.json",
                R"({"ai_core_metrics":"PipeUtilization","nested":{"a":1}})");
    files.output("msprof_20250101120000.json", smallTrace());
    files.output("op_summary_20250101120001.csv",
                 MadeCapture::kSummaryHeader + MadeCapture::summaryRow("mm", 100, 20, 4));
    files.output("README.txt", "hello");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(1));
    const RankInfo& rank = trace.ranks().front();
    QCOMPARE(rank.format, std::string("msprof-text"));
    QCOMPARE(rank.rank, std::optional<std::int64_t>(2));
    QCOMPARE(rank.device, std::optional<std::int64_t>(4));
    QCOMPARE(rank.host, std::string("node7"));
    QCOMPARE(rank.path, files.capture().string());
    QCOMPARE(rank.switches.at("ai_core_num"), std::string("24"));
    QCOMPARE(rank.switches.at("ai_core_metrics"), std::string("PipeUtilization"));
    QCOMPARE(trace.slices().size(), std::uint32_t(2));
    QCOMPARE(trace.kernels().size(), std::uint32_t(1));
    QVERIFY(trace.kernels().slice.at(0).valid());
    QCOMPARE(reportOf(*result, "msprof_20250101120000.json")->note, std::string(kFromDocumentation));
    QCOMPARE(reportOf(*result, "op_summary_20250101120001.csv")->note, std::string(kFromDocumentation));
    QCOMPARE(reportOf(*result, "info.json.4")->status, FileStatus::Ok);
    QCOMPARE(reportOf(*result, "README.txt")->status, FileStatus::Skipped);
}

void TestImportMsprof::placesOfACapture_data()
{
    QTest::addColumn<QString>("opened"); // below the root of the files
    const QString capture = QString::fromLatin1(MadeCapture::kName);
    QTest::newRow("the parent") << QString();
    QTest::newRow("the capture") << capture;
    QTest::newRow("with a slash") << capture + u'/';
    QTest::newRow("its output") << capture + QLatin1String("/mindstudio_profiler_output");
    QTest::newRow("its output with a slash") << capture + QLatin1String("/mindstudio_profiler_output/");
}

void TestImportMsprof::placesOfACapture()
{
    QFETCH(QString, opened);
    MadeCapture files;
    files.device(0, R"({"rank_id":5})");
    files.output("msprof_slice_0_20250101120000.json", smallTrace("a", 100));
    files.output("msprof_slice_1_20250101120000.json", smallTrace("b", 200));
    files.output("op_summary_20250101120000.csv", MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    const auto result = imported({files.root() / opened.toStdString()});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->ranks().front().rank, std::optional<std::int64_t>(5));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(4));
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(1));
}

void TestImportMsprof::slicesAreOneTrace()
{
    const std::vector<std::string> events = {MadeCapture::slice(kHostPid, 5, "Node@launch", 10, 40),
                                             MadeCapture::flow(kHostPid, 5, "40006882869110636543", true, 20),
                                             MadeCapture::slice(kHostPid, 5, "Runtime@KernelLaunch", 15, 10),
                                             MadeCapture::slice(kDevicePid, 2, "mm", 100, 20),
                                             MadeCapture::flow(kDevicePid, 2, "40006882869110636543", false, 100)};
    MadeCapture whole;
    MadeCapture sliced;
    std::vector<std::string> all = {MadeCapture::metadata()};
    all.insert(all.end(), events.begin(), events.end());
    whole.output("msprof_20250101120000.json", MadeCapture::joined(all));
    for (std::size_t i = 0; i < events.size(); ++i)
        sliced.output("msprof_slice_" + std::to_string(i) + "_20250101120000.json",
                      MadeCapture::trace({MadeCapture::metadata(), events[i]}));
    for (const MadeCapture* files : {&whole, &sliced}) {
        const auto result = imported({files->root()});
        QVERIFY(result.ok());
        const Trace& trace = *result->trace;
        QCOMPARE(trace.ranks().size(), std::size_t(1));
        QCOMPARE(trace.processes().size(), std::size_t(2));
        QCOMPARE(trace.slices().size(), std::uint32_t(3));
        QCOMPARE(trace.flows().size(), std::uint32_t(1));
        QCOMPARE(trace.text(trace.slices().name.at(trace.flows().fromSlice.at(0).row)),
                 std::string_view("Runtime@KernelLaunch"));
        QCOMPARE(trace.text(trace.slices().name.at(trace.flows().toSlice.at(0).row)), std::string_view("mm"));
        const TrackInfo* const host = trackNamed(trace, "Thread 5");
        QVERIFY(host && host->slices.size() == 2);
        QCOMPARE(trace.slices().parent.at(host->slices.last - 1), SliceId{host->slices.first});
        QCOMPARE(result->issues.total(), std::uint64_t(0));
    }
}

void TestImportMsprof::aMissingSlice()
{
    MadeCapture files;
    files.output("msprof_slice_0_20250101120000.json", smallTrace("a", 100));
    files.output("msprof_slice_2_20250101120000.json", smallTrace("b", 200));
    files.output("op_summary_slice_1_20250101120000.csv",
                 MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    const auto result = imported({files.capture()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->slices().size(), std::uint32_t(4));
    QCOMPARE(result->issues.countOf(IssueKind::MissingSlice), std::uint64_t(1));
}

void TestImportMsprof::aDamagedSlice()
{
    MadeCapture files;
    const std::string sound = smallTrace("b", 200);
    files.output("msprof_slice_0_20250101120000.json", smallTrace("a", 100));
    files.output("msprof_slice_1_20250101120000.json", sound.substr(0, sound.size() - 30)); // cut
    files.output("msprof_slice_2_20250101120000.json", "");
    const auto result = imported({files.capture()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->slices().size(), std::uint32_t(3));
    QCOMPARE(result->issues.countOf(IssueKind::Truncated), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(1));
    QCOMPARE(reportOf(*result, "msprof_slice_1_20250101120000.json")->status, FileStatus::Partial);
    QCOMPARE(reportOf(*result, "msprof_slice_2_20250101120000.json")->reason, std::string("empty file"));
}

void TestImportMsprof::theNewestOfSeveralExports()
{
    MadeCapture files;
    files.output("msprof_20250101120000.json", smallTrace("old"));
    files.output("msprof_slice_0_20250102120000.json", smallTrace("new a", 100));
    files.output("msprof_slice_1_20250102120000.json", smallTrace("new b", 200));
    files.output("op_summary_20250101120000.csv",
                 MadeCapture::kSummaryHeader + MadeCapture::summaryRow("old", 100, 20));
    files.output("op_summary_20250102120000.csv",
                 MadeCapture::kSummaryHeader + MadeCapture::summaryRow("new", 100, 20));
    files.output("op_statistic_20250101120000.csv", "OP Type,Core Type,Count,Total Time(us)\nM,AI_CORE,1,20\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(1));
    QVERIFY(hasSlice(trace, "new a") && hasSlice(trace, "new b") && !hasSlice(trace, "old"));
    QCOMPARE(trace.kernels().size(), std::uint32_t(1));
    QCOMPARE(kernelName(trace, 0), std::string("new"));
    QVERIFY(extraTable(trace, "op_statistic")); // the later export has none of its own
    for (const char* name : {"msprof_20250101120000.json", "op_summary_20250101120000.csv"}) {
        QCOMPARE(reportOf(*result, name)->status, FileStatus::Skipped);
        QVERIFY(reportOf(*result, name)->reason.find("20250102120000") != std::string::npos);
    }
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(0));
}

void TestImportMsprof::oldExports()
{
    MadeCapture files;
    const fs::path device = fs::path(MadeCapture::kName) / "device_3";
    files.device(3, R"({"rank_id":1})");
    for (const int iteration : {1, 2, 10}) {
        const std::string number = std::to_string(iteration);
        files.write(device / "timeline" / ("msprof_3_2_" + number + ".json"),
                    smallTrace("k" + number, 100.0 * iteration));
        files.write(device / "timeline" / ("task_time_3_2_" + number + ".json"),
                    smallTrace("k" + number, 100.0 * iteration));
        files.write(device / "summary" / ("op_summary_3_2_" + number + ".csv"),
                    MadeCapture::kSummaryHeader + MadeCapture::summaryRow("k" + number, 100.0 * iteration, 20, 3));
    }
    for (const fs::path& path : {files.root(), files.capture(), files.root() / device}) {
        const auto result = imported({path});
        QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
        const Trace& trace = *result->trace;
        QCOMPARE(trace.ranks().size(), std::size_t(1));
        QCOMPARE(trace.ranks().front().rank, std::optional<std::int64_t>(1));
        QCOMPARE(trace.ranks().front().device, std::optional<std::int64_t>(3));
        QCOMPARE(trace.slices().size(), std::uint32_t(6));
        QCOMPARE(trace.kernels().size(), std::uint32_t(3));
        QVERIFY(trace.kernels().slice.at(2).valid());
        QCOMPARE(reportOf(*result, "task_time_3_2_2.json")->status, FileStatus::Skipped);
        QVERIFY(reportOf(*result, "msprof_3_2_1.json")->note.empty()); // of these real ones were read
    }
}

void TestImportMsprof::partsWithoutTheWhole()
{
    MadeCapture files;
    const fs::path timeline = fs::path(MadeCapture::kName) / "device_0/timeline";
    files.write(timeline / "task_time_0_1_1.json", smallTrace("a", 100));
    files.write(timeline / "task_time_0_1_2.json", smallTrace("b", 200));
    for (const char* name : {"step_trace_0_1_1.json", "step_trace_0_1_2.json"})
        files.write(timeline / name, MadeCapture::trace({MadeCapture::slice("3", 1, "Iteration 1", 90, 200)}));
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(5));
    QCOMPARE(reportOf(*result, "step_trace_0_1_2.json")->status, FileStatus::Skipped);
}

void TestImportMsprof::copiesInADirectory()
{
    MadeCapture files;
    files.write("copies/msprof_slice_0_20250101120000.json", smallTrace("a", 100));
    files.write("copies/msprof_slice_1_20250101120000.json", smallTrace("b", 200));
    files.write("copies/op_summary_20250101120000.csv",
                MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    files.write("tables/op_summary_slice_0_20250101120000.csv",
                MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    files.write("tables/op_summary_slice_1_20250101120000.csv",
                MadeCapture::kSummaryHeader + MadeCapture::summaryRow("b", 200, 20));
    files.write("others/trace_20250101120000.json", smallTrace("c", 300));
    files.write("others/trace_20250102120000.json", smallTrace("d", 400));
    const auto copies = imported({files.root() / "copies"});
    QVERIFY(copies.ok());
    QCOMPARE(copies->trace->ranks().size(), std::size_t(1));
    QCOMPARE(copies->trace->slices().size(), std::uint32_t(4));
    QCOMPARE(copies->trace->kernels().size(), std::uint32_t(1));
    const auto tables = imported({files.root() / "tables"});
    QVERIFY(tables.ok());
    QCOMPARE(tables->trace->ranks().size(), std::size_t(1));
    QCOMPARE(tables->trace->kernels().size(), std::uint32_t(2));
    QCOMPARE(tables->trace->slices().size(), std::uint32_t(2));
    const auto others = imported({files.root() / "others"}); // traces of somebody else, each its own
    QVERIFY(others.ok());
    QCOMPARE(others->trace->ranks().size(), std::size_t(2));
}

void TestImportMsprof::insideAFrameworkDirectory()
{
    MadeCapture files;
    const std::string around = "w_1_20250101120000_ascend_pt/";
    files.write(around + MadeCapture::kName + "/mindstudio_profiler_output/msprof_20250101120000.json",
                smallTrace("p"));
    files.write(around + MadeCapture::kName + "/device_0/info.json.0", R"({"rank_id":-1})");
    files.write(around + "FRAMEWORK/torch.op_range", "x");
    files.write(around + "profiler_info_6.json", "{}");
    const auto alone = imported({files.root()});
    QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().text().c_str());
    QCOMPARE(alone->trace->ranks().size(), std::size_t(1));
    QCOMPARE(alone->trace->ranks().front().format, std::string("msprof-text"));
    QCOMPARE(alone->trace->ranks().front().rank, std::optional<std::int64_t>(6));
    QCOMPARE(alone->issues.countOf(IssueKind::NotAnalysed), std::uint64_t(0));

    files.write(around + "ASCEND_PROFILER_OUTPUT/trace_view.json", MadeCapture::timeline());
    const auto both = imported({files.root()});
    QVERIFY(both.ok());
    QCOMPARE(both->trace->ranks().size(), std::size_t(1));
    QCOMPARE(both->trace->ranks().front().format, std::string("torch-npu-text"));
    QVERIFY(!hasSlice(*both->trace, "p"));
}

void TestImportMsprof::textBeforeDatabases()
{
    MadeCapture files;
    files.output("msprof_20250101120000.json", smallTrace());
    makeDatabase(files.capture() / "msprof_20250101120000.db");
    MadeDatabase(files.capture() / "mine.db").run("CREATE TABLE a (b)");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->ranks().front().format, std::string("msprof-text"));
    const auto report = reportOf(*result, "msprof_20250101120000.db");
    QVERIFY(report && report->status == FileStatus::Unsupported && !report->tables.empty());
    QVERIFY(report->reason.find("text export") != std::string::npos);
    QVERIFY(reportOf(*result, "mine.db")->reason.find("no database") != std::string::npos);
}

void TestImportMsprof::aDatabaseStandsIn()
{
    MadeCapture files;
    files.output("msprof_20250101120000.json", "");
    makeDatabase(files.capture() / "msprof_20250101120000.db");
    makeDatabase(files.capture() / "msprof_20250102120000.db");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(1));
    QCOMPARE(reportOf(*result, "msprof_20250102120000.db")->status, FileStatus::Ok);
    QCOMPARE(reportOf(*result, "msprof_20250101120000.db")->status, FileStatus::Unsupported);
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(1));
}

void TestImportMsprof::communicationOfTheAnalyser()
{
    MadeCapture files;
    files.output("msprof_20250101120000.json", smallTrace());
    files.write(std::string(MadeCapture::kName) + "/analyze/communication.json",
                R"J({"step":{"p2p":{},"collective":{"hcom_allReduce__1_0_1@9":{"Communication Time Info":
{"Start Timestamp(us)":1700000000000200.0,"Elapse Time(ms)":1.5,"Transit Time(ms)":0.5,"Wait Time(ms)":1,
"Synchronization Time(ms)":1,"Idle Time(ms)":0},"Communication Bandwidth Info":{}}}}})J");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->records().communication.size(), 1U);
    QCOMPARE(reportOf(*result, "communication.json")->status, FileStatus::Ok);
}

void TestImportMsprof::emptyFiles()
{
    MadeCapture files;
    files.output("msprof_20250101120000.json", "");
    files.output("op_summary_20250101120000.csv", MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    files.output("task_time_20250101120000.csv", "");
    files.output("op_statistic_20250101120000.csv", "OP Type,Core Type,Count,Total Time(us)\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->slices().size(), std::uint32_t(1)); // of the table
    QCOMPARE(reportOf(*result, "msprof_20250101120000.json")->reason, std::string("empty file"));
    QCOMPARE(reportOf(*result, "task_time_20250101120000.csv")->reason, std::string("empty file"));
    QCOMPARE(reportOf(*result, "op_statistic_20250101120000.csv")->status, FileStatus::Ok);
    QVERIFY(!reportOf(*result, "op_statistic_20250101120000.csv")->reason.empty());
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(2));
}

void TestImportMsprof::nothingUsable()
{
    MadeCapture files;
    files.output("msprof_20250101120000.json", "no trace at all");
    files.output("mine.csv", "a,b\n1,2\n");
    const auto result = imported({files.root()});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Damaged);
    QVERIFY(result.error().advice.find("msprof --export=on") != std::string::npos);
}

void TestImportMsprof::cancelled()
{
    MadeCapture files;
    files.output("msprof_20250101120000.json", smallTrace());
    std::stop_source stop;
    stop.request_stop();
    TaskPool pool(1);
    const auto result = importPaths({files.capture()}, {}, pool, Progress(stop.get_token()));
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
}

void TestImportMsprof::nothingIsTouched()
{
    MadeCapture files;
    files.device(0, R"({"rank_id":0})");
    files.output("msprof_20250101120000.json", smallTrace());
    files.output("op_summary_20250101120000.csv", MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    makeDatabase(files.capture() / "msprof_20250101120000.db");
    const auto before = stateOf(files.root());
    QVERIFY(imported({files.root()}).ok());
    QVERIFY(stateOf(files.root()) == before);
}

int main(int argc, char** argv)
{
    TestImportMsprof import;
    TestExportName names;
    TestCaptureRanks ranks;
    TestCaptureTables tables;
    TestKeptTables kept;
    int failed = 0;
    for (QObject* test : std::initializer_list<QObject*>{&import, &names, &ranks, &tables, &kept})
        failed += QTest::qExec(test, argc, argv);
    return failed == 0 ? 0 : 1;
}
