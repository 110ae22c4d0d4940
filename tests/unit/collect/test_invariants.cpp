// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_invariants.h"

#include <QTest>

#include <fstream>
#include <map>

#include "core/collect/cost_constants.h"
#include "core/collect/scenario.h"
#include "core/collect/workload.h"
#include "tests/unit/collect/random_scenario.h"

using namespace tideline;
using namespace tideline::collect;

namespace {

constexpr int kRandomScenarios = 60;

bool isHbm(const capture::CounterRecord& counter)
{
    return counter.kind == capture::CounterKind::HbmRead || counter.kind == capture::CounterKind::HbmWrite;
}

std::string scenarioFile(const QTemporaryDir& folder, std::uint64_t number)
{
    const std::string path = folder.filePath(QStringLiteral("random%1.json").arg(number)).toStdString();
    std::ofstream(path) << test::randomScenario(number);
    return path;
}

std::uint64_t fingerprint(const std::vector<test::Recording>& runs)
{
    std::uint64_t hash = 1469598103934665603ULL;
    const auto mix = [&hash](std::int64_t value) {
        hash = (hash ^ static_cast<std::uint64_t>(value)) * 1099511628211ULL;
    };
    for (const test::Recording& run : runs) {
        for (const auto& [record, call] : run.host) {
            mix(record.startNs);
            mix(record.endNs);
        }
        for (const auto& [record, info] : run.kernels)
            mix(record.endNs);
        for (const capture::CommRecord& record : run.collectives)
            mix(record.endNs);
        for (const capture::CounterRecord& record : run.counters)
            mix(static_cast<std::int64_t>(record.value * 1000));
    }
    return hash;
}

} // namespace

