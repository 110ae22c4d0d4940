// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "core/index/trace_index.h"
#include "core/scene/flow_scene.h"
#include "core/scene/ruler.h"
#include "core/scene/timeline_scene.h"
#include "tests/support/random_trace.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

namespace {

constexpr int kWidth = 400;

std::shared_ptr<const Trace> randomTrace(std::mt19937_64& random, Shape shape, std::size_t count)
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    addSlices(builder, builder.track(rank, "1", "1"), randomSlices(random, shape, count));
    return frozen(std::move(builder));
}

TraceIndex indexOf(const Trace& trace)
{
    TaskPool pool(1);
    return TraceIndex::build(trace, pool, Progress{});
}

TrackScene sceneOf(const Trace& trace, const TraceIndex* index, TimeRange range, int width = kWidth)
{
    CategoryCache categories(trace);
    return buildTrackScene(trace, index ? index->mip(TrackId{0}).get() : nullptr, categories, TrackId{0},
                           {range, static_cast<double>(width)}, {});
}

/// Sorted, inside the picture, without overlap; what paints a column is what is picked there.
void checkPicking(const TrackScene& scene, int width)
{
    for (std::uint32_t row = 0; row < scene.rowEnds.size(); ++row) {
        std::vector<SliceId> painted(static_cast<std::size_t>(width));
        std::int32_t previous = 0;
        for (const TrackScene::Box& box : scene.rowBoxes(row)) {
            QVERIFY(box.x0 >= previous);
            QVERIFY(box.x1 > box.x0);
            QVERIFY(box.x1 <= width);
            QVERIFY(box.count >= 1);
            QVERIFY(box.slice.valid());
            previous = box.x1;
            std::fill(painted.begin() + box.x0, painted.begin() + box.x1, box.slice);
        }
        for (int x = 0; x < width; ++x) {
            const SliceId picked = scene.sliceAt(x + 0.5, row).value_or(SliceId{});
            QCOMPARE(picked, painted[static_cast<std::size_t>(x)]);
        }
    }
}

/// Every slice that reaches into the range has paint in the columns where it lies.
void checkNothingLost(const Trace& trace, const TrackScene& scene, TimeRange range, int width)
{
    const TimeAxis axis{range, static_cast<double>(width)};
    for (std::uint32_t i = 0; i < trace.slices().size(); ++i) {
        const TimeRange slice = trace.rangeOf(SliceId{i});
        const bool inside = slice.start >= range.start ? slice.start <= range.end : slice.end > range.start;
        if (!inside)
            continue;
        const double x = std::clamp(std::floor(axis.xOf(slice.start)), 0.0, width - 1.0);
        QVERIFY2(scene.boxAt(x, trace.rowOf(SliceId{i})), qPrintable(QStringLiteral("slice %1").arg(i)));
    }
}

std::vector<TimeRange> zooms(TimeRange extent, std::mt19937_64& random)
{
    std::vector<TimeRange> ranges{extent};
    for (std::int64_t length = extent.length().ns; length > 1; length /= 3) {
        for (int i = 0; i < 3; ++i) {
            const auto room = static_cast<std::uint64_t>(extent.length().ns - length + 1);
            const Instant start = extent.start + Duration{static_cast<std::int64_t>(random() % room)};
            ranges.push_back({start, start + Duration{length}});
        }
    }
    return ranges;
}

} // namespace

class TestScene : public QObject {
    Q_OBJECT

private slots:
    void pickingAgreesWithPainting_data();
    void pickingAgreesWithPainting();
    void denseRowsComeFromTheMip();
    void everySliceCanBeReached();
    void zeroLengthSlicesAreVisible_data();
    void zeroLengthSlicesAreVisible();
    void wideSlicesAreExact();
    void instantsInOneColumnAreOneTick();
    void epochTimesStayExact();
    void rulerSteps_data();
    void rulerSteps();
    void rulerCountsFromABase();
    void constantCounters_data();
    void constantCounters();
    void counterGaps();
    void counterPyramidKeepsPeaks();
    void idleGapsOfStreams();
    void densityShowsKernelsBelowAnnotations();
    void layoutFoldsGroups();
    void layoutFiltersRanks();
    void flowsHaveBothEnds();
    void categories_data();
    void categories();
};

