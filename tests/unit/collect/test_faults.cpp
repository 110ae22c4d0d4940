// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_faults.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <functional>
#include <map>
#include <set>

#include "core/collect/faults/truth.h"
#include "core/collect/null_sink.h"
#include "core/collect/scenario.h"
#include "tests/unit/collect/recording_sink.h"

using namespace tideline;
using namespace tideline::collect;
using test::Recording;

namespace {

/// The options the catalogue scores a kind with.
CollectOptions optionsFor(const FaultInfo& info, std::string_view scenario)
{
    CollectOptions options;
    options.scenario = scenario;
    options.seed = 7;
    options.steps = std::max(3U, info.leastSteps);
    const Result<Scenario> read = loadScenario(options.scenario);
    options.ranks = std::max(info.leastRanks, static_cast<std::uint32_t>(read->parallel.defaultRanks));
    return options;
}

Fault defaultFault(const FaultInfo& info)
{
    return *parseFault(info.name);
}

Result<CollectSummary> run(const CollectOptions& options)
{
    return collect::collect(options, [](std::uint32_t) { return std::make_unique<NullSink>(); }, {});
}

CollectOptions healthy(const char* fault, std::uint32_t ranks)
{
    CollectOptions options;
    options.scenario = "healthy";
    options.ranks = ranks;
    options.steps = 2;
    options.seed = 7;
    options.faults = {*parseFault(fault)};
    return options;
}

/// Kernels of the clean run by name and place among those of that name.
using Lengths = std::map<std::pair<std::string, std::size_t>, std::int64_t>;

Lengths lengthsOf(const Recording& recording)
{
    std::map<std::string, std::size_t> seen;
    Lengths out;
    for (const auto& [record, info] : recording.kernels)
        out[{info.name, seen[info.name]++}] = record.endNs - record.startNs;
    return out;
}

} // namespace

void TestFaults::catalogueIsComplete()
{
    const std::vector<FaultInfo>& kinds = faultKinds();
    QCOMPARE(kinds.size(), std::size_t{41});
    std::set<std::string_view> names;
    const std::vector<std::string> scenarios = scenarioNames();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        QCOMPARE(static_cast<std::size_t>(kinds[i].kind), i); // faultInfo() and listings follow the enum
        QVERIFY(names.insert(kinds[i].name).second);
        QVERIFY(!kinds[i].what.empty() && !kinds[i].fits.empty());
        for (const std::string_view scenario : kinds[i].fits)
            QVERIFY(std::find(scenarios.begin(), scenarios.end(), scenario) != scenarios.end());
        for (const FaultParameter& parameter : kinds[i].parameters)
            QVERIFY(parameter.value >= parameter.least && parameter.value <= parameter.most);
        QCOMPARE(&faultInfo(kinds[i].kind), &kinds[i]);
    }
}

void TestFaults::textsAreParsed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<double>("value");
    QTest::newRow("defaults") << QByteArray("slow-rank") << QByteArray("factor") << 1.15;
    QTest::newRow("one key") << QByteArray("slow-rank:factor=1.5") << QByteArray("factor") << 1.5;
    QTest::newRow("the other keeps its default") << QByteArray("slow-rank:factor=1.5") << QByteArray("rank") << 3.0;
    QTest::newRow("two keys") << QByteArray("slow-rank:rank=1,factor=2") << QByteArray("rank") << 1.0;
    QTest::newRow("negative") << QByteArray("clock-skew:s=-0.002") << QByteArray("s") << -0.002;
}

void TestFaults::textsAreParsed()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, key);
    QFETCH(double, value);
    const Result<Fault> fault = parseFault(text.toStdString());
    QVERIFY2(fault.ok(), fault ? "" : fault.error().text().c_str());
    QCOMPARE(fault->value(key.toStdString()), value);
    const Result<Fault> again = parseFault(faultText(*fault));
    QVERIFY(again.ok());
    QVERIFY(again->values == fault->values && again->kind == fault->kind);
}

