// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <bitset>
#include <numeric>
#include <random>

#include "core/analyze/fusion.h"
#include "core/analyze/idle_gaps.h"
#include "core/analyze/intervals.h"
#include "core/analyze/phases.h"
#include "core/analyze/pipe_figures.h"
#include "core/analyze/steps.h"
#include "core/analyze/tensor_sizes.h"
#include "core/analyze/verdict.h"
#include "tests/support/made_profile.h"

using namespace tideline;
using namespace tideline::test;

namespace {

constexpr std::int64_t kTicks = 256;
using Ticks = std::bitset<kTicks>;

std::vector<TimeRange> randomRanges(std::mt19937_64& random, std::size_t count)
{
    std::uniform_int_distribution<std::int64_t> start(0, kTicks - 1);
    std::uniform_int_distribution<std::int64_t> length(0, 24);
    std::vector<TimeRange> ranges;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t from = start(random);
        ranges.push_back({{from}, {std::min(from + length(random), kTicks)}});
    }
    return ranges;
}

Ticks ticksOf(const std::vector<TimeRange>& ranges)
{
    Ticks ticks;
    for (const TimeRange range : ranges) {
        for (std::int64_t t = range.start.ns; t < range.end.ns; ++t)
            ticks.set(static_cast<std::size_t>(t));
    }
    return ticks;
}

/// True if sorted, not touching, not empty.
bool isMerged(const std::vector<TimeRange>& ranges)
{
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (ranges[i].empty() || (i > 0 && ranges[i].start < ranges[i - 1].end))
            return false;
    }
    return true;
}

std::shared_ptr<const Trace> randomTrace(std::mt19937_64& random)
{
    std::uniform_int_distribution<std::int64_t> length(1, 40);
    std::uniform_int_distribution<std::int64_t> pause(0, 30);
    MadeProfile profile;
    profile.step(1, 5, 900);
    std::int64_t now = pause(random);
    for (int i = 0; i < 20; ++i) {
        const std::int64_t kernel = length(random);
        profile.kernel({.start = now, .length = kernel, .launch = std::max<std::int64_t>(0, now - pause(random))});
        if (i % 4 == 0)
            profile.collective("hcom", now + kernel / 2, length(random), now);
        if (i % 3 == 0)
            profile.task(i % 2 ? "MEMCPY_ASYNC" : "EVENT_WAIT", now + kernel, length(random));
        now += kernel + pause(random);
    }
    for (int i = 0; i < 8; ++i) {
        profile.host(i % 2 ? "enumerate(DataLoader)#next" : "aten::mul", i * 120, length(random));
        profile.api("AscendCL@aclrtSynchronizeStream", i * 110, length(random));
    }
    return profile.trace();
}

} // namespace

class TestStepAnalyses : public QObject {
    Q_OBJECT

private slots:
    void setsEqualBruteForce();
    void partsOfASpanAddUp();
    void idleClassesAddUp();
    void idleIsClassified_data();
    void idleIsClassified();
    void phasesAddUpAndFollowLaunches();
    void stepRowsCarryPhases();
    void stepRowsAreCutToTime();
    void boundClasses_data();
    void boundClasses();
    void sizes_data();
    void sizes();
    void floorNeedsAPeak();
    void verdicts_data();
    void verdicts();
    void sequencesAreMaximalAndShareNothing();
    void fusingLeavesTheBusiestPipe();
    void fusingSavesOnlyWhatIsHandedOver();
    void fusingDoesNotShortenStalls();
    void iterationsAreDetected_data();
    void iterationsAreDetected();
};

