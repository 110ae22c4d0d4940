// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/curves/test_curve_list.h"

#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/analyze/curves.h"
#include "tests/support/trace_from.h"
#include "tests/unit/curves/step_trace.h"

namespace tideline::test {

namespace {

constexpr double kMega = 1024 * 1024;

/// A trace of one rank that the test fills.
class Maker {
public:
    explicit Maker(std::map<std::string, std::string> switches = {})
    {
        RankInfo info;
        info.rank = 0;
        info.switches = std::move(switches);
        rank = builder.addRank(info);
    }
    void counter(const char* process, const char* name, const char* series, const char* unit,
                 const PlainSamples& samples)
    {
        addCounter(builder, rank, process, name, series, unit, samples);
    }
    std::vector<Curve> curves() { return curvesOf(*frozen(std::move(builder))); }

    TraceBuilder builder;
    RankId rank;
};

const Curve* find(const std::vector<Curve>& curves, CurveKind kind, const char* name = nullptr)
{
    for (const Curve& curve : curves) {
        if (curve.kind == kind && (!name || curve.name == name))
            return &curve;
    }
    return nullptr;
}

double at(const Curve& curve, std::int64_t t)
{
    const auto sample = valueAt(curve, Instant{t});
    return sample ? sample->value : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

void TestCurveList::unitsAreBaseUnits()
{
    Maker maker;
    maker.counter("LLC", "LLC 0 Read/Throughput", "Throughput(MB/s)", "MB/s", {{0, 3}});
    maker.counter("LLC", "LLC 0 Read/Hit Rate", "Hit Rate(%)", "ratio", {{0, 0.875}});
    maker.counter("NPU MEM", "APP/HBM", "KB", "KB", {{0, 5}});
    maker.counter("AI Core Freq", "AI Core Freq", "MHz", "MHz", {{0, 1800}});
    maker.counter("QoS", "QoS OTHERS", "value", "", {{0, 7}});
    const std::vector<Curve> curves = maker.curves();
    QCOMPARE(curves.size(), std::size_t{5});
    QCOMPARE(at(*find(curves, CurveKind::LlcThroughput), 0), 3 * kMega);
    QCOMPARE(at(*find(curves, CurveKind::LlcHitRate), 0), 87.5);
    QCOMPARE(find(curves, CurveKind::LlcHitRate)->unit, CurveUnit::Percent);
    QCOMPARE(at(*find(curves, CurveKind::DeviceMemory), 0), 5 * 1024.0);
    QCOMPARE(at(*find(curves, CurveKind::CoreFrequency), 0), 1800.0);
    QCOMPARE(find(curves, CurveKind::Other)->name, std::string("QoS OTHERS"));
}

void TestCurveList::hbmUnitsAreSummed()
{
    Maker maker;
    maker.counter("HBM", "HBM 0/Read", "Read(MB/s)", "MB/s", {{0, 1}, {20, 2}, {40, 3}});
    maker.counter("HBM", "HBM 1/Read", "Read(MB/s)", "MB/s", {{0, 10}, {21, 20}, {40, 30}});
    maker.counter("HBM", "HBM 0/Write", "Write(MB/s)", "MB/s", {{10, 100}, {20, 200}});
    const std::vector<Curve> curves = maker.curves();
    QCOMPARE(curves.size(), std::size_t{3});
    const Curve& read = *find(curves, CurveKind::HbmRead);
    QCOMPARE(read.data.holdingAt(Instant{5})->value, 11 * kMega);
    QCOMPARE(read.data.holdingAt(Instant{20})->value, 12 * kMega);
    QCOMPARE(read.data.holdingAt(Instant{30})->value, 22 * kMega);
    QCOMPARE(find(curves, CurveKind::HbmWrite)->data.holdingAt(Instant{30})->value, 200 * kMega);
    const Curve& total = *find(curves, CurveKind::HbmTotal);
    QVERIFY(!total.data.holdingAt(Instant{5})); // no write value yet
    QCOMPARE(total.data.holdingAt(Instant{30})->value, 222 * kMega);
}

void TestCurveList::derivedOnlyWithoutACounter()
{
    for (const bool counter : {false, true}) {
        Maker maker(std::map<std::string, std::string>{{"ai_core_num", "24"}});
        addKernels(maker.builder, maker.rank, {{10, 50, "AI_CORE", 12, 0}});
        maker.counter("clock", "tick", "value", "", {{0, 0}, {100, 0}});
        if (counter)
            maker.counter("AI Core Utilization", "Average", "Utilization(%)", "%", {{0, 40}});
        const std::vector<Curve> curves = maker.curves();
        QCOMPARE(find(curves, CurveKind::CoreUtilization) != nullptr, counter);
        const Curve* derived = find(curves, CurveKind::CubeUtilization);
        QCOMPARE(derived == nullptr, counter);
        if (derived) {
            QCOMPARE(derived->source, CurveSource::Derived);
            QCOMPARE(derived->cores, 24);
            QCOMPARE(at(*derived, 30), 50.0);
        }
    }
}

void TestCurveList::samplingPeriodAndGap()
{
    Maker maker;
    PlainSamples samples;
    for (int i = 0; i < 40; ++i)
        samples.emplace_back((i < 20 ? i : i + 30) * 1000 + i % 3, i);
    maker.counter("LLC", "LLC 0 Read/Throughput", "Throughput(MB/s)", "MB/s", samples);
    maker.counter("AI Core Freq", "AI Core Freq", "MHz", "MHz", {{0, 1800}, {60'000, 900}});
    const std::vector<Curve> curves = maker.curves();
    const Curve& sampled = *find(curves, CurveKind::LlcThroughput);
    QVERIFY(std::abs(sampled.period.ns - 1000) <= 2);
    QVERIFY(sampled.data.holdingAt(Instant{19'500}));
    QVERIFY(!sampled.data.holdingAt(Instant{30'000}));
    const Curve& frequency = *find(curves, CurveKind::CoreFrequency);
    QCOMPARE(frequency.period.ns, 0);
    QCOMPARE(at(frequency, 30'000), 1800.0);
}

void TestCurveList::allocatorCurves()
{
    Maker maker;
    for (int i = 0; i < 3; ++i) {
        for (const char* component : {"PTA", "APP"}) {
            MemoryRecord record;
            record.rank = maker.rank;
            record.component = maker.builder.intern(component);
            record.device = maker.builder.intern("NPU:0");
            record.time = Instant{i * 100};
            record.reserved = 1000 * (i + 1);
            if (component[0] == 'P')
                record.allocated = 10 * (i + 1);
            maker.builder.addMemory(record);
        }
    }
    maker.counter("clock", "tick", "value", "", {{0, 0}, {1000, 0}});
    const std::vector<Curve> curves = maker.curves();
    QVERIFY(!find(curves, CurveKind::AllocatorMemory, "APP allocated"));
    QCOMPARE(at(*find(curves, CurveKind::AllocatorMemory, "APP reserved"), 150), 2000.0);
    QCOMPARE(at(*find(curves, CurveKind::AllocatorMemory, "PTA allocated"), 200), 30.0);
}

void TestCurveList::peakOfANamedDevice()
{
    for (const bool named : {false, true}) {
        Maker maker(named ? std::map<std::string, std::string>{{"device_spec", "article-1200"}}
                          : std::map<std::string, std::string>{});
        maker.counter("HBM", "HBM 0/Read", "Read(MB/s)", "MB/s", {{0, 1}});
        const std::vector<Curve> curves = maker.curves();
        const Curve& read = *find(curves, CurveKind::HbmRead);
        QCOMPARE(std::isnan(read.peak), !named);
        if (named)
            QCOMPARE(read.peak, 1.2e12);
    }
}

void TestCurveList::statisticsAreTimeWeighted()
{
    Curve curve;
    curve.data = functionOf({{0, 10}, {90, 30}, {96, 50}}, 100);
    const CurveStatistics all = statisticsOf(curve, {Instant{0}, Instant{100}});
    QVERIFY(all.enough);
    QCOMPARE(all.samples, std::uint64_t{3});
    QCOMPARE(all.min, 10.0);
    QCOMPARE(all.mean, (90 * 10 + 6 * 30 + 4 * 50) / 100.0);
    QCOMPARE(all.p95, 30.0);
    QCOMPARE(all.max, 50.0);
    const CurveStatistics part = statisticsOf(curve, {Instant{10}, Instant{20}});
    QVERIFY(part.enough); // not sampled: what holds is known
    QCOMPARE(part.mean, 10.0);
}

void TestCurveList::statisticsNeedTwoSamples()
{
    Curve curve;
    curve.sampled = true;
    curve.data = functionOf({{0, 10}, {20, 30}, {40, 50}}, 60);
    QVERIFY(!statisticsOf(curve, {Instant{5}, Instant{15}}).enough);
    QVERIFY(!statisticsOf(curve, {Instant{5}, Instant{25}}).enough);
    QVERIFY(statisticsOf(curve, {Instant{5}, Instant{45}}).enough);
    QVERIFY(!statisticsOf(curve, {Instant{500}, Instant{600}}).enough);
}

void TestCurveList::quantileOfManySamples()
{
    PlainSamples samples;
    for (int i = 0; i < 300'000; ++i)
        samples.emplace_back(i, (i * 7919LL) % 100'000);
    Curve curve;
    curve.data = functionOf(samples, 300'000);
    const double p95 = statisticsOf(curve, {Instant{0}, Instant{300'000}}).p95;
    QVERIFY(std::abs(p95 - 95'000) < 5);
}

} // namespace tideline::test