void TestFaults::mistakesListWhatIsAllowed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("allowed");
    QTest::newRow("kind") << QByteArray("slow-rnak") << QStringLiteral("slow-rank");
    QTest::newRow("key") << QByteArray("slow-rank:speed=2") << QStringLiteral("factor=VALUE, rank=VALUE");
    QTest::newRow("no value") << QByteArray("slow-rank:factor") << QStringLiteral("factor=VALUE");
    QTest::newRow("word") << QByteArray("slow-rank:factor=much") << QStringLiteral("factor from 1 to 100");
    QTest::newRow("above") << QByteArray("slow-rank:factor=1000") << QStringLiteral("factor from 1 to 100");
    QTest::newRow("not a number") << QByteArray("slow-rank:factor=nan") << QStringLiteral("factor from 1 to 100");
    QTest::newRow("nothing to set") << QByteArray("env-vars:x=1") << QStringLiteral("none");
    QTest::newRow("empty") << QByteArray("slow-rank:") << QStringLiteral("factor=VALUE");
}

void TestFaults::mistakesListWhatIsAllowed()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, allowed);
    const Result<Fault> fault = parseFault(text.toStdString());
    QVERIFY(!fault.ok());
    QCOMPARE(fault.error().code, ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(fault.error().text());
    QVERIFY2(message.contains(allowed), qPrintable(message));
}

void TestFaults::faultsThatDoNotFitSaySo_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<quint32>("ranks");
    QTest::addColumn<quint32>("steps");
    QTest::addColumn<QString>("why");
    QTest::newRow("no experts") << QByteArray("healthy") << QByteArray("expert-imbalance") << 8U << 2U
                                << QStringLiteral("experts");
    QTest::newRow("no stages") << QByteArray("healthy") << QByteArray("stage-imbalance") << 4U << 2U
                               << QStringLiteral("stages");
    QTest::newRow("no pipeline") << QByteArray("healthy") << QByteArray("bubble") << 4U << 2U
                                 << QStringLiteral("pipeline");
    QTest::newRow("too few ranks") << QByteArray("healthy") << QByteArray("slow-rank") << 2U << 2U
                                   << QStringLiteral("4 ranks");
    QTest::newRow("no such rank") << QByteArray("healthy") << QByteArray("slow-rank:rank=9") << 4U << 2U
                                  << QStringLiteral("below the number of ranks");
    QTest::newRow("too few steps") << QByteArray("healthy") << QByteArray("leak") << 1U << 2U
                                   << QStringLiteral("4 recorded steps");
    QTest::newRow("one host") << QByteArray("healthy") << QByteArray("retransmission") << 4U << 2U
                              << QStringLiteral("leaves its host");
    QTest::newRow("no gradients") << QByteArray("llama2-7b-infer") << QByteArray("small-packets") << 0U << 2U
                                  << QStringLiteral("training");
}

void TestFaults::faultsThatDoNotFitSaySo()
{
    QFETCH(QByteArray, scenario);
    QFETCH(QByteArray, fault);
    QFETCH(quint32, ranks);
    QFETCH(quint32, steps);
    QFETCH(QString, why);
    CollectOptions options;
    options.scenario = scenario.toStdString();
    options.ranks = ranks;
    options.steps = steps;
    options.faults = {*parseFault(fault.toStdString())};
    const Result<CollectSummary> summary = run(options);
    QVERIFY(!summary.ok());
    QCOMPARE(summary.error().code, ErrorCode::InvalidArgument);
    const QString text = QString::fromStdString(summary.error().text());
    QVERIFY2(text.contains(why), qPrintable(text));
}

void TestFaults::costIsWorthFinding_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("scenario");
    for (const FaultInfo& info : faultKinds())
        for (const std::string_view scenario : info.fits)
            QTest::newRow(qPrintable(QStringLiteral("%1 on %2")
                                         .arg(QLatin1String(info.name.data(), qsizetype(info.name.size())),
                                              QLatin1String(scenario.data(), qsizetype(scenario.size())))))
                << int(info.kind) << QByteArray(scenario.data(), qsizetype(scenario.size()));
}

