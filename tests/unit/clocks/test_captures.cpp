// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/common/collect_output.h"
#include "core/analyze/clocks/align_clocks.h"
#include "core/collect/cost_constants.h"
#include "core/session/session.h"

using namespace tideline;

namespace {

constexpr std::int64_t kHostLatencyNs = collect::cost::kEndSpreadNs; // ends of a collective differ by that much

/// What the clocks of the files say at a moment of simulated time.
struct Truth {
    collect::ClockTruth clock;
    std::int64_t wallNs = 0; ///< of the first rank's host when the recording began

    Instant host(std::int64_t now) const
    {
        return Instant{wallNs + clock.hostOffsetNs + drifted(now, clock.hostDriftPpb)};
    }
    Instant device(std::int64_t now) const
    {
        return Instant{wallNs + clock.hostOffsetNs + drifted(now, clock.deviceDriftPpb) - clock.deviceOffsetNs};
    }

private:
    static std::int64_t drifted(std::int64_t now, std::int64_t ppb)
    {
        return now + static_cast<std::int64_t>(static_cast<double>(now) * static_cast<double>(ppb) * 1e-9);
    }
};

/// A profile of known clocks, as it was opened.
struct Capture {
    std::shared_ptr<const Session> session;
    std::vector<Truth> truth;
    std::vector<RankAlignment> found;
    std::int64_t lengthNs = 0;
};

Capture captured(const QTemporaryDir& folder, ExportForm form, const collect::CollectOptions& options)
{
    Capture out;
    CollectOutput output;
    output.directory = folder.filePath(QStringLiteral("out")).toStdString();
    output.forms = {form};
    const auto summary = collectTo(output, options, {});
    if (!summary) {
        qWarning("%s", summary.error().text().c_str());
        return out;
    }
    OpenOptions open;
    open.paths = {output.directory};
    open.clocks = ClockUse::AsRecorded;
    const auto session = Session::open(open, {});
    if (!session) {
        qWarning("%s", session.error().text().c_str());
        return out;
    }
    out.session = *session;
    const Trace& trace = out.session->trace();
    out.found = alignClocks(trace, {});
    const Instant begin = trace.steps().front().range.start;
    out.lengthNs = (trace.steps().back().range.end - trace.steps().back().range.start).ns
                   * static_cast<std::int64_t>(trace.steps().size() / trace.ranks().size());
    for (const collect::ClockTruth& clock : summary->clocks)
        out.truth.push_back({clock, begin.ns - collect::cost::kLeadNs - summary->clocks.front().hostOffsetNs});
    return out;
}

struct Errors {
    double inHostNs = 0;
    double acrossNs = 0; ///< on the lines, at any time
    double middleNs = 0; ///< of the one shift that the axis has
    double shareOfEffectsFirst = 0;
};

double distance(Instant a, Instant b)
{
    return std::fabs(static_cast<double>((a - b).ns));
}

Errors errorsOf(const Capture& capture)
{
    Errors out;
    constexpr int kMoments = 20;
    for (std::size_t rank = 0; rank < capture.truth.size(); ++rank) {
        const RankAlignment& found = capture.found[rank];
        for (int i = 0; i <= kMoments; ++i) {
            const std::int64_t now = collect::cost::kLeadNs + capture.lengthNs * i / kMoments;
            const Instant device = found.deviceOnAxis(capture.truth[rank].device(now));
            const Instant first = capture.found[0].deviceOnAxis(capture.truth[0].device(now));
            out.inHostNs = std::max(out.inHostNs, distance(device, found.hostOnAxis(capture.truth[rank].host(now))));
            out.acrossNs = std::max(out.acrossNs, distance(device, first));
            if (i == kMoments / 2)
                out.middleNs = std::max(out.middleNs, distance(capture.truth[rank].device(now) + found.clock.shift,
                                                               capture.truth[0].device(now)));
        }
    }
    const Trace& trace = capture.session->trace();
    const StringId launches = trace.strings().find("HostToDevice");
    double pairs = 0;
    double effectsFirst = 0;
    for (std::uint32_t row = 0; row < trace.flows().size(); ++row) {
        if (trace.flows().category.at(row) != launches)
            continue;
        const RankAlignment& found = capture.found[trace.track(trace.flows().fromTrack.at(row)).rank.row];
        ++pairs;
        if (found.deviceOnAxis(trace.flows().toTime.at(row)) < found.hostOnAxis(trace.flows().fromTime.at(row)))
            ++effectsFirst;
    }
    out.shareOfEffectsFirst = pairs > 0 ? effectsFirst / pairs : 1;
    return out;
}

/// What must hold where a shift by a whole step fits as well: nothing is shifted or claimed.
bool isRefusedRightly(const Capture& capture, std::size_t rank)
{
    const RankClock& clock = capture.found[rank].clock;
    return clock.doubt == ClockDoubt::WholeStep && clock.shift == Duration{} && !clock.least && !clock.most;
}

constexpr const char* kRefused = "#5: steps that are alike are refused, though their numbers tell them apart";

} // namespace

