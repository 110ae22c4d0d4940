// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_simulation.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "core/collect/cost_constants.h"
#include "core/collect/embedded.h"
#include "core/collect/workload.h"

using namespace tideline;
using namespace tideline::collect;
using test::Recording;

namespace {

CollectOptions twoRanks()
{
    CollectOptions options;
    options.ranks = 2;
    options.steps = 3;
    options.seed = 7;
    return options;
}

std::int64_t wallEnd(const Recording& run, const capture::CommRecord& record)
{
    return run.rank.clock.wallOfDevice(record.endNs);
}

std::int64_t bytesOf(const Recording& run)
{
    std::int64_t bytes = 0;
    for (const auto& [kernel, info] : run.kernels)
        bytes += kernel.hbmReadBytes + kernel.hbmWriteBytes;
    for (const capture::CopyRecord& copy : run.copies)
        bytes += copy.bytes;
    return bytes;
}

bool isHbm(const capture::CounterRecord& counter)
{
    return counter.kind == capture::CounterKind::HbmRead || counter.kind == capture::CounterKind::HbmWrite;
}

} // namespace

void TestSimulation::initTestCase()
{
    m_run = test::record(twoRanks());
    QCOMPARE(m_run.size(), std::size_t{2});
    for (const Recording& run : m_run) {
        QVERIFY(run.finished);
        QCOMPARE(run.steps.size(), std::size_t{3});
        QCOMPARE(run.kernels.size() % 3, std::size_t{0});
    }
}

void TestSimulation::stepTakesWhatTheCaseSays()
{
    for (const Recording& run : m_run) {
        for (const capture::StepRecord& step : run.steps) {
            const double ms = static_cast<double>(step.endNs - step.startNs) * 1e-6;
            QVERIFY2(ms > 95 && ms < 105, std::to_string(ms).c_str());
        }
        for (const auto& [record, call] : run.host)
            if (call.name.starts_with("enumerate(DataLoader)"))
                QVERIFY(qAbs(static_cast<double>(record.endNs - record.startNs) * 1e-6 - 33.0) < 0.7);
        std::int64_t longest = 0;
        for (const capture::CopyRecord& copy : run.copies)
            longest = std::max(longest, copy.endNs - copy.startNs);
        QVERIFY(qAbs(static_cast<double>(longest) * 1e-6 - 12.0) < 0.1);
    }
}

void TestSimulation::streamsAreInOrder()
{
    for (const Recording& run : m_run) {
        std::map<std::uint32_t, std::int64_t> ends;
        std::map<std::uint32_t, std::uint32_t> tasks;
        for (const auto& [kernel, info] : run.kernels) {
            QVERIFY(kernel.startNs >= ends[kernel.stream]);
            QVERIFY(kernel.task > tasks[kernel.stream]);
            QVERIFY(kernel.endNs - kernel.startNs >= cost::kLeastKernelNs);
            ends[kernel.stream] = kernel.endNs;
            tasks[kernel.stream] = kernel.task;
        }
    }
}

void TestSimulation::kernelsStartAfterTheirLaunch()
{
    for (const Recording& run : m_run) {
        for (const auto& [kernel, info] : run.kernels) {
            const std::int64_t launch = run.rank.clock.wallOfHost(kernel.launch.apiNs);
            QVERIFY(run.rank.clock.wallOfDevice(kernel.startNs) > launch);
            QVERIFY(kernel.launch.operatorStartNs < kernel.launch.apiNs);
        }
    }
}

void TestSimulation::synchronisingCallsReturnAfterTheDevice()
{
    for (const Recording& run : m_run) {
        for (const auto& [record, call] : run.host) {
            if (call.name != "AscendCL@aclrtMemcpy")
                continue;
            const auto copy = std::find_if(run.copies.begin(), run.copies.end(), [&record](const auto& candidate) {
                return candidate.launch.connection == record.connection;
            });
            QVERIFY(copy != run.copies.end());
            QVERIFY(run.rank.clock.wallOfDevice(copy->startNs) > run.rank.clock.wallOfHost(record.startNs));
            QVERIFY(run.rank.clock.wallOfDevice(copy->endNs) < run.rank.clock.wallOfHost(record.endNs));
        }
    }
}

void TestSimulation::hostCallsNest()
{
    for (const Recording& run : m_run) {
        std::map<std::uint64_t, const capture::HostRecord*> byId;
        for (const auto& [record, call] : run.host)
            if (record.id != 0)
                QVERIFY(byId.emplace(record.id, &record).second);
        for (const auto& [record, call] : run.host) {
            QVERIFY(record.endNs >= record.startNs);
            if (record.parent == 0)
                continue;
            QVERIFY(byId.count(record.parent) == 1);
            const capture::HostRecord& parent = *byId[record.parent];
            QCOMPARE(record.thread, parent.thread);
            QVERIFY(record.startNs >= parent.startNs && record.endNs <= parent.endNs);
        }
    }
}

