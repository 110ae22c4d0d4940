// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_recording.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>

#include "core/collect/faults/truth.h"
#include "core/collect/null_sink.h"
#include "core/collect/scenario.h"
#include "tests/unit/collect/recording_sink.h"

using namespace tideline;
using namespace tideline::collect;
using test::Recording;

namespace {

CollectOptions healthy(std::uint32_t ranks = 1)
{
    CollectOptions options;
    options.scenario = "healthy";
    options.ranks = ranks;
    options.steps = 2;
    options.seed = 7;
    return options;
}

std::int64_t meanWall(const CollectOptions& options)
{
    std::int64_t memory = 0;
    const Result<StepWalls> walls = stepWalls(options, &memory, {});
    std::int64_t sum = 0;
    for (const StepWall& step : walls->front())
        sum += step.lengthNs;
    return sum / static_cast<std::int64_t>(walls->front().size());
}

} // namespace

void TestRecording::scheduleRecordsTheLastSteps()
{
    CollectOptions options = healthy();
    options.steps = 5;
    const Recording all = test::record(options).front();
    options.schedule = {1, 2, 2};
    const Recording some = test::record(options).front();
    QCOMPARE(some.steps.size(), std::size_t{2});
    QCOMPARE(some.rank.steps, 2U);
    QCOMPARE(some.steps[0].step, all.steps[3].step); // numbers keep counting
    QCOMPARE(some.steps[0].startNs, all.steps[3].startNs);
    QCOMPARE(some.kernels.back().first.endNs, all.kernels.back().first.endNs);
    QCOMPARE(some.kernels.size() * 5, all.kernels.size() * 2);
    for (const auto& [record, call] : some.host)
        QVERIFY(record.step >= some.rank.firstStep);
    for (const capture::CounterRecord& counter : some.counters)
        QVERIFY(counter.kind == capture::CounterKind::CoreFrequency
                || counter.atNs > all.kernels[all.kernels.size() / 5 * 3 - 1].first.startNs);
}

void TestRecording::badSchedulesAreRefused_data()
{
    QTest::addColumn<quint32>("wait");
    QTest::addColumn<quint32>("warmup");
    QTest::newRow("nothing left") << 1U << 1U;
    QTest::newRow("more than there are") << 4'000'000'000U << 4'000'000'000U;
}

void TestRecording::badSchedulesAreRefused()
{
    QFETCH(quint32, wait);
    QFETCH(quint32, warmup);
    CollectOptions options = healthy();
    options.schedule = {wait, warmup, 0};
    const auto summary = collect::collect(options, [](std::uint32_t) { return std::make_unique<NullSink>(); }, {});
    QVERIFY(!summary.ok());
    QCOMPARE(summary.error().code, ErrorCode::InvalidArgument);
}

void TestRecording::groupsOfCountersFollowTheKernels_data()
{
    QTest::addColumn<int>("group");
    for (int group = 0; group < 8; ++group)
        QTest::newRow(std::string(capture::pmuGroupName(static_cast<capture::PmuGroup>(group))).c_str()) << group;
}

void TestRecording::groupsOfCountersFollowTheKernels()
{
    QFETCH(int, group);
    CollectOptions options = healthy();
    options.pmuGroup = static_cast<capture::PmuGroup>(group);
    QCOMPARE(capture::pmuGroupNamed(capture::pmuGroupName(options.pmuGroup)), std::optional(options.pmuGroup));
    const Recording run = test::record(options).front();
    const auto columns = capture::pmuColumns(options.pmuGroup);
    QVERIFY(columns.size() <= capture::kMostPmuColumns);
    bool any = columns.empty();
    for (const auto& [record, info] : run.kernels) {
        QVERIFY(record.counted);
        QCOMPARE(record.pmu.group, options.pmuGroup);
        const bool cube = record.pipes.cubeCycles > 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double value = record.pmu.values[i];
            QVERIFY(value >= 0);
            any |= value > 0;
            // A kernel without a vector part has no vector counts, and the other way round.
            if (cube == columns[i].starts_with("aiv_"))
                QCOMPARE(value, 0.0);
            if (columns[i].ends_with("_ratio"))
                QVERIFY(value <= 1);
        }
        if (options.pmuGroup != capture::PmuGroup::L2Cache || !cube)
            continue;
        const auto& v = record.pmu.values;
        const double hit = (v[2] + v[4]) / (v[2] + v[3] + v[4] + v[5]);
        QVERIFY2(qAbs(hit - 2.5 / 3.5) < 0.01, qPrintable(QString::number(hit)));
    }
    QVERIFY(any);
}

