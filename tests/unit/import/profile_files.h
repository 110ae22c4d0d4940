// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/import/import.h"

namespace tideline::test {

/// A directory that a test fills with the files of a profile.
class ProfileFiles {
public:
    std::filesystem::path root() const { return std::filesystem::path(m_dir.path().toStdString()); }

    std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const
    {
        const std::filesystem::path path = root() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    /// A rank with a small timeline: one host step, a launch, a kernel and a collective.
    std::filesystem::path writeRank(const std::filesystem::path& name, int rank) const
    {
        const std::string number = std::to_string(rank);
        write(name / ("profiler_info_" + number + ".json"),
              R"({"config":{"common_config":{"record_shapes":true,"schedule":{"wait":0}},
                  "experimental_config":{"_profiler_level":"Level1","_export_type":["text"]}},"rank_id":")"
                  + number + "\"}");
        write(name / "profiler_metadata.json", R"({"ENV_VARIABLES":{"HCCL_ALGO":"ring"}})");
        write(name / "ASCEND_PROFILER_OUTPUT/trace_view.json", timeline());
        write(name / "ASCEND_PROFILER_OUTPUT/kernel_details.csv", kernelTable());
        write(name / "ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
              "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n7,50.5,30,0.0,30.25,1\n");
        return root() / name;
    }

    static std::string timeline()
    {
        return R"([
{"ph":"M","name":"process_name","pid":10,"tid":0,"args":{"name":"Python"}},
{"ph":"M","name":"process_labels","pid":10,"tid":0,"args":{"labels":"CPU"}},
{"ph":"M","name":"process_name","pid":20,"tid":0,"args":{"name":"Ascend Hardware"}},
{"ph":"M","name":"process_labels","pid":20,"tid":0,"args":{"labels":"NPU"}},
{"ph":"M","name":"process_name","pid":30,"tid":0,"args":{"name":"Communication"}},
{"ph":"M","name":"process_labels","pid":30,"tid":0,"args":{"labels":"NPU"}},
{"ph":"M","name":"thread_name","pid":30,"tid":0,"args":{"name":"Group 0 Communication"}},
{"ph":"M","name":"thread_name","pid":10,"tid":11,"args":{"name":"Thread 11"}},
{"ph":"M","name":"thread_name","pid":20,"tid":2,"args":{"name":"Stream 2"}},
{"ph":"X","name":"ProfilerStep#7","cat":"cpu_op","pid":10,"tid":11,"ts":"1700000000000000.000","dur":500},
{"ph":"X","name":"aten::mm","cat":"cpu_op","pid":10,"tid":11,"ts":"1700000000000010.000","dur":20.5},
{"ph":"X","name":"mm","pid":20,"tid":2,"ts":"1700000000000100.020","dur":50.5,"args":{"Task Type":"AI_CORE"}},
{"ph":"X","name":"hcom_allReduce_","pid":30,"tid":0,"ts":"1700000000000200.001","dur":30.25}])";
    }

    static std::string kernelTable()
    {
        return "Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start "
               "Time(us),Duration(us),"
               "Wait Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,aic_mac_ratio,cube_utilization(%)\n"
               "7,4,4294967295,1,2,mm,MatMulV3,dynamic,AI_CORE,1700000000000100.020\t,50.5,0,20,0,NO,\"\"\"1,2;3,"
               "4\"\"\",0.9,80\n"
               "7,4,4294967295,N/A,N/A,hcom_allReduce_,hcom_allReduce_,N/A,HCCL,1700000000000200.001\t,30.25,49.481,N/"
               "A,N/A,"
               "N/A,N/A,N/A,N/A\n";
    }

private:
    QTemporaryDir m_dir;
};

inline Result<ImportResult> imported(const std::vector<std::filesystem::path>& paths, const ImportOptions& options = {})
{
    TaskPool pool(2);
    return importPaths(paths, options, pool, Progress{});
}

/// The report of the first file of that name.
inline std::optional<FileReport> reportOf(const ImportResult& result, const std::string& name)
{
    for (const FileReport& report : result.files) {
        if (report.path.filename() == name)
            return report;
    }
    return {};
}

} // namespace tideline::test
