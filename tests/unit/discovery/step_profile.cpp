// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/discovery/step_profile.h"

#include <string>

namespace tideline::test {

namespace {

constexpr std::int64_t kBaseUs = 1'700'000'000'000'000;
constexpr std::int64_t kStepUs = 1000;

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

std::string event(const char* phase, const std::string& name, int pid, int tid, std::int64_t us,
                  const std::string& more)
{
    return std::string(R"({"ph":")") + phase + R"(","name":")" + name + R"(","pid":)" + number(pid) + R"(,"tid":)"
           + number(tid) + R"(,"ts":)" + number(us) + more + "},\n";
}

std::string named(const char* what, int pid, int tid, const char* name)
{
    return std::string(R"({"ph":"M","name":")") + what + R"(","pid":)" + number(pid) + R"(,"tid":)" + number(tid)
           + R"(,"args":{"name":")" + name + "\"}},\n";
}

std::string timeline()
{
    std::string text = "[" + named("process_name", 1, 0, "Python") + named("process_name", 2, 0, "Ascend Hardware")
                       + named("process_name", 3, 0, "CANN") + named("process_name", 4, 0, "HBM")
                       + named("thread_name", 2, 7, "Stream 7");
    for (int step = 5; step <= 7; ++step) {
        const std::int64_t t = kBaseUs + step * kStepUs;
        text += event("X", "ProfilerStep#" + number(step), 1, 1, t, R"(,"dur":800,"cat":"cpu_op")");
        text += event("X", "aten::mm", 1, 1, t + 10, R"(,"dur":100,"cat":"cpu_op","args":{"Sequence number":"1"})");
        text += event("i", "mark", 1, 1, t + 15, R"(,"s":"t")");
        text += event("X", "AscendCL@launch", 3, 1, t + 20, R"(,"dur":10)");
        text += event("X", "mm", 2, 7, t + 700, R"(,"dur":200,"args":{"Task Type":"AI_CORE"})");
        text += event("C", "HBM 0/Read", 4, 0, t + 350, R"j(,"args":{"Read(MB/s)":5})j");
        for (const auto& [category, pid] : {std::pair("async_npu", 1), std::pair("HostToDevice", 3)}) {
            const std::string key = R"(,"id":"1","cat":")" + std::string(category) + "\"";
            text += event("s", category, pid, 1, t + 20, key);
            text += event("f", category, 2, 7, t + 700, key + R"(,"bp":"e")");
        }
    }
    text.resize(text.size() - 2);
    return text + "]";
}

std::string kernels()
{
    std::string text = "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),aic_mac_ratio\n";
    for (int step = 5; step <= 7; ++step)
        text += number(step) + ",mm,MatMulV3,AI_CORE," + number(kBaseUs + step * kStepUs + 700) + ".000\t,200.0,0."
                + number(step) + "\n";
    return text;
}

std::string memory()
{
    std::string text = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n";
    for (int step = 5; step <= 7; ++step)
        text += "PTA," + number(kBaseUs + step * kStepUs + 5) + ".000\t,1,2,NPU:0\n";
    return text;
}

std::string allocations()
{
    std::string text = "Name,Size(KB),Allocation Time(us),Release Time(us),Allocation Total Allocated(MB),"
                       "Device Type\n";
    for (int step = 5; step <= 7; ++step) {
        const std::int64_t t = kBaseUs + step * kStepUs;
        text += "aten::mm,4," + number(t + 30) + ".000\t," + number(t + 90) + ".000\t,1,NPU:0\n";
    }
    return text;
}

} // namespace

std::filesystem::path writeSteps(const ProfileFiles& files, const std::filesystem::path& name, int rank)
{
    const std::filesystem::path output = name / "ASCEND_PROFILER_OUTPUT";
    files.write(name / ("profiler_info_" + number(rank) + ".json"), "{}");
    files.write(output / "trace_view.json", timeline());
    files.write(output / "kernel_details.csv", kernels());
    files.write(output / "memory_record.csv", memory());
    files.write(output / "operator_memory.csv", allocations());
    files.write(output / "step_trace_time.csv",
                "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n5,200,0,0,0,800\n"
                "6,200,0,0,0,800\n7,200,0,0,0,800\n");
    return files.root() / name;
}

std::filesystem::path writeLateRank(const ProfileFiles& files, const std::filesystem::path& name, int rank)
{
    std::string text = R"({"schemaVersion":1,"traceEvents":[)";
    for (int i = 0; i < 2000; ++i)
        text += std::string(i ? "," : "") + R"({"ph":"X","name":"k)" + number(rank)
                + R"(","pid":0,"tid":7,"cat":"kernel","ts":)" + number(i * 10) + R"(,"dur":5})";
    text += R"(],"distributedInfo":{"rank":)" + number(rank) + R"(,"world_size":8}})";
    return files.write(name, text);
}

} // namespace tideline::test
