// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>
#include <utility>

#include "core/analyze/clocks/align_clocks.h"
#include "core/analyze/clocks/clock_events.h"
#include "core/analyze/clocks/rank_pair.h"
#include "tests/support/trace_from.h"
#include "tests/unit/clocks/synthetic.h"

using namespace tideline;
using namespace tideline::clocks;
using namespace tideline::test;

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr std::int64_t kPerStep = 10;
constexpr std::int64_t kStepNs = 500'000'000;

/// Six steps of two ranks; alike to the nanosecond, or different by up to 2 ms.
struct Pair {
    CollectiveSequence ours;
    CollectiveSequence theirs;
    MadeClock clock; ///< of the other rank; that of the reference is right
    std::int64_t middle = 0;

    Pair(const MadeClock& other, bool alike, std::size_t steps = 6) : clock(other)
    {
        MadeJob job;
        job.collectives = steps * kPerStep;
        job.jitterNs = alike ? 0 : 2'000'000;
        ours = madeSequence(job, {}, 0);
        theirs = madeSequence(job, other, 1);
        middle = static_cast<std::int64_t>(steps) * kStepNs / 2;
    }

    RankPair found() const { return alignRanks({{&ours, &theirs, kPerStep}}, clock.at(middle).ns); }
    /// What has to be added in the middle.
    std::int64_t truth() const { return (MadeClock{}.at(middle) - clock.at(middle)).ns; }
    double error(const RankPair& pair) const
    {
        return std::fabs(static_cast<double>(pair.line.valueAt(clock.at(middle).ns) - truth()));
    }
    bool holds(const RankPair& pair) const
    {
        return pair.least && pair.most && *pair.least <= truth() && truth() <= *pair.most;
    }
};

void number(CollectiveSequence& sequence, std::int64_t first = 0)
{
    const std::int64_t begin = sequence.front().index;
    for (Collective& one : sequence)
        one.step = first + (one.index - begin) / kPerStep;
}

/// A recording that began a step later and counts operations from there.
void beginLater(CollectiveSequence& sequence)
{
    sequence.erase(sequence.begin(), sequence.begin() + kPerStep);
    for (Collective& one : sequence)
        one.index -= kPerStep;
}

void addSkews()
{
    QTest::addColumn<qint64>("skew");
    QTest::addColumn<double>("drift");
    for (const std::int64_t skew : {std::int64_t{0}, std::int64_t{2'000'000}, 3 * kSecondNs + 7, -90 * kSecondNs}) {
        for (const double drift : {0.0, 50.0, -50.0})
            QTest::addRow("%lld ns, %g ppm", static_cast<long long>(skew), drift) << qint64(skew) << drift;
    }
}

} // namespace

/// Steps that are alike are told apart by their numbers, and numbers that are wrong do no harm.
class TestStepNumbers : public QObject {
    Q_OBJECT

private slots:
    void alikeSteps_data() { addSkews(); }
    void alikeSteps();
    void withoutNumbers_data() { addSkews(); }
    void withoutNumbers();
    void oneStepLeft();
    void manySeeds();
    void lostOperations();
    void otherNumbers_data();
    void otherNumbers();
    void stepThatAsked();
    void stepsOfTrace_data();
    void stepsOfTrace();
};

