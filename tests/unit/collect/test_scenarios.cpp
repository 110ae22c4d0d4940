// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_scenarios.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

#include "core/collect/figures.h"
#include "core/collect/scenario.h"
#include "core/collect/workload.h"
#include "tests/unit/collect/recording_sink.h"

using namespace tideline;
using namespace tideline::collect;

namespace {

CollectOptions of(const char* scenario, std::uint32_t ranks = 0, std::uint32_t steps = 2)
{
    CollectOptions options;
    options.scenario = scenario;
    options.ranks = ranks;
    options.steps = steps;
    return options;
}

} // namespace

void TestScenarios::figuresAreThoseOfTheCase_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string& name : scenarioNames())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestScenarios::figuresAreThoseOfTheCase()
{
    QFETCH(QString, name);
    CollectOptions options;
    options.scenario = name.toStdString();
    for (const std::uint64_t seed : {1U, 7U}) {
        options.seed = seed;
        const Result<std::vector<Figure>> figures = figuresOf(options);
        QVERIFY2(figures.ok(), figures ? "" : figures.error().text().c_str());
        const Result<Scenario> scenario = loadScenario(options.scenario);
        QCOMPARE(figures->size(), scenario->figures.size());
        for (const Figure& figure : *figures) {
            QVERIFY(!figure.definition.empty());
            QVERIFY(figure.tolerance <= 0.05);
            const QString text = QStringLiteral("%1: %2, expected %3")
                                     .arg(QString::fromStdString(figure.name))
                                     .arg(figure.value)
                                     .arg(figure.target);
            QVERIFY2(figure.holds(), qPrintable(text));
        }
    }
}

void TestScenarios::everyPlanRuns_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<quint32>("ranks");
    QTest::newRow("tensor and data") << QByteArray("llama2-7b-train") << 16U;
    QTest::newRow("experts twice") << QByteArray("gpt-moe-train") << 16U;
    QTest::newRow("pipeline and data") << QByteArray("pipeline-train") << 8U;
    QTest::newRow("data over hosts") << QByteArray("healthy") << 16U;
    QTest::newRow("two hosts") << QByteArray("rdma-train") << 8U;
}

void TestScenarios::everyPlanRuns()
{
    QFETCH(QByteArray, name);
    QFETCH(quint32, ranks);
    const std::vector<test::Recording> runs = test::record(of(name.constData(), ranks, 1));
    QCOMPARE(runs.size(), std::size_t{ranks});
    for (const test::Recording& run : runs) {
        QVERIFY(run.finished);
        QCOMPARE(run.steps.size(), std::size_t{1});
        QVERIFY(!run.kernels.empty() && !run.collectives.empty());
    }
}

void TestScenarios::wrongRanksListTheRightOnes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<quint32>("ranks");
    QTest::addColumn<QString>("allowed");
    QTest::newRow("tensor") << QByteArray("llama2-7b-train") << 2U
                            << QStringLiteral("4, 8, 16, 32, … to 1024 (TP 2 × DP)");
    QTest::newRow("experts") << QByteArray("gpt-moe-train") << 4U
                             << QStringLiteral("8, 16, 32, 64, … to 1024 (EP 8 × DP)");
    QTest::newRow("pipeline") << QByteArray("pipeline-train") << 6U << QStringLiteral("(PP 4 × DP)");
    QTest::newRow("one") << QByteArray("llama2-7b-infer") << 2U << QStringLiteral("Allowed: 1 (DP)");
    QTest::newRow("too many") << QByteArray("healthy") << 2048U << QStringLiteral("to 1024");
}

void TestScenarios::wrongRanksListTheRightOnes()
{
    QFETCH(QByteArray, name);
    QFETCH(quint32, ranks);
    QFETCH(QString, allowed);
    test::Recording unused;
    const auto sinks = [&unused](std::uint32_t) { return std::make_unique<test::RecordingSink>(unused); };
    const Result<CollectSummary> summary = collect::collect(of(name.constData(), ranks), sinks, {});
    QVERIFY(!summary.ok());
    QCOMPARE(summary.error().code, ErrorCode::InvalidArgument);
    const QString text = QString::fromStdString(summary.error().text());
    QVERIFY2(text.contains(allowed), qPrintable(text));
}

