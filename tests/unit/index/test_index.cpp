// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "core/index/range_stats.h"
#include "core/index/trace_index.h"
#include "tests/support/random_trace.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

/// Each index against the same question asked of all rows.
class TestIndex : public QObject {
    Q_OBJECT

private slots:
    void mipColumnsExact();
    void mipDominantName();
    void mipLongIdle();
    void mipEqualsBruteForce_data();
    void mipEqualsBruteForce();
    void pyramidKeepsMinAndMax();
    void pyramidKeepsGaps();
    void namesAreFound_data();
    void namesAreFound();
    void namesEqualBruteForce();
    void flowsOfASlice();
    void rangeStatsExample();
    void rangeStatsEqualBruteForce();
    void buildsAllAndCancels();
};

namespace {

std::shared_ptr<const Trace> randomTrace(unsigned seed, std::size_t count)
{
    std::mt19937_64 random(seed);
    TraceBuilder builder;
    for (const std::int64_t base : {0, 1000}) {
        const RankId rank = builder.addRank({});
        builder.rank(rank).timeBaseNs = base;
        for (const char* tid : {"1", "2"})
            addSlices(builder, builder.track(rank, "1", tid), randomSlices(random, Shape(random() % 4), count));
    }
    return frozen(std::move(builder));
}

/// Time of a row in slices inside a range, and the slices that reach into it.
std::pair<Duration, std::uint32_t> bruteRow(const Trace& trace, RowRange row, TimeRange range)
{
    Duration busy;
    std::uint32_t count = 0;
    Instant covered = range.start;
    for (std::uint32_t i = row.first; i < row.last; ++i) {
        const TimeRange slice = trace.rangeOf(SliceId{i});
        if (slice.start >= range.end || (slice.end <= range.start && slice.start < range.start))
            continue;
        ++count;
        const Instant end = std::min(slice.end, range.end);
        busy += std::max(Duration{}, end - std::max(slice.start, covered));
        covered = std::max(covered, end);
    }
    return {busy, count};
}

} // namespace

void TestIndex::mipColumnsExact()
{
    const auto trace = traceFrom("A 0 100; B 100 50; C 190 0; D 250 100");
    const auto columns = SliceMip(*trace, TrackId{0}).columns(*trace, 0, {Instant{50}, Instant{300}}, 5);
    std::string text;
    for (const MipColumn& column : columns)
        text += (column.empty() ? "-" : std::string(trace->text(column.name))) + " " + std::to_string(column.busy.ns)
                + " " + std::to_string(column.count) + "; ";
    QCOMPARE(text, std::string("A 50 1; B 50 1; C 0 1; - 0 0; D 50 1; "));
}

