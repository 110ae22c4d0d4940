// SPDX-License-Identifier: GPL-3.0-or-later
// A profile from its store: time to the first complete picture (T5) and how it grows with the trace. With --tree: a job
// of many ranks that does not fit into memory (T17), made of hard links to one trace.
#include <QFont>
#include <QGuiApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "core/base/memory_tuning.h"
#include "core/scene/timeline_scene.h"
#include "core/session/session.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/trace_maker.h"
#include "tests/bench/yardstick.h"
#include "views/kit/theme.h"
#include "views/paint/timeline_painter.h"

namespace {

using namespace tideline;
using namespace tideline::bench;
namespace fs = std::filesystem;

constexpr int kWidth = 1920;
constexpr int kHeight = 1080;
constexpr int kReopens = 5;
constexpr int kZooms = 12;
constexpr double kMiB = 1048576;

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double peakMiB()
{
    std::ifstream status("/proc/self/status");
    for (std::string text; std::getline(status, text);) {
        if (text.starts_with("VmHWM:"))
            return std::strtod(text.c_str() + 6, nullptr) / 1024;
    }
    return 0;
}

/// Scene and picture of the timeline as the window draws them.
class Screen {
public:
    explicit Screen(const Session& session)
        : m_session(session),
          m_categories(session.trace(), &session.index()),
          m_layout(session.trace()),
          m_painter(session.trace().strings(), Theme::light(), QFont(QStringLiteral("DejaVu Sans"), 9))
    {
    }

