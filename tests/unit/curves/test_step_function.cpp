// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/curves/test_step_function.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/scene/curve_scene.h"
#include "tests/unit/curves/step_trace.h"

namespace tideline::test {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

PlainSamples randomSamples(unsigned seed, int count, double gapShare)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> step(0, 40);
    std::uniform_int_distribution<int> value(-50, 50);
    std::bernoulli_distribution gap(gapShare);
    PlainSamples samples;
    std::int64_t at = 100;
    for (int i = 0; i < count; ++i) {
        at += step(random) == 0 ? 500 : step(random);
        samples.emplace_back(at, gap(random) ? kNan : value(random));
    }
    return samples;
}

/// What the summary of a range must be, from the samples alone.
StepSummary walked(const PlainSamples& samples, std::int64_t end, std::int64_t longest, std::int64_t inGap,
                   TimeRange range)
{
    StepSummary sum;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto [from, value] = samples[i];
        const bool last = i + 1 == samples.size();
        std::int64_t to = last ? end : samples[i + 1].first;
        if (longest > 0 && (last || to - from > longest))
            to = std::min(to, from + inGap);
        const bool starts = range.start.ns <= from && from < range.end.ns;
        const std::int64_t held = std::min(to, range.end.ns) - std::max(from, range.start.ns);
        if (std::isnan(value) || (held <= 0 && !starts))
            continue;
        sum.min = std::fmin(sum.min, value);
        sum.max = std::fmax(sum.max, value);
        sum.integral += value * static_cast<double>(std::max<std::int64_t>(held, 0));
        sum.coveredNs += std::max<std::int64_t>(held, 0);
    }
    return sum;
}

bool same(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) || a == b;
}

bool holds(const CurveScene& scene, double value)
{
    return std::any_of(scene.points.begin(), scene.points.end(), [&](const StepSample& p) { return p.value == value; });
}

/// The value that the steps of a scene show at a time.
double shownAt(const CurveScene& scene, std::int64_t t)
{
    double value = kNan;
    for (const StepSample& point : scene.points) {
        if (point.time.ns <= t)
            value = point.value;
    }
    return value;
}

} // namespace

void TestStepFunction::summaryAgreesWithAWalk_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("gaps");
    QTest::addColumn<int>("longest");
    QTest::newRow("none") << 0 << 0.0 << 0;
    QTest::newRow("one") << 1 << 0.0 << 0;
    QTest::newRow("no pyramid") << 20 << 0.1 << 0;
    QTest::newRow("one level") << 60 << 0.1 << 0;
    QTest::newRow("many levels") << 5000 << 0.0 << 0;
    QTest::newRow("many levels, NaN") << 5000 << 0.3 << 0;
    QTest::newRow("silent stretches") << 5000 << 0.05 << 60;
    QTest::newRow("several frames") << 70'000 << 0.01 << 60;
}

void TestStepFunction::summaryAgreesWithAWalk()
{
    QFETCH(int, count);
    QFETCH(double, gaps);
    QFETCH(int, longest);
    const PlainSamples samples = randomSamples(7, count, gaps);
    const std::int64_t end = samples.empty() ? 1000 : samples.back().first + 333;
    const StepFunction curve = functionOf(samples, end, longest, 20);
    std::mt19937 random(3);
    std::uniform_int_distribution<std::int64_t> time(0, end + 100);
    for (int i = 0; i < 60; ++i) {
        const std::int64_t a = time(random);
        const std::int64_t b = time(random);
        const TimeRange range{Instant{std::min(a, b)}, Instant{std::max(a, b) + 1}};
        const StepSummary got = curve.over(range);
        const StepSummary wanted = walked(samples, end, longest, 20, range);
        QVERIFY(same(got.min, wanted.min));
        QVERIFY(same(got.max, wanted.max));
        QCOMPARE(got.coveredNs, wanted.coveredNs);
        QCOMPARE(got.integral, wanted.integral);
    }
}

void TestStepFunction::holdsAndGaps()
{
    const StepFunction curve = functionOf({{100, 1}, {120, 2}, {300, 3}}, 1000, 60, 20);
    QCOMPARE(curve.holdEnd(0).ns, 120);
    QCOMPARE(curve.holdEnd(1).ns, 140);
    QCOMPARE(curve.holdEnd(2).ns, 320);
    QVERIFY(!curve.holdingAt(Instant{99}));
    QCOMPARE(curve.holdingAt(Instant{119})->value, 1.0);
    QVERIFY(!curve.holdingAt(Instant{200}));
    const StepFunction endless = functionOf({{100, 1}, {120, kNan}, {300, 3}}, 1000);
    QCOMPARE(endless.holdingAt(Instant{900})->value, 3.0);
    QVERIFY(!endless.holdingAt(Instant{200}));
}

