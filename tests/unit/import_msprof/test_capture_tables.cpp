// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_capture_tables.h"

#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/analyze/curves.h"
#include "made_capture.h"

using namespace tideline;
using namespace tideline::test;

namespace {

const ExtraTable::Field* fieldNamed(const ExtraTable& table, const std::string& name)
{
    for (const ExtraTable::Field& field : table.fields) {
        if (field.name == name)
            return &field;
    }
    return nullptr;
}

const Curve* curveNamed(const std::vector<Curve>& curves, const std::string& name)
{
    const auto found = std::find_if(curves.begin(), curves.end(), [&name](const Curve& c) { return c.name == name; });
    return found == curves.end() ? nullptr : &*found;
}

} // namespace

void TestCaptureTables::kernelSlicesJoin()
{
    MadeCapture files;
    constexpr int kSlices = 4;
    constexpr int kRows = 500;
    for (int slice = 0; slice < kSlices; ++slice) {
        std::string text = MadeCapture::kSummaryHeader;
        for (int row = 0; row < kRows; ++row)
            text += MadeCapture::summaryRow("k", 100.0 * (slice * kRows + row), 20);
        files.output("op_summary_slice_" + std::to_string(slice) + "_20250101120000.csv", text);
    }
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(kSlices * kRows));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(kSlices * kRows));
    QCOMPARE(trackNamed(*result->trace, "Stream 2")->slices.size(), std::uint32_t(kSlices * kRows));
    QCOMPARE(reportOf(*result, "op_summary_slice_3_20250101120000.csv")->rows, std::optional<std::uint64_t>(kRows));
    QCOMPARE(result->issues.total(), std::uint64_t(0));
}

void TestCaptureTables::keptSlicesJoinByColumns()
{
    MadeCapture files;
    files.output("l2_cache_slice_1_20250101120000.csv",
                 "Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,New\n0,2,8,0.5,0.1,x\n");
    files.output("l2_cache_slice_0_20250101120000.csv",
                 "Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n0,2,7,N/A,0.071,Conv\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->extraTables().size(), std::size_t(1));
    const ExtraTable* const table = extraTable(*result->trace, "l2_cache");
    QVERIFY(table);
    QCOMPARE(table->rows, std::uint32_t(2));
    QCOMPARE(table->fields.size(), std::size_t(7));
    const ExtraTable::Field* const task = fieldNamed(*table, "Task Id");
    QVERIFY(task && task->numeric);
    QCOMPARE(task->numbers.at(0), 7.0);
    QCOMPARE(task->numbers.at(1), 8.0);
    const ExtraTable::Field* const name = fieldNamed(*table, "Op Name");
    QCOMPARE(result->trace->text(name->texts.at(0)), std::string_view("Conv"));
    QCOMPARE(name->texts.at(1), kEmptyString);
    QCOMPARE(result->trace->text(fieldNamed(*table, "New")->texts.at(1)), std::string_view("x"));
}

void TestCaptureTables::olderColumns()
{
    MadeCapture files;
    files.output("op_summary_20250101120000.csv",
                 "Model Name,Op Name,OP Type,Task Type,Start Time(us),Duration(us),Block Dim,Mix Block Dim\n"
                 "m,a,MatMul,MIX_AIC,100.5\t,20,20,40\nm,hcom,N/A,COMMUNICATION,130\t,5,N/A,N/A\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const KernelColumns& kernels = result->trace->kernels();
    QCOMPARE(kernels.size(), std::uint32_t(2));
    QCOMPARE(kernels.blockDim.at(0), std::int64_t(20));
    QCOMPARE(kernels.mixBlockDim.at(0), std::int64_t(40));
    QCOMPARE(kernels.stream.at(0), kNoInteger);
    QCOMPARE(kernels.device.at(0), kNoInteger);
    QVERIFY(kernels.wait.at(0).ns < 0);
    QCOMPARE(trackNamed(*result->trace, "Communication")->kind, TrackKind::CommGroup);
}

void TestCaptureTables::damagedRows()
{
    MadeCapture files;
    files.output("op_summary_20250101120000.csv", MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20)
                                                      + MadeCapture::summaryRow("with, comma", 200, 20) + "0,1,2\n"
                                                      + MadeCapture::summaryRow("b", 300, 20));
    files.output("npu_mem_20250101120000.csv",
                 "Device_id,event,ddr(KB),hbm(KB),memory(KB),timestamp(us)\n0,app,1,x,3,100\n0,app,1,2,3,soon\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(2));
    QCOMPARE(result->issues.countOf(IssueKind::WrongFieldCount), std::uint64_t(2));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::BadFigure), std::uint64_t(1));
    QCOMPARE(reportOf(*result, "op_summary_20250101120000.csv")->status, FileStatus::Partial);
    QCOMPARE(reportOf(*result, "npu_mem_20250101120000.csv")->rows, std::optional<std::uint64_t>(2));
}