void TestStepAnalyses::setsEqualBruteForce()
{
    std::mt19937_64 random(7);
    for (int round = 0; round < 300; ++round) {
        auto a = randomRanges(random, 1 + static_cast<std::size_t>(round % 12));
        auto b = randomRanges(random, static_cast<std::size_t>(round % 9));
        const Ticks ticksA = ticksOf(a);
        const Ticks ticksB = ticksOf(b);
        mergeRanges(a);
        mergeRanges(b);
        const auto common = commonRanges(a, b);
        const auto without = withoutRanges(a, b);
        const auto holes = holesIn({{3}, {200}}, a);
        QVERIFY(isMerged(common) && isMerged(without) && isMerged(holes));
        QVERIFY(ticksOf(common) == (ticksA & ticksB));
        QVERIFY(ticksOf(without) == (ticksA & ~ticksB));
        QVERIFY(ticksOf(holes) == (ticksOf({{{3}, {200}}}) & ~ticksA));
        QCOMPARE(lengthOutside({{3}, {200}}, a), lengthOf(holes));
        QCOMPARE(commonLength(a, b), lengthOf(common));
    }
}

void TestStepAnalyses::partsOfASpanAddUp()
{
    std::mt19937_64 random(11);
    for (int round = 0; round < 50; ++round) {
        const auto trace = randomTrace(random);
        const auto steps = stepProfiles(*trace, RankId{0}, {});
        QCOMPARE(steps.size(), std::size_t{1});
        const StepProfile& step = steps[0];
        QCOMPARE(step.computingTime() + step.exposedCommunication() + step.freeTime(), step.span().length());
    }
}

void TestStepAnalyses::idleClassesAddUp()
{
    std::mt19937_64 random(13);
    for (int round = 0; round < 50; ++round) {
        const auto trace = randomTrace(random);
        const HostSide host = hostSide(*trace, RankId{0}, hostCalls(*trace, RankId{0}, {}), {});
        const StepProfile step = stepProfiles(*trace, RankId{0}, {}).front();
        for (const auto* stretches : {&step.idle, &step.gaps}) {
            const auto gaps = classifiedGaps(step, *stretches, host);
            QCOMPARE(gaps.size(), stretches->size());
            for (const IdleGap& gap : gaps)
                QCOMPARE(std::accumulate(gap.times.begin(), gap.times.end(), Duration{}), gap.range.length());
            const IdleTimes sum = sumOf(gaps);
            QCOMPARE(std::accumulate(sum.begin(), sum.end(), Duration{}), lengthOf(*stretches));
        }
    }
}

void TestStepAnalyses::idleIsClassified_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<qint64>("launch");
    QTest::addColumn<QString>("what");
    QTest::newRow("nothing is known") << int(IdleClass::Unexplained) << qint64(50) << "";
    QTest::newRow("launched late, host idle") << int(IdleClass::Framework) << qint64(500) << "";
    QTest::newRow("launched late, host busy") << int(IdleClass::Launch) << qint64(500) << "aten::mul";
    QTest::newRow("loader") << int(IdleClass::Loader) << qint64(500) << "enumerate(DataLoader)#next";
    QTest::newRow("copy") << int(IdleClass::DeviceTask) << qint64(50) << "MEMCPY_ASYNC";
    QTest::newRow("event") << int(IdleClass::EventWait) << qint64(50) << "EVENT_WAIT";
    QTest::newRow("synchronisation") << int(IdleClass::Synchronisation) << qint64(500)
                                     << "AscendCL@aclrtSynchronizeStream";
}

/// One gap from 100 to 500.
void TestStepAnalyses::idleIsClassified()
{
    QFETCH(int, kind);
    QFETCH(qint64, launch);
    QFETCH(QString, what);
    MadeProfile profile;
    profile.step(1, 0, 600)
        .kernel({.length = 100, .launch = 0})
        .kernel({.start = 500, .length = 100, .launch = launch});
    const std::string name = what.toStdString();
    if (name.starts_with("Asc"))
        profile.api(name, 100, 400);
    else if (name == "MEMCPY_ASYNC" || name == "EVENT_WAIT")
        profile.task(name, 100, 400);
    else if (!name.empty())
        profile.host(name, 100, 400);
    const auto trace = profile.trace();
    const HostSide host = hostSide(*trace, RankId{0}, hostCalls(*trace, RankId{0}, {}), {});
    const StepProfile step = stepProfiles(*trace, RankId{0}, {}).front();
    const auto gaps = classifiedGaps(step, step.gaps, host);
    QCOMPARE(gaps.size(), std::size_t{1});
    QCOMPARE(int(gaps[0].mostly()), kind);
    QCOMPARE(gaps[0].times[static_cast<std::size_t>(kind)].ns, std::int64_t{400});
    QCOMPARE(gaps[0].hostBound(), launch > 100);
}

