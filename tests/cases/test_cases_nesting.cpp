// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <numeric>

#include "core/index/range_stats.h"
#include "core/scene/timeline_scene.h"
#include "tests/cases/case_profile.h"

using namespace tideline;
using namespace tideline::test;

namespace {

TrackScene sceneOf(const CaseProfile& in, const char* slice, TimeRange range, int width)
{
    const TrackId track = in.trace().trackOf(in.slice(slice));
    CategoryCache categories(in.trace());
    return buildTrackScene(in.trace(), in.session().index().mip(track).get(), categories, track,
                           {range, static_cast<double>(width)}, {});
}

/// The slice answers where it is painted, in every view that holds its start.
void checkSeen(const CaseProfile& in, const char* name, TimeRange range, int width)
{
    const TimeRange slice = in.trace().rangeOf(in.slice(name));
    const TrackScene scene = sceneOf(in, name, range, width);
    const double x = std::clamp(TimeAxis{range, double(width)}.xOf(slice.start), 0.0, width - 1.0);
    const auto* box = scene.boxAt(x, static_cast<std::uint32_t>(in.row(name)));
    QVERIFY2(box, name);
    QVERIFY2(box->x1 > box->x0, name);
}

} // namespace

class TestCasesNesting : public QObject {
    Q_OBJECT

private slots:
    void case001_beginsAndEndsAtOneInstant();
    void case002_partlyOverlappingOnOneThread();
    void case004_orderInTheFileDoesNotNest_data();
    void case004_orderInTheFileDoesNotNest();
    void case006_completeAndBeginAtOneInstant();
    void case008_touchingByLessThanAResolution();
    void case016_kernelsOfNoLength();
    void case018_childThatOutlivesItsParent();
    void case040_outOfOrderAndEqualTimes();
    void case043_noLengthIsVisible_data();
    void case043_noLengthIsVisible();
    void case051_durationOverManyKernels();
};

