// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "core/scene/counter_scene.h"
#include "core/scene/flow_scene.h"
#include "core/scene/ruler.h"
#include "tests/cases/case_profile.h"

using namespace tideline;
using namespace tideline::test;

class TestCasesTimes : public QObject {
    Q_OBJECT

private slots:
    void case009_textTimesSinceTheEpoch();
    void case019_kernelBeforeItsLaunch();
    void case026_infiniteAndNoNumbers();
    void case027_counterOfSeveralSeries();
    void case030_constantCounters_data();
    void case030_constantCounters();
    void case031_arrowBetweenBeginEndPairs();
    void case033_equalArrowIdsOfTwoRanks();
    void case035_timeBasesOfRanks();
    void case037_displayUnitChangesNothing_data();
    void case037_displayUnitChangesNothing();
    void case038_timesWithExponents();
    void case058_durationsOfAllKinds();
};

namespace {

std::string rankFile(int rank, const std::string& base, int ts)
{
    return R"({"schemaVersion":1,"distributedInfo":{"rank":)" + std::to_string(rank)
           + R"(,"world_size":2},"baseTimeNanoseconds":)" + base + R"(,"traceEvents":)"
           + array(
               {complete("call" + std::to_string(rank), std::to_string(ts), "4", "50", "50"),
                traceEvent("s", "go", std::to_string(ts), R"(,"id":7,"cat":"ac2g")", "50", "50"),
                complete("kernel" + std::to_string(rank), std::to_string(ts + 30), "9", "2", "0", R"(,"cat":"kernel")"),
                traceEvent("f", "go", std::to_string(ts + 30), R"(,"id":7,"cat":"ac2g","bp":"e")", "2", "0")})
           + "}";
}

} // namespace

/// Times given as texts since 1970 are exact to the nanosecond, and arrow ids above 2^53 are not merged.
void TestCasesTimes::case009_textTimesSinceTheEpoch()
{
    const char* const ids[] = {R"("9007199254740992")", R"("9007199254740993")", R"("40006882869110636543")",
                               R"("40006882869110636544")"};
    std::vector<std::string> events{
        R"({"ph":"M","name":"process_name","pid":8,"tid":0,"args":{"name":"CANN"}})",
        R"({"ph":"M","name":"process_name","pid":9,"tid":0,"args":{"name":"Ascend Hardware"}})",
        R"({"ph":"M","name":"thread_name","pid":9,"tid":5,"args":{"name":"Stream 5"}})"};
    for (int i = 0; i < 4; ++i) {
        const std::string number = std::to_string(i);
        const std::string flow = R"(,"bp":"e","cat":"HostToDevice","id":)" + std::string(ids[i]);
        const std::string call = "\"168000000000001" + number + ".001\"";
        const std::string kernel = "\"168000000000010" + number + ".040\"";
        events.push_back(complete("call" + number, call, "2.5", "77", "8"));
        events.push_back(traceEvent("s", "HostToDevice", call, flow, "77", "8"));
        events.push_back(complete("kernel" + number, kernel, "0.97", "5", "9"));
        events.push_back(traceEvent("f", "HostToDevice", kernel, flow, "5", "9"));
    }
    CaseProfile in;
    in.open({in.write("trace_view.json", array(events))});
    QCOMPARE(in.track("kernel0").name, std::string("Stream 5"));
    QCOMPARE(in.track("kernel0").slices.size(), std::uint32_t(4));
    for (int i = 0; i < 4; ++i) {
        const std::string name = "kernel" + std::to_string(i);
        QCOMPARE(in.depth(name.c_str()), 0);
        QCOMPARE(in.row(name.c_str()), 0);
        QCOMPARE(in.start(name.c_str()), std::int64_t(1'680'000'000'000'100'040) + i * 1000);
        QCOMPARE(in.length(name.c_str()), std::int64_t(970)); // 30 ns to the next one
    }
    QCOMPARE(in.arrows(), std::string("call0>kernel0 call1>kernel1 call2>kernel2 call3>kernel3 "));
}