void TestStepAnalyses::phasesAddUpAndFollowLaunches()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).host("Optimizer.step#SGD.step", 300, 100).host("enumerate(DataLoader)#next", 0, 150);
    profile.kernel({.start = 200, .length = 100, .launch = 50}).kernel({.start = 600, .length = 200, .launch = 350});
    profile.collective("hcom", 700, 250, 360);
    const auto trace = profile.trace();
    const HostCalls calls = hostCalls(*trace, RankId{0}, {});
    const PhaseWindows windows = phaseWindows(*trace, RankId{0}, calls);
    QVERIFY(windows.known);
    const StepProfile step = stepProfiles(*trace, RankId{0}, {}).front();
    const PhaseTimes times = phaseTimes(step, windows, LaunchTimes(*trace, RankId{0}));
    QCOMPARE(std::accumulate(times.begin(), times.end(), Duration{}), step.wall());
    QCOMPARE(times[std::size_t(Phase::Optimizer)].ns, std::int64_t{200});
    QCOMPARE(times[std::size_t(Phase::Communication)].ns, std::int64_t{150});
    QCOMPARE(times[std::size_t(Phase::Data)].ns, std::int64_t{250}); // 150 idle and a kernel launched meanwhile
    QCOMPARE(times[std::size_t(Phase::Unassigned)].ns, std::int64_t{400});
}

void TestStepAnalyses::stepRowsAreCutToTime()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).kernel({.start = 100, .length = 400}).collective("hcom", 600, 200);
    profile.step(2, 1000, 2000).kernel({.start = 1100, .length = 900});
    const auto trace = profile.trace();
    Scope scope;
    scope.range = TimeRange{{300}, {700}};
    const auto rows = stepRows(*trace, scope);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].wall->ns, std::int64_t{400});
    QCOMPARE(rows[0].computing->ns, std::int64_t{200});
    QCOMPARE(rows[0].communication->ns, std::int64_t{100});
    QCOMPARE(rows[0].free->ns, std::int64_t{100});
    QVERIFY(!rows[0].preparing.has_value()); // its start is outside
    scope.range = TimeRange{{0}, {3000}};
    const auto all = stepRows(*trace, scope);
    QCOMPARE(all.size(), stepRows(*trace).size());
    QCOMPARE(all[0].wall->ns, std::int64_t{1000});
    QCOMPARE(all[0].preparing->ns, std::int64_t{100});
}

void TestStepAnalyses::stepRowsCarryPhases()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).host("Optimizer.step#SGD.step", 300, 100);
    profile.kernel({.start = 600, .length = 200, .launch = 350});
    const auto rows = stepRows(*profile.trace());
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(rows[0].phases.has_value());
    QCOMPARE((*rows[0].phases)[std::size_t(Phase::Optimizer)].ns, std::int64_t{200});
    MadeProfile plain;
    plain.step(1, 0, 1000).kernel({.start = 600, .length = 200});
    QVERIFY(!stepRows(*plain.trace())[0].phases.has_value());
}

void TestStepAnalyses::boundClasses_data()
{
    QTest::addColumn<double>("mac");
    QTest::addColumn<double>("vector");
    QTest::addColumn<double>("load");
    QTest::addColumn<bool>("cube");
    QTest::addColumn<int>("kind");
    QTest::newRow("cube") << 0.9 << 0.0 << 0.99 << true << int(BoundClass::Cube);
    QTest::newRow("vector") << 0.0 << 0.8 << 0.99 << false << int(BoundClass::Vector);
    QTest::newRow("memory") << 0.1 << 0.1 << 0.95 << true << int(BoundClass::Memory);
    QTest::newRow("a cube loads beside") << 0.1 << 0.1 << 0.94 << true << int(BoundClass::Nothing);
    QTest::newRow("a vector core does not") << 0.1 << 0.1 << 0.8 << false << int(BoundClass::Memory);
}