void TestIndex::mipDominantName()
{
    std::string line;
    for (int i = 0; i < 5000; ++i) // 60 % of the time in many short slices, 40 % in few longer ones
        line += (i % 3 == 2 ? "long " : "short ") + std::to_string(i * 10) + (i % 3 == 2 ? " 8; " : " 6; ");
    const auto trace = traceFrom(line);
    const auto columns = SliceMip(*trace, TrackId{0}).columns(*trace, 0, {Instant{0}, Instant{50'000}}, 10);
    for (const MipColumn& column : columns) {
        QCOMPARE(trace->text(column.name), std::string_view("short"));
        QCOMPARE(trace->text(trace->slices().name.at(column.longest.row)), std::string_view("long"));
        QVERIFY(std::abs(static_cast<int>(column.count) - 500) <= 4);
    }
}

void TestIndex::mipLongIdle()
{
    std::string line;
    for (std::int64_t burst = 0; burst < 2; ++burst) {
        for (std::int64_t i = 0; i < 1000; ++i)
            line += "x " + std::to_string(burst * 1'000'000'000'000 + i * 10) + " 9; ";
    }
    const auto trace = traceFrom(line);
    const auto columns = SliceMip(*trace, TrackId{0}).columns(*trace, 0, trace->axisExtent(), 100);
    QCOMPARE(columns.front().busy.ns, 9000);
    QCOMPARE(columns.back().busy.ns, 9000);
    QVERIFY(std::all_of(columns.begin() + 1, columns.end() - 1, [](const MipColumn& it) { return it.empty(); }));
}

void TestIndex::mipEqualsBruteForce_data()
{
    QTest::addColumn<int>("pixels");
    for (const int pixels : {1, 3, 50, 700})
        QTest::addRow("%d columns", pixels) << pixels;
}

void TestIndex::mipEqualsBruteForce()
{
    QFETCH(int, pixels);
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const auto trace = randomTrace(seed, 1500);
        std::mt19937_64 random(seed);
        for (std::uint32_t id = 0; id < trace->tracks().size(); ++id) {
            const SliceMip mip(*trace, TrackId{id});
            const TrackInfo& track = trace->tracks()[id];
            for (int zoom = 0; zoom < 10; ++zoom) {
                const std::int64_t length = std::max<std::int64_t>(2, track.extent->length().ns >> zoom);
                const Instant start = track.extent->start + Duration{static_cast<std::int64_t>(random() % 2000) - 100};
                const TimeRange range{start, start + Duration{length}};
                for (std::uint32_t row = 0; row < track.rows.size(); row += 1 + row / 4) {
                    Duration busy;
                    std::uint32_t count = 0;
                    for (const MipColumn& column :
                         mip.columns(*trace, row, range, static_cast<std::uint32_t>(pixels))) {
                        busy += column.busy;
                        count += column.count;
                        QVERIFY(column.empty() == !column.name.valid());
                        QVERIFY(!column.empty() || column.busy.ns == 0);
                    }
                    const auto expected = bruteRow(*trace, track.rows[row], range);
                    QVERIFY2(
                        busy == expected.first && count == expected.second,
                        qPrintable(
                            QStringLiteral("seed %1 track %2 row %3 zoom %4").arg(seed).arg(id).arg(row).arg(zoom)));
                }
            }
        }
    }
}

namespace {

std::shared_ptr<const Trace> counterTrace(std::mt19937_64& random, std::size_t count, int gapsIn)
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const CounterId counter = builder.counter(rank, "1", "c", "v");
    std::vector<SampleRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const bool gap = gapsIn && static_cast<int>(random() % 100) < gapsIn;
        rows.push_back({Instant{static_cast<std::int64_t>(i * 10 + random() % 10)},
                        gap ? std::nan("") : static_cast<double>(random() % 100'000), SourceRef(0, i)});
    }
    builder.addSamples(counter, std::move(rows));
    return frozen(std::move(builder));
}

} // namespace

void TestIndex::pyramidKeepsMinAndMax()
{
    for (unsigned seed = 1; seed <= 10; ++seed) {
        std::mt19937_64 random(seed);
        const auto trace = counterTrace(random, 70'000 + seed, 0);
        const CounterPyramid pyramid(*trace, CounterId{0});
        for (int question = 0; question < 50; ++question) {
            const auto first = static_cast<std::uint32_t>(random() % trace->samples().size());
            const auto last = first + 1 + static_cast<std::uint32_t>(random() % (trace->samples().size() - first));
            ValueRange expected{1e9, -1e9};
            for (std::uint32_t i = first; i < last; ++i) {
                expected.min = std::min(expected.min, trace->samples().value.at(i));
                expected.max = std::max(expected.max, trace->samples().value.at(i));
            }
            const ValueRange range = pyramid.over(*trace, {first, last});
            QVERIFY2(range.min == expected.min && range.max == expected.max && !range.gap,
                     qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
        constexpr std::uint32_t kPixels = 100;
        const auto points = pyramid.points(*trace, {Instant{0}, Instant{500'000}}, kPixels);
        QVERIFY(points.size() <= 2 * kPixels + 1);
        const auto byValue = [](const CounterPoint& a, const CounterPoint& b) { return a.value < b.value; };
        const ValueRange all = pyramid.over(*trace, {0, pyramid.firstFrom(*trace, Instant{500'000})});
        const auto inside = points.end() - 1;
        QCOMPARE(std::min_element(points.begin(), inside, byValue)->value, all.min);
        QCOMPARE(std::max_element(points.begin(), inside, byValue)->value, all.max);
        QVERIFY(std::is_sorted(points.begin(), points.end(),
                               [](const CounterPoint& a, const CounterPoint& b) { return a.time < b.time; }));
    }
}

void TestIndex::pyramidKeepsGaps()
{
    std::mt19937_64 random(1);
    const auto trace = counterTrace(random, 5000, 1);
    const CounterPyramid pyramid(*trace, CounterId{0});
    QVERIFY(pyramid.over(*trace, {0, 5000}).gap);
    QVERIFY(!std::isnan(pyramid.over(*trace, {0, 5000}).min));
    const auto isGap = [](const CounterPoint& point) { return std::isnan(point.value); };
    const auto coarse = pyramid.points(*trace, {Instant{0}, Instant{50'000}}, 10);
    std::set<std::int64_t> columnsWithGap;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        if (std::isnan(trace->samples().value.at(i)))
            columnsWithGap.insert(trace->samples().time.at(i).ns / 5000);
    }
    QCOMPARE(std::size_t(std::count_if(coarse.begin(), coarse.end(), isGap)), columnsWithGap.size());
    const auto fine = pyramid.points(*trace, {Instant{0}, Instant{50'010}}, 50'010);
    QCOMPARE(fine.size(), std::size_t{5000});
    const auto allGaps = counterTrace(random, 100, 100);
    QVERIFY(std::isnan(CounterPyramid(*allGaps, CounterId{0}).over(*allGaps, {0, 100}).max));
}

void TestIndex::namesAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("any case") << QByteArray("MATmul") << QByteArray("BatchMatMul aclnnMatmul ");
    QTest::newRow("not across two names") << QByteArray("MulAdd") << QByteArray();
    QTest::newRow("whole") << QByteArray("add") << QByteArray("Add ");
    QTest::newRow("nothing") << QByteArray("conv") << QByteArray();
    QTest::newRow("empty text finds all") << QByteArray() << QByteArray("BatchMatMul Add aclnnMatmul ");
}

void TestIndex::namesAreFound()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, names);
    const auto trace = traceFrom("BatchMatMul 0 100; Add 200 50; aclnnMatmul 300 10; 2:BatchMatMul 10 5");
    const NameIndex index(*trace, Progress{});
    QByteArray found;
    for (const std::uint32_t entry : index.find(text.toStdString()))
        found += QByteArray::fromStdString(std::string(trace->text(index.entries()[entry].name))) + ' ';
    QCOMPARE(found, names);
}

void TestIndex::namesEqualBruteForce()
{
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const auto trace = randomTrace(seed, 500);
        const NameIndex index(*trace, Progress{});
        const SliceColumns& slices = trace->slices();
        NameIndex::EntryRows all;
        std::uint64_t count = 0;
        for (std::uint32_t entry = 0; entry < index.entries().size(); ++entry) {
            const NameIndex::Entry& it = index.entries()[entry];
            Duration total;
            Duration self;
            std::vector<SliceId> ids;
            for (std::uint32_t i = 0; i < slices.size(); ++i) {
                if (slices.name.at(i) == it.name) {
                    ids.push_back(SliceId{i});
                    total += slices.duration.at(i);
                    self += slices.self.at(i);
                }
            }
            const auto found = index.slicesOf(entry);
            QVERIFY(std::equal(found.begin(), found.end(), ids.begin(), ids.end()));
            QCOMPARE(it.total, total);
            QCOMPARE(it.self, self);
            QCOMPARE(index.entryOf(it.name), entry);
            all.push_back(entry);
            count += it.count;
        }
        QCOMPARE(count, std::uint64_t{slices.size()});
        const auto inTime = index.slicesInTime(*trace, all);
        QCOMPARE(inTime.size(), std::size_t{slices.size()});
        QVERIFY(std::is_sorted(inTime.begin(), inTime.end(), [&](SliceId a, SliceId b) {
            return slices.start.at(a.row) + trace->axisShift(trace->trackOf(a))
                   < slices.start.at(b.row) + trace->axisShift(trace->trackOf(b));
        }));
    }
}

void TestIndex::flowsOfASlice()
{
    std::mt19937_64 random(3);
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const TrackId track = builder.track(rank, "1", "1");
    addSlices(builder, track, randomSlices(random, Shape::Nested, 3000));
    std::vector<FlowPoint> points(4000);
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i].keyLow = random() % 2000;
        points[i].time = Instant{static_cast<std::int64_t>(random() % 40'000)};
        points[i].phase = i % 2 ? FlowPhase::End : FlowPhase::Start;
        points[i].track = track;
        points[i].ref = SourceRef(0, i);
    }
    builder.addFlowPoints(rank, std::move(points));
    const auto trace = frozen(std::move(builder));
    const FlowIndex index(*trace);
    QVERIFY(trace->flows().size() > 500);
    for (std::uint32_t slice = 0; slice < trace->slices().size(); ++slice) {
        std::vector<FlowId> from;
        std::vector<FlowId> to;
        for (std::uint32_t i = 0; i < trace->flows().size(); ++i) {
            if (trace->flows().fromSlice.at(i).row == slice)
                from.push_back(FlowId{i});
            if (trace->flows().toSlice.at(i).row == slice)
                to.push_back(FlowId{i});
        }
        const auto outgoing = index.from(*trace, SliceId{slice});
        const auto incoming = index.to(*trace, SliceId{slice});
        QVERIFY(std::equal(outgoing.begin(), outgoing.end(), from.begin(), from.end()));
        QVERIFY(std::equal(incoming.begin(), incoming.end(), to.begin(), to.end()));
    }
}

void TestIndex::rangeStatsExample()
{
    const auto trace = traceFrom("A 0 100; B 10 20; C 200 50; 2:A 90 100; z 150 0");
    const std::vector<TrackId> tracks{TrackId{0}, TrackId{1}};
    const RangeStats stats = rangeStats(*trace, tracks, {Instant{20}, Instant{210}}, 2, Progress{});
    QCOMPARE(stats.busy.ns, 180);
    QCOMPARE(stats.sum.ns, 80 + 10 + 10 + 100);
    QCOMPARE(stats.slices, 5U);
    QCOMPARE(stats.distinctNames, std::size_t{4});
    QCOMPARE(stats.names.size(), std::size_t{2});
    QCOMPARE(trace->text(stats.names[0].name), std::string_view("A"));
    QCOMPARE(stats.names[0].count, 2U);
    QCOMPARE(stats.names[0].sum.ns, 180);
    QCOMPARE(rangeStats(*trace, tracks, {Instant{5}, Instant{5}}, 2, Progress{}).slices, 0U);
}

void TestIndex::rangeStatsEqualBruteForce()
{
    for (unsigned seed = 1; seed <= 30; ++seed) {
        const auto trace = randomTrace(seed, 200);
        std::mt19937_64 random(seed);
        const std::vector<TrackId> tracks{TrackId{static_cast<std::uint32_t>(random() % 2)}, TrackId{2}, TrackId{3}};
        for (int question = 0; question < 20; ++question) {
            const Instant start{static_cast<std::int64_t>(random() % 3000) - 100};
            const TimeRange range{start, start + Duration{static_cast<std::int64_t>(1 + random() % 2000)}};
            std::vector<bool> covered(static_cast<std::size_t>(range.length().ns), false);
            Duration sum;
            std::uint64_t count = 0;
            std::map<StringId, Duration> names;
            for (std::uint32_t i = 0; i < trace->slices().size(); ++i) {
                const TrackId track = trace->trackOf(SliceId{i});
                const TimeRange slice = trace->rangeOf(SliceId{i}).shifted(trace->axisShift(track));
                const bool inside = slice.empty() ? range.contains(slice.start) : slice.intersects(range);
                if (std::find(tracks.begin(), tracks.end(), track) == tracks.end() || !inside)
                    continue;
                const TimeRange part = slice.clippedTo(range);
                ++count;
                sum += part.length();
                names[trace->slices().name.at(i)] += part.length();
                for (Instant t = part.start; t < part.end; t = t + Duration{1})
                    covered[static_cast<std::size_t>((t - range.start).ns)] = true;
            }
            const RangeStats stats = rangeStats(*trace, tracks, range, 0, Progress{});
            const QByteArray where = "seed " + QByteArray::number(seed);
            QVERIFY2(stats.busy.ns == std::count(covered.begin(), covered.end(), true), where.constData());
            QVERIFY2(stats.sum == sum && stats.slices == count, where.constData());
            QVERIFY2(stats.names.size() == names.size(), where.constData());
            for (const RangeStats::Name& name : stats.names)
                QVERIFY2(names.at(name.name) == name.sum, where.constData());
        }
    }
}

void TestIndex::buildsAllAndCancels()
{
    const auto trace = randomTrace(1, 300);
    TaskPool pool(2);
    const TraceIndex index = TraceIndex::build(*trace, pool, Progress{});
    QVERIFY(index.complete());
    QVERIFY(index.mip(TrackId{3}));
    QVERIFY(!index.mip(TrackId{4}));
    QVERIFY(!index.pyramid(CounterId{0}));
    QCOMPARE(index.names().entries().size(), std::size_t{7});
    QVERIFY(index.residentBytes() > 0);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!TraceIndex::build(*trace, pool, Progress(stop.get_token())).complete());
}

QTEST_APPLESS_MAIN(TestIndex)
#include "test_index.moc"