void TestStepNumbers::alikeSteps()
{
    QFETCH(qint64, skew);
    QFETCH(double, drift);
    Pair pair({skew, drift}, true);
    number(pair.ours, 5);
    number(pair.theirs, 5);
    const RankPair found = pair.found();
    QCOMPARE(found.doubt, ClockDoubt::None);
    QCOMPARE(found.collectives, std::uint64_t(60));
    QVERIFY2(pair.error(found) <= 6'000, qPrintable(QString::number(pair.error(found))));
    QVERIFY(pair.holds(found));
    QVERIFY(*found.most - *found.least < 10'000'000);
}

/// Nothing is claimed, and the bounds hold whichever step goes with which.
void TestStepNumbers::withoutNumbers()
{
    QFETCH(qint64, skew);
    QFETCH(double, drift);
    Pair pair({skew, drift}, true);
    for (const bool one : {false, true}) { // of two ranks one is not enough
        if (one)
            number(pair.ours);
        const RankPair found = pair.found();
        QCOMPARE(found.doubt, ClockDoubt::WholeStep);
        QVERIFY(pair.holds(found));
        QVERIFY(*found.least <= pair.truth() - kStepNs && *found.most >= pair.truth() + kStepNs);
    }
}

/// Of three alike steps a shift by two leaves the few operations of one, which may lie on a line by chance.
void TestStepNumbers::oneStepLeft()
{
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        MadeJob job;
        job.collectives = 3 * kPerStep;
        job.jitterNs = 0;
        job.seed = seed;
        const CollectiveSequence ours = madeSequence(job, {}, 0);
        const CollectiveSequence theirs = madeSequence(job, {}, 1);
        const RankPair found = alignRanks({{&ours, &theirs, kPerStep}});
        if (found.doubt == ClockDoubt::None)
            QVERIFY(std::abs(found.line.offset) < 50'000);
        else
            QCOMPARE(found.doubt, ClockDoubt::WholeStep);
    }
}

/// Chance neither shifts a rank wrongly nor keeps many from being shifted.
void TestStepNumbers::manySeeds()
{
    constexpr int kSeeds = 500;
    for (const std::size_t steps : {3, 6, 30}) {
        int refused = 0;
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            MadeJob job;
            job.collectives = steps * kPerStep;
            job.jitterNs = 0;
            job.seed = seed;
            CollectiveSequence ours = madeSequence(job, {}, 0);
            CollectiveSequence theirs = madeSequence(job, {}, 1);
            number(ours);
            number(theirs);
            const RankPair found = alignRanks({{&ours, &theirs, kPerStep}});
            if (found.doubt == ClockDoubt::None)
                QVERIFY(std::abs(found.line.offset) < 50'000);
            else
                ++refused;
        }
        qInfo("%zu steps: %d of %d refused", steps, refused, kSeeds);
        QVERIFY(refused <= kSeeds / 100);
    }
}

void TestStepNumbers::lostOperations()
{
    Pair pair({2'000'000, 0}, true);
    number(pair.ours);
    number(pair.theirs);
    pair.theirs.erase(pair.theirs.begin(), pair.theirs.begin() + 13);
    pair.ours.erase(pair.ours.begin() + 34, pair.ours.begin() + 37);
    const RankPair found = pair.found();
    QCOMPARE(found.doubt, ClockDoubt::None);
    QCOMPARE(found.collectives, std::uint64_t(44));
    QVERIFY(pair.error(found) <= 10'000);
}

void TestStepNumbers::otherNumbers_data()
{
    QTest::addColumn<bool>("later");
    QTest::addColumn<qint64>("first");
    QTest::addColumn<bool>("alike");
    QTest::addColumn<ClockDoubt>("doubt");
    QTest::newRow("numbers off, indices right") << false << qint64(1) << false << ClockDoubt::None;
    QTest::newRow("numbers off, indices right, alike") << false << qint64(1) << true << ClockDoubt::WholeStep;
    QTest::newRow("numbers right, indices off") << true << qint64(1) << false << ClockDoubt::None;
    QTest::newRow("numbers right, indices off, alike") << true << qint64(1) << true << ClockDoubt::WholeStep;
    QTest::newRow("both off") << true << qint64(0) << false << ClockDoubt::StepNumbers;
    QTest::newRow("both off, alike") << true << qint64(0) << true << ClockDoubt::WholeStep;
}

/// Ranks that count differently are found or refused, never shifted by a step.
void TestStepNumbers::otherNumbers()
{
    QFETCH(bool, later);
    QFETCH(qint64, first);
    QFETCH(bool, alike);
    QFETCH(ClockDoubt, doubt);
    Pair pair({2'000'000, 3}, alike);
    if (later)
        beginLater(pair.theirs);
    number(pair.ours);
    number(pair.theirs, first);
    const RankPair found = pair.found();
    QCOMPARE(found.doubt, doubt);
    QVERIFY(pair.holds(found));
    if (doubt == ClockDoubt::None)
        QVERIFY(pair.error(found) <= 10'000);
}

/// The device runs behind: what the host asked for in one step ends in the mark of the next.
void TestStepNumbers::stepThatAsked()
{
    TraceBuilder builder;
    for (const std::int64_t rank : {0, 1}) {
        RankInfo info;
        info.rank = rank;
        const RankId id = builder.addRank(info);
        for (const std::int64_t step : {4, 5})
            builder.addStep({id, step, {Instant{(step - 4) * 1'000}, Instant{(step - 3) * 1'000}}});
        const TrackId host = builder.track(id, "1", "1", TrackKind::HostThread);
        const TrackId group = builder.track(id, "2", "2", TrackKind::CommGroup);
        SliceRow launch;
        launch.start = Instant{900};
        launch.duration = Duration{50};
        launch.name = builder.intern("launch");
        builder.addSlice(host, launch);
        SliceRow row;
        row.start = Instant{1'200};
        row.duration = Duration{100};
        row.name = builder.intern("hcom_allReduce__711_0_1");
        builder.addSlice(group, row);
        FlowPoint from{1, 1, launch.start, {}, host, builder.intern("HostToDevice"), FlowPhase::Start};
        FlowPoint to{1, 1, row.start, {}, group, builder.intern("HostToDevice"), FlowPhase::End};
        builder.addFlowPoints(id, {from, to});
    }
    const std::shared_ptr<const Trace> trace = frozen(std::move(builder));
    QCOMPARE(trace->flows().size(), 2U);
    const StepNumbers numbers(*trace);
    const SliceId asked = trace->flows().toSlice.at(0);
    QCOMPARE(numbers.of(RankId{0}, asked, Instant{1'200}), std::int64_t(4));
    QCOMPARE(numbers.of(RankId{0}, SliceId{}, Instant{1'200}), std::int64_t(5)); // no arrow
    QCOMPARE(numbers.of(RankId{0}, SliceId{}, Instant{2'000}), kNoInteger);      // behind the last mark
    QCOMPARE(collectiveSequences(*trace)[1].find("711")->second.front().step, std::int64_t(4));
}

void TestStepNumbers::stepsOfTrace_data()
{
    QTest::addColumn<int>("ranksWithSteps");
    QTest::addColumn<bool>("marked");
    QTest::addColumn<ClockDoubt>("doubt");
    QTest::newRow("marked by both ranks") << 2 << true << ClockDoubt::None;
    QTest::newRow("marked by one") << 1 << true << ClockDoubt::WholeStep;
    QTest::newRow("detected") << 2 << false << ClockDoubt::WholeStep;
    QTest::newRow("none") << 0 << true << ClockDoubt::WholeStep;
}

/// Six alike steps of two ranks whose clocks are 3 s apart. Without marks nothing is shifted, and the bounds stay.
void TestStepNumbers::stepsOfTrace()
{
    QFETCH(int, ranksWithSteps);
    QFETCH(bool, marked);
    QFETCH(ClockDoubt, doubt);
    TraceBuilder builder;
    MadeJob job;
    job.collectives = 6 * kPerStep;
    job.jitterNs = 0;
    for (const int number : {0, 1}) {
        RankInfo info;
        info.rank = number;
        const RankId rank = builder.addRank(info);
        const MadeClock clock{number * 3 * kSecondNs, 0};
        const TrackId track = builder.track(rank, "9", "711", TrackKind::CommGroup);
        for (const Collective& one : madeSequence(job, clock, static_cast<std::uint64_t>(number))) {
            SliceRow row;
            row.start = one.start;
            row.duration = one.end - one.start;
            row.name = builder.intern("hcom_allReduce__711_" + std::to_string(one.index) + "_1");
            builder.addSlice(track, row);
        }
        constexpr std::int64_t kAhead = 20'000'000; // of the first operation of the step
        for (std::int64_t step = 0; number < ranksWithSteps && step < 6; ++step)
            builder.addStep({rank,
                             step,
                             {clock.at(step * kStepNs + kAhead), clock.at((step + 1) * kStepNs + kAhead)},
                             marked ? StepSource::Marked : StepSource::Detected});
    }
    const RankClock clock = alignClocks(*frozen(std::move(builder)), {})[1].clock;
    QCOMPARE(clock.doubt, doubt);
    QVERIFY(clock.least && *clock.least <= Duration{-3 * kSecondNs});
    QVERIFY(clock.most && *clock.most >= Duration{-3 * kSecondNs});
    const bool found = doubt == ClockDoubt::None;
    QCOMPARE(clock.shift != Duration{}, found);
    QVERIFY(!found || std::abs(clock.shift.ns + 3 * kSecondNs) < 10'000);
}

QTEST_APPLESS_MAIN(TestStepNumbers)
#include "test_step_numbers.moc"
