// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <unistd.h>

#include "core/import/standard_input.h"
#include "core/import/tasks/relaxed_json.h"
#include "profile_files.h"
#include "test_discovery.h"
#include "test_torch_npu.h"

using namespace tideline;
using namespace tideline::test;

/// Task lists, single tables, standard input, and what only the frozen trace tells.
class TestImport : public QObject {
    Q_OBJECT

private slots:
    void tasks();
    void relaxedJson();
    void aTableOfUnknownKind();
    void taskTimeAlone();
    void streams();
    void traceIssues();
};

void TestImport::tasks()
{
    ProfileFiles files;
    const auto path = files.write("t.json", R"({
  // one inference
  "device": {"name": "x"},
  "tasks": [
    {"name": "MatMul_1", "start_time": 0.0, "end_time": 1.200001, "ai_core_utilization": 0.85,
     "l2_cache_hit_rate": 0.72, "memory_read_bytes": 2048000, "memory_write_bytes": 1024000}, // see http://x
    {"name": "// no comment ...", "start_time": "2", "end_time": 1, "extra": {"start_time": 9}},
    {"name": "open", "start_time": 3},
    {"end_time": 3},
    ...
  ]
})");
    const auto result = imported({path});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().front().format, std::string("tasks"));
    QCOMPARE(trace.kernels().size(), std::uint32_t(3));
    QCOMPARE(trace.slices().size(), std::uint32_t(3));
    QCOMPARE(trace.kernels().duration.at(0).ns, std::int64_t(1'200'001));
    QCOMPARE(trace.kernels().start.at(1).ns, std::int64_t(2'000'000));
    QCOMPARE(std::string(trace.text(trace.kernels().name.at(1))), std::string("// no comment ..."));
    QCOMPARE(trace.tracks().front().name, std::string("Tasks"));
    QCOMPARE(trace.kernels().metrics.size(), std::size_t(4));
    QCOMPARE(result->issues.countOf(IssueKind::BadTime), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::MissingDuration), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::NegativeDuration), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::KernelWithoutSlice), std::uint64_t(0));
    QVERIFY(trace.kernelOf(trace.kernels().slice.at(0)).valid());
    const auto bad = imported({files.write("bad.json", R"({"tasks":[{"name":"a","start_time":0,"end_time":1,
      "ai_core_utilization":150,"memory_read_bytes":1e308,"l2_cache_hit_rate":1}]})")});
    QVERIFY(bad.ok());
    QCOMPARE(bad->issues.countOf(IssueKind::BadFigure), std::uint64_t(2));
    QCOMPARE(bad->trace->kernels().metrics.size(), std::size_t(1)); // the hit rate

    const auto cut = imported({files.write("cut.json", R"({"tasks":[{"name":"a","start_time":0,"end_time":1},{"na)")});
    QVERIFY(cut.ok());
    QCOMPARE(cut->trace->kernels().size(), std::uint32_t(1));
    QCOMPARE(cut->issues.countOf(IssueKind::Truncated), std::uint64_t(1));
    const auto deep = imported({files.write("deep.json", "{\"tasks\":[" + std::string(200'000, '['))});
    QVERIFY(!deep.ok());
}

void TestImport::relaxedJson()
{
    std::string text = "[1, // one\n 2, ..., \"a,]//...\\\"\", ]";
    relaxJson(text);
    QCOMPARE(text, std::string("[1,       \n 2     , \"a,]//...\\\"\"  ]"));
}

void TestImport::aTableOfUnknownKind()
{
    ProfileFiles files;
    const auto result = imported({files.write("x.csv", "a,b\n1,2\n3,4\n")});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->slices().size(), std::uint32_t(0));
    QCOMPARE(reportOf(*result, "x.csv")->status, FileStatus::Unsupported);
    QCOMPARE(reportOf(*result, "x.csv")->rows, std::optional<std::uint64_t>(2));
    QCOMPARE(result->issues.countOf(IssueKind::NoSlices), std::uint64_t(1));
    QVERIFY(!imported({files.write("empty.csv", "")}).ok());
    const auto headerOnly = imported({files.write("k.csv", "Name,Type,Start Time(us),Duration(us)\n")});
    QVERIFY(headerOnly.ok());
    QCOMPARE(reportOf(*headerOnly, "k.csv")->rows, std::optional<std::uint64_t>(0));
}

void TestImport::taskTimeAlone()
{
    ProfileFiles files;
    const std::string table = "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
                              "task_stop(us)\n0,a,AI_CORE,3,1,5.5,100,105.5\n";
    const auto result = imported({files.write("task_time_1.csv", table)});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(1));
    QCOMPARE(result->trace->kernels().stream.at(0), std::int64_t(3));
    QVERIFY(result->trace->kernels().metrics.empty());

    const auto rank = files.writeRank("r_ascend_pt", 0);
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/task_time.csv", table);
    const auto beside = imported({rank});
    QVERIFY(beside.ok());
    QCOMPARE(beside->trace->kernels().size(), std::uint32_t(2));
    QCOMPARE(reportOf(*beside, "task_time.csv")->status, FileStatus::Ok);
    QCOMPARE(beside->trace->extraTables().size(), std::size_t(1));
    QCOMPARE(beside->trace->extraTables().front().name, std::string("task_time"));
}

void TestImport::streams()
{
    int ends[2] = {};
    QCOMPARE(::pipe(ends), 0);
    const std::string text = ProfileFiles::timeline();
    QCOMPARE(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(ends[1]);
    const auto inputs = readStream(ends[0], {}, Progress{});
    ::close(ends[0]);
    QVERIFY(inputs.ok());
    QCOMPARE(inputs->size(), std::size_t(1));
    std::string back(text.size(), '\0');
    QCOMPARE(inputs->front().member.data->readAt(0, back.data(), back.size()), text.size());
    QCOMPARE(back, text);
}

void TestImport::traceIssues()
{
    ProfileFiles files;
    const auto result = imported({files.write("t.json", R"([
{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10},{"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":10},
{"ph":"s","name":"x","cat":"c","id":1,"pid":1,"tid":1,"ts":1}])")});
    QVERIFY(result.ok());
    QCOMPARE(result->issues.countOf(IssueKind::OverlappingSlices), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::UnmatchedFlow), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::UnnamedProcess), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::NoSlices), std::uint64_t(0));
    QCOMPARE(result->issues.countOf(IssueKind::NoDeviceData), std::uint64_t(0));
}

int main(int argc, char** argv)
{
    TestImport import;
    TestTorchNpu torch;
    TestDiscovery discovery;
    int failed = QTest::qExec(&import, argc, argv);
    failed += QTest::qExec(&torch, argc, argv);
    failed += QTest::qExec(&discovery, argc, argv);
    return failed == 0 ? 0 : 1;
}

#include "test_import.moc"