void TestStepFunction::nearestSample_data()
{
    QTest::addColumn<qint64>("at");
    QTest::addColumn<qint64>("sample");
    QTest::newRow("far before") << qint64(10) << qint64(-1);
    QTest::newRow("before the first") << qint64(90) << qint64(100);
    QTest::newRow("nearer to the first") << qint64(109) << qint64(100);
    QTest::newRow("a tie is the earlier one") << qint64(110) << qint64(100);
    QTest::newRow("nearer to the second") << qint64(111) << qint64(120);
    QTest::newRow("on a sample") << qint64(120) << qint64(120);
    QTest::newRow("in a gap") << qint64(210) << qint64(-1);
}

void TestStepFunction::nearestSample()
{
    QFETCH(qint64, at);
    QFETCH(qint64, sample);
    const StepFunction curve = functionOf({{100, 1}, {120, 2}, {300, 3}}, 1000, 60, 20);
    const auto found = curve.nearestTo(Instant{at});
    QCOMPARE(found ? found->time.ns : -1, sample);
}

void TestStepFunction::sceneKeepsTwoPointsPerPixel_data()
{
    QTest::addColumn<int>("pixels");
    QTest::newRow("narrow") << 10;
    QTest::newRow("usual") << 1000;
    QTest::newRow("wider than the samples") << 9000;
}

void TestStepFunction::sceneKeepsTwoPointsPerPixel()
{
    QFETCH(int, pixels);
    const PlainSamples samples = randomSamples(11, 6000, 0.0);
    const StepFunction curve = functionOf(samples, samples.back().first);
    const TimeAxis axis{{Instant{0}, Instant{samples.back().first + 1}}, static_cast<double>(pixels)};
    const CurveScene scene = buildCurveScene(curve, axis);
    QVERIFY(scene.points.size() <= 2 * static_cast<std::size_t>(pixels) + 2);
    std::vector<int> perColumn(static_cast<std::size_t>(pixels) + 1);
    for (const StepSample& point : scene.points)
        ++perColumn[static_cast<std::size_t>(axis.xOf(point.time))];
    QVERIFY(*std::max_element(perColumn.begin(), perColumn.end()) <= 3);
    const StepSummary all = curve.over(axis.range);
    QCOMPARE(scene.low, all.min);
    QCOMPARE(scene.high, all.max);
    for (std::size_t i = 1; i < scene.points.size(); ++i)
        QVERIFY(scene.points[i - 1].time <= scene.points[i].time);
}

void TestStepFunction::oneSampleSpikeIsSeenAtEveryZoom()
{
    PlainSamples samples;
    for (int i = 0; i < 100'000; ++i)
        samples.emplace_back(i * 10, i % 7);
    samples[54'321].second = 9999;
    samples[54'322].second = -9999;
    const StepFunction curve = functionOf(samples, 1'000'000);
    for (std::int64_t length = 1'000'000; length > 20; length /= 2) {
        const TimeAxis axis{{Instant{543'215 - length / 2}, Instant{543'225 + length / 2}}, 777};
        const CurveScene scene = buildCurveScene(curve, axis);
        QVERIFY(holds(scene, 9999));
        QVERIFY(holds(scene, -9999));
    }
}

void TestStepFunction::sceneHoldsTheLastValueBehindADenseColumn()
{
    const StepFunction curve = functionOf({{100, 5}, {101, 9}, {102, 1}, {103, 4}, {900, 2}}, 1000);
    const CurveScene scene = buildCurveScene(curve, {{Instant{0}, Instant{1000}}, 100});
    QCOMPARE(shownAt(scene, 500), 4.0);
    QVERIFY(holds(scene, 9));
    QVERIFY(holds(scene, 1));
}

void TestStepFunction::sceneInterruptsAtGaps()
{
    const StepFunction curve = functionOf({{100, 1}, {120, 2}, {300, 3}, {320, kNan}, {400, 5}}, 410, 90, 20);
    const CurveScene scene = buildCurveScene(curve, {{Instant{0}, Instant{500}}, 500});
    QVERIFY(std::isnan(shownAt(scene, 50)));
    QCOMPARE(shownAt(scene, 139), 2.0);
    QVERIFY(std::isnan(shownAt(scene, 141)));
    QCOMPARE(shownAt(scene, 310), 3.0);
    QVERIFY(std::isnan(shownAt(scene, 350)));
    QCOMPARE(shownAt(scene, 405), 5.0);
    QCOMPARE(scene.points.back().time.ns, 410);
}

void TestStepFunction::meansStandWhereSamplesAreDense()
{
    PlainSamples samples;
    for (int i = 0; i < 4000; ++i)
        samples.emplace_back(i * 10, i % 4 == 0 ? 100 : 0);
    const StepFunction curve = functionOf(samples, 40'000);
    const CurveScene dense = buildCurveScene(curve, {{Instant{0}, Instant{40'000}}, 100});
    QCOMPARE(dense.means.size(), std::size_t{101});
    for (const StepSample& mean : dense.means)
        QCOMPARE(mean.value, 25.0);
    const CurveScene sparse = buildCurveScene(curve, {{Instant{0}, Instant{400}}, 100});
    QVERIFY(sparse.means.empty());
}

} // namespace tideline::test