void TestScene::pickingAgreesWithPainting_data()
{
    QTest::addColumn<int>("shape");
    QTest::newRow("nested") << static_cast<int>(Shape::Nested);
    QTest::newRow("overlapping") << static_cast<int>(Shape::Overlapping);
    QTest::newRow("crowded") << static_cast<int>(Shape::Crowded);
    QTest::newRow("sequential") << static_cast<int>(Shape::Sequential);
}

void TestScene::pickingAgreesWithPainting()
{
    QFETCH(int, shape);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        std::mt19937_64 random(seed);
        const auto trace = randomTrace(random, static_cast<Shape>(shape), seed == 4 ? 6000 : 300);
        const TraceIndex index = indexOf(*trace);
        for (const TimeRange range : zooms(trace->axisExtent(), random)) {
            for (const TraceIndex* used : {static_cast<const TraceIndex*>(nullptr), &index}) {
                const TrackScene scene = sceneOf(*trace, used, range);
                checkPicking(scene, kWidth);
                if (QTest::currentTestFailed())
                    return;
                if (!used)
                    checkNothingLost(*trace, scene, range, kWidth);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }
}

void TestScene::denseRowsComeFromTheMip()
{
    std::mt19937_64 random(7);
    const auto trace = randomTrace(random, Shape::Sequential, 60'000);
    const TraceIndex index = indexOf(*trace);
    const TimeRange whole = trace->axisExtent();
    const TrackScene walked = sceneOf(*trace, nullptr, whole);
    const TrackScene asked = sceneOf(*trace, &index, whole);
    const auto countOf = [](const TrackScene& scene) {
        std::uint64_t count = 0;
        for (const TrackScene::Box& box : scene.boxes)
            count += box.count;
        return count;
    };
    QCOMPARE(countOf(walked), std::uint64_t{60'000});
    // Columns that a slice only passes through count it again.
    QVERIFY(countOf(asked) >= 60'000 && countOf(asked) <= 60'000 + kWidth);
    QVERIFY(asked.boxes.size() <= static_cast<std::size_t>(kWidth) * asked.rowEnds.size());
    for (const TrackScene::Box& box : asked.boxes)
        QVERIFY(box.busyFraction >= 0 && box.busyFraction <= 1);
}

void TestScene::everySliceCanBeReached()
{
    std::mt19937_64 random(11);
    const auto trace = randomTrace(random, Shape::Sequential, 2000);
    const TraceIndex index = indexOf(*trace);
    std::set<std::uint32_t> unreached;
    for (std::uint32_t i = 0; i < trace->slices().size(); ++i) {
        const TimeRange slice = trace->rangeOf(SliceId{i});
        const TrackScene scene = sceneOf(*trace, &index, {slice.start - Duration{2}, slice.start + Duration{8}});
        const bool found = std::any_of(scene.boxes.begin(), scene.boxes.end(),
                                       [&](const TrackScene::Box& box) { return box.slice == SliceId{i}; });
        // Two slices of length zero at one time share their pixel at every zoom; the row above shows one of them.
        const TimeRange before = i > 0 ? trace->rangeOf(SliceId{i - 1}) : TimeRange{};
        const bool twin = slice.length().ns == 0 && i > 0 && before.start == slice.start;
        const TimeRange after = i + 1 < trace->slices().size() ? trace->rangeOf(SliceId{i + 1}) : TimeRange{};
        const bool hidden = slice.length().ns == 0 && i + 1 < trace->slices().size() && after.start == slice.start;
        if (!found && !twin && !hidden)
            unreached.insert(i);
    }
    QVERIFY(unreached.empty());
}

void TestScene::zeroLengthSlicesAreVisible_data()
{
    QTest::addColumn<qint64>("length");
    for (const qint64 length : {10LL, 1'000LL, 100'000LL, 10'000'000LL, 10'000'000'000LL})
        QTest::newRow(qPrintable(QString::number(length))) << length;
}

void TestScene::zeroLengthSlicesAreVisible()
{
    QFETCH(qint64, length);
    const auto trace = traceFrom("z1 5 0; z2 9 0; long 20 30; z3 60 0");
    for (const char* name : {"z1", "z2", "z3"}) {
        const SliceId slice = sliceNamed(*trace, name);
        const Instant at = trace->rangeOf(slice).start;
        const TimeRange range{at - Duration{length / 2}, at + Duration{length - length / 2}};
        const TrackScene scene = sceneOf(*trace, nullptr, range);
        const double x = TimeAxis{range, kWidth}.xOf(at);
        const TrackScene::Box* box = scene.boxAt(x, trace->rowOf(slice));
        QVERIFY2(box, name);
        QVERIFY(box->x1 - box->x0 >= 1);
    }
    const TrackScene whole = sceneOf(*trace, nullptr, trace->axisExtent());
    QVERIFY(whole.sliceAt(kWidth - 0.5, 0) == sliceNamed(*trace, "z3"));
}

void TestScene::wideSlicesAreExact()
{
    const auto trace = traceFrom("A 0 100; B 100 50; C 150 50");
    const TrackScene scene = sceneOf(*trace, nullptr, {Instant{0}, Instant{200}});
    QCOMPARE(scene.boxes.size(), std::size_t{3});
    const std::int32_t edges[] = {0, 200, 300, 400};
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(scene.boxes[i].x0, edges[i]);
        QCOMPARE(scene.boxes[i].x1, edges[i + 1]);
        QCOMPARE(scene.boxes[i].busyFraction, 1.0F);
    }
    const TrackScene cut = sceneOf(*trace, nullptr, {Instant{50}, Instant{120}});
    QVERIFY(cut.boxes.front().openLeft);
    QVERIFY(!cut.boxes.front().openRight);
    QVERIFY(cut.boxes.back().openRight);
}

void TestScene::instantsInOneColumnAreOneTick()
{
    TraceBuilder builder;
    const TrackId track = builder.track(builder.addRank({}), "1", "1");
    std::uint64_t order = 0;
    for (const std::int64_t time : {0, 1, 2, 500, 1000}) {
        InstantRow row;
        row.time = Instant{time};
        row.name = builder.intern("tick");
        row.ref = SourceRef(0, order++);
        builder.addInstant(track, row);
    }
    const auto trace = frozen(std::move(builder));
    const TrackScene scene = sceneOf(*trace, nullptr, {Instant{0}, Instant{1000}}, 100);
    QCOMPARE(scene.ticks.size(), std::size_t{3});
    QCOMPARE(scene.ticks[0].count, 3U);
    QCOMPARE(scene.ticks[1].x, 50);
    QCOMPARE(scene.ticks[2].x, 99);
    QVERIFY(scene.instantAt(48, 5) == InstantId{3});
    QVERIFY(!scene.instantAt(30, 5));
}

void TestScene::epochTimesStayExact()
{
    const std::int64_t epoch = 1'711'111'111'111'111'111;
    const TimeAxis axis{{Instant{epoch}, Instant{epoch + 1000}}, 1000};
    for (int x = 0; x < 1000; ++x) {
        QCOMPARE(axis.xOf(Instant{epoch + x}), static_cast<double>(x));
        QCOMPARE(axis.timeAt(x).ns, epoch + x);
    }
    const auto trace = traceFrom("A " + std::to_string(epoch) + " 7; B " + std::to_string(epoch + 7) + " 3");
    const TrackScene scene = sceneOf(*trace, nullptr, {Instant{epoch}, Instant{epoch + 10}}, 100);
    QCOMPARE(scene.boxes.size(), std::size_t{2});
    QCOMPARE(scene.boxes[0].x1, 70);
    QCOMPARE(scene.boxes[1].x0, 70);
}

void TestScene::rulerSteps_data()
{
    QTest::addColumn<qint64>("length");
    QTest::addColumn<qint64>("step");
    QTest::newRow("10 ns") << qint64{10} << qint64{1};
    QTest::newRow("1 us") << qint64{1'000} << qint64{100};
    QTest::newRow("1 ms") << qint64{1'000'000} << qint64{100'000};
    QTest::newRow("70 s") << qint64{70'000'000'000} << qint64{10'000'000'000};
}

void TestScene::rulerSteps()
{
    QFETCH(qint64, length);
    QFETCH(qint64, step);
    const Instant origin{1'711'111'111'111'111'111};
    const TimeAxis axis{{origin, origin + Duration{length}}, 1000};
    const Ruler ruler = buildRuler(axis, origin, 100);
    QCOMPARE(ruler.step.ns, step);
    QCOMPARE(ruler.base.ns, 0);
    QVERIFY(ruler.ticks.front().major);
    QCOMPARE(ruler.ticks.front().x, 0.0);
    double previous = -1000;
    for (const Ruler::Tick& tick : ruler.ticks) {
        QCOMPARE(tick.x, axis.xOf(origin + tick.offset));
        QCOMPARE(tick.major, tick.offset.ns % step == 0);
        if (tick.major) {
            QVERIFY(tick.x - previous >= 100);
            previous = tick.x;
        }
    }
}

void TestScene::rulerCountsFromABase()
{
    const Instant origin{1'000};
    const Instant start = origin + Duration{12'345'678'900};
    const Ruler ruler = buildRuler({{start, start + Duration{1'000}}, 1000}, origin, 100);
    QVERIFY(ruler.base.ns > 0);
    for (const Ruler::Tick& tick : ruler.ticks)
        QVERIFY(tick.offset.ns >= 0 && tick.offset.ns < 2'000'000);
}

namespace {

std::shared_ptr<const Trace> counterTrace(const std::vector<double>& values, std::int64_t step = 10)
{
    TraceBuilder builder;
    const CounterId counter = builder.counter(builder.addRank({}), "1", "c", "v");
    for (std::size_t i = 0; i < values.size(); ++i)
        builder.addSample(counter, {Instant{static_cast<std::int64_t>(i) * step}, values[i], SourceRef(0, i)});
    return frozen(std::move(builder));
}

} // namespace

void TestScene::constantCounters_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("zero") << 0.0;
    QTest::newRow("42") << 42.0;
    QTest::newRow("negative") << -7.5;
    QTest::newRow("huge") << 1e308;
}

void TestScene::constantCounters()
{
    QFETCH(double, value);
    const auto trace = counterTrace({value, value, value});
    const CounterScene scene = buildCounterScene(*trace, nullptr, CounterId{0}, {{Instant{0}, Instant{20}}, 100});
    QVERIFY(std::isfinite(scene.low) && std::isfinite(scene.high));
    QVERIFY(scene.low < scene.high);
    QVERIFY(scene.low <= 0 && scene.high >= 0);
    QVERIFY(scene.columns.size() >= 99);
    for (const CounterScene::Column& column : scene.columns) {
        QCOMPARE(column.min, static_cast<float>(value));
        QCOMPARE(column.max, static_cast<float>(value));
    }
}

void TestScene::counterGaps()
{
    constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
    const auto trace = counterTrace({1, 2, kGap, 3, 3});
    const CounterScene scene = buildCounterScene(*trace, nullptr, CounterId{0}, {{Instant{0}, Instant{40}}, 400});
    const auto covers = [&](std::int32_t x) {
        return std::any_of(scene.columns.begin(), scene.columns.end(),
                           [x](const CounterScene::Column& column) { return column.x == x; });
    };
    QVERIFY(covers(50));
    QVERIFY(covers(150));
    QVERIFY(!covers(250));
    QVERIFY(covers(350));
    for (const CounterScene::Column& column : scene.columns)
        QVERIFY(std::isfinite(column.min) && std::isfinite(column.max) && std::isfinite(column.last));
    QVERIFY(!counterValueAt(*trace, CounterId{0}, Instant{25}));
    QCOMPARE(counterValueAt(*trace, CounterId{0}, Instant{15})->second, 2.0);
    QVERIFY(!counterValueAt(*trace, CounterId{0}, Instant{-1}));
}

void TestScene::counterPyramidKeepsPeaks()
{
    std::vector<double> values(20'000, 1.0);
    values[12'345] = 99;
    const auto trace = counterTrace(values);
    const TraceIndex index = indexOf(*trace);
    const CounterScene scene =
        buildCounterScene(*trace, index.pyramid(CounterId{0}).get(), CounterId{0}, {trace->axisExtent(), 300});
    const auto highest = std::max_element(scene.columns.begin(), scene.columns.end(),
                                          [](const auto& a, const auto& b) { return a.max < b.max; });
    QCOMPARE(highest->max, 99.0F);
    QCOMPARE(highest->x, static_cast<std::int32_t>(12'345.0 / 19'999.0 * 300));
}

void TestScene::idleGapsOfStreams()
{
    TraceBuilder builder;
    const TrackId track = builder.track(builder.addRank({}), "1", "1", TrackKind::Stream);
    for (const std::int64_t start : {0, 100, 900}) {
        SliceRow row;
        row.start = Instant{start};
        row.duration = Duration{100};
        row.name = builder.intern("k");
        row.ref = SourceRef(0, static_cast<std::uint64_t>(start));
        builder.addSlice(track, row);
    }
    const auto trace = frozen(std::move(builder));
    CategoryCache categories(*trace);
    TrackSceneOptions options;
    options.idleGapPx = 24;
    const TrackScene scene =
        buildTrackScene(*trace, nullptr, categories, TrackId{0}, {{Instant{0}, Instant{1000}}, 100}, options);
    QCOMPARE(scene.gaps.size(), std::size_t{1});
    QCOMPARE(scene.gaps[0].x0, 20);
    QCOMPARE(scene.gaps[0].x1, 90);
}

void TestScene::densityShowsKernelsBelowAnnotations()
{
    TraceBuilder builder;
    const TrackId track = builder.track(builder.addRank({}), "1", "1", TrackKind::Stream);
    const auto add = [&](const char* name, const char* category, std::int64_t start, std::int64_t length) {
        SliceRow row;
        row.start = Instant{start};
        row.duration = Duration{length};
        row.name = builder.intern(name);
        row.category = builder.intern(category);
        row.ref = SourceRef(0, static_cast<std::uint64_t>(start));
        builder.addSlice(track, row);
    };
    add("around", "gpu_user_annotation", 0, 1000);
    add("gemm", "kernel", 200, 100);
    const auto trace = frozen(std::move(builder));
    CategoryCache categories(*trace);
    const SceneSource source{*trace, nullptr, categories};
    const DensityScene density = buildDensity(source, std::span(&track, 1), {{Instant{0}, Instant{1000}}, 100});
    QCOMPARE(density.columns[25].category, Category::Cube);
    QCOMPARE(density.columns[50].category, Category::Other);
    QCOMPARE(density.columns[50].busyFraction, 1.0F);
}

void TestScene::layoutFoldsGroups()
{
    const auto trace = traceFrom("7:A 0 100; 7:B 10 10; 9:C 0 5");
    TimelineLayout layout(*trace);
    QCOMPARE(layout.lanes().size(), std::size_t{3});
    QCOMPARE(layout.lanes()[0].kind, LaneKind::Process);
    QCOMPARE(layout.lanes()[1].rows, 2U);
    for (int y = 0; y < layout.height(); ++y) {
        const auto index = layout.laneAt(y);
        QVERIFY(index);
        QVERIFY(y >= layout.lanes()[*index].y && y < layout.lanes()[*index].bottom());
    }
    QVERIFY(!layout.laneAt(-1));
    QVERIFY(!layout.laneAt(layout.height()));
    const int open = layout.height();
    layout.setCollapsed(LaneKind::Track, layout.lanes()[1].id, true);
    QCOMPARE(layout.height(), open - TimelineLayout::kRowPx);
    layout.setCollapsed(LaneKind::Process, layout.lanes()[0].id, true);
    QCOMPARE(layout.lanes().size(), std::size_t{1});
    const TrackId track = trace->trackOf(sliceNamed(*trace, "B"));
    QVERIFY(!layout.laneOf(track));
    layout.expandTo(track);
    QCOMPARE(layout.height(), open);
}

void TestScene::layoutFiltersRanks()
{
    TraceBuilder builder;
    for (const std::int64_t number : {0, 1}) {
        RankInfo info;
        info.rank = number;
        SliceRow row;
        row.name = builder.intern("s");
        row.duration = Duration{5};
        row.ref = SourceRef(0, static_cast<std::uint64_t>(number));
        builder.addSlice(builder.track(builder.addRank(info), "1", "1"), row);
    }
    const auto trace = frozen(std::move(builder));
    const auto ranksOf = [](const TimelineLayout& layout) {
        return std::count_if(layout.lanes().begin(), layout.lanes().end(),
                             [](const Lane& lane) { return lane.kind == LaneKind::Rank; });
    };
    QCOMPARE(ranksOf(TimelineLayout(*trace)), 2);
    const std::int64_t wanted[] = {1};
    const TimelineLayout one(*trace, wanted);
    QCOMPARE(ranksOf(one), 1);
    QCOMPARE(one.lanes().front().id, 1U);
}

void TestScene::flowsHaveBothEnds()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const TrackId host = builder.track(rank, "1", "1");
    const TrackId device = builder.track(rank, "2", "1", TrackKind::Stream);
    SliceRow row;
    row.name = builder.intern("launch");
    row.duration = Duration{10};
    row.ref = SourceRef(0, 1);
    builder.addSlice(host, row);
    row.name = builder.intern("kernel");
    row.start = Instant{50};
    row.ref = SourceRef(0, 2);
    builder.addSlice(device, row);
    FlowPoint start;
    start.keyLow = 1;
    start.time = Instant{5};
    start.track = host;
    start.ref = SourceRef(0, 3);
    FlowPoint end = start;
    end.time = Instant{50};
    end.track = device;
    end.phase = FlowPhase::End;
    end.ref = SourceRef(0, 4);
    builder.addFlowPoints(rank, {start, end});
    const auto trace = frozen(std::move(builder));
    const FlowIndex flows(*trace);
    const SliceId launch = sliceNamed(*trace, "launch");
    const SliceId kernel = sliceNamed(*trace, "kernel");
    const auto arrows = flowsOf(*trace, flows, launch, 10);
    QCOMPARE(arrows.size(), std::size_t{1});
    QCOMPARE(arrows[0].from.time.ns, 5);
    QCOMPARE(arrows[0].to.time.ns, 50);
    QCOMPARE(flowNeighbours(*trace, flows, launch, true), std::vector<SliceId>{kernel});
    QCOMPARE(flowNeighbours(*trace, flows, kernel, false), std::vector<SliceId>{launch});
    QVERIFY(flowNeighbours(*trace, flows, kernel, true).empty());
}

void TestScene::categories_data()
{
    QTest::addColumn<int>("role");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* title, ProcessRole role, const char* name, Category expected) {
        QTest::newRow(title) << static_cast<int>(role) << QByteArray(name) << static_cast<int>(expected);
    };
    row("host", ProcessRole::Host, "aten::add", Category::Framework);
    row("cann", ProcessRole::Cann, "aclnnAdd", Category::Cann);
    row("matmul", ProcessRole::Device, "MatMulV2_12", Category::Cube);
    row("wait", ProcessRole::Device, "EVENT_WAIT", Category::Wait);
    row("copy", ProcessRole::Device, "MEMCPY_ASYNC", Category::Copy);
    row("collective", ProcessRole::Communication, "hcom_allReduce_", Category::Communication);
    row("wait in a plane", ProcessRole::Communication, "Notify_Wait", Category::Wait);
    row("free", ProcessRole::Overlap, "Free", Category::Idle);
}

void TestScene::categories()
{
    QFETCH(int, role);
    QFETCH(QByteArray, name);
    QFETCH(int, expected);
    const auto trace = traceFrom(name.toStdString() + " 0 10", static_cast<ProcessRole>(role));
    QCOMPARE(static_cast<int>(categoryOf(*trace, SliceId{0})), expected);
    CategoryCache cache(*trace);
    QCOMPARE(static_cast<int>(cache.of(TrackId{0}, trace->slices().name.at(0), SliceId{0})), expected);
}

QTEST_APPLESS_MAIN(TestScene)
#include "test_scene.moc"