void TestStepAnalyses::boundClasses()
{
    QFETCH(double, mac);
    QFETCH(double, vector);
    QFETCH(double, load);
    QFETCH(bool, cube);
    QFETCH(int, kind);
    PipeRatios pipes;
    pipes.ratios[std::size_t(Pipe::CubeMac)] = mac;
    pipes.ratios[std::size_t(Pipe::Vector)] = vector;
    pipes.ratios[std::size_t(cube ? Pipe::CubeMte2 : Pipe::VectorMte2)] = load;
    QCOMPARE(int(boundClass(pipes, cube)), kind);
}

void TestStepAnalyses::sizes_data()
{
    QTest::addColumn<QString>("shapes");
    QTest::addColumn<QString>("types");
    QTest::addColumn<double>("bytes"); // below 0: not known
    QTest::newRow("two tensors") << "2,3;4"
                                 << "FLOAT;DT_BF16" << 32.0;
    QTest::newRow("quoted") << "\"2,3\""
                            << "\"FLOAT16\"" << 12.0;
    QTest::newRow("input not given") << "2;;2"
                                     << "INT64;;INT8" << 18.0;
    QTest::newRow("a scalar") << ";2"
                              << "FLOAT;FLOAT" << 12.0;
    QTest::newRow("unknown type") << "2"
                                  << "STRING" << -1.0;
    QTest::newRow("unknown size") << "-1,2"
                                  << "FLOAT" << -1.0;
    QTest::newRow("different lengths") << "2;2"
                                       << "FLOAT" << -1.0;
    QTest::newRow("none") << "N/A"
                          << "N/A" << -1.0;
}

void TestStepAnalyses::sizes()
{
    QFETCH(QString, shapes);
    QFETCH(QString, types);
    QFETCH(double, bytes);
    QCOMPARE(tensorBytes(shapes.toStdString(), types.toStdString()).value_or(-1), bytes);
}

void TestStepAnalyses::floorNeedsAPeak()
{
    QVERIFY(!floorTime(1e6, 1e6, {}));
    QCOMPARE(floorTime(1e6, std::nullopt, {.memoryBytesPerSecond = 1e9})->ns, std::int64_t{1000000});
    QCOMPARE(floorTime(1e6, 4e6, {.memoryBytesPerSecond = 1e9, .cubeFlops = 1e9})->ns, std::int64_t{4000000});
    QVERIFY(!floorTime(std::nullopt, std::nullopt, {.memoryBytesPerSecond = 1e9}));
    QCOMPARE(*matmulFlops("8,16;16,4", "8,4"), 2.0 * 8 * 16 * 4);
    QCOMPARE(*matmulFlops("16,8;16,4", "8,4"), 2.0 * 8 * 16 * 4);
    QVERIFY(!matmulFlops("5,6;7,8", "9,9"));
}

void TestStepAnalyses::verdicts_data()
{
    QTest::addColumn<QList<qint64>>("parts"); // computing, communication, idle, loader
    QTest::addColumn<double>("waiting");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("compute") << QList<qint64>{60, 20, 20, 0} << 0.5 << "compute";
    QTest::newRow("host") << QList<qint64>{30, 20, 50, 0} << 0.5 << "host";
    QTest::newRow("waiting") << QList<qint64>{20, 60, 20, 0} << 0.9 << "waiting";
    QTest::newRow("transfer") << QList<qint64>{20, 60, 20, 0} << 0.1 << "transfer";
    QTest::newRow("loader") << QList<qint64>{20, 20, 10, 50} << 0.1 << "loader";
    QTest::newRow("balanced") << QList<qint64>{30, 30, 30, 10} << 0.5 << "balanced";
    QTest::newRow("nothing") << QList<qint64>{0, 0, 0, 0} << 0.5 << "balanced";
}

