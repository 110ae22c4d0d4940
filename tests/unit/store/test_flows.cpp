// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/store/test_flows.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

#include "tests/support/random_trace.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

namespace {

FlowPhase phaseOf(char letter)
{
    return letter == 's' ? FlowPhase::Start : letter == 't' ? FlowPhase::Step : FlowPhase::End;
}

/// "s 10; f 20": points of one key on the thread 1, in file order.
std::vector<FlowPoint> pointsFrom(const std::string& text, TrackId track)
{
    std::vector<FlowPoint> points;
    std::istringstream line(text);
    std::string part;
    for (std::uint64_t order = 0; std::getline(line, part, ';'); ++order) {
        std::istringstream words(part);
        char phase = 's';
        FlowPoint point;
        words >> phase >> point.time.ns;
        point.phase = phaseOf(phase);
        point.keyLow = 5;
        point.track = track;
        point.ref = SourceRef(0, order);
        points.push_back(point);
    }
    return points;
}

std::string arrowsText(const Trace& trace)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> arrows;
    for (std::uint32_t i = 0; i < trace.flows().size(); ++i)
        arrows.emplace_back(trace.flows().fromTime.at(i).ns, trace.flows().toTime.at(i).ns);
    std::sort(arrows.begin(), arrows.end());
    std::string text;
    for (const auto& [from, to] : arrows)
        text += std::to_string(from) + ">" + std::to_string(to) + " ";
    return text;
}

} // namespace

void TestFlows::joins_data()
{
    QTest::addColumn<QByteArray>("points");
    QTest::addColumn<QByteArray>("arrows");
    QTest::addColumn<int>("startsUnmatched");
    QTest::addColumn<int>("endsUnmatched");
    QTest::newRow("pair") << QByteArray("s 10; f 20") << QByteArray("10>20 ") << 0 << 0;
    QTest::newRow("several ends") << QByteArray("s 10; f 20; f 30") << QByteArray("10>20 10>30 ") << 0 << 0;
    QTest::newRow("steps are ends and starts")
        << QByteArray("s 10; t 20; f 30") << QByteArray("10>20 20>30 ") << 0 << 0;
    QTest::newRow("id used again") << QByteArray("s 10; f 20; s 30; f 40") << QByteArray("10>20 30>40 ") << 0 << 0;
    QTest::newRow("back in time") << QByteArray("f 5; s 10; s 20") << QByteArray("10>5 ") << 1 << 0;
    QTest::newRow("same time, start first in the file") << QByteArray("s 10; f 10") << QByteArray("10>10 ") << 0 << 0;
    QTest::newRow("same time, end first in the file") << QByteArray("s 3; f 10; s 10") << QByteArray("3>10 ") << 1 << 0;
    QTest::newRow("no partner") << QByteArray("s 10; s 11") << QByteArray() << 2 << 0;
    QTest::newRow("ends without start") << QByteArray("f 10; f 11") << QByteArray() << 0 << 2;
    QTest::newRow("step without start") << QByteArray("t 10; f 11") << QByteArray("10>11 ") << 0 << 1;
}

void TestFlows::joins()
{
    QFETCH(QByteArray, points);
    QFETCH(QByteArray, arrows);
    QFETCH(int, startsUnmatched);
    QFETCH(int, endsUnmatched);
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    builder.addFlowPoints(rank, pointsFrom(points.toStdString(), builder.track(rank, "1", "1")));
    const auto trace = frozen(std::move(builder));
    QCOMPARE(QByteArray::fromStdString(arrowsText(*trace)), arrows);
    QCOMPARE(int(trace->totals().flowStartsUnmatched), startsUnmatched);
    QCOMPARE(int(trace->totals().flowEndsUnmatched), endsUnmatched);
}

void TestFlows::keysOfDifferentRanksStayApart()
{
    TraceBuilder builder;
    for (const char* points : {"s 10; f 20", "s 110; f 120"}) {
        const RankId rank = builder.addRank({});
        builder.addFlowPoints(rank, pointsFrom(points, builder.track(rank, "1", "1")));
    }
    QCOMPARE(arrowsText(*frozen(std::move(builder))), std::string("10>20 110>120 "));
}

void TestFlows::binds_data()
{
    QTest::addColumn<qint64>("time");
    QTest::addColumn<bool>("enclosing");
    QTest::addColumn<QByteArray>("slice");
    QTest::newRow("before everything") << qint64(5) << true << QByteArray();
    QTest::newRow("before everything, next") << qint64(5) << false << QByteArray("a");
    QTest::newRow("starts exactly: the innermost") << qint64(10) << true << QByteArray("b");
    QTest::newRow("inside: the innermost") << qint64(15) << true << QByteArray("b");
    QTest::newRow("inside wins over next") << qint64(70) << false << QByteArray("a");
    QTest::newRow("the end is outside") << qint64(110) << true << QByteArray();
    QTest::newRow("length zero, exactly") << qint64(200) << true << QByteArray("z");
    QTest::newRow("behind everything") << qint64(300) << false << QByteArray();
}

