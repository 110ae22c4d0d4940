// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench_report.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include <benchmark/benchmark.h>

namespace tideline::bench {

namespace {

/// Keeps the CPU time of each repetition instead of printing it.
class CollectingReporter : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override
    {
        for (const Run& run : runs) {
            if (run.run_type == Run::RT_Iteration)
                milliseconds.push_back(run.cpu_accumulated_time * 1e3 / static_cast<double>(run.iterations));
        }
    }
    std::vector<double> milliseconds;
};

void line(const std::string& name, double value, const std::string& unit, const std::string& target,
          const char* verdict)
{
    std::printf("%-34s %12.4g %-8s %-12s %s\n", name.c_str(), value, unit.c_str(), target.c_str(), verdict);
    std::fflush(stdout);
}

std::string targetText(const char* sign, double target)
{
    char text[32];
    std::snprintf(text, sizeof text, "%s%.4g", sign, target);
    return text;
}

} // namespace

BenchOptions parseOptions(int argc, char** argv)
{
    BenchOptions options;
    for (int i = 1; i < argc; ++i)
        options.full = options.full || std::string_view(argv[i]) == "--full";
    return options;
}

void BenchReport::atLeast(const std::string& name, double value, const std::string& unit, double target)
{
    line(name, value, unit, targetText(">=", target), value >= target ? "ok" : "short");
}

void BenchReport::atMost(const std::string& name, double value, const std::string& unit, double target)
{
    line(name, value, unit, targetText("<=", target), value <= target ? "ok" : "short");
}

void BenchReport::note(const std::string& name, double value, const std::string& unit)
{
    line(name, value, unit, "-", "-");
}

void BenchReport::failed(const std::string& name, const std::string& why)
{
    m_failed = true;
    std::printf("%-34s could not be measured: %s\n", name.c_str(), why.c_str());
}

double medianCpuMs(const std::string& name, int repetitions, const std::function<void()>& body)
{
    benchmark::ClearRegisteredBenchmarks();
    benchmark::RegisterBenchmark(name.c_str(),
                                 [&body](benchmark::State& state) {
                                     for ([[maybe_unused]] auto iteration : state)
                                         body();
                                 })
        ->Iterations(1)
        ->Repetitions(repetitions);
    CollectingReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    return median(std::move(reporter.milliseconds));
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace tideline::bench
