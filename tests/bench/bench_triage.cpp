// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict of a job from its small files before any trace is parsed (T18): 8 and 512 ranks. Each rank is a directory
// of its own with a timeline that must not be read; a wall time that grew with it would say so.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

#include "core/analyze/verdict.h"
#include "core/session/preview.h"
#include "tests/bench/bench_report.h"

namespace {

using namespace tideline;
using namespace tideline::bench;
namespace fs = std::filesystem;

constexpr int kSteps = 5;
constexpr std::uint64_t kTraceBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kTableBytes = std::uint64_t{2} << 20;

enum class Layout { StepTimes, KernelsAlone };

void write(const fs::path& path, const std::string& text)
{
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush())
        throw std::runtime_error("cannot write " + path.string());
}

std::string traceText()
{
    std::string out = "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"Python\"}}";
    for (std::int64_t i = 0; out.size() < kTraceBytes; ++i)
        out += fmt::format(",{{\"ph\":\"X\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":\"{}.000\",\"dur\":{},"
                           "\"args\":{{\"Sequence number\":{}}}}}",
                           1'700'000'000'000'000 + i * 10, i % 9, i);
    return out + "]";
}

std::string kernelText()
{
    std::string out = "Step Id,Device_id,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),"
                      "Wait Time(us),Block Dim,Input Shapes,Input Data Types\n";
    for (std::int64_t i = 0; out.size() < kTableBytes; ++i)
        out += fmt::format("{},0,{},2,aclnnMatmul_MatMulV2_{},MatMulV2,AI_CORE,\"{}.{:03}\t\",{:.3f},0.5,24,"
                           "\"\"\"512,1024;1024,4096\"\"\",DT_BF16;DT_BF16\n",
                           i / 4000, i % 65'536, i % 300, 1'700'000'000'000'000 + i * 20, i % 1000,
                           static_cast<double>(i % 19) + 0.5);
    return out;
}

/// Two thousand operations in the way of communication.json; `links` gives the matrix of the same job instead.
std::string communicationText(bool links)
{
    constexpr int kOperations = 400;
    std::string out = "{";
    for (int step = 0; step < kSteps; ++step) {
        out += fmt::format("{}\"step{}\": {{\"p2p\": {{}}, \"collective\": {{", step ? ", " : "", step);
        for (int i = 0; i < kOperations; ++i) {
            const std::string name = fmt::format("{}\"hcom_allReduce__711_{}_1@1234567890\": ", i ? ", " : "", i);
            if (links) {
                out +=
                    name
                    + "{\"0-1\": {\"Transport Type\": \"HCCS\", \"Transit Size(MB)\": 6.5, \"Transit Time(ms)\": 0.25, "
                      "\"Bandwidth(GB/s)\": 26.0}}";
                continue;
            }
            out +=
                name
                + fmt::format(
                    "{{\"Communication Time Info\": {{\"Start Timestamp(us)\": {}.5, \"Elapse Time(ms)\": 1.5, "
                    "\"Transit Time(ms)\": 0.25, \"Wait Time(ms)\": 1.0, \"Synchronization Time(ms)\": 0.9, "
                    "\"Idle Time(ms)\": 0.25}}, \"Communication Bandwidth Info\": {{\"SDMA\": {{\"Transit Size(MB)\": "
                    "6.5, \"Transit Time(ms)\": 0.25, \"Bandwidth(GB/s)\": 26.0, \"Large Packet Ratio\": 1.0, \"Size "
                    "Distribution\": {{\"6.5\": [1, 0.25]}}}}}}}}",
                    1'700'000'000'000'000 + step * 1'000'000 + i * 2000);
        }
        out += "}}";
    }
    return out + "}";
}

std::string stepText(int rank, int ranks)
{
    std::string out =
        "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
        "Communication(Not Overlapped and Exclude Receive),Preparing\n";
    const double slow = rank == ranks / 2 ? 150'000 : 0; // this one works longer, the others wait for it
    for (int step = 0; step < kSteps; ++step)
        out += fmt::format("{},{},{:.3f},{:.3f},50000.000,{:.3f},20000.000,900000.000,0.000,{:.3f},1000.000\n",
                           rank % 8, step, 300'000 + slow, 580'000 - slow, 630'000 - slow, 580'000 - slow);
    return out;
}

/// The files of all ranks are links to one copy, but for what differs between them.
void makeJob(const fs::path& job, int ranks, Layout layout)
{
    const fs::path common = job.parent_path() / (job.filename().string() + "-common");
    fs::create_directories(common);
    write(common / "trace_view.json", traceText());
    write(common / "kernel_details.csv", kernelText());
    write(common / "communication.json", communicationText(false));
    write(common / "communication_matrix.json", communicationText(true));
    for (int rank = 0; rank < ranks; ++rank) {
        const fs::path root = job / fmt::format("node{}_{}_20261130_ascend_pt", rank / 8, 1000 + rank);
        const fs::path output = root / "ASCEND_PROFILER_OUTPUT";
        fs::create_directories(output);
        for (const auto& file : fs::directory_iterator(common))
            fs::create_hard_link(file.path(), output / file.path().filename());
        write(root / fmt::format("profiler_info_{}.json", rank), fmt::format("{{\"rank_id\": {}}}", rank));
        if (layout == Layout::StepTimes)
            write(output / "step_trace_time.csv", stepText(rank, ranks));
    }
}

/// Wall milliseconds of the preview with all threads, the middle of three.
void measure(const fs::path& dir, int ranks, Layout layout, double mostMs, BenchReport& report)
{
    const std::string name =
        fmt::format("T18 {} ranks{}", ranks, layout == Layout::StepTimes ? "" : " without step times");
    const fs::path job = dir / fmt::format("job{}-{}", ranks, static_cast<int>(layout));
    makeJob(job, ranks, layout);
    std::vector<double> times;
    for (int run = 0; run < 3; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        const JobPreview preview = previewJob({job}, {}, 0, {});
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        const bool whole = preview.rows.size() >= static_cast<std::size_t>(ranks) && preview.waitRatio;
        const bool slow =
            layout == Layout::KernelsAlone
            || (preview.verdict.slowest
                && preview.trace->rank(preview.verdict.slowest->rank).rank == std::optional<std::int64_t>(ranks / 2));
        if (!whole || !slow || preview.verdict.verdict == Verdict::Unknown)
            return report.failed(name, "the preview is not what the files say");
    }
    report.atMost(name, median(times), "ms", mostMs);
}

} // namespace

int main(int argc, char** argv)
{
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const auto dir = fs::temp_directory_path() / ("tideline-bench-triage-" + std::to_string(::getpid()));
    fs::create_directories(dir);
    try {
        report.note("timeline of each rank, not read", static_cast<double>(kTraceBytes) / 1e6, "MB");
        measure(dir, 8, Layout::StepTimes, 2000, report);
        measure(dir, 8, Layout::KernelsAlone, 2000, report);
        measure(dir, options.full ? 512 : 64, Layout::StepTimes, options.full ? 15'000 : 15'000 / 8, report);
        if (options.full)
            measure(dir, 512, Layout::KernelsAlone, 15'000, report);
    } catch (const std::exception& error) {
        report.failed("T18", error.what());
    }
    fs::remove_all(dir);
    return report.exitCode();
}