void TestFaults::costIsWorthFinding()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, scenario);
    const FaultInfo& info = faultInfo(static_cast<FaultKind>(kind));
    CollectOptions options = optionsFor(info, scenario.toStdString());
    std::int64_t memory = 0;
    const Result<StepWalls> clean = stepWalls(options, &memory, {});
    QVERIFY(clean.ok());
    options.faults = {defaultFault(info)};
    const Result<CollectSummary> summary = run(options);
    QVERIFY2(summary.ok(), summary ? "" : summary.error().text().c_str());
    QCOMPARE(summary->truth.faults.size(), std::size_t{1});
    const FaultTruth& truth = summary->truth.faults.front();
    QVERIFY(!truth.ranks.empty() && truth.ranges.size() == truth.ranks.size());
    double wall = 0;
    for (const StepWall& step : clean->front())
        wall += static_cast<double>(step.lengthNs) / static_cast<double>(clean->front().size());
    switch (info.cost) {
    case FaultCost::Time:
        QVERIFY(truth.costNsPerStep.has_value());
        QVERIFY2(static_cast<double>(*truth.costNsPerStep) >= 0.03 * wall,
                 qPrintable(QString::number(100 * static_cast<double>(*truth.costNsPerStep) / wall)));
        break;
    case FaultCost::Bytes:
        QVERIFY(truth.costBytes.has_value());
        QVERIFY(static_cast<double>(*truth.costBytes) >= 0.015 * static_cast<double>(memory));
        break;
    case FaultCost::None: QVERIFY(!truth.costNsPerStep && !truth.costBytes); break;
    }
}

void TestFaults::restStaysAsItWas_data()
{
    QTest::addColumn<QByteArray>("fault");
    // Of kernels the fault does not touch, each still takes as long: one rank, so nothing overlaps.
    for (const char* fault : {"memory-bound-op",  "low-utilisation",
                              "bank-conflict",    "transdata",
                              "aicpu-op",         "hbm-saturated",
                              "unaligned-matmul", "dynamic-shape-compile",
                              "alloc-churn",      "sync-copy",
                              "host-bound",       "launch-blocking",
                              "stream-sync",      "gc-pause",
                              "slow-loader",      "unpinned-copy",
                              "env-vars",         "leak",
                              "near-capacity",    "fragmentation",
                              "truncated-slice"})
        QTest::newRow(fault) << QByteArray(fault);
}

void TestFaults::restStaysAsItWas()
{
    QFETCH(QByteArray, fault);
    CollectOptions options = healthy(fault.constData(), 1);
    options.steps = 4;
    const Result<CollectSummary> summary = run(options);
    QVERIFY(summary.ok());
    const std::vector<std::string>& touched = summary->truth.faults.front().operators;
    const Recording faulty = test::record(options).front();
    options.faults.clear();
    const Recording clean = test::record(options).front();
    const Lengths before = lengthsOf(clean);
    const Lengths after = lengthsOf(faulty);
    std::size_t compared = 0;
    for (const auto& [key, length] : before) {
        const std::string type = key.first.substr(key.first.rfind('_') + 1);
        if (std::find(touched.begin(), touched.end(), type) != touched.end())
            continue;
        const auto found = after.find(key);
        QVERIFY2(found != after.end(), key.first.c_str());
        ++compared;
        // A drifting counter rounds the same length up or down.
        QVERIFY2(qAbs(found->second - length) <= 1, key.first.c_str());
    }
    QVERIFY(compared > 200);
    QCOMPARE(faulty.rank.hostName, clean.rank.hostName);
    QCOMPARE(faulty.rank.clock.hostWallNs, clean.rank.clock.hostWallNs);
}

