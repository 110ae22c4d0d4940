// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/index/slice_mip.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

/// What a row of evenly spread slices answers far out, where buckets and not slices are read.
class TestTimeBuckets : public QObject {
    Q_OBJECT

private slots:
    void everyColumnIsNearTheTruth_data();
    void everyColumnIsNearTheTruth();
    void theLongestSliceIsWhereItIs();
    void theLeadingNameLeads();
    void gapsStayEmpty();
    void burstsHaveNoBuckets();
};

namespace {

constexpr std::int64_t kPeriod = 100; // of the slices of evenRow

/// One slice every 100 ns, 40 to 80 ns long, of five names.
std::shared_ptr<const Trace> evenRow(unsigned seed, int count)
{
    std::mt19937_64 random(seed);
    std::string line;
    for (int i = 0; i < count; ++i)
        line += "n" + std::to_string(random() % 5) + " " + std::to_string(i * kPeriod + std::int64_t(random() % 20))
                + " " + std::to_string(40 + random() % 40) + "; ";
    return traceFrom(line);
}

std::int64_t bruteBusy(const Trace& trace, TimeRange range)
{
    std::int64_t busy = 0;
    for (std::uint32_t i = 0; i < trace.slices().size(); ++i)
        busy += std::max<std::int64_t>(0, trace.rangeOf(SliceId{i}).clippedTo(range).length().ns);
    return busy;
}

TimeRange columnRange(TimeRange whole, std::uint32_t columns, std::uint32_t column)
{
    const std::int64_t ns = whole.length().ns;
    return {whole.start + Duration{ns * column / columns}, whole.start + Duration{ns * (column + 1) / columns}};
}

} // namespace

void TestTimeBuckets::everyColumnIsNearTheTruth_data()
{
    QTest::addColumn<std::uint32_t>("columns");
    for (const std::uint32_t columns : {7U, 100U, 333U, 800U})
        QTest::addRow("%u columns", columns) << columns;
}

void TestTimeBuckets::everyColumnIsNearTheTruth()
{
    QFETCH(std::uint32_t, columns);
    constexpr std::int64_t kBucket = 7 * kPeriod; // six slices a bucket: what a border can misplace
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const auto trace = evenRow(seed, 20'000);
        const SliceMip mip(*trace, TrackId{0});
        const TimeRange range{Instant{777}, Instant{20'000 * kPeriod - 333}};
        const double nsPerColumn = static_cast<double>(range.length().ns) / columns;
        QVERIFY(mip.isEven(0, nsPerColumn));
        const std::vector<MipColumn> found = mip.columns(*trace, 0, range, columns);
        for (std::uint32_t i = 0; i < columns; ++i) {
            const TimeRange place = columnRange(range, columns, i);
            const std::int64_t truth = bruteBusy(*trace, place);
            QVERIFY2(std::abs(found[i].busy.ns - truth) <= kBucket,
                     qPrintable(QStringLiteral("seed %1 column %2: %3 ns, truly %4 ns")
                                    .arg(seed)
                                    .arg(i)
                                    .arg(found[i].busy.ns)
                                    .arg(truth)));
            QVERIFY(found[i].busy.ns <= place.length().ns + 1);
            // The slice that answers a click lies in the column or in a bucket that does for its greater part.
            const TimeRange slice = trace->rangeOf(found[i].longest);
            const Duration reach{kBucket + place.length().ns / 2};
            QVERIFY(slice.end > place.start - reach && slice.start < place.end + reach);
        }
    }
}

void TestTimeBuckets::theLongestSliceIsWhereItIs()
{
    std::string line;
    for (int i = 0; i < 10'000; ++i)
        line +=
            std::string(i == 6550 ? "giant " : "small ") + std::to_string(i * 100) + (i == 6550 ? " 99; " : " 30; ");
    const auto trace = traceFrom(line);
    const auto columns = SliceMip(*trace, TrackId{0}).columns(*trace, 0, {Instant{0}, Instant{1'000'000}}, 100);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string_view name = trace->text(trace->slices().name.at(columns[i].longest.row));
        QCOMPARE(name == "giant", i == 65);
    }
}

void TestTimeBuckets::theLeadingNameLeads()
{
    // The first half of the time belongs to "a", the second to "b", with one in four of the other name.
    std::string line;
    for (int i = 0; i < 8000; ++i)
        line += std::string((i < 4000) == (i % 4 != 0) ? "a " : "b ") + std::to_string(i * 100) + " 50; ";
    const auto trace = traceFrom(line);
    const auto columns = SliceMip(*trace, TrackId{0}).columns(*trace, 0, {Instant{0}, Instant{800'000}}, 40);
    for (std::size_t i = 0; i < columns.size(); ++i)
        QCOMPARE(trace->text(columns[i].name), std::string_view(i < 20 ? "a" : "b"));
}

void TestTimeBuckets::gapsStayEmpty()
{
    std::string line; // three quarters filled, then nothing for a quarter, four times
    for (int part = 0; part < 4; ++part) {
        for (int i = 0; i < 3000; ++i)
            line += "x " + std::to_string(part * 400'000 + i * 100) + " 60; ";
    }
    const auto trace = traceFrom(line);
    const SliceMip mip(*trace, TrackId{0});
    QVERIFY(mip.isEven(0, 2000));
    const auto columns = mip.columns(*trace, 0, {Instant{0}, Instant{1'600'000}}, 400);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t inPart = i % 100;
        if (inPart != 75 && inPart != 99) // where a bucket may reach over the border of a part
            QCOMPARE(columns[i].empty(), inPart > 75);
    }
}

void TestTimeBuckets::burstsHaveNoBuckets()
{
    std::string line;
    for (std::int64_t burst = 0; burst < 2; ++burst) {
        for (std::int64_t i = 0; i < 2000; ++i)
            line += "x " + std::to_string(burst * 1'000'000'000 + i * 10) + " 9; ";
    }
    const auto trace = traceFrom(line);
    QVERIFY(!SliceMip(*trace, TrackId{0}).isEven(0, 1e9));
}

QTEST_APPLESS_MAIN(TestTimeBuckets)
#include "test_time_buckets.moc"
