// SPDX-License-Identifier: GPL-3.0-or-later
// Curves (T12): asking the pyramid of a long curve and plotting what it answers, at twelve zooms.
#include <QApplication>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "core/analyze/curves.h"
#include "tests/bench/bench_report.h"
#include "views/curves/curve_plot.h"

namespace {

using namespace tideline;
using namespace tideline::bench;

constexpr int kZooms = 12;
constexpr std::uint32_t kPoints = 10'000'000;

/// Samples every 10 µs or so, with rare spikes.
StepFunction makeCurve(std::uint32_t points)
{
    std::mt19937 random(1);
    std::uniform_int_distribution<std::int64_t> step(8'000, 12'000);
    std::uniform_real_distribution<double> value(0, 1e12);
    ColumnBuilder<Instant> times;
    ColumnBuilder<double> values;
    Instant at{};
    for (std::uint32_t i = 0; i < points; ++i) {
        times.push(at);
        values.push(i % 100'003 == 0 ? 3e12 : value(random));
        at = at + Duration{step(random)};
    }
    StepFunction::Source source;
    source.time = std::move(times).finish();
    source.value = std::move(values).finish();
    source.rows = {0, points};
    source.end = at;
    return StepFunction(std::move(source));
}

} // namespace

int main(int argc, char** argv)
{
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QApplication application(argc, argv);
    parseOptions(argc, argv); // the default has the size of the table already
    BenchReport report;
    StepFunction data;
    report.note("build the pyramid", medianCpuMs("build", 1, [&] { data = makeCurve(kPoints); }), "ms");
    Curve curve;
    curve.kind = CurveKind::HbmTotal;
    curve.unit = CurveUnit::BytesPerSecond;
    curve.rank = RankId{0};
    const Instant end = data.holdEnd(data.size() - 1);
    report.note("pyramid per point", static_cast<double>(data.residentBytes()) / kPoints, "B");
    curve.data = std::move(data);
    std::vector<Curve> curves;
    curves.push_back(std::move(curve));

    ViewState state;
    state.reset({Instant{}, end});
    CurveSet set;
    CurvePlot plot(state, set);
    plot.resize(1920, 400);
    set.setCurves(std::move(curves), {std::optional<std::int64_t>(0)}, {});
    plot.show();
    QApplication::processEvents();
    double worst = 0;
    double first = 0;
    for (int zoom = 0; zoom < kZooms; ++zoom) {
        const std::int64_t length = std::max<std::int64_t>(end.ns >> (2 * zoom), 1000);
        std::int64_t start = (end.ns - length) / 3;
        const double ms = medianCpuMs("curves", 9, [&] {
            // A step aside, as panning does: everything is asked and drawn anew.
            start += length / 1000 + 1;
            state.setVisibleRange({Instant{start}, Instant{start + length}});
            plot.refresh();
        });
        first = zoom == 0 ? ms : first;
        worst = std::max(worst, ms);
    }
    if (worst <= 0 || plot.panels().empty() || plot.panels().front()->scenes().front().points.empty())
        report.failed("T12", "no curve was plotted");
    report.note("points", kPoints, "points");
    report.note("T12 whole run in view", first, "ms");
    report.atMost("T12 refill and replot, worst zoom", worst, "ms", 5);
    return report.exitCode();
}