void TestRecording::l2RecordsComeWithTheirKernels()
{
    class Sink final : public capture::RecordSink {
    public:
        explicit Sink(std::size_t& kernels, std::vector<double>& hits) : m_kernels(kernels), m_hits(hits) {}
        Status begin(const capture::RankInfo&) override { return Done{}; }
        void kernel(const capture::KernelRecord& record) override
        {
            ++m_kernels;
            m_last = record;
        }
        void l2(const capture::L2Record& record) override
        {
            m_same &= record.task == m_last.task && record.info == m_last.info;
            m_hits.push_back(record.hitRate());
        }
        Status finish() override
        {
            if (m_same)
                return Done{};
            return Error{ErrorCode::Internal, "an L2 record without its kernel", {}, {}};
        }

    private:
        std::size_t& m_kernels;
        std::vector<double>& m_hits;
        capture::KernelRecord m_last;
        bool m_same = true;
    };
    for (const bool wanted : {false, true}) {
        CollectOptions options = healthy();
        options.l2Cache = wanted;
        std::size_t kernels = 0;
        std::vector<double> hits;
        const auto sinks = [&](std::uint32_t) { return std::make_unique<Sink>(kernels, hits); };
        QVERIFY(collect::collect(options, sinks, {}).ok());
        QCOMPARE(hits.size(), wanted ? kernels : std::size_t{0});
        for (const double hit : hits)
            QVERIFY(hit >= 0 && hit <= 1);
    }
}

