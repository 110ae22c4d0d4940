// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated collector: records per second on one core, alone and with each form of output, and peak memory.
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/common/collect_output.h"
#include "tests/bench/bench_report.h"

namespace {

using namespace tideline;
using namespace tideline::bench;

constexpr double kLeastRecordsPerSecond = 1e6;
constexpr double kMostGigabytes = 4;
constexpr std::uint32_t kFullRanks = 64; // ten steps of each within kMostSeconds
constexpr double kMostSeconds = 19;

double cpuSeconds()
{
    timespec now = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double peakGigabytes()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / (1024.0 * 1024.0);
}

/// Counts what passes by; parts of collectives are records of their own. A record counts once, in however many forms it
/// is written.
class CountingSink final : public capture::RecordSink {
public:
    explicit CountingSink(std::uint64_t& count) : m_count(count) {}
    Status begin(const capture::RankInfo&) override { return Done{}; }
    void host(const capture::HostRecord&) override { ++m_count; }
    void kernel(const capture::KernelRecord&) override { ++m_count; }
    void copy(const capture::CopyRecord&) override { ++m_count; }
    void sync(const capture::SyncRecord&) override { ++m_count; }
    void communication(const capture::CommRecord& record) override { m_count += 1 + record.tasks.size(); }
    void counter(const capture::CounterRecord&) override { ++m_count; }
    void memory(const capture::MemoryRecord&) override { ++m_count; }
    void allocation(const capture::AllocationRecord&) override { ++m_count; }
    void step(const capture::StepRecord&) override { ++m_count; }
    Status finish() override { return Done{}; }

private:
    std::uint64_t& m_count;
};

std::uint64_t bytesBelow(const std::filesystem::path& folder)
{
    std::uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        bytes += entry.is_regular_file() ? entry.file_size() : 0;
    return bytes;
}

/// The simulation without output; returns how many records there are, 0 when it failed.
std::uint64_t measureSimulation(const collect::CollectOptions& options, BenchReport& report)
{
    std::uint64_t count = 0;
    const double begin = cpuSeconds();
    const auto summary =
        collect::collect(options, [&count](std::uint32_t) { return std::make_unique<CountingSink>(count); }, {});
    const double seconds = cpuSeconds() - begin;
    if (!summary) {
        report.failed("simulation", summary.error().text());
        return 0;
    }
    report.note("records", static_cast<double>(count), "");
    report.atLeast("simulation alone", static_cast<double>(count) / seconds / 1e6, "M/s", kLeastRecordsPerSecond / 1e6);
    return count;
}

void measureForm(const std::string& name, std::vector<ExportForm> forms, const collect::CollectOptions& options,
                 std::uint64_t records, const std::filesystem::path& folder, BenchReport& report)
{
    CollectOutput output;
    output.directory = folder / "out";
    output.forms = std::move(forms);
    const double begin = cpuSeconds();
    const auto summary = collectTo(output, options, {});
    const double seconds = cpuSeconds() - begin;
    if (!summary) {
        report.failed(name, summary.error().text());
        return;
    }
    if (options.ranks == kFullRanks)
        report.atMost(name + " on one core", seconds, "s", kMostSeconds);
    report.note(name + " bytes per record",
                static_cast<double>(bytesBelow(output.directory)) / static_cast<double>(records), "B");
    report.atLeast(name, static_cast<double>(records) / seconds / 1e6, "M/s", kLeastRecordsPerSecond / 1e6);
    std::filesystem::remove_all(output.directory);
}

} // namespace

int main(int argc, char** argv)
{
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const auto folder =
        std::filesystem::temp_directory_path() / ("tideline-bench-collect-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    collect::CollectOptions run;
    run.scenario = "llama2-7b-train";
    run.ranks = options.full ? kFullRanks : 8;
    run.steps = options.full ? 10 : 2;
    const std::uint64_t records = measureSimulation(run, report);
    const std::vector<std::pair<std::string, std::vector<ExportForm>>> forms = {
        {"text", {ExportForm::Text}},
        {"db", {ExportForm::Database}},
        {"text,db", {ExportForm::Text, ExportForm::Database}},
        {"msprof", {ExportForm::Msprof}},
        {"chrome-trace", {ExportForm::ChromeTrace}},
        {"tasks", {ExportForm::Tasks}}};
    for (const auto& [name, list] : forms)
        if (records > 0)
            measureForm(name, list, run, records, folder, report);
    report.atMost("peak memory", peakGigabytes(), "GiB", kMostGigabytes);
    std::filesystem::remove_all(folder);
    return report.exitCode();
}
