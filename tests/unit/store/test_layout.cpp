// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/store/test_layout.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "tests/support/trace_from.h"
#include "tests/unit/store/brute_force.h"

using namespace tideline;
using namespace tideline::test;

void TestLayout::definitions_data()
{
    QTest::addColumn<QByteArray>("slices");
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<int>("overlapping");
    QTest::addColumn<qint64>("busy");
    const auto row = [](const char* name, const char* slices, const char* layout, int overlapping, qint64 busy) {
        QTest::newRow(name) << QByteArray(slices) << QByteArray(layout) << overlapping << busy;
    };
    row("one after the other", "A 0 100; B 100 100; C 110 63", "A 0 - 100; B 0 - 37; C 1 B 63", 0, 200);
    row("same range twice", "D 300 50; E 300 50", "D 0 - 0; E 1 D 50", 0, 50);
    row("partly overlapping", "red 100 100; green 150 100; blue 240 100; inside 260 10",
        "red 0 - 50; green 1 red 90; blue 2 green 90; inside 3 blue 10", 2, 240);
    row("parent after its children", "leaf1 20 10; leaf2 35 5; outer 15 30; root 10 60",
        "root 0 - 30; outer 1 root 15; leaf1 2 outer 10; leaf2 2 outer 5", 0, 60);
    row("touching by one nanosecond", "wait 2250 100487; send 102736 50020; recv 152756 1000",
        "wait 0 - 100487; send 0 - 50020; recv 0 - 1000", 0, 151506);
    row("overlapping by two nanoseconds", "a 0 100; b 98 100", "a 0 - 98; b 1 a 100", 1, 198);
    row("length zero inside and at the end", "k0 1000 10; k1 1000 0; k2 1000 0; k3 1010 0",
        "k0 0 - 10; k1 1 k0 0; k2 2 k0 0; k3 0 - 0", 0, 10);
    row("self time is never negative", "grand 1000 100; parent 1010 80; child 1020 81",
        "grand 0 - 20; parent 1 grand 10; child 2 parent 81", 1, 101);
    row("equal ends out of order", "B 30 20; A 10 40; C 40 10", "A 0 - 20; B 1 A 10; C 2 B 10", 0, 40);
    row("equal times in file order", "b1 100 40; b2 100 20; b3 120 0", "b1 0 - 20; b2 1 b1 20; b3 1 b1 0", 0, 40);
    row("length zero among others", "z1 100 0; z2 200 0; z3 300 0; big 50 1000",
        "big 0 - 1000; z1 1 big 0; z2 1 big 0; z3 1 big 0", 0, 1000);
    row("overlap with a slice that is not the parent", "a 0 50; b 10 20; c 20 60", "a 0 - 30; b 1 a 10; c 2 b 60", 1,
        80);
    row("a free row above is taken again", "a 0 10; b 5 100; c 50 60; d 200 1; e 200 1",
        "a 0 - 5; b 1 a 45; c 2 b 60; d 0 - 1; e 1 - 1", 2, 111);
}

void TestLayout::definitions()
{
    QFETCH(QByteArray, slices);
    QFETCH(QByteArray, layout);
    QFETCH(int, overlapping);
    QFETCH(qint64, busy);
    const auto trace = traceFrom(slices.toStdString());
    QCOMPARE(QByteArray::fromStdString(layoutText(*trace, TrackId{0})), layout);
    QCOMPARE(int(trace->tracks()[0].overlapping), overlapping);
    QCOMPARE(qint64(trace->tracks()[0].busy.ns), busy);
}

void TestLayout::enclosingKernels()
{
    const char* const text = "big 0 100; small 10 10; later 200 10; cross 205 10; 2:lone 0 5";
    const auto device = traceFrom(text, ProcessRole::Device);
    QCOMPARE(device->tracks()[0].enclosing, 1U);
    QCOMPARE(device->tracks()[0].overlapping, 1U);
    QCOMPARE(device->tracks()[1].enclosing, 0U);
    QCOMPARE(traceFrom(text, ProcessRole::Host)->tracks()[0].enclosing, 0U);
}

void TestLayout::equalsBruteForce_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<int>("count");
    QTest::newRow("nested") << int(Shape::Nested) << 300;
    QTest::newRow("overlapping") << int(Shape::Overlapping) << 300;
    QTest::newRow("dense overlapping") << int(Shape::Overlapping) << 12;
    QTest::newRow("crowded") << int(Shape::Crowded) << 30;
    QTest::newRow("sequential") << int(Shape::Sequential) << 300;
}

