// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_capture_ranks.h"

#include <QTest>

#include "made_capture.h"
#include "tests/support/made_database.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

using Ranks = std::vector<std::optional<std::int64_t>>;

Ranks rankNumbers(const Trace& trace)
{
    Ranks numbers;
    for (const RankInfo& rank : trace.ranks())
        numbers.push_back(rank.rank);
    return numbers;
}

Ranks devicesOf(const Trace& trace)
{
    Ranks numbers;
    for (const RankInfo& rank : trace.ranks())
        numbers.push_back(rank.device);
    return numbers;
}

std::string deviceTrace(int device, const std::string& label = "NPU")
{
    const std::string npu = MadeCapture::pid(7, 13, device);
    return MadeCapture::trace({MadeCapture::named(npu, "Ascend Hardware", label),
                               MadeCapture::thread(npu, 2, "Stream 2"),
                               MadeCapture::slice(npu, 2, "k" + std::to_string(device), 100, 20)});
}

} // namespace

void TestCaptureRanks::placesOfTheRank_data()
{
    QTest::addColumn<QString>("info");     // info.json.4; "-": none
    QTest::addColumn<QString>("parent");   // directory around the capture
    QTest::addColumn<QString>("profiler"); // a file in it
    QTest::addColumn<int>("inDatabase");   // RANK_DEVICE_MAP; -2: no database
    QTest::addColumn<int>("rank");         // -1: none
    const auto row = [](const char* title, const char* info, const char* parent, const char* profiler, int database,
                        int rank) {
        QTest::newRow(title) << QString::fromLatin1(info) << QString::fromLatin1(parent)
                             << QString::fromLatin1(profiler) << database << rank;
    };
    row("a text", R"({"rank_id":"3"})", "job", "", -2, 3);
    row("a number", R"({"rank_id":3})", "job", "", -2, 3);
    row("unknown", R"({"rank_id":-1})", "job", "", -2, -1);
    row("absent", "{}", "job", "", -2, -1);
    row("no file", "-", "job", "", -2, -1);
    row("damaged", R"({"rank_id":)", "job", "", -2, -1);
    row("no object", "[[[[", "job", "", -2, -1);
    row("of the framework", R"({"rank_id":3})", "x_ascend_pt", "profiler_info_5.json", -2, 5);
    row("framework without a number", R"({"rank_id":3})", "x_ascend_pt", "profiler_info.json", -2, 3);
    row("in the database", R"({"rank_id":-1})", "job", "", 7, 7);
    row("unknown there too", "{}", "job", "", -1, -1);
    row("the directory's name", "{}", "rank_9", "", -2, 9);
    row("file before name", R"({"rank_id":3})", "rank_9", "", -2, 3);
}

void TestCaptureRanks::placesOfTheRank()
{
    QFETCH(QString, info);
    QFETCH(QString, parent);
    QFETCH(QString, profiler);
    QFETCH(int, inDatabase);
    QFETCH(int, rank);
    MadeCapture files;
    const fs::path around = parent.toStdString();
    const fs::path capture = around / MadeCapture::kName;
    files.write(capture / "mindstudio_profiler_output/msprof_20250101120000.json", deviceTrace(4));
    fs::create_directories(files.root() / capture / "device_4");
    if (info != QLatin1String("-"))
        files.write(capture / "device_4/info.json.4", info.toStdString());
    if (!profiler.isEmpty())
        files.write(around / profiler.toStdString(), "{}");
    if (inDatabase > -2)
        MadeDatabase(files.root() / capture / "msprof_20250101120000.db")
            .run("CREATE TABLE RANK_DEVICE_MAP (rankId, deviceId); INSERT INTO RANK_DEVICE_MAP VALUES ("
                 + std::to_string(inDatabase) + ", 4)");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->ranks().front().rank.value_or(-1), std::int64_t(rank));
    QCOMPARE(result->trace->ranks().front().device, std::optional<std::int64_t>(4));
}

void TestCaptureRanks::capturesWithoutARankAreNumbered()
{
    MadeCapture files;
    const auto add = [&files](const std::string& capture, const std::string& host, int device, int rank) {
        files.write("PROF_" + capture + "/mindstudio_profiler_output/msprof_20250101120000.json", deviceTrace(device));
        files.write("PROF_" + capture + "/device_" + std::to_string(device) + "/info.json." + std::to_string(device),
                    R"({"hostUid":")" + host + R"(","rank_id":)" + std::to_string(rank) + "}");
    };
    add("000001_1_AAAAA", "b", 0, -1);
    add("000002_1_AAAAA", "a", 10, -1);
    add("000003_1_AAAAA", "a", 2, -1);
    const auto numbered = imported({files.root()});
    QVERIFY(numbered.ok());
    QCOMPARE(rankNumbers(*numbered->trace), (Ranks{0, 1, 2}));
    QCOMPARE(devicesOf(*numbered->trace), (Ranks{2, 10, 0}));

    add("000004_1_AAAAA", "c", 0, 3); // a stated one: the others keep what their files say, nothing
    const auto stated = imported({files.root()});
    QVERIFY(stated.ok());
    QCOMPARE(stated->trace->ranks().size(), std::size_t(4));
    QCOMPARE(stated->trace->ranks().front().rank, std::optional<std::int64_t>(3));
    QVERIFY(!stated->trace->ranks().back().rank);
}