void TestSimulation::collectivesRunFromArrivalToTheCommonEnd()
{
    const auto& a = m_run[0].collectives;
    const auto& b = m_run[1].collectives;
    QVERIFY(a.size() >= 6);
    QCOMPARE(a.size(), b.size());
    const std::int64_t clockError = 4 * cost::kPairJitterNs;
    for (std::size_t i = 0; i < a.size(); ++i) {
        QCOMPARE(a[i].name, b[i].name);
        const std::int64_t difference = wallEnd(m_run[0], a[i]) - wallEnd(m_run[1], b[i]);
        QVERIFY(qAbs(qint64(difference)) <= cost::kEndSpreadNs + clockError);
        QVERIFY(a[i].transitStartNs >= a[i].startNs && a[i].transitStartNs < a[i].endNs);
        // The last to arrive does not wait.
        QVERIFY(a[i].transitStartNs == a[i].startNs || b[i].transitStartNs == b[i].startNs);
        QVERIFY(wallEnd(m_run[0], a[i]) + clockError > m_run[1].rank.clock.wallOfDevice(b[i].startNs));
    }
}

void TestSimulation::overlapSlowsComputeDown()
{
    CollectOptions options = twoRanks();
    options.ranks = 1;
    const Recording alone = test::record(options).front();
    const Recording& run = m_run[0];
    QCOMPARE(alone.kernels.size(), run.kernels.size());
    QVERIFY(alone.collectives.empty());
    int slowed = 0;
    for (std::size_t i = 0; i < run.kernels.size(); ++i) {
        const capture::KernelRecord& kernel = run.kernels[i].first;
        const capture::KernelRecord& other = alone.kernels[i].first;
        bool touches = false;
        bool inside = false;
        for (const capture::CommRecord& comm : run.collectives) {
            touches |= comm.transitStartNs < kernel.endNs && kernel.startNs < comm.endNs;
            // The end of the record may lie behind the end of the transfer.
            inside |= kernel.startNs >= comm.transitStartNs && kernel.endNs <= comm.endNs - cost::kEndSpreadNs;
        }
        const double ratio =
            static_cast<double>(kernel.endNs - kernel.startNs) / static_cast<double>(other.endNs - other.startNs);
        const double expected = inside ? 1.05 : 1.0; // both carry up to 1 % of noise
        if (inside || !touches)
            QVERIFY2(qAbs(ratio / expected - 1) < 0.0105, std::to_string(ratio).c_str());
        slowed += inside ? 1 : 0;
    }
    QVERIFY(slowed >= 9);
}

void TestSimulation::counterIntegralIsTheSumOfBytes()
{
    for (const Recording& run : m_run) {
        double integral = 0;
        for (const capture::CounterRecord& counter : run.counters)
            if (isHbm(counter))
                integral += counter.value * 1e-3; // a window lasts 1 ms
        const auto bytes = static_cast<double>(bytesOf(run));
        QVERIFY(bytes > 1e11);
        QVERIFY(qAbs(integral / bytes - 1.0) < 1e-6);
    }
}

void TestSimulation::noCounterExceedsThePeak()
{
    std::map<std::int64_t, double> sums;
    for (const capture::CounterRecord& counter : m_run[0].counters) {
        if (isHbm(counter))
            sums[counter.atNs] += counter.value;
        if (counter.kind == capture::CounterKind::L2ReadHitRate)
            QVERIFY(counter.value >= 0 && counter.value <= 1);
    }
    double most = 0;
    for (const auto& [at, sum] : sums)
        most = std::max(most, sum);
    QVERIFY(most > 0.5e12 && most <= 1.6e12);
}

void TestSimulation::stepsComeAfterTheirRecords()
{
    class Order final : public capture::RecordSink {
    public:
        Status begin(const capture::RankInfo&) override { return Done{}; }
        void host(const capture::HostRecord& record) override { late |= record.step <= lastStep; }
        void kernel(const capture::KernelRecord& record) override { late |= record.step <= lastStep; }
        void copy(const capture::CopyRecord& record) override { late |= record.step <= lastStep; }
        void sync(const capture::SyncRecord& record) override { late |= record.step <= lastStep; }
        void communication(const capture::CommRecord& record) override { late |= record.step <= lastStep; }
        void counter(const capture::CounterRecord& record) override
        {
            late |= counterAt[record.kind] > record.atNs;
            counterAt[record.kind] = record.atNs;
        }
        void step(const capture::StepRecord& record) override { lastStep = record.step; }
        Status finish() override
        {
            if (late)
                return Error{ErrorCode::Internal, "a record came after its step", {}, {}};
            return Done{};
        }
        std::uint32_t lastStep = 0;
        std::map<capture::CounterKind, std::int64_t> counterAt;
        bool late = false;
    };
    const auto sinks = [](std::uint32_t) { return std::make_unique<Order>(); };
    const auto summary = collect::collect(twoRanks(), sinks, {});
    QVERIFY2(summary.ok(), summary ? "" : summary.error().text().c_str());
}