void TestFaults::effectIsInTheRecords_data()
{
    using Check = std::function<bool(const std::vector<Recording>&)>;
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<quint32>("ranks");
    QTest::addColumn<Check>("check");
    const auto row = [](const char* fault, quint32 ranks, const Check& check) {
        QTest::newRow(fault) << QByteArray(fault) << ranks << check;
    };
    const auto kernels = [](const std::function<bool(const capture::KernelRecord&, const capture::KernelInfo&)>& is) {
        return [is](const std::vector<Recording>& runs) {
            return std::any_of(runs[0].kernels.begin(), runs[0].kernels.end(),
                               [&is](const auto& entry) { return is(entry.first, entry.second); });
        };
    };
    const auto calls = [](const char* name, int least) {
        return [name, least](const std::vector<Recording>& runs) {
            return std::count_if(runs[0].host.begin(), runs[0].host.end(),
                                 [name](const auto& entry) { return entry.second.name == name; })
                   >= least;
        };
    };
    row("aicpu-op", 1, kernels([](const auto&, const auto& info) { return info.core == capture::CoreType::AiCpu; }));
    row("transdata", 1, kernels([](const auto&, const auto& info) { return info.type == "TransData"; }));
    row("fp32-cube", 1, kernels([](const auto&, const auto& info) {
            return info.type == "MatMulV2" && info.inputs.front().dtype == capture::DataType::Float32;
        }));
    row("unaligned-matmul", 1, kernels([](const auto&, const auto& info) {
            const auto& left = info.inputs.front().shape;
            const auto& right = info.inputs.size() > 1 ? info.inputs[1].shape : left;
            const auto& result = info.outputs.front().shape;
            // One axis is odd, in both of the matrices that have it.
            return info.type == "MatMulV2" && right.back() % 16 == 1
                   && (result.back() == right.back()) != (left.back() == right.back());
        }));
    row("dynamic-shape-compile", 1, calls("AscendCL@aclopCompileAndExecute", 40));
    row("alloc-churn", 1, calls("AscendCL@aclrtMallocPhysical", 40));
    row("sync-copy", 1, calls("AscendCL@aclrtMemcpy", 16));
    row("stream-sync", 1, calls("torch.npu.synchronize", 20));
    row("gc-pause", 1, calls("gc.collect", 2));
    row("freq-drop", 1, [](const std::vector<Recording>& runs) {
        return std::any_of(runs[0].counters.begin(), runs[0].counters.end(), [](const capture::CounterRecord& counter) {
            return counter.kind == capture::CounterKind::CoreFrequency && counter.value == 1440;
        });
    });
    row("small-packets", 2, [](const std::vector<Recording>& runs) { return runs[0].collectives.size() > 5000; });
    row("clock-skew", 2, [](const std::vector<Recording>& runs) {
        return runs[1].rank.clock.hostWallNs - runs[0].rank.clock.hostWallNs > 2'900'000'000;
    });
    row("env-vars", 1, [](const std::vector<Recording>& runs) {
        return std::count(runs[0].rank.environment.begin(), runs[0].rank.environment.end(),
                          std::pair<std::string, std::string>("ASCEND_LAUNCH_BLOCKING", "1"))
               == 1;
    });
    row("slow-link", 4, [](const std::vector<Recording>& runs) {
        // Only the link between ranks 0 and 1; all take as long as the slow one.
        const auto& first = runs[0].collectives[0];
        return first.slowPeer == 1 && first.slowLinkNs > 2 * first.linkNs && runs[1].collectives[0].slowPeer == 0
               && runs[2].collectives[0].slowPeer < 0 && runs[3].collectives[0].linkNs == first.linkNs;
    });
}

void TestFaults::effectIsInTheRecords()
{
    using Check = std::function<bool(const std::vector<Recording>&)>;
    QFETCH(QByteArray, fault);
    QFETCH(quint32, ranks);
    QFETCH(Check, check);
    CollectOptions options = healthy(fault.constData(), ranks);
    QVERIFY(check(test::record(options)));
    options.faults.clear();
    QVERIFY(!check(test::record(options)));
}

void TestFaults::plansFollowTheFault()
{
    const auto runsOf = [](const char* scenario, const char* fault) {
        CollectOptions options;
        options.scenario = scenario;
        options.steps = 2;
        options.faults = {*parseFault(fault)};
        return test::record(options);
    };
    // Ten layers for eight: so many more products in each of 32 micro-batches, and fewer elsewhere.
    const auto products = [](const Recording& run) {
        return std::count_if(run.kernels.begin(), run.kernels.end(),
                             [](const auto& entry) { return entry.second.type == "FlashAttentionScore"; });
    };
    const std::vector<Recording> stages = runsOf("pipeline-train", "stage-imbalance");
    QCOMPARE(products(stages[1]), 2 * 32 * 10);
    QCOMPARE(products(stages[0]) + products(stages[2]) + products(stages[3]), 2 * 32 * 22);
    const std::vector<Recording> bubble = runsOf("pipeline-train", "bubble");
    QCOMPARE(products(bubble[0]), 2 * 8 * 8);
    // One expert has twice the mean of the tokens, the others share the rest.
    const auto tokens = [](const Recording& run) {
        const auto found = std::find_if(run.kernels.begin(), run.kernels.end(),
                                        [](const auto& entry) { return entry.second.type == "GroupedMatmul"; });
        return found->second.inputs.front().shape.front();
    };
    const std::vector<Recording> experts = runsOf("gpt-moe-train", "expert-imbalance");
    std::int64_t sum = 0;
    for (const Recording& run : experts)
        sum += tokens(run);
    QCOMPARE(tokens(experts[2]), std::int64_t{2 * 16384});
    QVERIFY(qAbs(sum - 8 * 16384) <= 8);
    // One collective of each rank moves data for 4.5 s.
    for (const Recording& run : runsOf("rdma-train", "retransmission"))
        QCOMPARE(std::count_if(run.collectives.begin(), run.collectives.end(),
                               [](const capture::CommRecord& record) {
                                   return record.endNs - record.transitStartNs > 4'400'000'000;
                               }),
                 1);
}