void TestCaptureRanks::severalDevices_data()
{
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("labels with numbers") << QStringList{QStringLiteral("NPU 1"), QStringLiteral("NPU 6")};
    QTest::newRow("bare labels") << QStringList{QStringLiteral("NPU"), QStringLiteral("NPU")};
}

void TestCaptureRanks::severalDevices()
{
    QFETCH(QStringList, labels);
    MadeCapture files;
    files.device(1, R"({"rank_id":11})");
    files.device(6, R"({"rank_id":16})");
    const std::string first = MadeCapture::pid(7, 13, 1);
    const std::string second = MadeCapture::pid(7, 13, 6);
    files.output(
        "msprof_20250101120000.json",
        MadeCapture::trace({MadeCapture::named(second, "Ascend Hardware", labels[1].toStdString()),
                            MadeCapture::named(first, "Ascend Hardware", labels[0].toStdString()),
                            MadeCapture::thread(first, 2, "Stream 2"), MadeCapture::thread(second, 2, "Stream 2"),
                            MadeCapture::slice(second, 2, "b", 200, 20), MadeCapture::slice(first, 2, "a", 100, 20),
                            MadeCapture::counter(second, "AI Core Freq", "MHz", 100, 1800)}));
    files.output("op_summary_20250101120000.csv", MadeCapture::kSummaryHeader + MadeCapture::summaryRow("b", 200, 20, 6)
                                                      + MadeCapture::summaryRow("a", 100, 20, 1));
    files.output("api_statistic_20250101120000.csv", "Device_id,Level,API Name,Time(us),Count\nhost,acl,x,1,1\n");
    files.output(
        "memory_record_20250101120000.csv",
        "Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device\n6,PTA,100\t,1,2,NPU:6\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(rankNumbers(trace), (Ranks{11, 16}));
    QCOMPARE(devicesOf(trace), (Ranks{1, 6}));
    QCOMPARE(trace.kernels().size(), std::uint32_t(2));
    for (std::uint32_t row = 0; row < 2; ++row) {
        QCOMPARE(trace.kernels().rank.at(row), RankId{row});
        QVERIFY(trace.kernels().slice.at(row).valid());
        QCOMPARE(trace.track(trace.trackOf(trace.kernels().slice.at(row))).rank, RankId{row});
    }
    QVERIFY(extraTable(trace, "api_statistic", RankId{0}) && !extraTable(trace, "api_statistic", RankId{1}));
    QCOMPARE(trace.records().memory.at(0).rank, RankId{1});
    QCOMPARE(trace.counters().front().rank, RankId{1});
}

void TestCaptureRanks::oneDeviceAsksForOneRank()
{
    MadeCapture files;
    files.device(0, R"({"rank_id":0})");
    files.device(1, R"({"rank_id":1})"); // nothing of it was exported
    files.output("msprof_20250101120000.json", deviceTrace(1));
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (Ranks{1}));
}

void TestCaptureRanks::oldExportsOfSeveralDevices()
{
    MadeCapture files;
    for (const int device : {0, 1}) {
        const fs::path directory = fs::path(MadeCapture::kName) / ("device_" + std::to_string(device));
        files.device(device, R"({"rank_id":)" + std::to_string(4 + device) + "}");
        // These ids do not tell the device: the directory does.
        files.write(directory / "timeline/msprof_x_1.json",
                    MadeCapture::trace(
                        {MadeCapture::named("3", "Ascend Hardware", "NPU"), MadeCapture::slice("3", 2, "k", 100, 20)}));
        files.write(directory / "summary/op_summary_x_1.csv",
                    "Task ID,Stream ID,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Block Dim\n"
                    "1,2,k,T,AI_CORE,"
                        + MadeCapture::time(100) + ",20,8\n");
    }
    const auto all = imported({files.root()});
    QVERIFY(all.ok());
    QCOMPARE(rankNumbers(*all->trace), (Ranks{4, 5}));
    QCOMPARE(all->trace->kernels().rank.at(1), RankId{1});
    QVERIFY(all->trace->kernels().slice.at(0).valid() && all->trace->kernels().slice.at(1).valid());
    const auto one = imported({files.capture() / "device_1"});
    QVERIFY(one.ok());
    QCOMPARE(rankNumbers(*one->trace), (Ranks{5}));
    QCOMPARE(one->trace->slices().size(), std::uint32_t(1));
}

