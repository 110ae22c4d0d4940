// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/store/trace.h"
#include "tests/unit/import/profile_files.h"

namespace tideline::test {

constexpr std::int64_t kCaptureStart = 1'700'000'000'000'000; // µs

/// The files of captures by plain msprof, from few words. Process ids are made as the exporter makes them.
class MadeCapture : public ProfileFiles {
public:
    static constexpr const char* kName = "PROF_000001_20250101120000000_ABCDEFGHIJ";
    static constexpr const char* kTime = "20250101120000";
    static constexpr int kHost = 31;

    std::filesystem::path capture() const { return root() / kName; }
    std::filesystem::path output(const std::string& name, const std::string& text) const
    {
        return write(std::filesystem::path(kName) / "mindstudio_profiler_output" / name, text);
    }
    void device(int number, const std::string& info) const
    {
        const std::string directory = std::string(kName) + "/device_" + std::to_string(number);
        write(directory + "/info.json." + std::to_string(number), info);
    }

    static std::string pid(int process, int layer, int device)
    {
        return std::to_string((std::int64_t{process} << 10) | (layer << 5) | device);
    }
    static std::string time(double us)
    {
        return std::to_string(kCaptureStart + static_cast<std::int64_t>(us)) + ".000";
    }
    static std::string named(const std::string& pid, const std::string& name, const std::string& label)
    {
        return R"({"name":"process_name","pid":)" + pid + R"(,"tid":0,"args":{"name":")" + name
               + R"("},"ph":"M"},{"name":"process_labels","pid":)" + pid + R"(,"tid":0,"args":{"labels":")" + label
               + R"("},"ph":"M"})";
    }
    static std::string thread(const std::string& pid, int tid, const std::string& name)
    {
        return R"({"name":"thread_name","pid":)" + pid + R"(,"tid":)" + std::to_string(tid) + R"(,"args":{"name":")"
               + name + R"("},"ph":"M"})";
    }
    static std::string slice(const std::string& pid, int tid, const std::string& name, double start, double length)
    {
        return R"({"name":")" + name + R"(","pid":)" + pid + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":")"
               + time(start) + R"(","dur":)" + std::to_string(length) + R"(,"args":{"Task Type":"AI_CORE"},"ph":"X"})";
    }
    static std::string flow(const std::string& pid, int tid, const std::string& id, bool start, double at)
    {
        return R"({"name":"HostToDevice)" + id + R"(","ph":")" + (start ? "s" : "f") + R"(","id":")" + id
               + R"(","ts":")" + time(at) + R"(","cat":"HostToDevice","pid":)" + pid + R"(,"tid":)"
               + std::to_string(tid) + (start ? "}" : R"(,"bp":"e"})");
    }
    static std::string counter(const std::string& pid, const std::string& name, const std::string& series, double at,
                               double value)
    {
        return R"({"name":")" + name + R"(","pid":)" + pid + R"(,"tid":0,"ts":")" + time(at) + R"(","args":{")" + series
               + R"(":)" + std::to_string(value) + R"(},"ph":"C"})";
    }
    static std::string trace(std::initializer_list<std::string> events) { return joined(std::vector(events)); }
    static std::string joined(const std::vector<std::string>& events)
    {
        std::string out = "[";
        for (const std::string& event : events)
            out += (out.size() > 1 ? ",\n" : "") + event;
        return out + "]";
    }

    /// Names of the host's API layer and of one device.
    static std::string metadata(int device = 0)
    {
        const std::string npu = pid(7, 13, device);
        return named(pid(7, 7, kHost), "CANN", "CPU") + "," + named(npu, "Ascend Hardware", "NPU") + ","
               + thread(npu, 2, "Stream 2");
    }

    static constexpr const char* kSummaryHeader =
        "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),Task "
        "Duration(us),Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,aicore_time(us)\n";
    static std::string summaryRow(const std::string& name, double start, double length, int device = 0)
    {
        return std::to_string(device) + ",4294967295,7,2," + name + ",MatMulV2,dynamic,AI_CORE," + time(start) + "\t,"
               + std::to_string(length) + ",0.000000,24,0,NO,\"\"\"4,8;8,2\"\"\",1.5\n";
    }
};

inline const ExtraTable* extraTable(const Trace& trace, const std::string& name, RankId rank = RankId{0})
{
    for (const ExtraTable& table : trace.extraTables()) {
        if (table.name == name && table.rank == rank)
            return &table;
    }
    return nullptr;
}

inline const TrackInfo* trackNamed(const Trace& trace, const std::string& name, RankId rank = RankId{0})
{
    for (const TrackInfo& track : trace.tracks()) {
        if (track.name == name && track.rank == rank)
            return &track;
    }
    return nullptr;
}

inline std::string kernelName(const Trace& trace, std::uint32_t row)
{
    return std::string(trace.text(trace.kernels().name.at(row)));
}

} // namespace tideline::test
