// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/session/advice.h"
#include "tests/unit/clocks/captures.h"

using namespace tideline;
using namespace tideline::test;

namespace {

bool hasClockFinding(const Session& session)
{
    const auto advice = session.advise({});
    if (!advice)
        return false;
    const auto& findings = (*advice)->findings;
    return std::any_of(findings.begin(), findings.end(), [](const Finding& one) { return one.ruleId == "E03"; });
}

} // namespace

/// The clocks that a collection was planted with, found in what was exported.
class TestClockCaptures : public QObject {
    Q_OBJECT

private slots:
    void plantedClocks_data();
    void plantedClocks();
    void skewedRank_data();
    void skewedRank();
    void longSteps_data() { addGridRows("rdma-train", 4, 3); }
    void longSteps() { checkGridRow(); }
    void alignedSession();
    void whatIsAFinding_data();
    void whatIsAFinding();
};

void TestClockCaptures::plantedClocks_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("ranksPerHost");
    QTest::addColumn<int>("steps");
    QTest::addColumn<bool>("markers");
    QTest::addColumn<bool>("database");
    for (const bool database : {false, true}) {
        for (const bool markers : {false, true}) {
            const char* form = database ? "database" : "text";
            const char* marks = markers ? "markers" : "no markers";
            QTest::addRow("healthy, %s, %s", marks, form)
                << QByteArray("healthy") << 2 << 1 << 4 << markers << database;
            QTest::addRow("rdma-train, %s, %s", marks, form)
                << QByteArray("rdma-train") << 4 << 2 << 3 << markers << database;
        }
    }
}