void TestCaptureRanks::arrowsToSeveralDevices()
{
    MadeCapture files;
    const std::string host = MadeCapture::pid(7, 7, MadeCapture::kHost);
    std::vector<std::string> events = {MadeCapture::named(host, "CANN", "CPU")};
    for (const int device : {0, 1}) {
        const std::string npu = MadeCapture::pid(7, 13, device);
        const std::string id = std::to_string(100 + device);
        events.push_back(MadeCapture::named(npu, "Ascend Hardware", "NPU"));
        events.push_back(MadeCapture::thread(npu, 2, "Stream 2"));
        events.push_back(MadeCapture::slice(host, 5, "Node@launch", 10 + 20 * device, 10));
        events.push_back(MadeCapture::flow(host, 5, id, true, 12 + 20 * device));
        events.push_back(MadeCapture::slice(npu, 2, "k", 100, 20));
        events.push_back(MadeCapture::flow(npu, 2, id, false, 100));
    }
    files.output("msprof_20250101120000.json", MadeCapture::joined(events));
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(2));
    QCOMPARE(trace.flows().size(), std::uint32_t(2));
    for (std::uint32_t row = 0; row < 2; ++row) {
        QVERIFY(trace.flows().fromSlice.at(row).valid() && trace.flows().toSlice.at(row).valid());
        QCOMPARE(trace.track(trace.flows().toTrack.at(row)).rank, RankId{row});
    }
    QCOMPARE(trace.totals().flowStartsUnmatched, std::uint64_t(0));
}

void TestCaptureRanks::mindSporeDirectories()
{
    ProfileFiles files;
    for (const int rank : {0, 1}) {
        const std::string directory = "rank_" + std::to_string(rank) + "/node_5_20250101_ascend_ms";
        files.write(directory + "/ASCEND_PROFILER_OUTPUT/trace_view.json", ProfileFiles::timeline());
        files.write(directory + "/ASCEND_PROFILER_OUTPUT/kernel_details.csv", ProfileFiles::kernelTable());
        files.write(directory + "/ASCEND_PROFILER_OUTPUT/dataset.csv",
                    "Operation,Stage,Occurrences,Avg. time (us),Custom Info\nBatch,Push,3,1.5,\n");
        files.write(directory + "/ASCEND_PROFILER_OUTPUT/minddata_pipeline_raw_0.csv",
                    "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,output_queue_length,"
                    "output_queue_usage_rate,sample_interval,parent_id,children_id\n0,Batch,4,,,,0,10,,[1]\n");
        files.write(directory + "/ASCEND_PROFILER_OUTPUT/minddata_pipeline_summary_0.csv",
                    "op_ids,0,1\nop_names,Batch,Shuffle\nper_batch_time,1.5,2.5,3.5\n");
        files.write(directory + "/ASCEND_PROFILER_OUTPUT/minddata_pipeline_summary_0.json", R"({"op_ids":[0,1]})");
        files.write(directory + "/PROF_1_1_AAAAA/mindstudio_profiler_output/msprof_20250101120000.json", "[]");
    }
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(rankNumbers(trace), (Ranks{0, 1}));
    for (const RankId rank : {RankId{0}, RankId{1}}) {
        QCOMPARE(extraTable(trace, "dataset", rank)->rows, std::uint32_t(1));
        QCOMPARE(extraTable(trace, "minddata_pipeline_raw", rank)->rows, std::uint32_t(1));
        const ExtraTable* const summary = extraTable(trace, "minddata_pipeline_summary", rank);
        QVERIFY(summary && summary->rows == 2);
        QCOMPARE(summary->fields.size(), std::size_t(4)); // one row is longer than the header
    }
    QCOMPARE(result->issues.countOf(IssueKind::WrongFieldCount), std::uint64_t(0));
    QCOMPARE(reportOf(*result, "dataset.csv")->note, std::string(kFromDocumentation));
    QVERIFY(reportOf(*result, "minddata_pipeline_raw_0.csv")->note.empty());
    QVERIFY(reportOf(*result, "minddata_pipeline_summary_0.json")->reason.find("csv") != std::string::npos);

    ProfileFiles raw;
    raw.write("job/node_5_20250101_ascend_ms/FRAMEWORK/x", "x");
    const auto notAnalysed = imported({raw.root()});
    QVERIFY(!notAnalysed.ok());
    const std::string call =
        "from mindspore.profiler.profiler import analyse; analyse(\"" + (raw.root() / "job").string();
    QVERIFY2(notAnalysed.error().text().find(call) != std::string::npos, notAnalysed.error().text().c_str());
}
