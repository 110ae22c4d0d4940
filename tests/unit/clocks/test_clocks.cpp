// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analyze/clocks/align_clocks.h"
#include "core/analyze/clocks/clock_notes.h"
#include "core/analyze/clocks/rank_pair.h"
#include "core/analyze/clocks/robust_line.h"
#include "core/store/axis.h"
#include "tests/support/trace_from.h"
#include "tests/unit/clocks/synthetic.h"

using namespace tideline;
using namespace tideline::clocks;
using namespace tideline::test;

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;

struct Skew {
    const char* name;
    std::int64_t ns;
};
constexpr Skew kSkews[] = {{"none", 0}, {"2 ms", 2'000'000}, {"3 s", 3 * kSecondNs}, {"90 s", -90 * kSecondNs}};
constexpr double kDrifts[] = {0, 3, -50, 50};

void addClockRows()
{
    QTest::addColumn<qint64>("skew");
    QTest::addColumn<double>("drift");
    for (const Skew& skew : kSkews) {
        for (const double drift : kDrifts)
            QTest::addRow("%s, %g ppm", skew.name, drift) << qint64(skew.ns) << drift;
    }
}

/// The greatest error over the run.
double hostError(const HostDevice& found, std::int64_t lengthNs, const MadeClock& host, const MadeClock& device)
{
    double most = 0;
    for (std::int64_t now = 0; now < lengthNs; now += lengthNs / 50)
        most = std::max(most, std::fabs(static_cast<double>((found.onHost(device.at(now)) - host.at(now)).ns)));
    return most;
}

/// The error in the middle, and of the rate.
struct PairError {
    double ns = 0;
    double ppm = 0;
    RankPair pair;
};

PairError pairError(const MadeJob& job, const MadeClock& reference, const MadeClock& other)
{
    const CollectiveSequence ours = madeSequence(job, reference, 0);
    const CollectiveSequence theirs = madeSequence(job, other, 1);
    PairError out;
    out.pair = alignRanks({{&ours, &theirs, static_cast<std::int64_t>(job.perStep)}});
    const std::int64_t middle =
        static_cast<std::int64_t>(job.collectives / job.perStep) * job.stepNs / 2; // of true time
    const Instant there = other.at(middle);
    const std::int64_t wanted = (reference.at(middle) - there).ns;
    out.ns = static_cast<double>(out.pair.line.valueAt(there.ns) - wanted);
    out.ppm = out.pair.line.slope * 1e6 - (reference.driftPpm - other.driftPpm);
    return out;
}

} // namespace

/// Alignment of clocks on made sequences whose truth is known.
class TestClocks : public QObject {
    Q_OBJECT

private slots:
    void bandOfBounds();
    void namesOfOperations_data();
    void namesOfOperations();
    void periods();

    void hostAndDevice_data();
    void hostAndDevice();
    void pieces();
    void fewCalls();
    void oneSide();
    void contradiction();
    void mismatchedArrows();

    void ranks_data();
    void ranks();
    void accuracy_data();
    void accuracy();
    void driftOfRanks();
    void lostInstances();
    void otherStart();
    void boundsAlone();
    void tooFew();
    void hostileTimes();

    void axisOfTrace();
    void chainOfGroups();
    void notes();
};

