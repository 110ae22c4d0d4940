// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/curves/test_occupancy.h"

#include <QTest>

#include <algorithm>
#include <random>

#include "core/analyze/occupancy.h"
#include "tests/support/trace_from.h"
#include "tests/unit/curves/step_trace.h"

namespace tideline::test {

namespace {

std::shared_ptr<const Trace> traceOf(const std::vector<PlainKernel>& kernels,
                                     std::map<std::string, std::string> switches = {{"ai_core_num", "24"},
                                                                                    {"aiv_num", "48"}})
{
    TraceBuilder builder;
    RankInfo info;
    info.rank = 0;
    info.switches = std::move(switches);
    const RankId rank = builder.addRank(info);
    addKernels(builder, rank, kernels);
    // Gives the profile its extent: kernel rows alone have none.
    addCounter(builder, rank, "clock", "tick", "value", "", {{0, 0}, {100'000, 0}});
    return frozen(std::move(builder));
}

} // namespace

void TestOccupancy::shareOfOneKernel_data()
{
    QTest::addColumn<qint64>("blocks");
    QTest::addColumn<qint64>("cores");
    QTest::addColumn<double>("percent");
    QTest::newRow("two thirds") << qint64(16) << qint64(24) << 66.6666666;
    QTest::newRow("all") << qint64(24) << qint64(24) << 100.0;
    QTest::newRow("two waves, the second nearly empty") << qint64(25) << qint64(24) << 52.0833333;
    QTest::newRow("two full waves") << qint64(48) << qint64(24) << 100.0;
    QTest::newRow("no blocks") << qint64(0) << qint64(24) << 0.0;
    QTest::newRow("no cores") << qint64(24) << qint64(0) << 0.0;
    QTest::newRow("missing") << qint64(kNoInteger) << qint64(24) << 0.0;
}

void TestOccupancy::shareOfOneKernel()
{
    QFETCH(qint64, blocks);
    QFETCH(qint64, cores);
    QFETCH(double, percent);
    QVERIFY(std::abs(static_cast<double>(occupancyOf(blocks, cores)) / 1e7 - percent) < 1e-6);
}

void TestOccupancy::curveAgreesWithBruteForce()
{
    std::mt19937 random(5);
    std::uniform_int_distribution<std::int64_t> start(50, 900);
    std::uniform_int_distribution<std::int64_t> length(1, 120);
    std::uniform_int_distribution<std::int64_t> share(1, 1'000'000'000);
    std::vector<CoreLoad> loads;
    for (int i = 0; i < 40; ++i) {
        const Instant from{start(random)};
        loads.push_back({{from, from + Duration{length(random)}}, share(random) / 3});
    }
    const OccupancyCurve curve = occupancyCurve(loads, {Instant{0}, Instant{1100}});
    std::int64_t clamped = 0;
    for (std::int64_t t = 0; t < 1100; ++t) {
        std::int64_t sum = 0;
        for (const CoreLoad& load : loads)
            sum += load.range.contains(Instant{t}) ? load.billionths : 0;
        clamped += sum > 1'000'000'000;
        QCOMPARE(curve.curve.holdingAt(Instant{t})->value,
                 static_cast<double>(std::min<std::int64_t>(sum, 1'000'000'000)) / 1e7);
    }
    QVERIFY(clamped > 0);
    QCOMPARE(curve.clamped.ns, clamped);
}

void TestOccupancy::kernelsThatFillTheCoresAreNotClamped()
{
    std::vector<CoreLoad> loads;
    for (int i = 0; i < 6; ++i)
        loads.push_back({{Instant{0}, Instant{100}}, occupancyOf(1, 6)});
    QCOMPARE(occupancyCurve(loads, {Instant{0}, Instant{200}}).clamped.ns, 0);
}

void TestOccupancy::coreKinds_data()
{
    QTest::addColumn<QString>("core");
    QTest::addColumn<qint64>("mixBlocks");
    QTest::addColumn<double>("cube");
    QTest::addColumn<double>("vector");
    QTest::newRow("cube") << "AI_CORE" << qint64(0) << 50.0 << -1.0;
    QTest::newRow("vector") << "AI_VECTOR_CORE" << qint64(0) << -1.0 << 25.0;
    QTest::newRow("mix, cube first") << "MIX_AIC" << qint64(24) << 50.0 << 50.0;
    QTest::newRow("mix, vector first") << "MIX_AIV" << qint64(6) << 25.0 << 25.0;
    QTest::newRow("mix without the other kind") << "MIX_AIV" << qint64(0) << -1.0 << 25.0;
    QTest::newRow("mix without the column") << "MIX_AIC" << qint64(kNoInteger) << 50.0 << 25.0;
    QTest::newRow("AI CPU") << "AI_CPU" << qint64(0) << -1.0 << -1.0;
    QTest::newRow("communication") << "HCCL" << qint64(0) << -1.0 << -1.0;
}

void TestOccupancy::coreKinds()
{
    QFETCH(QString, core);
    QFETCH(qint64, mixBlocks);
    QFETCH(double, cube);
    QFETCH(double, vector);
    const std::string name = core.toStdString();
    const auto trace = traceOf({{1000, 500, name.c_str(), 12, mixBlocks}});
    const Occupancy occupancy = occupancyOf(*trace, RankId{0});
    const auto valueIn = [](const OccupancyCurve& curve) {
        return curve.known() ? curve.curve.holdingAt(Instant{1200})->value : -1;
    };
    QCOMPARE(valueIn(occupancy.cube), cube);
    QCOMPARE(valueIn(occupancy.vector), vector);
    if (occupancy.cube.known())
        QCOMPARE(occupancy.cube.curve.holdingAt(Instant{1500})->value, 0.0);
}

void TestOccupancy::coresAreSolvedFromTheRows()
{
    // cycles = utilisation × clock × cores × duration, with 24 cores at 1800 MHz and the rounding of real files.
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    addKernels(
        builder, rank,
        {{1000, 470'810, "AI_CORE", 16, 0, 8'990'318, 44.203}, {900'000, 100'000, "AI_CORE", 24, 0, 2'160'000, 50}});
    addCounter(builder, rank, "AI Core Freq", "AI Core Freq", "MHz", "MHz", {{0, 1800}});
    const auto trace = frozen(std::move(builder));
    const DeviceFigures figures = deviceFiguresOf(*trace, rank);
    QCOMPARE(figures.cubeCores, 24);
    QCOMPARE(figures.cubeSource, FigureSource::Kernels);
    QCOMPARE(figures.vectorCores, 48);
    QCOMPARE(figures.vectorSource, FigureSource::DeviceTable);
    QCOMPARE(figures.hbmSource, FigureSource::None);
}

void TestOccupancy::statedCoresComeFirst()
{
    const auto trace =
        traceOf({{0, 10, "AI_CORE", 1, 0, 1000, 50}}, {{"DeviceInfo.ai_core_num", "20"}, {"device_spec", "910b-24"}});
    const DeviceFigures figures = deviceFiguresOf(*trace, RankId{0});
    QCOMPARE(figures.cubeCores, 20);
    QCOMPARE(figures.cubeSource, FigureSource::Profile);
    QCOMPARE(figures.hbmSource, FigureSource::DeviceTable);
    QCOMPARE(figures.hbmBytesPerSecond, 1.6e12);
    QVERIFY(figures.hbmAssumed);
}

void TestOccupancy::noCoresNoCurve()
{
    const auto trace = traceOf({{1000, 500, "AI_CORE", 12, 0}}, {});
    const Occupancy occupancy = occupancyOf(*trace, RankId{0});
    QVERIFY(!occupancy.cube.known());
    QVERIFY(!occupancy.vector.known());
}

void TestOccupancy::kernelsWithoutBlocksAreCounted()
{
    const auto trace =
        traceOf({{1000, 500, "AI_CORE", 0, 0}, {2000, 500, "AI_CORE", 24, 0}, {3000, 5, "AI_CPU", 0, 0}});
    const Occupancy occupancy = occupancyOf(*trace, RankId{0});
    QCOMPARE(occupancy.withoutBlocks, std::uint64_t{1});
    QCOMPARE(occupancy.cube.curve.holdingAt(Instant{1200})->value, 0.0);
    QCOMPARE(occupancy.cube.curve.holdingAt(Instant{2200})->value, 100.0);
}

} // namespace tideline::test