void TestCaptureTables::renamedTables()
{
    MadeCapture files;
    const std::string summary = MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20);
    files.output("op_summary_20250101120000.csv", summary);
    files.output("kernel_details.csv", summary); // a copy
    files.output("what.csv", "Device_id,Level,API Name,Time(us),Count\nhost,acl,x,1,1\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(1));
    QCOMPARE(reportOf(*result, "kernel_details.csv")->status, FileStatus::Skipped);
    QVERIFY(extraTable(*result->trace, "api_statistic"));

    MadeCapture renamed;
    renamed.output("kernel_details.csv", summary);
    const auto alone = imported({renamed.root()});
    QVERIFY(alone.ok());
    QCOMPARE(alone->trace->kernels().size(), std::uint32_t(1));
    QCOMPARE(alone->trace->ranks().front().format, std::string("msprof-text"));
}

void TestCaptureTables::taskTime()
{
    const std::string table = "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
                              "task_stop(us)\n0,mm,KERNEL_AICORE,2,7,12.340,\"100.020\t\",\"112.360\t\"\n";
    MadeCapture alone;
    alone.output("task_time_20250101120000.csv", table);
    const auto tasks = imported({alone.root()});
    QVERIFY(tasks.ok());
    QCOMPARE(tasks->trace->kernels().size(), std::uint32_t(1));
    QCOMPARE(tasks->trace->kernels().start.at(0).ns, std::int64_t(100'020));
    QCOMPARE(tasks->trace->slices().size(), std::uint32_t(1));

    MadeCapture both;
    both.output("task_time_20250101120000.csv", table);
    both.output("op_summary_20250101120000.csv", MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    const auto kept = imported({both.root()});
    QVERIFY(kept.ok());
    QCOMPARE(kept->trace->kernels().size(), std::uint32_t(1));
    QCOMPARE(kernelName(*kept->trace, 0), std::string("a"));
    QCOMPARE(extraTable(*kept->trace, "task_time")->rows, std::uint32_t(1));
}

void TestCaptureTables::unitsAreKilobytes()
{
    MadeCapture files;
    files.output("memory_record_20250101120000.csv",
                 "Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device\n"
                 "0,PTA,100.5\t,1.5,2048,NPU:0\n0,APP,101\t,,4096,NPU:0\n");
    files.output("operator_memory_20250101120000.csv",
                 "Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),Allocation "
                 "Total Reserved(KB),Release Total Allocated(KB),Release Total Reserved(KB),Device\n"
                 "0,mm,64.0,100\t,40,10,64,9,64,NPU:0\n0,add,0.5,105\t,,10,64,,,NPU:0\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const RecordTables& records = result->trace->records();
    QCOMPARE(records.memory.size(), std::uint32_t(2));
    QCOMPARE(records.memory.at(0).allocated, std::int64_t(1536));
    QCOMPARE(records.memory.at(0).reserved, std::int64_t(2048 * 1024));
    QCOMPARE(records.memory.at(1).allocated, kNoInteger);
    QCOMPARE(records.memory.at(1).reserved, std::int64_t(4096 * 1024));
    QCOMPARE(records.allocations.size(), std::uint32_t(2));
    QCOMPARE(records.allocations.at(0).size, std::int64_t(65536));
    QCOMPARE(records.allocations.at(0).released.ns, std::int64_t(140'000));
    QCOMPARE(records.allocations.at(0).totalAllocated, std::int64_t(10240));
    QCOMPARE(records.allocations.at(1).released, kNever);
    for (const char* name : {"memory_record_20250101120000.csv", "operator_memory_20250101120000.csv"})
        QCOMPARE(reportOf(*result, name)->note, std::string(kFromDocumentation));
}

void TestCaptureTables::modulesOfTheDriver()
{
    MadeCapture files;
    files.output("npu_module_mem_20250101120000.csv",
                 "Device_id,Component,Timestamp(us),Total Reserved(KB),Device\n"
                 "0,HCCL,100\t,2,NPU:0\n0,SLOG,100\t,0,NPU:0\n0,HCCL,200\t,3,NPU:0\n0,HCCL,300\t,-1,NPU:0\n");
    files.output("op_summary_20250101120000.csv", MadeCapture::kSummaryHeader + MadeCapture::summaryRow("a", 100, 20));
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(extraTable(*result->trace, "npu_module_mem")->rows, std::uint32_t(4));
    const std::vector<Curve> curves = curvesOf(*result->trace);
    const Curve* const curve = curveNamed(curves, "HCCL");
    QVERIFY(curve);
    QCOMPARE(curve->kind, CurveKind::DeviceMemory);
    QCOMPARE(curve->unit, CurveUnit::Bytes);
    QCOMPARE(curve->data.at(0).value, 2048.0);
    QCOMPARE(curve->data.at(1).value, 3072.0);
    QVERIFY(!curveNamed(curves, "SLOG")); // holds nothing throughout
}

void TestCaptureTables::memoryOfTheDevice()
{
    const std::string table = "Device_id,event,ddr(KB),hbm(KB),memory(KB),timestamp(us)\n"
                              "0,app,1,2,3,100\n0,device,4,5,9,100\n0,app,1,4,5,200\n";
    MadeCapture files;
    files.output("npu_mem_20250101120000.csv", table);
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->counters().size(), std::size_t(6));
    const std::vector<Curve> curves = curvesOf(*result->trace);
    const Curve* const curve = curveNamed(curves, "APP/HBM");
    QVERIFY(curve);
    QCOMPARE(curve->data.size(), 2U);
    QCOMPARE(curve->data.at(1).value, 4096.0);
    QCOMPARE(extraTable(*result->trace, "npu_mem")->rows, std::uint32_t(3));

    const std::string npu = MadeCapture::pid(7, 18, 0); // the timeline has them already
    files.output("msprof_20250101120000.json",
                 MadeCapture::trace(
                     {MadeCapture::named(npu, "NPU MEM", "NPU"), MadeCapture::counter(npu, "APP/HBM", "KB", 100, 2)}));
    const auto both = imported({files.root()});
    QVERIFY(both.ok());
    QCOMPARE(both->trace->counters().size(), std::size_t(1));
}

void TestCaptureTables::iterationsAreSteps()
{
    MadeCapture files;
    files.output(
        "step_trace_20250101120000.csv",
        "Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),FP to BP Time(us),"
        "Iteration Refresh(us),Data Aug Bound(us),Model ID,Reduce Start(us),Reduce Duration(us),Reduce Start(us),"
        "Reduce Duration(us)\n"
        "0,1,10,80,100,100,70,5,0,2,20,5,40,5\n0,2,110,180,200,100,70,5,0,2\n0,1,N/A,N/A,50,20,N/A,N/A,N/A,1\n"
        "0,3,N/A,N/A,N/A,N/A,N/A,N/A,N/A,2\n0,4,310,380,400,100,70,5,0,2,20,5,40,5,60,7\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.steps().size(), std::size_t(3)); // of the graph with the most iterations
    QCOMPARE(trace.steps()[0].id, std::int64_t(1));
    QCOMPARE(trace.steps()[0].range, (TimeRange{Instant{0}, Instant{100'000}}));
    QCOMPARE(trace.steps()[2].id, std::int64_t(4));
    const ExtraTable* const table = extraTable(trace, "step_trace");
    QVERIFY(table);
    QCOMPARE(table->rows, std::uint32_t(5));
    QCOMPARE(table->fields.size(), std::size_t(16)); // 14 in the header, two behind its end
    QCOMPARE(fieldNamed(*table, "Reduce Start(us) 2")->numbers.at(0), 40.0);
    QVERIFY(std::isnan(fieldNamed(*table, "Reduce Start(us) 2")->numbers.at(1)));
    QCOMPARE(fieldNamed(*table, "field 16")->numbers.at(4), 7.0);
    QCOMPARE(result->issues.countOf(IssueKind::WrongFieldCount), std::uint64_t(0));
}

void TestCaptureTables::everyTableHasItsName_data()
{
    QTest::addColumn<QString>("header");
    const auto row = [](const char* name, const char* header) { QTest::newRow(name) << QString::fromLatin1(header); };
    row("op_statistic", "Device_id,Model Name,OP Type,Core Type,Count,Total Time(us),Min Time(us),Ratio(%)");
    row("api_statistic", "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance");
    row("communication_statistic", "Device_id,OP Type,Count,Total Time(us),Min Time(us),Avg Time(us),Ratio(%)");
    row("fusion_op", "Device_id,Model Name,Model ID,Fusion Op,Original Ops,Memory Input(KB)");
    row("static_op_mem", "Device_id,Op Name,Model Name,Graph ID,Node Index Start,Node Index End,Size(KB)");
    row("l2_cache", "Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name");
    row("data_preprocess", "Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Stream ID,Task ID");
    row("aicpu", "Device_id,Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us)");
    row("aicpu_mi", "Device_id,Node Name,Start Time(us),End Time(us),Queue Size");
    row("dp", "Device_id,Timestamp(us),Action,Source,Cached Buffer Size");
    row("soc_pmu", "Stream Id,Task Id,TLB Miss Rate,TLB Hit Rate");
    row("page_fault", "Device Id,Stream Id,Task Id,Page Fault Num,Op Name");
    row("hbm", "Device_id,Metric,Read(MB/s),Write(MB/s)");
    row("ddr", "Device_id,Metric,Read(MB/s),Write(MB/s)");
    row("llc_read_write", "Device_id,Mode,Task,Hit Rate(%),Throughput(MB/s)");
    row("hccs", "Device_id,Mode,Max,Min,Average");
    row("pcie", "Device_id,Mode,Min,Max,Avg");
    row("nic", "Device_id,Timestamp(us),Bandwidth(MB/s),rxPacket/s,txPacket/s,funcId");
    row("roce", "Device_id,Timestamp(us),Bandwidth(MB/s),rxPacket/s,txPacket/s,funcId");
    row("dvpp", "Device_id,Dvpp Id,Engine Type,Engine ID,All Time(us)");
    row("ub", "Device_id,PortId,TimeStamp,UBRxPortBandWidth(MB/s),UBTxPortBandWidth(MB/s)");
    row("ccu_mission", "Device_id,Stream ID,Task Id,Instruction ID,Instruction Start Time(us)");
    row("ccu_channel", "Device_id,Channel Id,Timestamp(us),Max Bandwidth(MB/s)");
    row("os_runtime_statistic", "Process ID,Thread ID,Name,Time(%),Time(us),Count,Avg(us)");
    row("msprof_tx", "pid,tid,category,event_type,payload_type,payload_value,Start_time(us),End_time(us)");
    row("cpu_usage", "Cpu Type,User(%),Sys(%),IoWait(%),Irq(%),Soft(%),Idle(%)");
}

void TestCaptureTables::everyTableHasItsName()
{
    QFETCH(QString, header);
    const std::string name = QTest::currentDataTag();
    MadeCapture files;
    const auto columns = static_cast<int>(header.count(u','));
    std::string row = "0";
    for (int i = 0; i < columns; ++i)
        row += ",1";
    files.output(name + "_20250101120000.csv", header.toStdString() + "\n" + row + "\n" + row + "\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const ExtraTable* const table = extraTable(*result->trace, name);
    QVERIFY(table);
    QCOMPARE(table->rows, std::uint32_t(2));
    QCOMPARE(reportOf(*result, name + "_20250101120000.csv")->status, FileStatus::Ok);
}