void TestStepAnalyses::verdicts()
{
    QFETCH(QList<qint64>, parts);
    QFETCH(double, waiting);
    QFETCH(QString, verdict);
    const WallParts wall{{parts[0]}, {parts[1]}, waiting, {parts[2]}, {parts[3]}};
    QCOMPARE(QString::fromUtf8(wordOf(verdictOf(wall)).data()), verdict);
}

void TestStepAnalyses::sequencesAreMaximalAndShareNothing()
{
    MadeProfile profile;
    for (int i = 0; i < 7; ++i) {
        for (int k = 0; k < 3; ++k)
            profile.kernel(
                {.start = i * 10000 + k * 2000, .length = 100, .type = std::string(1, static_cast<char>('A' + k))});
        profile.collective("hcom", i * 10000 + 5000, 10);
    }
    const auto trace = profile.trace();
    const StepProfile step = stepProfiles(*trace, RankId{0}, {}).front();
    const auto found = fusibleSequences(*trace, step, {});
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].pattern(), std::string("A - B - C"));
    QCOMPARE(found[0].occurrences.size(), std::size_t{7});
    QCOMPARE(found[0].windowTime.ns, std::int64_t{7 * 4100});
    QCOMPARE(found[0].fusedTime.ns, std::int64_t{7 * 300});
    QVERIFY(found[0].hostBound);
    FusionLimits strict;
    strict.moreThan = 7;
    QVERIFY(fusibleSequences(*trace, step, strict).empty());
}

void TestStepAnalyses::fusingLeavesTheBusiestPipe()
{
    // Loads and stores fill the kernels, but vector work beside them takes 60 % of the time and stays.
    MadeProfile profile;
    for (int i = 0; i < 7; ++i) {
        for (int k = 0; k < 2; ++k)
            profile.kernel({.start = i * 10000 + k * 1000,
                            .length = 1000,
                            .type = k == 0 ? "Mul" : "Add",
                            .core = "AI_VECTOR_CORE",
                            .metrics = {{"aiv_time(us)", 1.0},
                                        {"aiv_vec_ratio", 0.6},
                                        {"aiv_mte2_time(us)", 0.9},
                                        {"aiv_mte2_ratio", 0.9},
                                        {"aiv_mte3_time(us)", 0.5},
                                        {"aiv_mte3_ratio", 0.5}}});
        profile.collective("hcom", i * 10000 + 5000, 10);
    }
    const auto trace = profile.trace();
    const auto found = fusibleSequences(*trace, stepProfiles(*trace, RankId{0}, {}).front(), {});
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(!found[0].hostBound);
    QCOMPARE(found[0].windowTime.ns, std::int64_t{7 * 2000});
    // The first keeps its load (0.9), the second becomes as long as its vector work (0.6).
    QCOMPARE(found[0].fusedTime.ns, std::int64_t{7 * (1000 + 700)});
}

/// Every tensor has 2 MB. The second kernel is handed one of its two inputs, and the first writes nothing else.
void TestStepAnalyses::fusingSavesOnlyWhatIsHandedOver()
{
    const auto stepOf = [](const std::string& second, Duration& saved) {
        MadeProfile profile;
        for (int i = 0; i < 7; ++i) {
            for (int k = 0; k < 2; ++k)
                profile.kernel({.start = i * 100000 + k * 20000,
                                .length = 20000,
                                .type = k == 0 ? "Mul" : "Add",
                                .core = "AI_VECTOR_CORE",
                                .shapes = k == 0 ? "1024,1024" : second,
                                .types = k == 0 ? "FLOAT16" : "FLOAT16;FLOAT16",
                                .outputs = "1024,1024",
                                .outputTypes = "FLOAT16",
                                .metrics = {{"aiv_time(us)", 20.0},
                                            {"aiv_mte2_time(us)", 18.0},
                                            {"aiv_mte2_ratio", 0.9},
                                            {"aiv_mte3_time(us)", 2.0},
                                            {"aiv_mte3_ratio", 0.1}}});
            profile.collective("hcom", i * 100000 + 50000, 10);
        }
        const auto trace = profile.trace();
        const auto found = fusibleSequences(*trace, stepProfiles(*trace, RankId{0}, {}).front(), {});
        QCOMPARE(found.size(), std::size_t{1});
        saved = found[0].windowTime - found[0].fusedTime;
    };
    Duration saved;
    stepOf("1024,1024;1024,1024", saved);
    // The second reads 4 MB and writes 2 in 20 us, the best rate: 2 MB take 6667 ns, less than half of its loads.
    QVERIFY(std::abs(saved.ns - 7 * 6667) <= 7);
    stepOf("1024,1025;1024,1023", saved); // nothing of that size was written
    QCOMPARE(saved.ns, std::int64_t{0});
}