/// The clocks that a collection was planted with, found in what was exported.
class TestClockCaptures : public QObject {
    Q_OBJECT

private slots:
    void plantedClocks_data();
    void plantedClocks();
    void skewedRank_data();
    void skewedRank();
    void alignedSession();
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
        if (one.clock.doubt == ClockDoubt::WholeStep) {
            QVERIFY(isRefusedRightly(capture, rank));
            QEXPECT_FAIL("", kRefused, Abort);
        }
        QCOMPARE(one.clock.doubt, ClockDoubt::None);
        QCOMPARE(one.clock.host.doubt, ClockDoubt::None);
        QCOMPARE(one.clock.host.markers > 0, markers);
        QVERIFY(one.clock.host.synchronisations >= std::uint64_t(steps));
    }
    const Errors errors = errorsOf(capture);
    qInfo("in host %.1f µs, across %.1f µs, at the middle %.1f µs, effects first %.3f %%", errors.inHostNs / 1e3,
          errors.acrossNs / 1e3, errors.middleNs / 1e3, errors.shareOfEffectsFirst * 100);
    QVERIFY(errors.inHostNs <= (markers ? 2'000 : 10'000));
    QVERIFY(errors.acrossNs <= 20'000 + kHostLatencyNs);
    QVERIFY(errors.middleNs <= 20'000 + kHostLatencyNs);
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
    qInfo("in host %.1f µs, across %.1f µs, at the middle %.1f µs, effects first %.3f %%", errors.inHostNs / 1e3,
          errors.acrossNs / 1e3, errors.middleNs / 1e3, errors.shareOfEffectsFirst * 100);
    QVERIFY(errors.inHostNs <= 10'000);
    if (capture.found[1].clock.doubt == ClockDoubt::WholeStep) {
        QVERIFY(isRefusedRightly(capture, 1));
        QEXPECT_FAIL("", kRefused, Abort);
    }
    QVERIFY(errors.acrossNs <= 20'000 + kHostLatencyNs);
    QVERIFY(errors.shareOfEffectsFirst <= 0.001);
    const RankClock& clock = capture.found[1].clock;
    QVERIFY(std::fabs(static_cast<double>(clock.shift.ns) * 1e-9 + seconds) < 0.001);
    QVERIFY(std::fabs(clock.driftPpm - ppm) < 7); // and what every clock is planted with: 3 ppm each
    // Left as recorded it is a finding of its own.
    const auto advice = capture.session->advise({});
    QVERIFY(advice);
    const auto& findings = (*advice)->findings;
    const bool told =
        std::any_of(findings.begin(), findings.end(), [](const Finding& one) { return one.ruleId == "E03"; });
    QCOMPARE(told, std::fabs(seconds) > 1);
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

QTEST_GUILESS_MAIN(TestClockCaptures)
#include "test_captures.moc"
