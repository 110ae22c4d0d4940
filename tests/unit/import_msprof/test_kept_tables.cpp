// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_kept_tables.h"

#include <QTest>

#include "core/analyze/curves.h"
#include "made_capture.h"

using namespace tideline;
using namespace tideline::test;

namespace {

constexpr const char* kOutput = "r_ascend_pt/ASCEND_PROFILER_OUTPUT/";

} // namespace

void TestKeptTables::tablesOfARank()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    const std::pair<const char*, const char*> tables[] = {
        {"op_statistic", "OP Type,Core Type,Count,Total Time(us)\nMatMul,AI_CORE,1,50.5\n"},
        {"api_statistic", "Level,API Name,Time(us),Count\nacl,aclrtMalloc,1,1\n"},
        {"l2_cache", "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n2,8,N/A,0.071,Conv2D1\n"},
        {"data_preprocess", "Timestamp(us),Node,Compute_time(us),Memcpy_time(us)\n1,a,2,3\n"},
        {"soc_pmu", "Stream Id,Task Id,TLB Hit Rate,TLB Miss Rate\n2,8,0.9,0.1\n"},
        {"operator_details", "Name,Host Self Duration(us),Device Self Duration(us)\na,1,2\n"},
        {"hccs", "Mode,Max,Min,Average\nTx,1,0,0.5\n"},
        {"fusion_op", "Model Name,Model ID,Fusion Op,Original Ops\nm,1,ab,a;b\n"},
    };
    for (const auto& [name, text] : tables)
        files.write(std::string(kOutput) + name + ".csv", text);
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    for (const auto& [name, text] : tables) {
        const ExtraTable* const table = extraTable(*result->trace, name);
        QVERIFY2(table && table->rows == 1, name);
        QCOMPARE(reportOf(*result, std::string(name) + ".csv")->status, FileStatus::Ok);
    }
    QVERIFY(reportOf(*result, "op_statistic.csv")->note.empty());
    QCOMPARE(reportOf(*result, "soc_pmu.csv")->note, std::string(kFromDocumentation));
}

void TestKeptTables::modulesBecomeCurves()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    files.write(
        std::string(kOutput) + "npu_module_mem.csv",
        "Device_id,Component,Timestamp(us),Total Reserved(MB),Device\n0,HCCL,1700000000000070.000\t,404.0625,NPU:0\n"
        "0,UDF,1700000000000070.000\t,0.0,NPU:0\n0,HCCL,bad\t,1,NPU:0\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(extraTable(*result->trace, "npu_module_mem")->rows, std::uint32_t(2));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(1));
    std::size_t found = 0;
    for (const Curve& curve : curvesOf(*result->trace)) {
        if (curve.process != "NPU Module Mem")
            continue;
        ++found;
        QCOMPARE(curve.name, std::string("HCCL"));
        QCOMPARE(curve.data.at(0).value, 404.0625 * 1024 * 1024);
    }
    QCOMPARE(found, std::size_t(1));
}

void TestKeptTables::aTableWithoutRows()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    files.write(std::string(kOutput) + "op_statistic.csv", "OP Type,Core Type,Count,Total Time(us)\r\n");
    files.write(std::string(kOutput) + "api_statistic.csv", "");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const auto header = reportOf(*result, "op_statistic.csv");
    QVERIFY(header && header->status == FileStatus::Ok && header->rows == std::uint64_t(0));
    QVERIFY(header->reason.find("no rows") != std::string::npos);
    QCOMPARE(reportOf(*result, "api_statistic.csv")->reason, std::string("empty file"));
}

void TestKeptTables::taskTimeBesideKernels()
{
    ProfileFiles files;
    files.writeRank("r_ascend_pt", 0);
    files.write(std::string(kOutput) + "task_time.csv",
                "kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n"
                "mm,KERNEL_AICORE,2,7,12.340,100,112.34\n");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(2));
    QCOMPARE(extraTable(*result->trace, "task_time")->rows, std::uint32_t(1));
    QCOMPARE(reportOf(*result, "task_time.csv")->status, FileStatus::Ok);
}
