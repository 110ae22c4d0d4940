// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_torch_npu.h"

#include <QTest>

#include <cmath>

#include "profile_files.h"

using namespace tideline;
using namespace tideline::test;

namespace {

double metric(const Trace& trace, std::string_view name, std::uint32_t row)
{
    for (const NamedColumn& column : trace.kernels().metrics) {
        if (column.name == name)
            return column.values.at(row);
    }
    return std::nan("");
}

std::string kernelText(const Trace& trace, const Column<StringId>& column, std::uint32_t row)
{
    return std::string(trace.text(column.at(row)));
}

const TrackInfo* trackNamed(const Trace& trace, std::string_view name)
{
    for (const TrackInfo& track : trace.tracks()) {
        if (track.name == name)
            return &track;
    }
    return nullptr;
}

} // namespace

void TestTorchNpu::aRankWithTimelineAndTables()
{
    ProfileFiles files;
    const auto result = imported({files.writeRank("host1_123_20250101_ascend_pt", 3)});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(1));
    const RankInfo& rank = trace.ranks().front();
    QCOMPARE(rank.rank, std::optional<std::int64_t>(3));
    QCOMPARE(rank.device, std::optional<std::int64_t>(4));
    QCOMPARE(rank.host, std::string("host1"));
    QCOMPARE(rank.format, std::string("torch-npu-text"));
    QCOMPARE(rank.profilerLevel, std::string("Level1"));
    QCOMPARE(rank.switches.at("record_shapes"), std::string("true"));
    QCOMPARE(rank.switches.at("schedule.wait"), std::string("0"));
    QCOMPARE(rank.switches.at("_export_type"), std::string("text"));
    QCOMPARE(rank.environment.at("HCCL_ALGO"), std::string("ring"));

    QCOMPARE(trace.slices().size(), std::uint32_t(4));
    QCOMPARE(trace.kernels().size(), std::uint32_t(2));
    QCOMPARE(trace.kernels().start.at(0).ns, std::int64_t(1'700'000'000'000'100'020));
    QCOMPARE(kernelText(trace, trace.kernels().inputShapes, 0), std::string("1,2;3,4"));
    for (std::uint32_t row = 0; row < 2; ++row) {
        const SliceId slice = trace.kernels().slice.at(row);
        QVERIFY(slice.valid());
        QCOMPARE(trace.slices().start.at(slice.row), trace.kernels().start.at(row));
        QCOMPARE(trace.kernelOf(slice), KernelId{row});
    }
    QCOMPARE(result->issues.countOf(IssueKind::KernelWithoutSlice), std::uint64_t(0));
    QCOMPARE(trace.fileSteps().size(), std::size_t(1));
    QCOMPARE(trace.fileSteps().front().step, std::optional<std::int64_t>(7));
    QCOMPARE(trace.fileSteps().front().figures.at("Communication").ns, std::int64_t(30'250));
    QVERIFY(!trace.fileSteps().front().figures.contains("Step"));
    QCOMPARE(reportOf(*result, "kernel_details.csv")->rows, std::optional<std::uint64_t>(2));
    QCOMPARE(reportOf(*result, "kernel_details.csv")->status, FileStatus::Ok);
}

void TestTorchNpu::profilerInfoSpellings()
{
    for (const char* id : {"5", "\"5\""}) {
        ProfileFiles files;
        files.write("a_ascend_pt/profiler_info.json", std::string("{\"rank_id\":") + id + "}");
        files.write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", ProfileFiles::kernelTable());
        const auto result = imported({files.root() / "a_ascend_pt"});
        QVERIFY(result.ok());
        QCOMPARE(result->trace->ranks().front().rank, std::optional<std::int64_t>(5));
    }
    ProfileFiles damaged;
    damaged.write("a_ascend_pt/profiler_info_2.json", std::string(100'000, '['));
    damaged.write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", ProfileFiles::kernelTable());
    const auto result = imported({damaged.root() / "a_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().front().rank, std::optional<std::int64_t>(2));
    QCOMPARE(reportOf(*result, "profiler_info_2.json")->status, FileStatus::Skipped);
}

void TestTorchNpu::ranksFromNames()
{
    ProfileFiles files;
    files.write("rank_6/x_ascend_ms/ASCEND_PROFILER_OUTPUT/kernel_details.csv", ProfileFiles::kernelTable());
    files.write("b_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", ProfileFiles::kernelTable());
    files.write("b_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_4.db", "x");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(2));
    QCOMPARE(result->trace->ranks()[0].rank, std::optional<std::int64_t>(4)); // by number, not by the walk
    QCOMPARE(result->trace->ranks()[1].rank, std::optional<std::int64_t>(6));
}

void TestTorchNpu::kernelColumnsInAllSpellings()
{
    ProfileFiles files;
    const auto path = files.write("op_summary_20250101000000.csv",
                                  "Device_id,Model Name,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,"
                                  "Task Start Time(us),Task Duration(us),Task Wait Time(us),Block Num,Mix Block Num,"
                                  "Context ID,aicore_time(us)\n"
                                  "0,N/A,4294967295,7,5,a,MatMul,static,MIX_AIC,100.5\t,20.25,1.5,20,40,N/A,19\n"
                                  "0,N/A,4294967295,N/A,N/A,b,N/A,N/A,COMMUNICATION,130\t,5,0,N/A,N/A,N/A,N/A\n");
    const auto result = imported({path});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.kernels().size(), std::uint32_t(2));
    QCOMPARE(trace.kernels().start.at(0).ns, std::int64_t(100'500));
    QCOMPARE(trace.kernels().duration.at(0).ns, std::int64_t(20'250));
    QCOMPARE(trace.kernels().wait.at(0).ns, std::int64_t(1'500));
    QCOMPARE(trace.kernels().blockDim.at(0), std::int64_t(20));
    QCOMPARE(trace.kernels().mixBlockDim.at(0), std::int64_t(40));
    QCOMPARE(trace.kernels().stream.at(1), kNoInteger);
    QCOMPARE(kernelText(trace, trace.kernels().core, 0), std::string("MIX_AIC"));
    QCOMPARE(kernelText(trace, trace.kernels().type, 1), std::string("N/A"));
    QCOMPARE(trace.kernels().metrics.size(), std::size_t(1));
    QCOMPARE(metric(trace, "aicore_time(us)", 0), 19.0);
    QVERIFY(trackNamed(trace, "Stream 5"));
    QVERIFY(trackNamed(trace, "Communication"));
    QCOMPARE(trackNamed(trace, "Communication")->kind, TrackKind::CommGroup);
}

void TestTorchNpu::missingValuesAreNoNumbers()
{
    ProfileFiles files;
    const auto path = files.write("op_summary_1.csv",
                                  "Device_id,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Task "
                                  "Wait Time(us),Block Dim,aic_mac_ratio,aiv_time(us)\n"
                                  "0,K1,MatMul,AI_CORE,1780676244313289.000\t,87.380,0,20,0.9,N/A\n"
                                  "0,K2,Add,AI_VECTOR_CORE,1780676244313400.120\t,6.720,2.880000,40,NA,6.5\n"
                                  "0,hcom,N/A,COMMUNICATION,1780676244313500.880\t,50.0,0,N/A,,N/A\n");
    const auto result = imported({path});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.kernels().size(), std::uint32_t(3));
    QCOMPARE(metric(trace, "aic_mac_ratio", 0), 0.9);
    QVERIFY(std::isnan(metric(trace, "aic_mac_ratio", 1)));
    QVERIFY(std::isnan(metric(trace, "aic_mac_ratio", 2)));
    std::int64_t total = 0;
    for (std::uint32_t row = 0; row < 3; ++row)
        total += trace.kernels().duration.at(row).ns;
    QCOMPARE(total, std::int64_t(144'100));
}

void TestTorchNpu::byteOrderMarkAndCarriageReturns()
{
    ProfileFiles files;
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
                "\xEF\xBB\xBFStep Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input Shapes\r\n"
                "1,mm,MatMulV2,AI_CORE,1736408883704643.212\t,53.742,\"\"\"1,2;3,4\"\"\"\r\n");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    const KernelColumns& kernels = result->trace->kernels();
    QCOMPARE(kernels.size(), std::uint32_t(1));
    QCOMPARE(kernels.step.at(0), std::int64_t(1));
    QCOMPARE(kernels.duration.at(0).ns, std::int64_t(53'742));
    QCOMPARE(kernels.start.at(0).ns, std::int64_t(1'736'408'883'704'643'212));
    QCOMPARE(kernelText(*result->trace, kernels.inputShapes, 0), std::string("1,2;3,4"));
}

void TestTorchNpu::wrongFieldCountsAreCounted()
{
    ProfileFiles files;
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
                "Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                "a,T,AI_CORE,1,1\nwith, comma,T,AI_CORE,2,1\nb,T,AI_CORE,3\nc,T,AI_CORE,4,1\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(2));
    QCOMPARE(result->issues.countOf(IssueKind::WrongFieldCount), std::uint64_t(2));
    for (const ImportIssue& issue : result->issues.list()) {
        if (issue.kind == IssueKind::WrongFieldCount)
            QVERIFY(issue.first.ends_with("kernel_details.csv:3"));
    }
    QCOMPARE(reportOf(*result, "kernel_details.csv")->status, FileStatus::Partial);
    QCOMPARE(reportOf(*result, "kernel_details.csv")->rows, std::optional<std::uint64_t>(4));
}

void TestTorchNpu::badKernelRows()
{
    ProfileFiles files;
    const auto path = files.write("k.csv", "Name,Type,Accelerator Core,Start Time(us),Duration(us),ratio\n"
                                           "a,T,AI_CORE,N/A,1,1\nb,T,AI_CORE,5,-2,nan\nc\xFF,T,AI_CORE,6,x,inf\n"
                                           "d\xFF,T,AI_CORE,7,1,inf\n");
    const auto result = imported({path});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(2));
    QCOMPARE(result->trace->kernels().duration.at(0).ns, std::int64_t(0));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(2));
    QCOMPARE(result->issues.countOf(IssueKind::NegativeDuration), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::InvalidUtf8), std::uint64_t(1));
    QCOMPARE(kernelText(*result->trace, result->trace->kernels().name, 1), std::string("d\xEF\xBF\xBD"));
    QVERIFY(result->trace->kernels().metrics.empty());
}

void TestTorchNpu::kernelsBecomeSlicesWithoutATimeline()
{
    ProfileFiles files;
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", ProfileFiles::kernelTable());
    const auto result = imported({files.root() / "r_ascend_pt" / "ASCEND_PROFILER_OUTPUT"});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.slices().size(), std::uint32_t(2));
    const TrackInfo* stream = trackNamed(trace, "Stream 2");
    const TrackInfo* communication = trackNamed(trace, "Communication");
    QVERIFY(stream && communication);
    QCOMPARE(stream->kind, TrackKind::Stream);
    QCOMPARE(trace.process(stream->process).name, std::string("Ascend Hardware"));
    QCOMPARE(trace.process(communication->process).name, std::string("Communication"));
    QCOMPARE(stream->busy.ns, std::int64_t(50'500));
    QVERIFY(trace.kernels().slice.at(0).valid() && trace.kernels().slice.at(1).valid());
    QCOMPARE(trace.trackOf(trace.kernels().slice.at(1)), trace.trackOf(SliceId{communication->slices.first}));
    QCOMPARE(trace.totals().first, std::optional<Instant>(Instant{1'700'000'000'000'100'020}));
    QCOMPARE(trace.totals().last, std::optional<Instant>(Instant{1'700'000'000'000'230'251}));
    QCOMPARE(result->issues.countOf(IssueKind::NoSlices), std::uint64_t(0));
}

void TestTorchNpu::stepsFromMarks()
{
    ProfileFiles files;
    const auto result = imported({files.writeRank("r_ascend_pt", 0)});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->steps().size(), std::size_t(1));
    const StepInfo& step = result->trace->steps().front();
    QCOMPARE(step.id, std::int64_t(7));
    QCOMPARE(step.source, StepSource::Marked);
    QCOMPARE(step.range.start.ns, std::int64_t(1'700'000'000'000'000'000));
    QCOMPARE(step.range.length().ns, std::int64_t(500'000));

    ProfileFiles kineto;
    const auto path = kineto.write("t.json", R"({"traceEvents":[
{"ph":"M","name":"process_name","pid":1,"args":{"name":"python"}},
{"ph":"X","name":"ProfilerStep#2","cat":"user_annotation","pid":1,"tid":1,"ts":20,"dur":10},
{"ph":"X","name":"ProfilerStep#1","cat":"user_annotation","pid":1,"tid":1,"ts":5,"dur":10},
{"ph":"X","name":"ProfilerStep#1","cat":"gpu_user_annotation","pid":0,"tid":7,"ts":6,"dur":90},
{"ph":"X","name":"ProfilerStep#x","cat":"user_annotation","pid":1,"tid":1,"ts":40,"dur":1},
{"ph":"X","name":"ProfilerStep","cat":"user_annotation","pid":1,"tid":1,"ts":45,"dur":1}]})");
    const auto second = imported({path});
    QVERIFY(second.ok());
    QCOMPARE(second->trace->steps().size(), std::size_t(2));
    QCOMPARE(second->trace->steps()[0].id, std::int64_t(1));
    QCOMPARE(second->trace->steps()[0].range.length().ns, std::int64_t(10'000));
    QCOMPARE(second->trace->steps()[1].id, std::int64_t(2));
}

void TestTorchNpu::stepsFromTheTable()
{
    ProfileFiles files;
    files.write("ASCEND_PROFILER_OUTPUT/kernel_details.csv",
                "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                "2,b,T,AI_CORE,50,10\n1,a,T,AI_CORE,10,5\n1,a,T,AI_CORE,20,5\n,c,T,AI_CORE,100,5\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->steps().size(), std::size_t(2));
    QCOMPARE(result->trace->steps()[0].id, std::int64_t(1));
    QCOMPARE(result->trace->steps()[0].range, (TimeRange{Instant{10'000}, Instant{25'000}}));
    QCOMPARE(result->trace->kernels().step.at(3), kNoInteger);
}

void TestTorchNpu::operatorDetailsOverSeveralLines()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/operator_details.csv",
                "Name,Input Shapes,Call Stack,Host Self Duration(us),Device Self Duration(us)\n"
                "aten::mm,\"2,3;\n3,4\",\"f.py(1): g;\nmain.py(2): h\",1.5,2\n=SUM(A1),,,3,0\n");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->extraTables().size(), std::size_t(1));
    const ExtraTable& table = result->trace->extraTables().front();
    QCOMPARE(table.name, std::string("operator_details"));
    QCOMPARE(table.rows, std::uint32_t(2));
    QCOMPARE(std::string(result->trace->text(table.fields[2].texts.at(0))), std::string("f.py(1): g;\nmain.py(2): h"));
    QVERIFY(table.fields[3].numeric);
    QCOMPARE(table.fields[3].numbers.at(0), 1.5);
}

void TestTorchNpu::filesThatAreNotRead()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    const std::string out = "r_ascend_pt/ASCEND_PROFILER_OUTPUT/";
    files.write(out + "analysis.db", "x");
    files.write(out + "mine.csv", "x,y\n1,2\n3,4\n");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(reportOf(*result, "analysis.db")->status, FileStatus::Skipped);
    QVERIFY(reportOf(*result, "analysis.db")->reason.find("not an SQLite database") != std::string::npos);
    QCOMPARE(reportOf(*result, "mine.csv")->status, FileStatus::Unsupported);
    QCOMPARE(reportOf(*result, "mine.csv")->rows, std::optional<std::uint64_t>(2));
    QCOMPARE(result->issues.countOf(IssueKind::UnknownTable), std::uint64_t(1));
}

void TestTorchNpu::emptyTimelineBesideTables()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->slices().size(), std::uint32_t(2));
    QCOMPARE(reportOf(*result, "trace_view.json")->reason, std::string("empty file"));
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(1));
}

void TestTorchNpu::noDeviceData()
{
    ProfileFiles files;
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
                R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Python"}},
                    {"ph":"X","name":"a","pid":1,"tid":1,"ts":"1.000","dur":2}])");
    const auto result = imported({files.root() / "r_ascend_pt"});
    QVERIFY(result.ok());
    QCOMPARE(result->issues.countOf(IssueKind::NoDeviceData), std::uint64_t(1));
}

void TestTorchNpu::quickReadsTheSmallFilesOnly()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 2);
    ImportOptions options;
    options.quickOnly = true;
    const auto result = imported({files.root() / "r_ascend_pt"}, options);
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().front().rank, std::optional<std::int64_t>(2));
    QCOMPARE(result->trace->fileSteps().size(), std::size_t(1));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(0));
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(0));
}