void TestFlows::binds()
{
    QFETCH(qint64, time);
    QFETCH(bool, enclosing);
    QFETCH(QByteArray, slice);
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const TrackId track = builder.track(rank, "1", "1");
    const auto add = [&](const char* name, std::int64_t start, std::int64_t length) {
        builder.addSlice(track, {Instant{start}, Duration{length}, SourceRef(0, 0), builder.intern(name)});
    };
    add("z", 200, 0);
    add("b", 10, 50);
    add("a", 10, 100);
    std::vector<FlowPoint> points = pointsFrom("s 0; f 0", track);
    points[1].time = Instant{time};
    points[1].bindEnclosing = enclosing;
    builder.addFlowPoints(rank, std::move(points));
    const auto trace = frozen(std::move(builder));
    const SliceId to = trace->flows().toSlice.at(0);
    const auto name = to.valid() ? trace->text(trace->slices().name.at(to.row)) : std::string_view{};
    QCOMPARE(QByteArray::fromStdString(std::string(name)), slice);
}

namespace {

using Arrow = std::tuple<std::int64_t, std::uint64_t, std::uint64_t, int, int>; // from time, ends, slices by order

/// Slice a point hangs on, by its file order; -1: none.
int bruteSlice(const std::vector<PlainSlice>& slices, const FlowPoint& point)
{
    const PlainSlice* exact = nullptr;
    const PlainSlice* around = nullptr;
    const PlainSlice* next = nullptr;
    const auto later = [](const PlainSlice& a, const PlainSlice* b) {
        return !b || std::tuple(b->start, -b->end, b->order) < std::tuple(a.start, -a.end, a.order);
    };
    for (const PlainSlice& slice : slices) {
        if (slice.start == point.time.ns && later(slice, exact))
            exact = &slice;
        if (slice.start <= point.time.ns && point.time.ns < slice.end && later(slice, around))
            around = &slice;
        if (slice.start > point.time.ns && (!next || !later(slice, next)))
            next = &slice;
    }
    const bool mayBeNext = point.phase == FlowPhase::End && !point.bindEnclosing;
    const PlainSlice* const found = exact ? exact : around ? around : mayBeNext ? next : nullptr;
    return found ? static_cast<int>(found->order) : -1;
}

std::multiset<Arrow> bruteArrows(const std::vector<PlainSlice>& slices, const std::vector<FlowPoint>& points)
{
    const auto place = [](const FlowPoint& point) { return std::pair(point.time, point.ref); };
    std::multiset<Arrow> arrows;
    for (const FlowPoint& end : points) {
        if (end.phase == FlowPhase::Start)
            continue;
        const FlowPoint* from = nullptr;
        const FlowPoint* first = nullptr;
        for (const FlowPoint& start : points) {
            if (start.keyLow != end.keyLow || start.phase == FlowPhase::End)
                continue;
            if (place(start) < place(end) && (!from || place(*from) < place(start)))
                from = &start;
            if (start.phase == FlowPhase::Start && (!first || place(start) < place(*first)))
                first = &start;
        }
        from = from ? from : first;
        if (from)
            arrows.emplace(from->time.ns, static_cast<std::uint64_t>(end.time.ns), end.keyLow,
                           bruteSlice(slices, *from), bruteSlice(slices, end));
    }
    return arrows;
}

} // namespace

void TestFlows::equalsBruteForce()
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        std::mt19937_64 random(seed);
        const auto below = [&](std::uint64_t limit) { return random() % limit; };
        TraceBuilder builder;
        const RankId rank = builder.addRank({});
        const TrackId track = builder.track(rank, "1", "1");
        const auto slices = randomSlices(random, seed % 2 ? Shape::Nested : Shape::Overlapping, 60);
        addSlices(builder, track, slices);
        std::vector<FlowPoint> points(200);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].time = Instant{static_cast<std::int64_t>(below(700))};
            points[i].keyLow = below(20);
            points[i].phase = FlowPhase(below(3));
            points[i].bindEnclosing = below(2) == 0;
            points[i].track = track;
            points[i].ref = SourceRef(0, i);
            points[i].category = StringId{static_cast<std::uint32_t>(points[i].keyLow)};
        }
        const auto expected = bruteArrows(slices, points);
        builder.addFlowPoints(rank, points);
        const auto trace = frozen(std::move(builder), 1 + seed % 2);
        const FlowColumns& flows = trace->flows();
        const auto orderOf = [&](SliceId slice) {
            return slice.valid() ? static_cast<int>(trace->slices().ref.at(slice.row).offset()) : -1;
        };
        std::multiset<Arrow> arrows;
        for (std::uint32_t i = 0; i < flows.size(); ++i) {
            QVERIFY(i == 0 || flows.fromTime.at(i - 1) <= flows.fromTime.at(i));
            arrows.emplace(flows.fromTime.at(i).ns, static_cast<std::uint64_t>(flows.toTime.at(i).ns),
                           flows.category.at(i).row, orderOf(flows.fromSlice.at(i)), orderOf(flows.toSlice.at(i)));
        }
        QVERIFY2(arrows == expected, qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}