    /// Draws a part of the extent, 4^zoom times closer than all of it.
    void draw(int zoom)
    {
        const TimeRange extent = m_session.trace().axisExtent();
        const std::int64_t length = std::max<std::int64_t>(extent.length().ns >> (2 * zoom), 1000);
        const Instant start = extent.start + Duration{(extent.length().ns - length) / 3};
        const TimeAxis axis{{start, start + Duration{length}}, static_cast<double>(kWidth)};
        const SceneSource source{m_session.trace(), &m_session.index(), m_categories};
        const TimelineScene scene = buildTimelineScene(source, m_layout, axis, 1.0, 0, kHeight);
        m_painter.paint(scene, 0, QSize(kWidth, kHeight), {});
    }

private:
    const Session& m_session;
    CategoryCache m_categories;
    TimelineLayout m_layout;
    TimelinePainter m_painter;
};

OpenOptions optionsFor(const fs::path& path, const fs::path& cache, StoreUse use)
{
    OpenOptions options;
    options.paths = {path};
    options.scratchDir = cache;
    options.store = use;
    return options;
}

/// Milliseconds from the wish to open to the picture, the store being there; the median of some.
std::optional<double> reopenMs(const fs::path& dir, std::uint64_t bytes, BenchReport& report)
{
    const fs::path file = dir / "trace.json";
    const std::string tag = std::to_string(bytes / 1'000'000) + "MB";
    const TraceTruth truth = makeTrace(file, bytes);
    if (const auto first = Session::open(optionsFor(file, dir, StoreUse::Anew), Progress{}); !first) {
        report.failed("T5 " + tag, first.error().text());
        return std::nullopt;
    }
    std::vector<double> spent;
    for (int i = 0; i < kReopens; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const auto session = Session::open(optionsFor(file, dir, StoreUse::Later), Progress{});
        if (!session || !(*session)->isFromStore() || (*session)->trace().totals().slices != truth.slices) {
            report.failed("T5 " + tag, "the store was not used");
            return std::nullopt;
        }
        Screen(**session).draw(0);
        spent.push_back(secondsSince(begin) * 1000);
    }
    fs::remove(file);
    report.note(tag + " slices", static_cast<double>(truth.slices), "slices");
    return median(spent);
}

void measureReopening(const fs::path& dir, const BenchOptions& options, BenchReport& report)
{
    const auto few = reopenMs(dir, 10'000'000, report);
    const auto many = reopenMs(dir, options.full ? 1'000'000'000 : 200'000'000, report);
    if (!few || !many)
        return;
    report.note("T5 reopen 10 MB", *few, "ms");
    report.atMost("T5 reopen to first picture", *many, "ms", 150);
    report.atMost("T5 growth", *many / *few, "ratio", 2);
    if (!options.full)
        return;
    const auto most = reopenMs(dir, 1'800'000'000, report); // 10 million events
    if (most)
        report.atMost("T5 reopen, 10 million events", *most, "ms", 150);
}

/// 64 directories of one rank each, whose traces are one file.
fs::path makeTree(const fs::path& dir, std::uint64_t bytes, int ranks)
{
    const fs::path file = dir / "trace.json";
    makeTrace(file, bytes);
    for (int rank = 0; rank < ranks; ++rank) {
        const fs::path root =
            dir / "job"
            / ("host" + std::to_string(rank / 8) + "_" + std::to_string(rank) + "_20260101000000000_ascend_pt");
        fs::create_directories(root / "ASCEND_PROFILER_OUTPUT");
        std::ofstream(root / ("profiler_info_" + std::to_string(rank) + ".json")) << "{\"rank_id\":\"" << rank << "\"}";
        fs::create_hard_link(file, root / "ASCEND_PROFILER_OUTPUT" / "trace_view.json");
    }
    return dir / "job";
}

void measureTree(const fs::path& dir, std::uint64_t bytes, int ranks, BenchReport& report)
{
    const fs::path job = makeTree(dir, bytes, ranks);
    const double yardstick = onDemandBytesPerSecond((dir / "trace.json").string(), 2);
    const auto begin = std::chrono::steady_clock::now();
    double firstPicture = 0;
    DiskNeed need;
    OpenOptions options = optionsFor(job, dir / "cache", StoreUse::Now);
    options.announce = [&](const DiskNeed& it) { need = it; };
    options.firstPart = [&](const std::shared_ptr<const Session>& first) {
        Screen(*first).draw(0);
        firstPicture = secondsSince(begin);
    };
    const auto session = Session::open(options, Progress{});
    if (!session) {
        report.failed("T17", session.error().text());
        return;
    }
    const double imported = secondsSince(begin);
    const auto size = static_cast<double>(bytes) * ranks;
    report.note("T17 input", size / 1e9, "GB");
    report.note("T17 slices", static_cast<double>((*session)->trace().totals().slices), "slices");
    report.note("T17 peak of the import", peakMiB(), "MiB");
    report.atLeast("T17 import", size / imported / yardstick, "ratio", 0.28);
    report.note("T17 import", imported, "s");
    report.note("T17 first picture of the first rank", firstPicture, "s");
    report.note("T17 disk need announced", static_cast<double>(need.bytes) / 1e9, "GB");
    report.note("T17 store", static_cast<double>(fs::file_size((*session)->storePath())) / 1e9, "GB");
    const auto steps = std::chrono::steady_clock::now();
    report.note("T17 step rows", static_cast<double>((*session)->steps().size()), "rows");
    report.note("T17 steps of the triage page", secondsSince(steps), "s");
    const auto advice = std::chrono::steady_clock::now();
    if (!(*session)->advise({}, Progress{}))
        report.failed("T17 triage", "no advice");
    report.note("T17 findings of the triage page", secondsSince(advice), "s");
    Screen screen(**session);
    double worst = 0;
    for (int zoom = 0; zoom < kZooms; ++zoom) {
        screen.draw(zoom); // frames are decoded once
        worst = std::max(worst, medianCpuMs("frame", 3, [&] { screen.draw(zoom); }));
    }
    report.atMost("T17 worst frame 1080p", worst, "ms", 12);
    report.atMost("T17 peak", peakMiB(), "MiB", 4096);
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory(); // as the programs do
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QGuiApplication application(argc, argv);
    const BenchOptions options = parseOptions(argc, argv);
    const bool tree = std::find(argv, argv + argc, std::string_view("--tree")) != argv + argc;
    const auto dir = fs::temp_directory_path() / ("tideline-bench-" + std::to_string(::getpid()));
    fs::create_directories(dir);
    BenchReport report;
    try {
        if (tree)
            measureTree(dir, options.full ? 1'250'000'000 : 20'000'000, 64, report);
        else
            measureReopening(dir, options, report);
    } catch (const std::exception& error) {
        report.failed("store", error.what());
    }
    fs::remove_all(dir);
    return report.exitCode();
}