void TestClockCaptures::plantedClocks()
{
    QFETCH(QByteArray, scenario);
    QFETCH(int, ranks);
    QFETCH(int, ranksPerHost);
    QFETCH(int, steps);
    QFETCH(bool, markers);
    QFETCH(bool, database);
    const QTemporaryDir folder;
    collect::CollectOptions options;
    options.scenario = scenario.toStdString();
    options.ranks = static_cast<std::uint32_t>(ranks);
    options.ranksPerHost = static_cast<std::uint32_t>(ranksPerHost);
    options.steps = static_cast<std::uint32_t>(steps);
    options.seed = 7;
    options.hardwareMemory = false;
    options.syncMarkers = markers;
    const Capture capture = captured(folder, database ? ExportForm::Database : ExportForm::Text, options);
    QVERIFY(capture.session);
    QCOMPARE(capture.truth.size(), std::size_t(ranks));
    for (std::size_t rank = 0; rank < capture.found.size(); ++rank) {
        const RankAlignment& one = capture.found[rank];
        QCOMPARE(one.clock.doubt, ClockDoubt::None);
        QCOMPARE(one.clock.host.doubt, ClockDoubt::None);
        QCOMPARE(one.clock.host.markers > 0, markers);
        QVERIFY(one.clock.host.synchronisations >= std::uint64_t(steps));
    }
    const Errors errors = errorsOf(capture);
    print(errors);
    QVERIFY(errors.inHostNs <= (markers ? 2'000 : 10'000));
    QVERIFY(errors.acrossNs <= 20'000 + kLinkLatencyNs);
    QVERIFY(errors.middleNs <= 20'000 + kLinkLatencyNs);
    QVERIFY(errors.shareOfEffectsFirst <= 0.001);
}

void TestClockCaptures::skewedRank_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<double>("ppm");
    QTest::newRow("as it is planted by itself") << QByteArray("clock-skew") << 3.0 << 30.0;
    QTest::newRow("2 ms") << QByteArray("clock-skew:s=0.002,ppm=0") << 0.002 << 0.0;
    QTest::newRow("90 s back, 50 ppm") << QByteArray("clock-skew:s=-90,ppm=-50") << -90.0 << -50.0;
}

void TestClockCaptures::skewedRank()
{
    QFETCH(QByteArray, fault);
    QFETCH(double, seconds);
    QFETCH(double, ppm);
    const QTemporaryDir folder;
    collect::CollectOptions options;
    options.scenario = "healthy";
    options.ranks = 2;
    options.steps = 4;
    options.seed = 3;
    options.hardwareMemory = false;
    const auto parsed = collect::parseFault(fault.toStdString());
    QVERIFY2(parsed, parsed ? "" : parsed.error().text().c_str());
    options.faults = {*parsed};
    const Capture capture = captured(folder, ExportForm::Text, options);
    QVERIFY(capture.session);
    const Errors errors = errorsOf(capture);
    print(errors);
    QVERIFY(errors.inHostNs <= 10'000);
    QCOMPARE(capture.found[1].clock.doubt, ClockDoubt::None);
    QVERIFY(errors.acrossNs <= 20'000 + kLinkLatencyNs);
    QVERIFY(errors.shareOfEffectsFirst <= 0.001);
    const RankClock& clock = capture.found[1].clock;
    QVERIFY(std::fabs(static_cast<double>(clock.shift.ns) * 1e-9 + seconds) < 0.001);
    const std::int64_t apart = capture.truth[1].clock.deviceDriftPpb - capture.truth[0].clock.deviceDriftPpb;
    QVERIFY(std::fabs(static_cast<double>(apart) * 1e-3 - ppm) < 7);            // every clock is off by up to 3 ppm
    QVERIFY(std::fabs(clock.driftPpm - static_cast<double>(apart) * 1e-3) < 7); // a second and a half
    // Left as recorded it is a finding of its own; taken out it is none.
    QCOMPARE(hasClockFinding(*capture.session), std::fabs(seconds) > 1);
    OpenOptions aligned;
    aligned.paths = capture.session->paths();
    const auto again = Session::open(aligned, {});
    QVERIFY(again);
    QCOMPARE((*again)->trace().rank(RankId{1}).axisShift, clock.shift);
    QVERIFY(!hasClockFinding(**again));
}

/// The session puts what was found on the axis, and tells.
void TestClockCaptures::alignedSession()
{
    const QTemporaryDir folder;
    CollectOutput output;
    output.directory = folder.filePath(QStringLiteral("out")).toStdString();
    output.forms = {ExportForm::Text};
    collect::CollectOptions options;
    options.scenario = "healthy";
    options.ranks = 2;
    options.steps = 3;
    options.hardwareMemory = false;
    options.faults = {*collect::parseFault("clock-skew")};
    QVERIFY(collectTo(output, options, {}));
    OpenOptions open;
    open.paths = {output.directory};
    open.scratchDir = folder.filePath(QStringLiteral("cache")).toStdString();
    open.store = StoreUse::Anew;
    const auto aligned = Session::open(open, {});
    QVERIFY(aligned);
    const RankInfo& rank = (*aligned)->trace().rank(RankId{1});
    QVERIFY(rank.clock);
    QCOMPARE(rank.axisShift, rank.clock->shift);
    QCOMPARE(rank.hostShift, rank.clock->host.shift);
    QVERIFY((*aligned)->trace().axisExtent().length() < Duration{20'000'000'000});
    // The store knows both: what was found, and the times as recorded.
    open.store = StoreUse::Now;
    for (const ClockUse use : {ClockUse::AsRecorded, ClockUse::Aligned}) {
        open.clocks = use;
        const auto again = Session::open(open, {});
        QVERIFY(again);
        QVERIFY((*again)->isFromStore());
        const Trace& trace = (*again)->trace();
        const bool back = use == ClockUse::Aligned;
        QCOMPARE(trace.rank(RankId{1}).axisShift, back ? rank.axisShift : Duration{});
        QCOMPARE(trace.rank(RankId{1}).hostShift, back ? rank.hostShift : Duration{});
        QCOMPARE(trace.rank(RankId{1}).clock->shift, rank.clock->shift);
        QCOMPARE(trace.axisExtent() == (*aligned)->trace().axisExtent(), back);
    }
}

void TestClockCaptures::whatIsAFinding_data()
{
    QTest::addColumn<double>("shiftMs");
    QTest::addColumn<double>("ppm");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<bool>("found");
    QTest::newRow("a drift that chance leaves in a short recording") << 0.0 << -22.4 << 0.2 << false;
    QTest::newRow("the same in a long one") << 0.0 << -22.4 << 2.0 << true;
    QTest::newRow("a drift that clocks have") << 0.0 << 19.0 << 600.0 << false;
    QTest::newRow("a large drift") << 0.0 << 50.0 << 0.5 << true;
    QTest::newRow("hosts that agree") << 9.9 << 0.0 << 10.0 << false;
    QTest::newRow("hosts that do not") << -10.1 << 0.0 << 0.2 << true;
}

void TestClockCaptures::whatIsAFinding()
{
    QFETCH(double, shiftMs);
    QFETCH(double, ppm);
    QFETCH(double, seconds);
    QFETCH(bool, found);
    std::vector<RankInfo> ranks(2);
    ranks[1].path = "rank1";
    ranks[1].clock = RankClock{};
    ranks[1].clock->doubt = ClockDoubt::None;
    ranks[1].clock->shift = Duration{static_cast<std::int64_t>(shiftMs * 1e6)};
    ranks[1].clock->driftPpm = ppm;
    const auto issues = clockIssues(ranks, Duration{static_cast<std::int64_t>(seconds * 1e9)});
    QCOMPARE(!issues.empty(), found);
    if (found)
        QCOMPARE(issues.front().place, std::string("rank1"));
}

QTEST_GUILESS_MAIN(TestClockCaptures)
#include "test_captures.moc"