void TestScenarios::twinsAreChangesOfABase()
{
    const Result<Scenario> base = loadScenario("bert-large-train");
    const Result<Scenario> twin = loadScenario("bert-large-train-tiling");
    QVERIFY(base.ok() && twin.ok());
    QCOMPARE(twin->layers.size(), base->layers.size());
    QCOMPARE(twin->host.launchNs, base->host.launchNs);
    QCOMPARE(base->compute.cubeUtilisation, 0.48);
    QCOMPARE(twin->compute.cubeUtilisation, 0.72);
    // A twin of a twin, and a figure that null takes away.
    const Result<Scenario> prefetch = loadScenario("resnet50-train-prefetch");
    QVERIFY(prefetch.ok());
    QVERIFY(prefetch->loader.mode == LoaderMode::Workers && prefetch->copy == CopyMode::Pinned);
    for (const TargetFigure& figure : prefetch->figures)
        QVERIFY(figure.name != "loader_ms");
}

void TestScenarios::mistakesOfTwinsNameTheirPlace()
{
    const auto text = [](const char* json) {
        const Result<Scenario> scenario = parseScenario(json, "twin.json");
        return scenario ? QString() : QString::fromStdString(scenario.error().text());
    };
    QVERIFY(text(R"({"base": "no-such"})").contains(QStringLiteral("healthy")));
    QVERIFY(text(R"({"base": 3})").contains(QStringLiteral("twin.json#/base")));
    QVERIFY(text(R"({"base": "healthy", "compute": {"cube_utilisation": 2}})")
                .contains(QStringLiteral("twin.json#/compute/cube_utilisation")));
    QVERIFY(text(R"({"base": "healthy", "parallel": null})").contains(QStringLiteral("/parallel")));
    QVERIFY(text(R"({"base": "healthy", "name": "mine"})").isEmpty());
}

