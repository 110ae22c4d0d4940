// SPDX-License-Identifier: GPL-3.0-or-later
// Import of CSV tables (T11): kernel_details and memory_record, megabytes per second on one core.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/decode/csv/csv_reader.h"
#include "core/import/import.h"
#include "tests/bench/bench_report.h"

namespace {

using namespace tideline;
using namespace tideline::bench;

constexpr int kRuns = 3;
constexpr std::int64_t kBaseUs = 1'700'000'000'000'000;
constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

double cpuSeconds()
{
    timespec now = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Appends rows until the file has about `bytes` bytes.
template <typename Row>
void writeTable(const std::filesystem::path& path, const std::string& header, std::uint64_t bytes, Row&& row)
{
    std::ofstream file(path, std::ios::binary);
    std::string text = header;
    std::uint64_t written = 0;
    for (std::int64_t i = 0; written + text.size() < bytes; ++i) {
        row(i, text);
        if (text.size() >= kFlushBytes) {
            file.write(text.data(), static_cast<std::streamsize>(text.size()));
            written += text.size();
            text.clear();
        }
    }
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.flush())
        throw std::runtime_error("cannot write " + path.string());
}

/// As the framework's profiler writes it at level 1 with the counters of the pipes.
void writeKernels(const std::filesystem::path& path, std::uint64_t bytes)
{
    const std::string header =
        "Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),"
        "Wait Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,"
        "Output Data Types,Output Formats,Context ID,aicore_time(us),aic_total_cycles,aic_mac_time(us),aic_mac_ratio,"
        "aic_scalar_time(us),aic_scalar_ratio,aic_mte1_time(us),aic_mte1_ratio,aic_mte2_time(us),aic_mte2_ratio,"
        "aic_fixpipe_time(us),aic_fixpipe_ratio,aic_icache_miss_rate,aiv_time(us),aiv_total_cycles,aiv_vec_time(us),"
        "aiv_vec_ratio,aiv_scalar_time(us),aiv_scalar_ratio,aiv_mte2_time(us),aiv_mte2_ratio,aiv_mte3_time(us),"
        "aiv_mte3_ratio,aiv_icache_miss_rate,cube_utilization(%)\n";
    writeTable(path, header, bytes, [](std::int64_t i, std::string& out) {
        const double part = static_cast<double>(i % 97) / 100;
        fmt::format_to(
            std::back_inserter(out),
            "{},0,4294967295,{},{},aclnnMatmul_MatMulCommon_MatMulV2_{},MatMulV2,dynamic,AI_CORE,\"{}.{:03}\t\","
            "{:.3f},{:.3f},24,0,NO,\"\"\"{},1024;1024,4096\"\"\",DT_BF16;DT_BF16,ND;ND,\"\"\"{},4096\"\"\","
            "DT_BF16,ND,N/A,{:.3f},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},"
            "{:.3f},0,0,0,0,0,0,0,0,0,0,0,{:.3f}\n",
            i / 50'000, i % 65'536, i % 8, i % 300, kBaseUs + i * 20, i % 1000, 18 * part + 1, part, 512 << (i % 4),
            512 << (i % 4), 17 * part, 100'000 + i % 5000, 9 * part, part, 2 * part, part / 9, 8 * part, part / 2,
            11 * part, part / 1.5, 3 * part, part / 6, part / 50, 90 * part);
    });
}

void writeMemory(const std::filesystem::path& path, std::uint64_t bytes)
{
    const std::string header = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream "
                               "Ptr,Device Type\n";
    writeTable(path, header, bytes, [](std::int64_t i, std::string& out) {
        const double allocated = 4300 + static_cast<double>(i % 40'000) / 16;
        fmt::format_to(std::back_inserter(out), "{},{}.{:03}\t,{},10372.0,{},897357296,NPU:0\n",
                       i % 2 ? "PTA+GE" : "PTA", kBaseUs + i / 2 * 30, i % 1000, allocated, allocated);
    });
}

/// CPU seconds of one import with one thread, the middle of some; below 0 when it failed.
double importSeconds(const std::filesystem::path& path)
{
    std::vector<double> times;
    for (int run = 0; run < kRuns; ++run) {
        TaskPool pool(1);
        const double begin = cpuSeconds();
        if (!importPaths({path}, {}, pool, {}))
            return -1;
        times.push_back(cpuSeconds() - begin);
    }
    return median(times);
}

double decodeSeconds(const std::filesystem::path& path)
{
    std::vector<double> times;
    for (int run = 0; run < kRuns; ++run) {
        const double begin = cpuSeconds();
        auto reader = CsvReader::open(path);
        if (!reader)
            return -1;
        while (reader->next()) {}
        times.push_back(cpuSeconds() - begin);
    }
    return median(times);
}

void measure(const std::string& name, const std::filesystem::path& path, BenchReport& report)
{
    const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
    const double decode = decodeSeconds(path);
    const double whole = importSeconds(path);
    if (decode <= 0 || whole <= 0) {
        report.failed("T11 " + name, "the import failed");
        return;
    }
    report.note(name + " file", megabytes, "MB");
    report.note(name + " decoding alone", megabytes / decode, "MB/s");
    report.atLeast("T11 " + name + " import", megabytes / whole, "MB/s", 200);
}

} // namespace

int main(int argc, char** argv)
{
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const auto dir = std::filesystem::temp_directory_path() / ("tideline-bench-csv-" + std::to_string(::getpid()));
    std::filesystem::create_directories(dir);
    const std::uint64_t bytes = options.full ? 1'000'000'000 : 150'000'000;
    try {
        writeKernels(dir / "kernel_details.csv", bytes);
        measure("kernel_details", dir / "kernel_details.csv", report);
        std::filesystem::remove(dir / "kernel_details.csv");
        writeMemory(dir / "memory_record.csv", bytes);
        measure("memory_record", dir / "memory_record.csv", report);
    } catch (const std::exception& error) {
        report.failed("T11", error.what());
    }
    std::filesystem::remove_all(dir);
    return report.exitCode();
}