void TestClocks::bandOfBounds()
{
    // Lower bounds on 10 + t / 10^5 − 4, upper ones 6 above it: the middle is one above the line.
    std::vector<Bound> lower;
    std::vector<Bound> upper;
    for (std::int64_t at = 0; at <= 1'000'000; at += 100'000) {
        const std::int64_t line = 10 + at / 100'000;
        lower.push_back({at, line - 4});
        lower.push_back({at + 1'000, line - 500}); // says less
        upper.push_back({at, line + 6});
    }
    const auto band = middleOfBand(lower, upper);
    QVERIFY(band);
    QVERIFY2(std::fabs(band->middle.slope - 1e-5) < 1e-7, qPrintable(QString::number(band->middle.slope)));
    QVERIFY(std::abs(band->middle.valueAt(500'000) - 16) <= 1);
    QVERIFY(std::fabs(band->halfWidth - 5) < 0.5);
    QVERIFY(!middleOfBand(lower, {}));
    QVERIFY(!middleOfBand({}, upper));
    const auto level = levelOfBand(lower, upper);
    QVERIFY(level);
    QCOMPARE(level->middle.offset, 16); // between 16 and 16
}

void TestClocks::namesOfOperations_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<qint64>("index");
    QTest::addColumn<QByteArray>("group");
    QTest::newRow("as HCCL writes it") << QByteArray("hcom_allReduce__711_12_1") << qint64(12) << QByteArray("711");
    QTest::newRow("with its group") << QByteArray("hcom_allReduce__711_0_1@1234") << qint64(0) << QByteArray("711");
    QTest::newRow("two numbers") << QByteArray("hcom_allReduce_12_1") << qint64(-1) << QByteArray();
    QTest::newRow("none") << QByteArray("AllReduce") << qint64(-1) << QByteArray();
    QTest::newRow("too large") << QByteArray("x__1_99999999999999999999_1") << qint64(-1) << QByteArray("1");
}

void TestClocks::namesOfOperations()
{
    QFETCH(QByteArray, name);
    QTEST(qint64(indexInName(name.toStdString())), "index");
    const std::string text = name.toStdString();
    QTEST(QByteArray::fromStdString(std::string(groupInName(text))), "group");
}

void TestClocks::periods()
{
    MadeJob job;
    job.collectives = 30;
    QCOMPARE(periodOf(madeSequence(job, {}, 0)), std::size_t(10));
    CollectiveSequence sequence = madeSequence(job, {}, 0);
    sequence[17].kind = 9;
    QCOMPARE(periodOf(sequence), std::size_t(20)); // its last step repeats the first
    QCOMPARE(periodOf({}), std::size_t(0));
}

void TestClocks::hostAndDevice_data()
{
    addClockRows();
}

void TestClocks::hostAndDevice()
{
    QFETCH(qint64, skew);
    QFETCH(double, drift);
    for (const bool markers : {false, true}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const MadeRun run{10 * kSecondNs, 500'000'000, markers, seed};
            const MadeClock host{0, 1};
            const MadeClock device{skew, 1 + drift};
            const HostDevice found = alignHostDevice(madeEvents(run, host, device));
            QCOMPARE(found.doubt, ClockDoubt::None);
            QVERIFY(found.synchronisations >= 19);
            const double error = hostError(found, run.lengthNs, host, device);
            QVERIFY2(error <= 2'000, qPrintable(QString::number(error)));
            QVERIFY(found.residualNs() >= error);
            QVERIFY(found.residualNs() < 6'000);
        }
    }
}

void TestClocks::pieces()
{
    const MadeRun run{95 * kSecondNs, kSecondNs, false, 3};
    const MadeClock device{3 * kSecondNs, 50};
    const HostDevice found = alignHostDevice(madeEvents(run, {}, device));
    QCOMPARE(found.pieces.size(), std::size_t(3));
    QVERIFY(hostError(found, run.lengthNs, {}, device) <= 2'000);
}

/// Two calls in half a second say where the clock stands, not how it runs.
void TestClocks::fewCalls()
{
    const MadeRun run{500'000'000, 200'000'000, false, 5};
    const MadeClock device{1'000'000, 2};
    const HostDevice found = alignHostDevice(madeEvents(run, {}, device));
    QCOMPARE(found.pieces.size(), std::size_t(1));
    QVERIFY(found.pieces.front().level);
    QCOMPARE(found.pieces.front().line.slope, 0.0);
    QVERIFY(hostError(found, run.lengthNs, {}, device) <= found.residualNs() + 1'000);
}

void TestClocks::oneSide()
{
    SharedEvents events = madeEvents({kSecondNs}, {}, {});
    events.returns.clear();
    QCOMPARE(alignHostDevice(events).doubt, ClockDoubt::OneSided);
    QCOMPARE(alignHostDevice({}).doubt, ClockDoubt::NoPartner);
    QCOMPARE(alignHostDevice({}).onHost(Instant{5}).ns, 5);
}

/// A call that returns long before what it is said to have waited for gives no bound, and no harm.
void TestClocks::contradiction()
{
    SharedEvents events = madeEvents({10 * kSecondNs}, {}, {});
    for (Return& one : events.returns)
        one.host = one.host - Duration{50'000'000};
    QCOMPARE(alignHostDevice(events).doubt, ClockDoubt::OneSided);
}

/// A few arrows that end on another item than the one that was launched do not move the band.
void TestClocks::mismatchedArrows()
{
    const MadeRun run{10 * kSecondNs};
    SharedEvents events = madeEvents(run, {}, {});
    for (std::size_t i = 0; i < events.launches.size(); i += 100)
        events.launches[i].device = events.launches[i].device - Duration{40'000'000};
    const HostDevice found = alignHostDevice(events);
    QCOMPARE(found.doubt, ClockDoubt::None);
    QVERIFY(hostError(found, run.lengthNs, {}, {}) <= 2'000);
}

void TestClocks::ranks_data()
{
    addClockRows();
}

void TestClocks::ranks()
{
    QFETCH(qint64, skew);
    QFETCH(double, drift);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        MadeJob job;
        job.collectives = 200;
        job.seed = seed;
        const PairError error = pairError(job, {1'000, 2}, {skew, 2 + drift});
        QCOMPARE(error.pair.doubt, ClockDoubt::None);
        QCOMPARE(error.pair.collectives, std::uint64_t(200));
        QVERIFY2(std::fabs(error.ns) <= 3'500, qPrintable(QString::number(error.ns)));
        QVERIFY2(std::fabs(error.ppm) <= 1, qPrintable(QString::number(error.ppm)));
    }
}

void TestClocks::accuracy_data()
{
    QTest::addColumn<int>("collectives");
    QTest::addColumn<double>("worstNs");
    // The trial of the specification, 20 seeds: 13, 10 and 3 µs.
    QTest::newRow("8") << 8 << 13'500.0;
    QTest::newRow("20") << 20 << 10'500.0;
    QTest::newRow("200") << 200 << 3'500.0;
}

void TestClocks::accuracy()
{
    QFETCH(int, collectives);
    QFETCH(double, worstNs);
    double worst = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        MadeJob job;
        job.collectives = static_cast<std::size_t>(collectives);
        job.perStep = 4;
        job.seed = seed;
        const PairError error = pairError(job, {}, {2'000'000, 0});
        QCOMPARE(error.pair.doubt, ClockDoubt::None);
        worst = std::max(worst, std::fabs(error.ns));
    }
    qInfo("%d collectives: worst of 20 seeds %.0f ns", collectives, worst);
    QVERIFY2(worst <= worstNs, qPrintable(QString::number(worst)));
}

/// What could be chance is no drift; what is not is found to a fraction of a ppm.
void TestClocks::driftOfRanks()
{
    MadeJob job;
    job.collectives = 20;
    QCOMPARE(pairError(job, {}, {}).pair.line.slope, 0.0);
    job.collectives = 400;
    QVERIFY(std::fabs(pairError(job, {}, {0, 50}).ppm) < 0.5);
}

void TestClocks::lostInstances()
{
    MadeJob job;
    job.collectives = 60;
    CollectiveSequence ours = madeSequence(job, {}, 0);
    CollectiveSequence theirs = madeSequence(job, {2'000'000, 0}, 1);
    theirs.erase(theirs.begin(), theirs.begin() + 13); // started later
    ours.erase(ours.begin() + 30, ours.begin() + 35);  // lost
    const RankPair pair = alignRanks({{&ours, &theirs, 10}});
    QCOMPARE(pair.doubt, ClockDoubt::None);
    QCOMPARE(pair.collectives, std::uint64_t(42));
    QVERIFY(std::abs(pair.line.offset + 2'000'000) < 10'000);
}

/// A rank that counts from another step on is found out by the fit.
void TestClocks::otherStart()
{
    MadeJob job;
    job.collectives = 80;
    const CollectiveSequence ours = madeSequence(job, {}, 0);
    CollectiveSequence theirs = madeSequence(job, {3 * kSecondNs, 0}, 1);
    theirs.erase(theirs.begin(), theirs.begin() + 10);
    for (Collective& one : theirs)
        one.index -= 10;
    const RankPair pair = alignRanks({{&ours, &theirs, 10}});
    QCOMPARE(pair.doubt, ClockDoubt::None);
    QVERIFY(std::abs(pair.line.offset + 3 * kSecondNs) < 10'000);
}

void TestClocks::boundsAlone()
{
    MadeJob job;
    job.collectives = 60;
    job.symmetric = false;
    const PairError error = pairError(job, {}, {2'000'000, 0});
    QCOMPARE(error.pair.doubt, ClockDoubt::TooFew);
    QCOMPARE(error.pair.collectives, std::uint64_t(0));
    QVERIFY(error.pair.least && error.pair.most);
    QVERIFY(*error.pair.least <= -2'000'000 && -2'000'000 <= *error.pair.most);
    QVERIFY(*error.pair.most - *error.pair.least < 10'000'000);
}

void TestClocks::tooFew()
{
    MadeJob job;
    job.collectives = 7;
    QCOMPARE(pairError(job, {}, {}).pair.doubt, ClockDoubt::TooFew);
    const CollectiveSequence ours = madeSequence(job, {}, 0);
    const CollectiveSequence empty;
    QCOMPARE(alignRanks({{&ours, &empty, 0}}).doubt, ClockDoubt::NoPartner);
    QCOMPARE(alignRanks({}).doubt, ClockDoubt::NoPartner);
}

/// Nothing overflows or takes long, whatever the files say.
void TestClocks::hostileTimes()
{
    Random random(4);
    SharedEvents events;
    CollectiveSequence ours;
    CollectiveSequence theirs;
    const auto time = [&random] { return Instant{random.upTo(2 * (kTimeLimitNs - 1)) - kTimeLimitNs}; };
    for (std::int64_t i = 0; i < 100'000; ++i) {
        events.launches.push_back({time(), time()});
        events.markers.push_back({time(), time()});
        events.returns.push_back({time(), time(), static_cast<std::uint32_t>(i / 3)});
        for (CollectiveSequence* sequence : {&ours, &theirs}) {
            const Instant a = time();
            const Instant b = time();
            sequence->push_back({i, std::min(a, b), std::max(a, b), 0, 0, true});
        }
    }
    alignHostDevice(events);
    QVERIFY(alignRanks({{&ours, &theirs, 1}}).doubt != ClockDoubt::None);
    for (Collective& one : ours)
        one = {one.index, Instant{kTimeLimitNs}, Instant{kTimeLimitNs}, 0, 0, true};
    for (Collective& one : theirs)
        one = {one.index, Instant{-kTimeLimitNs}, Instant{-kTimeLimitNs}, 0, 0, true};
    QCOMPARE(alignRanks({{&ours, &theirs, 1}}).doubt, ClockDoubt::TooFarApart);
    CollectiveSequence same(1'000, Collective{-1, Instant{5}, Instant{5}, 0, 0, true});
    orderByIndex(same);
    QCOMPARE(same.back().index, 999);
    QVERIFY(alignRanks({{&same, &same, 1}}).doubt != ClockDoubt::None); // any shift fits
}

namespace {

/// A job of ranks of which each pair of neighbours has a group of its own.
std::shared_ptr<const Trace> madeTrace(const std::vector<MadeClock>& clocks, const std::vector<std::string>& groups)
{
    TraceBuilder builder;
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        RankInfo info;
        info.rank = static_cast<std::int64_t>(i);
        const RankId rank = builder.addRank(info);
        for (const std::size_t group : {i - 1, i}) {
            if (group >= groups.size() || groups[group].empty())
                continue;
            const TrackId track = builder.track(rank, "9", groups[group], TrackKind::CommGroup);
            MadeJob job;
            job.collectives = 50;
            job.seed = group + 1;
            for (const Collective& one : madeSequence(job, clocks[i], i)) {
                SliceRow row;
                row.start = one.start;
                row.duration = one.end - one.start;
                row.name = builder.intern("hcom_allReduce__" + groups[group] + "_" + std::to_string(one.index) + "_1");
                builder.addSlice(track, row);
            }
        }
    }
    return frozen(std::move(builder));
}

} // namespace

/// Every shift is in ranks and extent, and times of the trace stay.
void TestClocks::axisOfTrace()
{
    std::shared_ptr<const Trace> trace = madeTrace({{}, {3 * kSecondNs, 0}}, {"711"});
    const Instant start = trace->slices().start.at(trace->tracks()[1].slices.first);
    std::vector<RankClock> clocks;
    for (const RankAlignment& one : alignClocks(*trace, {}))
        clocks.push_back(one.clock);
    QCOMPARE(clocks.size(), std::size_t(2));
    QVERIFY(std::abs(clocks[1].shift.ns + 3 * kSecondNs) < 10'000);
    const std::shared_ptr<const Trace> before = trace; // somebody else looks at it
    trace = onAxis(withClocks(trace, clocks), ClockUse::Aligned);
    QCOMPARE(before->rank(RankId{1}).axisShift, Duration{});
    QCOMPARE(trace->rank(RankId{1}).axisShift, clocks[1].shift);
    QCOMPARE(trace->rank(RankId{0}).axisShift, Duration{});
    QCOMPARE(trace->slices().start.at(trace->tracks()[1].slices.first), start);
    QVERIFY(trace->axisExtent().length() < before->axisExtent().length() - Duration{2 * kSecondNs});
    QCOMPARE(trace->text(trace->slices().name.at(0)), before->text(before->slices().name.at(0)));
    const std::shared_ptr<const Trace> back = onAxis(trace, ClockUse::AsRecorded);
    QCOMPARE(back->axisExtent(), before->axisExtent());
    QVERIFY(back->rank(RankId{1}).clock); // known all the same
}

/// 0 and 1 share a group, 1 and 2 another one; 3 shares none.
void TestClocks::chainOfGroups()
{
    const std::vector<MadeClock> truth{{}, {2'000'000, 0}, {-90 * kSecondNs, 0}, {}};
    const std::shared_ptr<const Trace> trace = madeTrace(truth, {"711", "712"});
    const std::vector<RankAlignment> found = alignClocks(*trace, {});
    QCOMPARE(found[0].clock.doubt, ClockDoubt::None);
    for (const std::size_t rank : {1U, 2U}) {
        QCOMPARE(found[rank].clock.doubt, ClockDoubt::None);
        QCOMPARE(found[rank].clock.collectives, std::uint64_t(50));
        QVERIFY(std::abs(found[rank].clock.shift.ns + truth[rank].offsetNs) < 15'000);
    }
    QVERIFY(found[2].clock.residual > found[1].clock.residual);
    QCOMPARE(found[3].clock.doubt, ClockDoubt::NoPartner);
    QCOMPARE(found[3].clock.shift, Duration{});
}

/// Every side of every rank in words, and why one was left alone.
void TestClocks::notes()
{
    std::vector<RankInfo> ranks(5);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        ranks[i].rank = static_cast<std::int64_t>(i);
        ranks[i].clock = RankClock{};
        ranks[i].clock->host.doubt = ClockDoubt::NoPartner;
    }
    ranks[0].clock->collectives = 214;
    ranks[1].clock->shift = Duration{-1'843'000};
    ranks[1].clock->residual = Duration{1'200};
    ranks[1].clock->collectives = 214;
    ranks[2].clock->doubt = ClockDoubt::WholeStep;
    ranks[2].clock->least = Duration{-500'000};
    ranks[2].clock->most = Duration{2'000'000'000};
    ranks[3].clock->doubt = ClockDoubt::StepNumbers;
    ranks[3].clock->host.doubt = ClockDoubt::OneSided;
    ranks[4].clock->doubt = ClockDoubt::NoPartner; // nothing is known about it
    QStringList lines;
    for (const Message& note : clockNotes(ranks, ClockUse::Aligned))
        lines.append(QString::fromStdString(englishText(note)));
    const QStringList wanted{
        QStringLiteral("rank 0 is the reference, with 214 collectives"),
        QStringLiteral("rank 1 shifted by \u22121.843 ms, residual 1.2 \u00b5s over 214 collectives"),
        QStringLiteral("rank 2 not shifted: a shift by a whole step fits as well; arrivals and ends "
                       "leave \u2212500.0 \u00b5s to 2.000000 s"),
        QStringLiteral("rank 3 not shifted: steps of one number do not go together on both ranks"),
        QStringLiteral("rank 3 host not shifted against its device: its calls bound the shift from "
                       "one side only")};
    QCOMPARE(lines, wanted);
    QCOMPARE(clockNotes(ranks, ClockUse::AsRecorded).size(), std::size_t(1));
    QVERIFY(clockNotes({}, ClockUse::AsRecorded).empty());
}

QTEST_APPLESS_MAIN(TestClocks)
#include "test_clocks.moc"
