// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of the timeline: scene and picture of 64 lanes at twelve zooms (T6), and how it grows with the slices.
#include <QFont>
#include <QGuiApplication>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/index/trace_index.h"
#include "core/scene/timeline_scene.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/made_trace.h"
#include "views/kit/theme.h"
#include "views/paint/timeline_painter.h"

namespace {

using namespace tideline;
using namespace tideline::bench;

constexpr int kZooms = 12;

struct Screen {
    const char* name;
    int width;
    int height;
    double targetMs;
};

/// The worst of twelve zooms, each four times closer than the one before, in CPU milliseconds.
double worstFrameMs(const Trace& trace, const TraceIndex& index, const Screen& screen)
{
    CategoryCache categories(trace);
    const SceneSource source{trace, &index, categories};
    const TimelineLayout layout(trace);
    TimelinePainter painter(trace.strings(), Theme::light(), QFont(QStringLiteral("DejaVu Sans"), 9));
    const TimeRange extent = trace.axisExtent();
    double worst = 0;
    for (int zoom = 0; zoom < kZooms; ++zoom) {
        const std::int64_t length = std::max<std::int64_t>(extent.length().ns >> (2 * zoom), 1000);
        const Instant start = extent.start + Duration{(extent.length().ns - length) / 3};
        const TimeAxis axis{{start, start + Duration{length}}, static_cast<double>(screen.width)};
        const double ms = medianCpuMs(std::string(screen.name), 5, [&] {
            const TimelineScene scene = buildTimelineScene(source, layout, axis, 1.0, 0, screen.height);
            painter.paint(scene, 0, QSize(screen.width, screen.height), {});
        });
        worst = std::max(worst, ms);
    }
    return worst;
}

} // namespace

int main(int argc, char** argv)
{
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QGuiApplication application(argc, argv);
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const std::uint64_t slices = options.full ? 10'000'000 : 2'000'000;
    TaskPool pool;
    double hd[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        const auto trace = traceInMemory(i == 0 ? slices / 10 : slices, 64);
        const TraceIndex index = TraceIndex::build(*trace, pool, Progress{});
        const Screen full{"1080p", 1920, 1080, 6};
        const Screen quad{"4K", 3840, 2160, 12};
        hd[i] = worstFrameMs(*trace, index, full);
        if (i == 1) {
            report.note("slices", static_cast<double>(trace->totals().slices), "slices");
            report.atMost("T6 worst frame 1080p", hd[i], "ms", full.targetMs);
            report.atMost("T6 worst frame 4K", worstFrameMs(*trace, index, quad), "ms", quad.targetMs);
        }
    }
    if (hd[0] <= 0)
        report.failed("T6", "no frame was timed");
    else
        report.atMost("T6 growth for 10 times the slices", hd[1] / hd[0], "ratio", 1.5);
    return report.exitCode();
}