/// What the host compiles, waits or loads between kernels is not the launches' fault.
void TestStepAnalyses::fusingDoesNotShortenStalls()
{
    MadeProfile profile;
    for (int i = 0; i < 7; ++i) {
        profile.kernel({.start = i * 20000, .length = 100, .type = "A"});
        profile.kernel({.start = i * 20000 + 10000, .length = 100, .type = "B"});
        profile.collective("hcom", i * 20000 + 15000, 10);
        profile.api("AscendCL@aclopCompileAndExecute", i * 20000 + 1000, 8000);
    }
    const auto trace = profile.trace();
    FusionLimits limits;
    limits.stalls = stallsOf(hostCalls(*trace, RankId{0}, {}));
    const auto found = fusibleSequences(*trace, stepProfiles(*trace, RankId{0}, {}).front(), limits);
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].hostBound);
    QCOMPARE(found[0].windowTime.ns, std::int64_t{7 * 10100});
    QCOMPARE(found[0].fusedTime.ns, std::int64_t{7 * (200 + 8000)});
}

void TestStepAnalyses::iterationsAreDetected_data()
{
    QTest::addColumn<int>("repeats");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<int>("strangers"); // before the first
    QTest::addColumn<bool>("marked");
    QTest::addColumn<int>("rows");
    QTest::newRow("three") << 3 << 8 << 0 << false << 3;
    QTest::newRow("a few others before") << 10 << 8 << 5 << false << 10;
    QTest::newRow("too many others") << 10 << 8 << 12 << false << 1;
    QTest::newRow("two are too few") << 2 << 20 << 0 << false << 1;
    QTest::newRow("too short") << 20 << 7 << 0 << false << 1;
    QTest::newRow("marks come first") << 3 << 8 << 0 << true << 1;
}

void TestStepAnalyses::iterationsAreDetected()
{
    QFETCH(int, repeats);
    QFETCH(int, kernels);
    QFETCH(int, strangers);
    QFETCH(bool, marked);
    QFETCH(int, rows);
    MadeProfile profile;
    std::int64_t now = 0;
    for (int i = 0; i < strangers; ++i, now += 100)
        profile.kernel({.name = "other" + std::to_string(i), .start = now, .length = 50});
    for (int i = 0; i < repeats * kernels; ++i, now += 100)
        profile.kernel({.name = "k" + std::to_string(i % kernels), .start = now, .length = 50});
    if (marked)
        profile.step(7, 0, now);
    const auto found = stepRows(*profile.trace());
    QCOMPARE(found.size(), std::size_t(rows));
    if (rows == 1)
        return;
    for (const StepRow& row : found)
        QCOMPARE(row.computing->ns, std::int64_t(kernels) * 50);
    QCOMPARE(found.front().wall->ns, std::int64_t(kernels) * 100);
    QCOMPARE(found.back().wall->ns, std::int64_t(kernels) * 100 - 50); // to its last end
    QVERIFY(!found.front().preparing.has_value());
}

QTEST_APPLESS_MAIN(TestStepAnalyses)
#include "test_step_analyses.moc"
