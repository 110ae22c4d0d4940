// SPDX-License-Identifier: GPL-3.0-or-later
// Import of a made trace until its store is written: speed beside the yardstick (T1, T2), peak memory (T3), size of the
// store (T4), exactness (T8), growth (T9).
// Each import runs in a process of its own, so that its peak memory is its own.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/base/memory_tuning.h"
#include "core/session/session.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/trace_maker.h"
#include "tests/bench/yardstick.h"

namespace {

using namespace tideline;
using namespace tideline::bench;
using Json = nlohmann::json;

/// Peak resident memory of this process in bytes, mapped pages included.
std::uint64_t peakBytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string text; std::getline(status, text);) {
        if (text.starts_with("VmHWM:"))
            return std::strtoull(text.c_str() + 6, nullptr, 10) * 1024;
    }
    return 0;
}

/// Lanes and kernels as the frozen trace has them, in the form of the truth.
TraceTruth factsOf(const Trace& trace)
{
    TraceTruth facts;
    facts.slices = trace.totals().slices;
    facts.flows = trace.totals().flows;
    facts.samples = trace.totals().counterSamples;
    ColumnReader<Instant> start(trace.slices().start);
    ColumnReader<Duration> duration(trace.slices().duration);
    ColumnReader<StringId> name(trace.slices().name);
    for (const TrackInfo& track : trace.tracks()) {
        if (!isCounted(track.kind) || track.slices.size() == 0)
            continue;
        const ProcessInfo& process = trace.process(track.process);
        LaneTruth& lane = facts.lanes[process.pid + "/" + track.tid];
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            lane.add(start[row].ns, duration[row].ns);
            if (process.role == ProcessRole::Device) {
                NameTruth& kernel = facts.kernels[std::string(trace.text(name[row]))];
                ++kernel.calls;
                kernel.sumNs += duration[row].ns;
            }
        }
    }
    return facts;
}

/// Slices that no drawn row should have: more than 1 ns into their neighbour.
std::uint64_t rowsThatOverlap(const Trace& trace)
{
    std::uint64_t wrong = 0;
    ColumnReader<Instant> start(trace.slices().start);
    ColumnReader<Duration> duration(trace.slices().duration);
    for (const TrackInfo& track : trace.tracks()) {
        for (const RowRange& row : track.rows) {
            for (std::uint32_t i = row.first + 1; i < row.last; ++i)
                wrong += start[i].ns < start[i - 1].ns + duration[i - 1].ns - 1 ? 1 : 0;
        }
    }
    return wrong;
}

std::uint64_t lanesThatDiffer(const TraceTruth& truth, const TraceTruth& facts)
{
    std::uint64_t wrong = truth.lanes.size() == facts.lanes.size() ? 0 : 1;
    for (const auto& [lane, expected] : truth.lanes) {
        const auto found = facts.lanes.find(lane);
        wrong += found == facts.lanes.end() || !(found->second == expected) ? 1 : 0;
    }
    for (const auto& [name, expected] : truth.kernels) {
        const auto found = facts.kernels.find(name);
        wrong += found == facts.kernels.end() || !(found->second == expected) ? 1 : 0;
    }
    return wrong + (truth.flows == facts.flows ? 0 : 1) + (truth.samples == facts.samples ? 0 : 1);
}

/// The child: imports FILE, prints seconds, peak and how the trace differs from the file made with the same arguments.
int runChild(const std::string& file, unsigned threads, const std::string& truthFile)
{
    const auto begin = std::chrono::steady_clock::now();
    OpenOptions options;
    options.paths = {file};
    options.threads = threads;
    options.scratchDir = file + ".cache";
    options.store = StoreUse::Anew;
    const auto result = Session::open(options, Progress{});
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (!result || (*result)->storePath().empty()) {
        std::fprintf(stderr, "%s\n", result ? (*result)->storeProblem().c_str() : result.error().text().c_str());
        return 1;
    }
    const Trace& trace = (*result)->trace();
    const auto stored = std::filesystem::file_size((*result)->storePath());
    Json answer = {{"seconds", spent.count()}, {"peak", peakBytes()}};
    if (!truthFile.empty()) {
        const TraceTruth facts = factsOf(trace);
        Json lanes = Json::object();
        for (const auto& [lane, t] : facts.lanes)
            lanes[lane] = {t.slices, t.sumNs, t.firstNs, t.lastNs, t.hash};
        Json kernels = Json::object();
        for (const auto& [name, t] : facts.kernels)
            kernels[name] = {t.calls, t.sumNs};
        answer["lanes"] = lanes;
        answer["kernels"] = kernels;
        answer["flows"] = facts.flows;
        answer["samples"] = facts.samples;
        answer["overlaps"] = rowsThatOverlap(trace);
        std::ofstream(truthFile) << answer.dump();
    }
    std::printf("%.6f %llu %llu\n", spent.count(), static_cast<unsigned long long>(peakBytes()),
                static_cast<unsigned long long>(stored));
    return 0;
}

struct Measured {
    double seconds = 0;
    double peak = 0;
    double stored = 0; // bytes
};