/// An end at the time of the next begin closes the older one; lengths are microseconds.
void TestCasesNesting::case001_beginsAndEndsAtOneInstant()
{
    const CaseProfile in(
        array({traceEvent("B", "first", "10"), traceEvent("E", "", "70"), traceEvent("B", "second", "70"),
               traceEvent("B", "inner", "75"), traceEvent("E", "", "102"), traceEvent("E", "", "130"),
               traceEvent("B", "outer", "500", "", "2"), traceEvent("B", "whole", "500", "", "2"),
               traceEvent("E", "", "520", "", "2"), traceEvent("E", "", "520", "", "2")}));
    QCOMPARE(in.totals().slices, std::uint64_t(5));
    QCOMPARE(in.totals().eventsByPhase.at("B") + in.totals().eventsByPhase.at("E"), std::uint64_t(10));
    QCOMPARE(in.length("first"), std::int64_t(60'000));
    QCOMPARE(in.length("second"), std::int64_t(60'000));
    QCOMPARE(in.length("inner"), std::int64_t(27'000));
    QCOMPARE(in.length("outer"), std::int64_t(20'000));
    QCOMPARE(in.length("whole"), std::int64_t(20'000));
    QCOMPARE(in.parent("inner"), std::string("second"));
    QCOMPARE(in.parent("whole"), std::string("outer"));
    QCOMPARE(in.depth("first") + in.depth("second") + in.depth("outer"), 0);
    QCOMPARE(in.depth("inner") + in.depth("whole"), 2);
    QCOMPARE(in.row("first") + in.row("second") + in.row("outer"), 0);
    QCOMPARE(in.row("inner") + in.row("whole"), 2);
    QCOMPARE(in.totals().beginUnmatched + in.totals().endUnmatched, std::uint64_t(0));
    QCOMPARE(in.issue(IssueKind::UnmatchedBegin) + in.issue(IssueKind::UnmatchedEnd), std::uint64_t(0));
}

/// Slices that cross keep their lengths and get rows of their own on the same track; busy time is the union.
void TestCasesNesting::case002_partlyOverlappingOnOneThread()
{
    const CaseProfile in(array({complete("p", "10", "40"), complete("q", "30", "40"), complete("r", "65", "40"),
                                complete("in-r", "80", "5")}));
    QCOMPARE(in.totals().slices, std::uint64_t(4));
    QCOMPARE(in.trace().tracks().size(), std::size_t(1));
    const std::map<std::string, std::int64_t> expected = {{"p", 40'000}, {"q", 40'000}, {"r", 40'000}, {"in-r", 5'000}};
    for (const auto& [name, length] : expected)
        QCOMPARE(in.length(name.c_str()), length);
    QVERIFY(in.totalsByName() == expected);
    QVERIFY(in.row("p") != in.row("q"));
    QVERIFY(in.row("q") != in.row("r"));
    QVERIFY(in.row("r") != in.row("in-r"));
    const TimeRange all{Instant{0}, Instant{200'000}};
    for (const auto& [name, length] : expected)
        QCOMPARE(sceneOf(in, "p", all, 400)
                     .sliceAt(double(in.start(name.c_str()) + length / 2) / 500, std::uint32_t(in.row(name.c_str()))),
                 std::optional(in.slice(name.c_str())));
    QCOMPARE(in.issue(IssueKind::OverlappingSlices), std::uint64_t(2));
    QVERIFY(in.places(IssueKind::OverlappingSlices).find("on 1 track") != std::string::npos);
    QCOMPARE(in.trace().tracks()[0].busy.ns, std::int64_t(95'000));
    QCOMPARE(in.trace().tracks()[0].sum.ns, std::int64_t(125'000));
}

void TestCasesNesting::case004_orderInTheFileDoesNotNest_data()
{
    QTest::addColumn<QList<int>>("order");
    QList<int> order{0, 1, 2, 3};
    do
        QTest::addRow("%d%d%d%d", order[0], order[1], order[2], order[3]) << order;
    while (std::next_permutation(order.begin(), order.end()));
}

/// A parent may be written behind its children.
void TestCasesNesting::case004_orderInTheFileDoesNotNest()
{
    QFETCH(QList<int>, order);
    const std::vector<std::string> all = {complete("one", "7010.25", "80.5"), complete("two", "7100", "20"),
                                          complete("middle", "7005.125", "150.75"), complete("top", "7000", "300")};
    std::vector<std::string> events;
    for (const int i : order)
        events.push_back(all[static_cast<std::size_t>(i)]);
    const CaseProfile in(array(events));
    QCOMPARE(in.depth("top"), 0);
    QCOMPARE(in.depth("middle"), 1);
    QCOMPARE(in.depth("one"), 2);
    QCOMPARE(in.depth("two"), 2);
    QCOMPARE(in.row("two"), 2);
}

/// A complete event and a begin of the same time nest by their lengths, equal ones by file order.
void TestCasesNesting::case006_completeAndBeginAtOneInstant()
{
    const CaseProfile in(
        array({complete("whole", "300", "25"), traceEvent("B", "same", "300"), traceEvent("E", "", "325"),
               complete("next", "325", "25"), traceEvent("B", "half", "325"), traceEvent("E", "", "340")}));
    QCOMPARE(in.totals().slices, std::uint64_t(4));
    QCOMPARE(in.length("whole"), std::int64_t(25'000));
    QCOMPARE(in.length("same"), std::int64_t(25'000));
    QCOMPARE(in.length("next"), std::int64_t(25'000));
    QCOMPARE(in.length("half"), std::int64_t(15'000));
    QCOMPARE(in.parent("same"), std::string("whole"));
    QCOMPARE(in.parent("half"), std::string("next"));
    QCOMPARE(in.depth("next"), 0);
    QCOMPARE(in.totals().beginUnmatched + in.totals().endUnmatched, std::uint64_t(0));
    QCOMPARE(in.issue(IssueKind::UnmatchedBegin) + in.issue(IssueKind::UnmatchedEnd), std::uint64_t(0));
}

/// An overlap of 1 ns, our resolution, is touching.
void TestCasesNesting::case008_touchingByLessThanAResolution()
{
    const CaseProfile in(array(
        {complete("hold", "7.125", "50.37562"), complete("push", "57.5", "20.02"), complete("pull", "77.52", "3")}));
    QCOMPARE(in.totals().slices, std::uint64_t(3));
    for (const char* name : {"hold", "push", "pull"}) {
        QCOMPARE(in.depth(name), 0);
        QCOMPARE(in.row(name), 0);
    }
    QCOMPARE(in.start("push"), std::int64_t(57'500));
    QCOMPARE(in.start("hold") + in.length("hold"), std::int64_t(57'501));
    QCOMPARE(in.track("hold").overlapping, std::uint32_t(0));
    QCOMPARE(in.issue(IssueKind::OverlappingSlices), std::uint64_t(0));
}

/// Kernels cut down to no length stay kernels: counted, painted, selectable; they enclose nothing.
void TestCasesNesting::case016_kernelsOfNoLength()
{
    std::vector<std::string> events;
    for (int i = 0; i < 12; ++i)
        events.push_back(complete("m" + std::to_string(i), std::to_string(400 + i / 4), i % 4 == 0 ? "1" : "0", "3",
                                  "0", R"(,"cat":"kernel")"));
    const CaseProfile in(array(events));
    QVERIFY(in.trace().tracks()[0].kind == TrackKind::Stream);
    QCOMPARE(in.totals().slices, std::uint64_t(12));
    std::int64_t sum = 0;
    int zero = 0;
    for (const auto& [name, total] : in.totalsByName()) {
        sum += total;
        zero += total == 0 ? 1 : 0;
    }
    QCOMPARE(zero, 9);
    QCOMPARE(sum, std::int64_t(3'000));
    QCOMPARE(in.issue(IssueKind::KernelEnclosesKernels), std::uint64_t(0));
    const TimeRange range{Instant{399'500}, Instant{403'500}};
    for (int i = 0; i < 12; ++i) {
        const std::string name = "m" + std::to_string(i);
        checkSeen(in, name.c_str(), range, 400);
        const TrackScene scene = sceneOf(in, name.c_str(), range, 400);
        const double x = TimeAxis{range, 400}.xOf(Instant{in.start(name.c_str())});
        QCOMPARE(scene.sliceAt(x, std::uint32_t(in.row(name.c_str()))), std::optional(in.slice(name.c_str())));
    }
}

/// A child that truncation lets end behind its parent takes from it only what lies inside.
void TestCasesNesting::case018_childThatOutlivesItsParent()
{
    const CaseProfile in(
        array({complete("up", "2000", "60"), complete("mid", "2005", "40"), complete("low", "2010", "36")}));
    QCOMPARE(in.self("low"), std::int64_t(36'000));
    QVERIFY(in.self("mid") == 4'000 || in.self("mid") == 5'000);
    QCOMPARE(in.self("up"), std::int64_t(20'000));
    const std::int64_t sum = in.self("low") + in.self("mid") + in.self("up");
    QVERIFY(sum == 60'000 || sum == 61'000);
    RankingOptions options;
    options.of = RankingOf::Slices;
    options.metric = RankingMetric::Self;
    const auto ranking = in.session().ranking(options);
    QVERIFY(ranking.ok());
    for (const RankingRow& row : ranking->rows)
        QVERIFY(row.self && row.self->ns >= 0);
}

/// Equal ends, equal starts and any order in the file: the nesting is that of the times, then of the file.
void TestCasesNesting::case040_outOfOrderAndEqualTimes()
{
    const CaseProfile in(
        array({complete("in", "130", "70"), complete("out", "110", "90"), complete("least", "150", "50"),
               traceEvent("B", "box", "900", "", "2"), traceEvent("B", "left", "900", "", "2"),
               traceEvent("E", "", "930", "", "2"), traceEvent("B", "none", "930", "", "2"),
               traceEvent("E", "", "930", "", "2"), traceEvent("E", "", "945", "", "2")}));
    QCOMPARE(in.depth("out"), 0);
    QCOMPARE(in.depth("in"), 1);
    QCOMPARE(in.depth("least"), 2);
    for (const char* name : {"out", "in", "least"})
        QCOMPARE(in.start(name) + in.length(name), std::int64_t(200'000));
    QCOMPARE(in.length("box"), std::int64_t(45'000));
    QCOMPARE(in.length("left"), std::int64_t(30'000));
    QCOMPARE(in.length("none"), std::int64_t(0));
    QCOMPARE(in.parent("left"), std::string("box"));
    QCOMPARE(in.parent("none"), std::string("box"));
    const auto ref = [&in](const char* name) { return in.trace().slices().ref.at(in.slice(name).row); };
    QVERIFY(ref("box") < ref("left"));
    QVERIFY(ref("left") < ref("none"));
}

void TestCasesNesting::case043_noLengthIsVisible_data()
{
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("length");
    QTest::addRow("far out") << qint64(-40'000'000'000) << qint64(90'000'000'000);
    QTest::addRow("all") << qint64(0) << qint64(900'000);
    QTest::addRow("part") << qint64(210'000) << qint64(130'000);
    QTest::addRow("close") << qint64(219'990) << qint64(100);
    QTest::addRow("at one ns a pixel") << qint64(219'999) << qint64(300);
}

/// Slices of no length have a pixel in every view that holds them, and answer to a point and to a range.
void TestCasesNesting::case043_noLengthIsVisible()
{
    QFETCH(qint64, first);
    QFETCH(qint64, length);
    const CaseProfile in(array({complete("a0", "220", "0"), traceEvent("B", "b0", "260"), traceEvent("E", "", "260"),
                                complete("c0", "310", "0"), complete("wide", "150", "600"),
                                traceEvent("i", "flag", "500", R"(,"s":"t")")}));
    QCOMPARE(in.totals().slices, std::uint64_t(4));
    QCOMPARE(in.totals().instants, std::uint64_t(1));
    const TimeRange range{Instant{first}, Instant{first + length}};
    const TrackId track = in.trace().trackOf(in.slice("wide"));
    for (const char* name : {"a0", "b0", "c0"}) {
        const Instant start{in.start(name)};
        if (!range.contains(start))
            continue;
        checkSeen(in, name, range, 300);
        const RangeStats stats =
            rangeStats(in.trace(), std::span(&track, 1), {start - Duration{5}, start + Duration{5}}, 0, Progress{});
        QVERIFY(std::any_of(stats.names.begin(), stats.names.end(),
                            [&](const RangeStats::Name& found) { return in.trace().text(found.name) == name; }));
    }
}

/// A length that runs over the next kernels is shown as it is and flagged; busy time is the union.
void TestCasesNesting::case051_durationOverManyKernels()
{
    std::vector<std::string> events{complete("huge", "500", "90000", "4", "0", R"(,"cat":"kernel")")};
    for (int i = 0; i < 30; ++i)
        events.push_back(complete("step", std::to_string(1000 + i * 1000), "700", "4", "0", R"(,"cat":"kernel")"));
    const CaseProfile in(array(events));
    const auto totals = in.totalsByName();
    QCOMPARE(totals.at("huge"), std::int64_t(90'000'000));
    QCOMPARE(totals.at("step"), std::int64_t(21'000'000));
    QCOMPARE(in.track("huge").overlapping, std::uint32_t(0));
    QVERIFY(in.issue(IssueKind::KernelEnclosesKernels) >= 1);
    QVERIFY(in.places(IssueKind::KernelEnclosesKernels).find("huge") != std::string::npos);
    QVERIFY(in.places(IssueKind::KernelEnclosesKernels).find("30") != std::string::npos);
    QCOMPARE(in.track("huge").busy.ns, std::int64_t(90'000'000));
    QCOMPARE(in.track("huge").sum.ns, std::int64_t(111'000'000));
    QVERIFY(in.track("huge").busy <= in.track("huge").extent->length());
}

QTEST_APPLESS_MAIN(TestCasesNesting)
#include "test_cases_nesting.moc"