namespace {

/// What the trace holds, as the brute force says it; parents by their place in track order.
using Row = std::tuple<std::int64_t, std::int64_t, std::uint64_t, std::int64_t, int, std::int64_t>;

std::vector<Row> rowsOf(const Trace& trace, TrackId track)
{
    const SliceColumns& slices = trace.slices();
    std::vector<Row> rows;
    for (std::uint32_t i = trace.track(track).slices.first; i < trace.track(track).slices.last; ++i) {
        const SliceId parent = slices.parent.at(i);
        rows.emplace_back(slices.start.at(i).ns, slices.duration.at(i).ns, slices.ref.at(i).offset(),
                          parent.valid() ? static_cast<std::int64_t>(slices.ref.at(parent.row).offset()) : -1,
                          static_cast<int>(trace.rowOf(SliceId{i})), slices.self.at(i).ns);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

std::vector<Row> rowsOf(const BruteLayout& layout)
{
    std::vector<Row> rows;
    for (const BruteSlice& it : layout.slices) {
        const auto parent =
            it.parent < 0 ? -1
                          : static_cast<std::int64_t>(layout.slices[static_cast<std::size_t>(it.parent)].slice.order);
        rows.emplace_back(it.slice.start, it.slice.end - it.slice.start, it.slice.order, parent, it.row, it.self);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

bool rowsAreSorted(const Trace& trace, TrackId track)
{
    for (const RowRange row : trace.track(track).rows) {
        for (std::uint32_t i = row.first + 1; i < row.last; ++i) {
            const TimeRange before = trace.rangeOf(SliceId{i - 1});
            const TimeRange it = trace.rangeOf(SliceId{i});
            if (it.start <= before.start || it.start < before.end - Duration{1})
                return false;
        }
    }
    return true;
}

} // namespace

void TestLayout::equalsBruteForce()
{
    QFETCH(int, shape);
    QFETCH(int, count);
    for (unsigned seed = 1; seed <= 40; ++seed) {
        std::mt19937_64 random(seed);
        TraceBuilder builder;
        const RankId rank = builder.addRank({});
        builder.process(builder.process(rank, "1")).role = ProcessRole::Device;
        std::vector<std::vector<PlainSlice>> input;
        for (const char* tid : {"1", "2", "3"}) {
            input.push_back(randomSlices(random, Shape(shape), static_cast<std::size_t>(count)));
            addSlices(builder, builder.track(rank, "1", tid), input.back());
        }
        const auto trace = frozen(std::move(builder), 1 + seed % 2);
        for (std::uint32_t track = 0; track < 3; ++track) {
            const BruteLayout expected = bruteLayout(input[track]);
            const TrackInfo& info = trace->track(TrackId{track});
            const QByteArray where = "seed " + QByteArray::number(seed) + " track " + QByteArray::number(track);
            QVERIFY2(rowsOf(*trace, TrackId{track}) == rowsOf(expected), where.constData());
            QVERIFY2(rowsAreSorted(*trace, TrackId{track}), where.constData());
            QVERIFY2(info.overlapping == expected.overlapping, where.constData());
            QVERIFY2(info.enclosing == expected.enclosing, where.constData());
            QVERIFY2(info.busy.ns == expected.busy, where.constData());
        }
    }
}

void TestLayout::worstCases_data()
{
    QTest::addColumn<qint64>("step");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<qint64>("shrink");
    QTest::addColumn<int>("rows");
    QTest::newRow("all overlapping") << qint64(10) << qint64(10'000'000) << qint64(0) << 100'000;
    QTest::newRow("all at once, length zero") << qint64(0) << qint64(0) << qint64(0) << 100'000;
    QTest::newRow("nested 100,000 deep") << qint64(10) << qint64(10'000'000) << qint64(20) << 100'000;
    QTest::newRow("one row over several frames") << qint64(10) << qint64(10) << qint64(0) << 1;
}

void TestLayout::worstCases()
{
    QFETCH(qint64, step);
    QFETCH(qint64, length);
    QFETCH(qint64, shrink);
    QFETCH(int, rows);
    constexpr std::int64_t kCount = 100'000;
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const TrackId track = builder.track(rank, "1", "1");
    std::vector<FlowPoint> points;
    for (std::int64_t i = 0; i < kCount; ++i) {
        SliceRow row{Instant{i * step}, Duration{length - i * shrink}, SourceRef(0, static_cast<std::uint64_t>(i)),
                     builder.intern("x")};
        builder.addSlice(track, row);
        FlowPoint point;
        point.time = Instant{length + i};
        point.keyLow = 7;
        point.track = track;
        point.phase = i % 2 ? FlowPhase::End : FlowPhase::Start;
        points.push_back(point);
    }
    builder.addFlowPoints(rank, std::move(points));
    const auto trace = frozen(std::move(builder));
    QCOMPARE(int(trace->tracks()[0].rows.size()), rows);
    QCOMPARE(trace->slices().size(), std::uint32_t(kCount));
    QCOMPARE(trace->totals().flows, std::uint64_t(kCount / 2));
    QCOMPARE(trace->rangeOf(SliceId{70'000}).start.ns, 70'000 * step);
    QCOMPARE(trace->rowOf(SliceId{70'000}), rows == 1 ? 0U : 70'000U);
}