/// A kernel whose clock says that it began before its launch keeps its arrow; the distance is negative, and a note counts it.
void TestCasesTimes::case019_kernelBeforeItsLaunch()
{
    const std::string flow = R"(,"id":5,"cat":"ac2g")";
    const CaseProfile in(
        array({complete("launch", "800", "7", "3", "3", R"(,"cat":"cuda_runtime","args":{"correlation":5})"),
               traceEvent("s", "ac2g", "800", flow, "3", "3"),
               complete("early", "775", "60", "2", "0", R"(,"cat":"kernel","args":{"correlation":5})"),
               traceEvent("f", "ac2g", "775", flow + R"(,"bp":"e")", "2", "0")}));
    QCOMPARE(in.arrows(), std::string("launch>early "));
    const auto arrows = flowsOf(in.trace(), in.session().index().flows(), in.slice("early"), 10);
    QCOMPARE(arrows.size(), std::size_t(1));
    QCOMPARE((arrows[0].to.time - arrows[0].from.time).ns, std::int64_t(-25'000));
    QCOMPARE(in.start("early") - in.start("launch"), std::int64_t(-25'000));
    QCOMPARE(in.issue(IssueKind::KernelBeforeLaunch), std::uint64_t(1));
    QVERIFY(in.places(IssueKind::KernelBeforeLaunch).find("early") != std::string::npos);
    const CaseProfile after(
        array({complete("launch", "800", "7", "3", "3"), traceEvent("s", "ac2g", "800", flow, "3", "3"),
               complete("late", "801", "60", "2", "0", R"(,"cat":"kernel")"),
               traceEvent("f", "ac2g", "801", flow + R"(,"bp":"e")", "2", "0")}));
    QCOMPARE(after.arrows(), std::string("launch>late "));
    QCOMPARE(after.issue(IssueKind::KernelBeforeLaunch), std::uint64_t(0));
}

/// Numbers that are none cost the event, or leave a gap in a curve; they spoil no neighbour and no extreme.
void TestCasesTimes::case026_infiniteAndNoNumbers()
{
    const auto value = [](const char* text) { return std::string(R"(,"args":{"v":)") + text + "}"; };
    const CaseProfile in(
        array({complete("endless", "5", "Infinity"), complete("nowhen", "NaN", "8"), complete("fine", "30", "6"),
               traceEvent("C", "load", "30", value("3")), traceEvent("C", "load", "33", value("NaN")),
               traceEvent("C", "load", "36", value("5"))}));
    QCOMPARE(in.totals().slices, std::uint64_t(1));
    QCOMPARE(in.length("fine"), std::int64_t(6'000));
    QCOMPARE(in.issue(IssueKind::BadTime), std::uint64_t(2));
    QVERIFY(!in.slice("endless").valid() && !in.slice("nowhen").valid());
    const CounterInfo* load = in.counter("load", "v");
    QVERIFY(load);
    QCOMPARE(load->min, 3.0);
    QCOMPARE(load->max, 5.0);
    QCOMPARE(counterValueAt(in.trace(), CounterId{0}, Instant{31'000})->second, 3.0);
    QVERIFY(!counterValueAt(in.trace(), CounterId{0}, Instant{34'000}));
    const TimeAxis axis{{Instant{30'000}, Instant{38'000}}, 80};
    for (const CounterScene::Column& column :
         buildCounterScene(in.trace(), in.session().index().pyramid(CounterId{0}).get(), CounterId{0}, axis).columns) {
        QVERIFY(std::isfinite(column.min) && std::isfinite(column.max) && std::isfinite(column.last));
        QVERIFY2(column.x <= 30 || column.x >= 60, "the gap is drawn");
    }
}

/// Each key of a counter's arguments is a curve; a key that says which unit is meant splits the counter instead.
void TestCasesTimes::case027_counterOfSeveralSeries()
{
    const auto jobs = [](int a, int b, int c) {
        return R"(,"args":{"cube":)" + std::to_string(a) + R"(,"vector":)" + std::to_string(b) + R"(,"both":)"
               + std::to_string(c) + "}";
    };
    const auto unit = [](int value, int id) {
        return R"(,"args":{"value":)" + std::to_string(value) + R"(,"acc_id":)" + std::to_string(id) + "}";
    };
    const CaseProfile in(
        array({traceEvent("C", "jobs", "0", jobs(5, 2, 1)), traceEvent("C", "jobs", "40", jobs(4, 6, 3)),
               traceEvent("C", "jobs", "80", jobs(0, 0, 0)), traceEvent("C", "Unit", "0", unit(11, 3)),
               traceEvent("C", "Unit", "0", unit(13, 4)), traceEvent("C", "Unit", "40", unit(12, 3)),
               complete("rest", "0", "80")}));
    const auto idOf = [&in](const char* name, const char* series) {
        const CounterInfo* found = in.counter(name, series);
        return CounterId{found ? static_cast<std::uint32_t>(found - in.trace().counters().data()) : CounterId::kNone};
    };
    const std::map<std::string, double> at40 = {{"cube", 4}, {"vector", 6}, {"both", 3}};
    for (const auto& [series, expected] : at40) {
        const CounterId id = idOf("jobs", series.c_str());
        QVERIFY(id.valid());
        QCOMPARE(in.trace().counter(id).samples.size(), std::uint32_t(3));
        QCOMPARE(counterValueAt(in.trace(), id, Instant{40'000})->second, expected);
    }
    QCOMPARE(in.trace().counters().size(), std::size_t(5));
    const CounterId third = idOf("Unit acc_id 3", "value");
    const CounterId fourth = idOf("Unit acc_id 4", "value");
    QVERIFY(third.valid() && fourth.valid());
    QCOMPARE(counterValueAt(in.trace(), third, Instant{1'000})->second, 11.0);
    QCOMPARE(counterValueAt(in.trace(), third, Instant{41'000})->second, 12.0);
    QCOMPARE(counterValueAt(in.trace(), fourth, Instant{41'000})->second, 13.0);
    QCOMPARE(in.length("rest"), std::int64_t(80'000));
}

void TestCasesTimes::case030_constantCounters_data()
{
    QTest::addColumn<double>("value");
    for (const double value : {0.0, 17.0, -3.5, 1e300})
        QTest::addRow("%g", value) << value;
}

/// A constant curve is a flat line on an axis with a finite range.
void TestCasesTimes::case030_constantCounters()
{
    QFETCH(double, value);
    std::vector<std::string> events;
    for (int i = 0; i < 6; ++i)
        events.push_back(traceEvent("C", "level", std::to_string(i * 5),
                                    R"(,"args":{"%":)" + QString::number(value, 'g', 17).toStdString() + "}"));
    const CaseProfile in(array(events));
    const auto [low, high] = counterAxis(in.trace().counters()[0]);
    QVERIFY(std::isfinite(low) && std::isfinite(high));
    QVERIFY(low < high);
    QVERIFY(low <= value && value <= high);
    const TimeAxis axis{{Instant{0}, Instant{25'000}}, 100};
    const CounterScene scene =
        buildCounterScene(in.trace(), in.session().index().pyramid(CounterId{0}).get(), CounterId{0}, axis);
    QVERIFY(scene.columns.size() >= 1);
    for (const CounterScene::Column& column : scene.columns) {
        QCOMPARE(column.min, static_cast<float>(value));
        QCOMPARE(column.max, static_cast<float>(value));
        QVERIFY(!std::isnan(column.last));
    }
}

/// An arrow starts inside one pair of begin and end and ends at the begin of another.
void TestCasesTimes::case031_arrowBetweenBeginEndPairs()
{
    const std::string flow = R"(,"id":41,"cat":"k")";
    const CaseProfile in(
        array({traceEvent("B", "giver", "20"), traceEvent("s", "go", "35", flow), traceEvent("E", "", "60"),
               traceEvent("B", "taker", "90", "", "2"), traceEvent("f", "go", "90", flow + R"(,"bp":"e")", "2"),
               traceEvent("E", "", "95", "", "2")}));
    QCOMPARE(in.totals().flows, std::uint64_t(1));
    QCOMPARE(in.arrows(), std::string("giver>taker "));
}

/// Ranks that use the same arrow ids are not joined.
void TestCasesTimes::case033_equalArrowIdsOfTwoRanks()
{
    CaseProfile in;
    in.open({in.write("a.json", rankFile(0, "1600000000000000000", 20)),
             in.write("b.json", rankFile(1, "1600000000000000000", 24))});
    QCOMPARE(in.totals().flows, std::uint64_t(2));
    QCOMPARE(in.arrows(), std::string("call0>kernel0 call1>kernel1 "));
    for (std::uint32_t i = 0; i < 2; ++i)
        QCOMPARE(in.trace().track(in.trace().flows().fromTrack.at(i)).rank,
                 in.trace().track(in.trace().flows().toTrack.at(i)).rank);
}

/// Declared time bases put ranks on one axis; the times of the files stay.
void TestCasesTimes::case035_timeBasesOfRanks()
{
    CaseProfile in;
    in.open({in.write("a.json", rankFile(0, "1600000000000000000", 20)),
             in.write("b.json", rankFile(1, "1600000000002750000", 20))});
    QCOMPARE(in.start("kernel0"), in.start("kernel1"));
    const auto shown = [&in](const char* name) {
        return in.trace()
            .rangeOf(in.slice(name))
            .shifted(in.trace().axisShift(in.trace().trackOf(in.slice(name))))
            .start;
    };
    QCOMPARE((shown("kernel1") - shown("kernel0")).ns, std::int64_t(2'750'000));
    QCOMPARE(in.trace().axisExtent().start.ns, shown("call0").ns);
}

void TestCasesTimes::case037_displayUnitChangesNothing_data()
{
    QTest::addColumn<QByteArray>("unit");
    QTest::addRow("ms") << QByteArray(R"("displayTimeUnit":"ms",)");
    QTest::addRow("ns") << QByteArray(R"("displayTimeUnit":"ns",)");
    QTest::addRow("none") << QByteArray();
}

/// ts and dur are microseconds, whatever the file wants shown.
void TestCasesTimes::case037_displayUnitChangesNothing()
{
    QFETCH(QByteArray, unit);
    const CaseProfile in("{" + unit.toStdString() + "\"traceEvents\":" + array({complete("one", "4567", "8900321")})
                         + "}");
    QCOMPARE(in.start("one"), std::int64_t(4'567'000));
    QCOMPARE(in.length("one"), std::int64_t(8'900'321'000));
}

/// Exponents lose no digit.
void TestCasesTimes::case038_timesWithExponents()
{
    const CaseProfile in(
        array({complete("a", "1.6543210987654325e+15", "4.25"), complete("b", "1.6543210987654351e+15", "1.25"),
               complete("c", "1654321098765439.5", "2.5"), complete("d", "1654321098765450", "1e-3")}));
    QCOMPARE(in.start("a"), std::int64_t(1'654'321'098'765'432'500));
    QCOMPARE(in.start("b"), std::int64_t(1'654'321'098'765'435'100));
    QCOMPARE(in.parent("b"), std::string("a"));
    QCOMPARE(in.start("c"), std::int64_t(1'654'321'098'765'439'500));
    QCOMPARE(in.length("d"), std::int64_t(1));
}

/// A duration may be an integer, a fraction, a text or a power; none is 0 and noted.
void TestCasesTimes::case058_durationsOfAllKinds()
{
    const CaseProfile in(
        array({complete("whole", "0", "25"), complete("part", "100", "25.0"), complete("text", "\"200\"", "\"25\""),
               complete("power", "300", "2.5e1"), traceEvent("X", "absent", "400")}));
    for (const char* name : {"whole", "part", "text", "power"})
        QCOMPARE(in.length(name), std::int64_t(25'000));
    QCOMPARE(in.start("text"), std::int64_t(200'000));
    QCOMPARE(in.length("absent"), std::int64_t(0));
    QCOMPARE(in.issue(IssueKind::MissingDuration), std::uint64_t(1));
}

QTEST_APPLESS_MAIN(TestCasesTimes)
#include "test_cases_times.moc"