void TestSimulation::seedChangesTimesAndNothingElse()
{
    CollectOptions options = twoRanks();
    options.seed = 8;
    const std::vector<Recording> other = test::record(options);
    QCOMPARE(other[0].kernels.size(), m_run[0].kernels.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < other[0].kernels.size(); ++i) {
        QCOMPARE(other[0].kernels[i].second.name, m_run[0].kernels[i].second.name);
        const auto length = [](const capture::KernelRecord& k) { return k.endNs - k.startNs; };
        different += length(other[0].kernels[i].first) != length(m_run[0].kernels[i].first) ? 1 : 0;
    }
    QVERIFY(different > other[0].kernels.size() / 2);
}

void TestSimulation::earlierStepsDoNotDependOnLaterOnes()
{
    CollectOptions options = twoRanks();
    options.steps = 1;
    const std::vector<Recording> shorter = test::record(options);
    for (std::size_t i = 0; i < shorter[1].kernels.size(); ++i)
        QCOMPARE(shorter[1].kernels[i].first.endNs, m_run[1].kernels[i].first.endNs);
}

void TestSimulation::loaderWorkersHideTheLoader()
{
    std::string text;
    for (const EmbeddedFile& file : embeddedScenarios())
        if (file.name == "resnet50-train")
            text = file.text;
    const auto swap = [&text](const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        QVERIFY(at != std::string::npos);
        text.replace(at, from.size(), to);
    };
    swap("\"serial\"", "\"workers\"");
    swap("\"workers\": 0", "\"workers\": 4");
    QTemporaryDir folder;
    CollectOptions options = twoRanks();
    options.scenario = folder.filePath(QStringLiteral("workers.json")).toStdString();
    std::ofstream(options.scenario) << text;
    const std::vector<Recording> run = test::record(options);
    QCOMPARE(run.size(), std::size_t{2});
    const capture::StepRecord& last = run[0].steps.back();
    const double ms = static_cast<double>(last.endNs - last.startNs) * 1e-6;
    QVERIFY2(qAbs(ms - 67.0) < 0.05 * 67.0, std::to_string(ms).c_str());
}

void TestSimulation::levelsRecordWhatTheySay()
{
    CollectOptions options = twoRanks();
    options.level = capture::TraceLevel::Kernels;
    const std::vector<Recording> low = test::record(options);
    options.level = capture::TraceLevel::Full;
    const std::vector<Recording> full = test::record(options);
    const auto has = [](const Recording& run, capture::HostLayer layer) {
        return std::any_of(run.host.begin(), run.host.end(),
                           [layer](const auto& entry) { return entry.second.layer == layer; });
    };
    QVERIFY(!has(low[0], capture::HostLayer::Acl) && !has(low[0], capture::HostLayer::Node));
    QVERIFY(has(m_run[0], capture::HostLayer::Acl) && has(m_run[0], capture::HostLayer::Node));
    QVERIFY(!has(m_run[0], capture::HostLayer::Runtime) && has(full[0], capture::HostLayer::Runtime));
    QVERIFY(m_run[0].collectives.front().tasks.empty());
    const capture::CommRecord& collective = full[0].collectives.front();
    QCOMPARE(collective.tasks.size(), std::size_t{3});
    QCOMPARE(collective.tasks.back().endNs, collective.endNs);
    // The level changes what is recorded, not what happens.
    QCOMPARE(low[0].kernels.back().first.endNs, full[0].kernels.back().first.endNs);
}

void TestSimulation::cancellingEndsTheRun()
{
    std::stop_source stop;
    stop.request_stop();
    Recording unused;
    CollectOptions options = twoRanks();
    options.ranks = 1;
    options.steps = 100;
    const auto sinks = [&unused](std::uint32_t) { return std::make_unique<test::RecordingSink>(unused); };
    const Result<CollectSummary> summary = collect::collect(options, sinks, Progress(stop.get_token()));
    QVERIFY(!summary.ok());
    QCOMPARE(summary.error().code, ErrorCode::Cancelled);
    QVERIFY(!unused.finished);
}