void TestInvariants::hold_data()
{
    QTest::addColumn<QString>("scenario");
    for (int i = 0; i < kRandomScenarios; ++i)
        QTest::newRow(qPrintable(QStringLiteral("random %1").arg(i)))
            << QString::fromStdString(scenarioFile(m_folder, static_cast<std::uint64_t>(i)));
    for (const std::string& name : scenarioNames())
        if (name != "rdma-train") // as healthy, fifteen times as long
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestInvariants::hold()
{
    QFETCH(QString, scenario);
    CollectOptions options;
    options.scenario = scenario.toStdString();
    options.steps = 2;
    options.seed = 11;
    options.level = capture::TraceLevel::Full;
    options.sampleHz = 10'000;
    test::Recording unused;
    const auto sinks = [&unused](std::uint32_t) { return std::make_unique<test::RecordingSink>(unused); };
    const Result<CollectSummary> summary = collect::collect(options, sinks, {});
    QVERIFY2(summary.ok(), summary ? "" : summary.error().text().c_str());
    const Result<DeviceSpec> device = loadDevice(summary->device);
    const std::vector<Recording> runs = test::record(options);
    QVERIFY(!runs.empty());
    for (const Recording& run : runs) {
        QVERIFY(run.finished && run.steps.size() == 2 && !run.kernels.empty());
        bytesAreTheIntegralOfTheCounters(run, 1e-4);
        countersStayBelowThePeak(run, device->hbmBytesPerSecond);
        streamsAreInOrder(run);
        kernelsFollowTheirLaunch(run);
        cyclesFitTheTime(run, device->aiCores, device->clockMhz);
    }
    collectivesEndTogether(runs);
}

void TestInvariants::bytesAreTheIntegralOfTheCounters(const Recording& run, double intervalSeconds)
{
    double bytes = 0;
    for (const auto& [kernel, info] : run.kernels)
        bytes += static_cast<double>(kernel.hbmReadBytes + kernel.hbmWriteBytes);
    for (const capture::CopyRecord& copy : run.copies)
        bytes += static_cast<double>(copy.bytes);
    double integral = 0;
    for (const capture::CounterRecord& counter : run.counters)
        integral += isHbm(counter) ? counter.value * intervalSeconds : 0;
    QVERIFY2(qAbs(integral / bytes - 1) < 0.01, qPrintable(QString::number(integral / bytes)));
}

void TestInvariants::countersStayBelowThePeak(const Recording& run, double peak)
{
    std::map<std::int64_t, double> sums;
    for (const capture::CounterRecord& counter : run.counters) {
        if (isHbm(counter))
            sums[counter.atNs] += counter.value;
        if (counter.kind == capture::CounterKind::L2ReadHitRate)
            QVERIFY(counter.value >= 0 && counter.value <= 1);
    }
    for (const auto& [at, sum] : sums)
        QVERIFY2(sum <= peak, qPrintable(QString::number(sum / peak)));
}

void TestInvariants::streamsAreInOrder(const Recording& run)
{
    std::map<std::uint32_t, std::int64_t> ends;
    for (const auto& [kernel, info] : run.kernels) {
        QVERIFY(kernel.startNs >= ends[kernel.stream]);
        ends[kernel.stream] = kernel.endNs;
    }
}

void TestInvariants::kernelsFollowTheirLaunch(const Recording& run)
{
    for (const auto& [kernel, info] : run.kernels) {
        if (kernel.launch.connection == 0)
            continue; // of a graph
        // One pair of readings ties the clocks: from there on they drift apart.
        const std::int64_t elapsed = kernel.startNs - run.rank.clock.deviceCounterNs;
        const std::int64_t drift = 2 * cost::kMaxDriftPpb * (elapsed / 1'000'000) / 1'000 + cost::kPairJitterNs;
        QVERIFY(run.rank.clock.wallOfDevice(kernel.startNs) + drift > run.rank.clock.wallOfHost(kernel.launch.apiNs));
    }
}

void TestInvariants::cyclesFitTheTime(const Recording& run, std::int64_t cores, std::int64_t mhz)
{
    for (const auto& [kernel, info] : run.kernels) {
        const double most =
            static_cast<double>(cores * mhz) * static_cast<double>(kernel.endNs - kernel.startNs) / 1000;
        QVERIFY2(static_cast<double>(kernel.pipes.cubeCycles) <= most, info.type.c_str());
        for (const double ratio : {kernel.pipes.mac, kernel.pipes.mte1, kernel.pipes.cubeMte2, kernel.pipes.fixpipe,
                                   kernel.pipes.vec, kernel.pipes.vectorMte2, kernel.pipes.vectorMte3})
            QVERIFY(ratio >= 0 && ratio <= 1);
    }
}

void TestInvariants::collectivesEndTogether(const std::vector<Recording>& runs)
{
    struct Ends {
        std::int64_t first = INT64_MAX;
        std::int64_t last = INT64_MIN;
        std::int64_t lastStart = INT64_MIN;
        std::size_t members = 0;
        std::size_t seen = 0;
    };
    std::map<std::pair<std::string, std::uint32_t>, Ends> all;
    for (const Recording& run : runs) {
        for (const capture::CommRecord& record : run.collectives) {
            const capture::ParallelGroup& group = run.rank.groups[record.group];
            Ends& ends = all[{group.name, record.index}];
            ends.members = group.ranks.size();
            ++ends.seen;
            // On the true axis: what the clocks add is known to the test through their pair alone.
            const std::int64_t end = run.rank.clock.wallOfDevice(record.endNs);
            ends.first = std::min(ends.first, end);
            ends.last = std::max(ends.last, end);
            ends.lastStart = std::max(ends.lastStart, run.rank.clock.wallOfDevice(record.startNs));
            QVERIFY(record.transitStartNs >= record.startNs && record.transitStartNs <= record.endNs);
        }
    }
    for (const auto& [key, ends] : all) {
        QCOMPARE(ends.seen, ends.members);
        bool oneHost = true;
        for (const Recording& run : runs)
            oneHost &= run.rank.hostName == runs.front().rank.hostName;
        if (!oneHost)
            continue; // the wall clocks of hosts differ
        const std::int64_t clocks = 4 * cost::kPairJitterNs + 2 * cost::kMaxDriftPpb * 20; // over 20 s
        QVERIFY(ends.last - ends.first <= cost::kEndSpreadNs + clocks);
        QVERIFY(ends.first + clocks >= ends.lastStart);
    }
}

void TestInvariants::seedDecides()
{
    for (const std::uint64_t number : {3U, 4U, 5U}) {
        CollectOptions options;
        options.scenario = scenarioFile(m_folder, 1000 + number);
        options.steps = 2;
        options.seed = 5;
        const std::uint64_t first = fingerprint(test::record(options));
        QCOMPARE(fingerprint(test::record(options)), first);
        options.seed = 6;
        QVERIFY(fingerprint(test::record(options)) != first);
    }
}

void TestInvariants::noKernelMovesLessThanItMust_data()
{
    QTest::addColumn<QString>("scenario");
    for (int i = 0; i < kRandomScenarios; ++i)
        QTest::newRow(qPrintable(QStringLiteral("random %1").arg(i)))
            << QString::fromStdString(scenarioFile(m_folder, static_cast<std::uint64_t>(i)));
    for (const std::string& name : scenarioNames())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestInvariants::noKernelMovesLessThanItMust()
{
    QFETCH(QString, scenario);
    const Result<Scenario> read = loadScenario(scenario.toStdString());
    QVERIFY(read.ok());
    const Result<DeviceSpec> device = loadDevice(read->device);
    const auto workload = planWorkload(*read, *device);
    QVERIFY2(workload.ok(), workload ? "" : workload.error().text().c_str());
    for (const RolePlan& role : (*workload)->roles) {
        for (const auto* plans : {&role.forward, &role.backward, &role.optimizer}) {
            for (const OperatorPlan& plan : *plans) {
                for (const KernelPlan& kernel : plan.kernels) {
                    const std::int64_t bytes = kernel.readBytes + kernel.writeBytes;
                    QVERIFY2(bytes >= kernel.compulsoryBytes, kernel.info.type.c_str());
                    QVERIFY(kernel.hitBytes <= kernel.requestBytes && kernel.readBytes <= kernel.requestBytes);
                    const double seconds = static_cast<double>(kernel.baseNs) * 1e-9;
                    QVERIFY(static_cast<double>(bytes) <= device->hbmBytesPerSecond * seconds);
                    QVERIFY(kernel.flops <= device->peakFlopsHalf() * seconds);
                    QVERIFY(kernel.baseNs >= cost::kLeastKernelNs);
                }
            }
        }
    }
}