void TestRecording::markersPairTheClocks()
{
    class Sink final : public capture::RecordSink {
    public:
        Sink(capture::RankInfo& rank, std::vector<capture::SyncMarkerRecord>& markers)
            : m_rank(rank), m_markers(markers)
        {
        }
        Status begin(const capture::RankInfo& rank) override
        {
            m_rank = rank;
            return Done{};
        }
        void syncMarker(const capture::SyncMarkerRecord& record) override { m_markers.push_back(record); }
        Status finish() override { return Done{}; }

    private:
        capture::RankInfo& m_rank;
        std::vector<capture::SyncMarkerRecord>& m_markers;
    };
    CollectOptions options = healthy();
    options.syncMarkers = true;
    capture::RankInfo rank;
    std::vector<capture::SyncMarkerRecord> markers;
    const auto sinks = [&](std::uint32_t) { return std::make_unique<Sink>(rank, markers); };
    QVERIFY(collect::collect(options, sinks, {}).ok());
    QVERIFY(rank.syncMarkers);
    QVERIFY(markers.size() >= 2); // one a step
    for (const capture::SyncMarkerRecord& marker : markers) {
        QVERIFY(marker.hostEndNs > marker.hostStartNs);
        const std::int64_t delay = rank.clock.wallOfDevice(marker.deviceNs) - rank.clock.wallOfHost(marker.hostStartNs);
        QVERIFY2(delay > 0 && delay < 50'000, qPrintable(QString::number(delay)));
    }
}

void TestRecording::operatorListLeavesTotals()
{
    class Sink final : public capture::RecordSink {
    public:
        Sink(std::vector<capture::TotalRecord>& totals, std::size_t& kernels) : m_totals(totals), m_kernels(kernels) {}
        Status begin(const capture::RankInfo&) override { return Done{}; }
        void kernel(const capture::KernelRecord& record) override
        {
            m_kernels += record.info->type == "MatMulV2" ? 1 : 1000000;
        }
        void total(const capture::TotalRecord& record) override { m_totals.push_back(record); }
        Status finish() override { return Done{}; }

    private:
        std::vector<capture::TotalRecord>& m_totals;
        std::size_t& m_kernels;
    };
    CollectOptions options = healthy();
    const Recording all = test::record(options).front();
    options.opList = {"MatMulV2"};
    std::vector<capture::TotalRecord> totals;
    std::size_t kernels = 0;
    const auto sinks = [&](std::uint32_t) { return std::make_unique<Sink>(totals, kernels); };
    QVERIFY(collect::collect(options, sinks, {}).ok());
    QVERIFY(kernels > 0 && kernels < 1000000);
    std::size_t counted = kernels;
    for (const capture::TotalRecord& total : totals) {
        QVERIFY(total.type != "MatMulV2" && total.leastNs <= total.mostNs);
        counted += total.count;
    }
    QCOMPARE(counted, all.kernels.size());
}

void TestRecording::partsCanBeLeftOut()
{
    CollectOptions options = healthy(2);
    const Recording all = test::record(options).front();
    QVERIFY(!all.collectives.empty() && !all.kernels.empty());
    options.communication = false;
    QVERIFY(test::record(options).front().collectives.empty());
    options = healthy(2);
    options.hardwareMemory = false;
    const Recording still = test::record(options).front();
    for (const capture::CounterRecord& counter : still.counters)
        QCOMPARE(counter.kind, capture::CounterKind::CoreFrequency);
    options = healthy(2);
    options.taskPart = TaskPart::Off;
    const Recording none = test::record(options).front();
    QVERIFY(none.kernels.empty() && none.syncs.empty() && !none.host.empty());
    options = healthy(2);
    options.aiCore = false;
    const Recording plain = test::record(options).front();
    QCOMPARE(plain.kernels.size(), all.kernels.size());
    QVERIFY(!plain.kernels.front().first.counted);
    QCOMPARE(plain.kernels.back().first.endNs, all.kernels.back().first.endNs); // recording less changes nothing
}

void TestRecording::overheadSlowsTheStep()
{
    CollectOptions options = healthy();
    const auto clean = static_cast<double>(meanWall(options));
    options.overhead = true;
    options.level = capture::TraceLevel::Full;
    const double full = static_cast<double>(meanWall(options)) / clean - 1;
    QVERIFY2(full > 0.30 && full < 0.50, qPrintable(QString::number(full)));
    options.taskPart = TaskPart::Level0;
    const double less = static_cast<double>(meanWall(options)) / clean - 1;
    QVERIFY(less > 0 && less < full);
}

void TestRecording::stacksNameTheLayer()
{
    CollectOptions options = healthy();
    for (const bool wanted : {false, true}) {
        options.withStack = wanted;
        const Recording run = test::record(options).front();
        std::size_t found = 0;
        for (const auto& [record, call] : run.host) {
            QVERIFY(wanted || call.callStack.empty());
            found += call.name == "aten::matmul" && call.callStack.find("layers.3.fc1") != std::string::npos ? 1 : 0;
        }
        QCOMPARE(found, wanted ? std::size_t{4} : std::size_t{0}); // two micro-batches, two steps
    }
}

void TestRecording::countersComeAtTheAskedRate()
{
    for (const std::uint32_t hz : {100U, 1000U, 10'000U}) {
        CollectOptions options = healthy();
        options.sampleHz = hz;
        const Recording run = test::record(options).front();
        const double seconds = static_cast<double>(run.kernels.back().first.endNs - run.counters.front().atNs) * 1e-9;
        for (const capture::CounterKind kind :
             {capture::CounterKind::HbmRead, capture::CounterKind::L2ReadHitRate, capture::CounterKind::DeviceMemory}) {
            const auto count = std::count_if(run.counters.begin(), run.counters.end(), [kind](const auto& counter) {
                return counter.kind == kind && counter.unit == 0;
            });
            QVERIFY(qAbs(static_cast<double>(count) - seconds * hz) < 3);
        }
    }
}

void TestRecording::sequencesAreUnique_data()
{
    QTest::addColumn<QByteArray>("scenario");
    for (const std::string& name : scenarioNames())
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(name);
}

/// Two forward operators with the same number would share their backward ones.
void TestRecording::sequencesAreUnique()
{
    QFETCH(QByteArray, scenario);
    CollectOptions options;
    options.scenario = scenario.toStdString();
    options.steps = 2;
    const std::vector<test::Recording> ranks = test::record(options);
    QVERIFY(!ranks.empty());
    for (const test::Recording& rank : ranks) {
        std::set<std::int64_t> forward;
        for (const auto& [host, call] : rank.host)
            if (host.link == capture::AutogradLink::Forward)
                QVERIFY2(forward.insert(host.sequence).second, call.name.c_str());
        for (const auto& [host, call] : rank.host)
            if (host.link == capture::AutogradLink::Backward)
                QVERIFY2(forward.count(host.sequence) == 1, call.name.c_str());
    }
}