void TestFaults::missingRankLeavesNothing()
{
    const CollectOptions options = healthy("missing-rank", 4);
    std::set<std::uint32_t> asked;
    const auto sinks = [&asked](std::uint32_t rank) {
        asked.insert(rank);
        return std::make_unique<NullSink>();
    };
    const Result<CollectSummary> summary = collect::collect(options, sinks, {});
    QVERIFY(summary.ok());
    QCOMPARE(asked, (std::set<std::uint32_t>{0, 1, 3}));
    QCOMPARE(summary->missingRank, std::optional<std::uint32_t>(2));
}

void TestFaults::unavailableRulesAreNamed()
{
    CollectOptions options = healthy("bank-conflict", 1);
    Result<CollectSummary> summary = run(options);
    QVERIFY(summary.ok());
    QCOMPARE(summary->truth.faults[0].unavailable, std::vector<std::string>{"C20"});
    QCOMPARE(summary->notes.size(), std::size_t{1});
    QVERIFY(summary->notes[0].find("ResourceConflictRatio") != std::string::npos);
    options.pmuGroup = capture::PmuGroup::ResourceConflictRatio;
    summary = run(options);
    QVERIFY(summary->truth.faults[0].unavailable.empty() && summary->notes.empty());
}

void TestFaults::severalFaultsAreCostedAlone()
{
    CollectOptions options = healthy("gc-pause", 2);
    const Result<CollectSummary> alone = run(options);
    options.faults.push_back(*parseFault("slow-loader"));
    const Result<CollectSummary> both = run(options);
    QVERIFY(alone.ok() && both.ok());
    QCOMPARE(both->truth.faults.size(), std::size_t{2});
    QCOMPARE(*both->truth.faults[0].costNsPerStep, *alone->truth.faults[0].costNsPerStep);
    QVERIFY(qAbs(*both->truth.faults[1].costNsPerStep - 30'000'000) < 1'000'000);
}

void TestFaults::truthIsWrittenAsAgreed()
{
    CollectOptions options = healthy("slow-link", 4);
    const Result<CollectSummary> summary = run(options);
    QVERIFY(summary.ok());
    const std::string text = toJson(summary->truth);
    QCOMPARE(toJson(run(options)->truth), text);
    const QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    QCOMPARE(root[QStringLiteral("schema_version")].toInt(), 1);
    QCOMPARE(root[QStringLiteral("scenario")].toString(), QStringLiteral("healthy"));
    QCOMPARE(root[QStringLiteral("seed")].toInt(), 7);
    QCOMPARE(root[QStringLiteral("device")].toString(), QStringLiteral("910b-24"));
    QVERIFY(!root[QStringLiteral("constants_version")].toString().isEmpty());
    QVERIFY(root[QStringLiteral("expected")].toObject()[QStringLiteral("must")].isArray());
    QCOMPARE(root[QStringLiteral("clocks")].toArray().size(), qsizetype{4});
    const QJsonObject fault = root[QStringLiteral("faults")].toArray().at(0).toObject();
    QCOMPARE(fault[QStringLiteral("kind")].toString(), QStringLiteral("slow-link"));
    QCOMPARE(fault[QStringLiteral("must")].toArray(), QJsonArray{QStringLiteral("N09")});
    QCOMPARE(fault[QStringLiteral("links")].toArray(), (QJsonArray{QJsonArray{0, 1}}));
    QVERIFY(fault[QStringLiteral("cost_ns_per_step")].toDouble() > 0);
    const QJsonObject range = fault[QStringLiteral("ranges")].toArray().at(1).toObject();
    QCOMPARE(range[QStringLiteral("rank")].toInt(), 1);
    QVERIFY(range[QStringLiteral("end_ns")].toDouble() > range[QStringLiteral("start_ns")].toDouble());
}