std::optional<Measured> importInChild(const std::string& self, const std::string& file, unsigned threads,
                                      const std::string& truthFile = {})
{
    const std::string command =
        "'" + self + "' --child '" + file + "' " + std::to_string(threads) + " '" + truthFile + "'";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (!pipe)
        return std::nullopt;
    Measured measured;
    const int read = std::fscanf(pipe, "%lf %lf %lf", &measured.seconds, &measured.peak, &measured.stored);
    return ::pclose(pipe) == 0 && read == 3 ? std::optional(measured) : std::nullopt;
}

TraceTruth readFacts(const std::string& file, std::uint64_t* overlaps)
{
    TraceTruth facts;
    std::ifstream in(file);
    const Json answer = Json::parse(in);
    for (const auto& [lane, t] : answer["lanes"].items())
        facts.lanes[lane] = {t[0], t[1], t[2], t[3], t[4]};
    for (const auto& [name, t] : answer["kernels"].items())
        facts.kernels[name] = {t[0], t[1]};
    facts.flows = answer["flows"];
    facts.samples = answer["samples"];
    *overlaps = answer["overlaps"];
    return facts;
}

struct Figures {
    double secondsTwo = 0;
    double secondsOne = 0;
};

std::optional<Figures> measureSize(const std::string& self, const std::filesystem::path& dir, std::uint64_t bytes,
                                   const std::string& tag, BenchReport& report)
{
    const std::string file = (dir / (tag + ".json")).string();
    const TraceTruth truth = makeTrace(file, bytes);
    const double yardstick = onDemandBytesPerSecond(file, 2);
    const std::string factsFile = (dir / "facts.json").string();
    const auto exact = importInChild(self, file, 2, factsFile);
    std::vector<double> two;
    std::vector<double> one;
    double peak = 0;
    for (int i = 0; i < 3; ++i) {
        const auto fast = importInChild(self, file, 2);
        const auto slow = importInChild(self, file, 1);
        if (!fast || !slow || !exact || yardstick <= 0) {
            report.failed("import " + tag, "an import failed");
            return std::nullopt;
        }
        two.push_back(fast->seconds);
        one.push_back(slow->seconds);
        peak = std::max(peak, fast->peak);
    }
    std::filesystem::remove(file);
    std::filesystem::remove_all(file + ".cache");
    const Figures figures{median(two), median(one)};
    const auto size = static_cast<double>(truth.bytes);
    const auto events = static_cast<double>(truth.events);
    report.note(tag + " events", events, "events");
    report.note(tag + " yardstick", yardstick / 1e9, "GB/s");
    report.note(tag + " import", size / figures.secondsTwo / 1e9, "GB/s");
    report.atLeast("T1 " + tag + " 2 threads", size / figures.secondsTwo / yardstick, "ratio", 0.28);
    report.atLeast("T2 " + tag + " 1 thread", size / figures.secondsOne / yardstick, "ratio", 0.16);
    report.atMost("T3 " + tag + " peak", peak / 1048576, "MiB", 64 + 100 * events / 1048576);
    report.atMost("T4 " + tag + " store to JSON", exact->stored / size, "ratio", 0.25);
    std::uint64_t overlaps = 0;
    const TraceTruth facts = readFacts(factsFile, &overlaps);
    report.atMost("T8 " + tag + " lanes, names wrong", static_cast<double>(lanesThatDiffer(truth, facts)), "count", 0);
    report.atMost("T8 " + tag + " invented overlaps", static_cast<double>(overlaps), "count", 0);
    return figures;
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory(); // as the programs do
    if (argc >= 5 && std::string_view(argv[1]) == "--child")
        return runChild(argv[2], static_cast<unsigned>(std::atoi(argv[3])), argv[4]);
    const BenchOptions options = parseOptions(argc, argv);
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    const auto dir = std::filesystem::temp_directory_path() / ("tideline-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directories(dir);
    BenchReport report;
    const std::uint64_t small = options.full ? 100'000'000 : 20'000'000;
    const std::uint64_t large = options.full ? 1'000'000'000 : 200'000'000;
    const std::uint64_t larger = 5'000'000'000; // only where it is asked for: minutes, and 6 GB of disk
    try {
        const auto few = measureSize(self, dir, small, std::to_string(small / 1'000'000) + "MB", report);
        const auto many = measureSize(self, dir, large, std::to_string(large / 1'000'000) + "MB", report);
        if (few && many)
            report.atMost("T9 growth for 10 times the size", many->secondsTwo / few->secondsTwo, "ratio", 11);
        if (std::find(argv, argv + argc, std::string_view("--5GB")) != argv + argc && many) {
            const auto most = measureSize(self, dir, larger, "5000MB", report);
            if (most)
                report.atMost("T9 growth from 1 to 5 GB", most->secondsTwo / many->secondsTwo, "ratio", 5.5);
        }
    } catch (const std::exception& error) {
        report.failed("import", error.what());
    }
    std::filesystem::remove_all(dir);
    return report.exitCode();
}