void TestScenarios::exampleOfTheDocumentationRuns()
{
    QFile file(QStringLiteral(TIDELINE_DOCS_DIR) + QStringLiteral("/COLLECTOR.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const qsizetype start = text.indexOf("```json\n") + 8;
    const QByteArray example = text.mid(start, text.indexOf("```", start) - start);
    QTemporaryDir folder;
    QFile written(folder.filePath(QStringLiteral("example.json")));
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(example);
    written.close();
    CollectOptions options;
    options.scenario = written.fileName().toStdString();
    const std::vector<test::Recording> runs = test::record(options);
    QCOMPARE(runs.size(), std::size_t{4});
    QCOMPARE(runs[0].steps.size(), std::size_t{3});
}

void TestScenarios::impossibleWorkIsRefused_data()
{
    QTest::addColumn<QByteArray>("layer");
    QTest::addColumn<QString>("why");
    QTest::newRow("cache") << QByteArray(
        R"("kind": "attention", "name": "a", "tokens": 1, "heads": 4096, "head_size": 4096,
                                            "context": 16777216, "batch": 16777216, "decode": true)")
                           << QStringLiteral("/layers/0/context");
    QTest::newRow("product") << QByteArray(R"("kind": "matmul", "name": "m", "rows": 16777216, "inputs": 2,
                                              "outputs": 16777216)")
                             << QStringLiteral("2^40");
    QTest::newRow("too long") << QByteArray(R"("kind": "vector", "name": "v", "op": "gelu", "shape": [1, 1],
                                               "least_us": 900000000)")
                              << QStringLiteral("would take 900 s");
}

void TestScenarios::impossibleWorkIsRefused()
{
    QFETCH(QByteArray, layer);
    QFETCH(QString, why);
    const std::string text = R"({"base": "small-host-bound", "layers": [{)" + layer.toStdString() + "}]}";
    const Result<Scenario> scenario = parseScenario(text, "mine.json");
    QString error = scenario ? QString() : QString::fromStdString(scenario.error().text());
    if (scenario) {
        const auto workload = planWorkload(*scenario, *loadDevice("910b-24"));
        error = workload.ok() ? QString() : QString::fromStdString(workload.error().text());
    }
    QVERIFY2(error.contains(why), qPrintable(error));
}

void TestScenarios::memoryIsThatOfTheCase_data()
{
    QTest::addColumn<quint32>("ranks");
    QTest::addColumn<double>("gigabytes"); // 0: refused
    QTest::newRow("two ranks do not fit") << 2U << 0.0;
    QTest::newRow("four") << 4U << 45.5;
    QTest::newRow("eight") << 8U << 35.4;
}

void TestScenarios::memoryIsThatOfTheCase()
{
    QFETCH(quint32, ranks);
    QFETCH(double, gigabytes);
    Result<Scenario> scenario = loadScenario("llama2-7b-train");
    scenario->parallel.leastRanks = 2;
    const auto workload = planWorkload(*scenario, *loadDevice("910b-24"), {ranks, 0, {}});
    QCOMPARE(workload.ok(), gigabytes > 0);
    if (!workload.ok()) {
        QVERIFY(QString::fromStdString(workload.error().text()).contains(QStringLiteral("device memory")));
        return;
    }
    const double resident = static_cast<double>((*workload)->role(0).residentBytes) * 1e-9;
    QVERIFY2(qAbs(resident / gigabytes - 1) < 0.05, qPrintable(QString::number(resident)));
}

void TestScenarios::groupsFollowThePlan()
{
    const Result<Scenario> scenario = loadScenario("llama2-7b-train");
    const Result<DeviceSpec> device = loadDevice("910b-24");
    const Result<ParallelPlan> plan = planParallel(*scenario, *device, 8, 0);
    QVERIFY(plan.ok());
    const GroupPlan* tensor = plan->group(3, GroupKind::Tensor);
    const GroupPlan* data = plan->group(3, GroupKind::Data);
    QVERIFY(tensor != nullptr && data != nullptr && plan->group(3, GroupKind::Next) == nullptr);
    QCOMPARE(tensor->ranks, (std::vector<std::uint32_t>{2, 3}));
    QCOMPARE(data->ranks, (std::vector<std::uint32_t>{1, 3, 5, 7}));
    QVERIFY(tensor->link == "SIO" && data->link == "HCCS");
    const Result<ParallelPlan> spread = planParallel(*scenario, *device, 8, 4);
    QCOMPARE(spread->group(0, GroupKind::Data)->link, std::string("ROCE"));
    QVERIFY(spread->group(0, GroupKind::Data)->spansHosts && !spread->group(0, GroupKind::Tensor)->spansHosts);
    // A buffer over its time is the rate of the link's table.
    const double seconds = static_cast<double>(collectiveTimeNs(CollectiveOp::AllReduce, 1'800'000'000, *data)) * 1e-9;
    QVERIFY(qAbs(1.8 / seconds - 60) < 0.6);
}

void TestScenarios::stagesExchangeInOneOrder()
{
    const std::vector<test::Recording> runs = test::record(of("pipeline-train", 4, 1));
    QCOMPARE(runs.size(), std::size_t{4});
    std::map<std::string, std::vector<const capture::CommRecord*>> byName;
    std::size_t sends = 0;
    std::size_t receives = 0;
    for (const test::Recording& run : runs)
        for (const capture::CommRecord& record : run.collectives) {
            sends += record.operation == "send" ? 1 : 0;
            receives += record.operation == "receive" ? 1 : 0;
        }
    QCOMPARE(sends, std::size_t{6 * 32}); // 32 activations and gradients over each of three borders
    QCOMPARE(receives, sends);
    // The first stage ends its step with the last backward pass: it waits the longest.
    const auto lastKernel = [](const test::Recording& run) {
        return run.rank.clock.wallOfDevice(run.kernels.back().first.endNs);
    };
    QVERIFY(lastKernel(runs[0]) > lastKernel(runs[3]));
}

void TestScenarios::graphsHaveNoLaunchPerKernel()
{
    const test::Recording run = test::record(of("decode-graph", 1, 2)).front();
    std::size_t launches = 0;
    for (const auto& [record, call] : run.host) {
        QVERIFY(call.layer != capture::HostLayer::Node);
        launches += call.name == "AscendCL@aclmdlRIExecuteAsync" ? 1 : 0;
    }
    QCOMPARE(launches, std::size_t{2});
    for (const auto& [kernel, info] : run.kernels)
        QCOMPARE(kernel.launch.connection, 0U);
    QVERIFY(!run.syncs.empty());
    std::set<std::uint32_t> streams;
    for (const auto& [kernel, info] : run.kernels)
        streams.insert(kernel.stream);
    QCOMPARE(streams.size(), std::size_t{2});
}
