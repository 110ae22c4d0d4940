// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_specs.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <string>

#include "core/collect/collector.h"
#include "core/collect/cost_constants.h"
#include "core/collect/cost_model.h"
#include "core/collect/device_spec.h"
#include "core/collect/embedded.h"
#include "core/collect/scenario.h"
#include "core/collect/workload.h"
#include "tests/unit/collect/recording_sink.h"

using namespace tideline;
using namespace tideline::collect;

namespace {

std::string builtIn(const std::vector<EmbeddedFile>& files, std::string_view name)
{
    for (const EmbeddedFile& file : files)
        if (file.name == name)
            return std::string(file.text);
    return {};
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

void deviceRows()
{
    QTest::addColumn<QString>("name");
    for (const std::string& name : deviceNames())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void checkPlace(const Error& error, const QString& place, const QString& allowed)
{
    const QString text = QString::fromStdString(error.text());
    QVERIFY2(text.contains(QStringLiteral("spec.json#") + place), qPrintable(text));
    QVERIFY2(text.contains(allowed), qPrintable(text));
}

void mistakeColumns()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("allowed");
}

} // namespace

void TestSpecs::builtInDevicesAreRead_data()
{
    deviceRows();
}

void TestSpecs::builtInDevicesAreRead()
{
    QFETCH(QString, name);
    const Result<DeviceSpec> device = loadDevice(name.toStdString());
    QVERIFY2(device.ok(), device ? "" : device.error().text().c_str());
    QCOMPARE(QString::fromStdString(device->name), name);
    QVERIFY(device->links.count("HCCS") == 1);
    if (name == QStringLiteral("910b-24"))
        QCOMPARE(device->peakFlopsHalf(), 353.8944e12);
}

void TestSpecs::everyFigureHasASource_data()
{
    deviceRows();
}

void TestSpecs::everyFigureHasASource()
{
    QFETCH(QString, name);
    const std::string text = builtIn(embeddedDevices(), name.toStdString());
    const QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    QList<QJsonObject> groups = {root.value(QStringLiteral("figures")).toObject()};
    for (const QJsonValue& link : root.value(QStringLiteral("links")).toObject())
        groups.append(link.toObject());
    for (const QJsonObject& group : groups) {
        QVERIFY(!group.isEmpty());
        for (const QJsonValue& figure : group) {
            const QString source = figure.toObject().value(QStringLiteral("source")).toString();
            QVERIFY(source.startsWith(QStringLiteral("assumed")) || source.contains(QLatin1Char('/'))
                    || source.contains(QStringLiteral("sample data")));
        }
    }
    // The file in the tree is the file in the library.
    QFile file(QStringLiteral(TIDELINE_RESOURCES_DIR) + QStringLiteral("/devices/%1.json").arg(name));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray::fromStdString(text));
}

void TestSpecs::deviceMistakesNameTheirPlace_data()
{
    mistakeColumns();
    const auto row = [](const char* tag, const char* from, const char* to, const char* place, const char* allowed) {
        QTest::newRow(tag) << QString::fromUtf8(from) << QString::fromUtf8(to) << QString::fromUtf8(place)
                           << QString::fromUtf8(allowed);
    };
    row("unknown key", "\"core_kind\"", "\"colour\"", "/colour", "allowed: schema, name");
    row("negative", "\"value\": 24,", "\"value\": -1,", "/figures/ai_cores/value", "from 1 to 1024");
    row("a text", "\"value\": 24,", "\"value\": \"24\",", "/figures/ai_cores/value", "number");
    row("a fraction", "\"value\": 24,", "\"value\": 24.5,", "/figures/ai_cores/value", "whole number");
    row("unit", "\"unit\": \"MHz\"", "\"unit\": \"GHz\"", "/figures/clock/unit", "\"MHz\"");
    row("missing", "\"hbm_units\"", "\"hbm_unit\"", "/figures/hbm_unit", "allowed: ai_cores");
    row("choice", "\"split\"", "\"both\"", "/core_kind", "split, merged");
    row("usable", "\"value\": 65498251264", "\"value\": 75498251264", "/figures/hbm_usable/value", "hbm_capacity");
}

void TestSpecs::deviceMistakesNameTheirPlace()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, place);
    QFETCH(QString, allowed);
    const std::string text = replaced(builtIn(embeddedDevices(), "910b-24"), from.toStdString(), to.toStdString());
    QVERIFY(!text.empty());
    const Result<DeviceSpec> device = parseDevice(text, "spec.json");
    QVERIFY(!device.ok());
    checkPlace(device.error(), place, allowed);
}

void TestSpecs::scenarioMistakesNameTheirPlace_data()
{
    mistakeColumns();
    const auto row = [](const char* tag, const char* from, const char* to, const char* place, const char* allowed) {
        QTest::newRow(tag) << QString::fromUtf8(from) << QString::fromUtf8(to) << QString::fromUtf8(place)
                           << QString::fromUtf8(allowed);
    };
    row("layer kind", "\"kind\": \"relu\"", "\"kind\": \"gelu\"", "/layers/4/kind", "cast, layout, conv2d");
    row("layer key", "\"filters\": 64", "\"filter\": 64", "/layers/2/filter", "allowed: kind, name, input");
    row("negative size", "[128, 3, 224, 224]", "[-128, 3, 224, 224]", "/input/shape/0", "from 1 to");
    row("three sizes", "\"shape\": [128, 64, 112, 112]", "\"shape\": [128, 64, 112]", "/layers/3/shape", "four sizes");
    row("too many elements", "[128, 3, 224, 224]", "[2000000000, 2000000000, 224, 224]", "/input/shape", "2^40");
    row("loader", "\"serial\"", "\"quick\"", "/input/loader/mode", "serial, workers");
    row("utilisation", "\"cube_utilisation\": 0.8", "\"cube_utilisation\": 1.5", "/compute/cube_utilisation",
        "from 0.001 to 1");
    row("kernel above input", "\"kernel\": 7", "\"kernel\": 777", "/layers/2/kernel", "fits");
}

void TestSpecs::scenarioMistakesNameTheirPlace()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, place);
    QFETCH(QString, allowed);
    const std::string text =
        replaced(builtIn(embeddedScenarios(), "resnet50-train"), from.toStdString(), to.toStdString());
    QVERIFY(!text.empty());
    const Result<Scenario> scenario = parseScenario(text, "spec.json");
    QVERIFY(!scenario.ok());
    checkPlace(scenario.error(), place, allowed);
}

void TestSpecs::unknownNamesListWhatThereIs()
{
    const Result<DeviceSpec> device = loadDevice("910z");
    QVERIFY(!device.ok());
    QVERIFY(QString::fromStdString(device.error().text()).contains(QStringLiteral("910b-24")));
    QVERIFY(!loadScenario("no/such/file.json").ok());
}

void TestSpecs::hostileTextIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no object") << QByteArray("[]");
    QTest::newRow("cut") << QByteArray("{\"schema\": 1,");
    QTest::newRow("deep") << QByteArray(100'000, '[');
}

void TestSpecs::hostileTextIsRefused()
{
    QFETCH(QByteArray, text);
    const Result<Scenario> scenario = parseScenario(text.toStdString(), "spec.json");
    QVERIFY(!scenario.ok());
    QVERIFY(QString::fromStdString(scenario.error().text()).contains(QStringLiteral("spec.json")));
}

void TestSpecs::kernelTimeIsTheLargestOfThree_data()
{
    QTest::addColumn<double>("flops");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("nothing to do") << 0.0 << qint64(0) << qint64(cost::kLeastKernelNs);
    // 353.8944e12 × 0.5 flop/s
    QTest::newRow("arithmetic") << 353.8944e12 * 0.5 * 1e-3 << qint64(1000) << qint64(1'000'000);
    // 1.6e12 × 0.85 B/s
    QTest::newRow("memory") << 1.0 << qint64(1'360'000'000) << qint64(1'000'000);
}

void TestSpecs::kernelTimeIsTheLargestOfThree()
{
    QFETCH(double, flops);
    QFETCH(qint64, bytes);
    QFETCH(qint64, expected);
    const Result<DeviceSpec> device = loadDevice("910b-24");
    KernelPlan kernel;
    kernel.flops = flops;
    kernel.readBytes = bytes;
    kernel.utilisation = 0.5;
    QVERIFY(qAbs(qint64(kernelTimeNs(kernel, *device)) - expected) <= 1);
}

void TestSpecs::countersFollowFromTheFigures()
{
    const Result<DeviceSpec> device = loadDevice("910b-24");
    KernelPlan kernel;
    kernel.info.blocks = 16;
    kernel.flops = device->peakFlopsHalf() * 50e-6;
    const std::int64_t ns = 100'000 + cost::kCoreStartNs;
    const capture::PipeCounters pipes = pipeCounters(kernel, *device, ns);
    QCOMPARE(pipes.cubeTimeUs, 100.0);
    QCOMPARE(pipes.cubeCycles, std::int64_t{100 * 1800 * 16});
    QCOMPARE(pipes.mac, 0.5);
    QVERIFY(pipes.cubeCycles <= 24 * 1800 * ns / 1000);
    QVERIFY(qAbs(pipes.cubeUtilisation - 100.0 * 16 / 24 * 100'000.0 / static_cast<double>(ns)) < 0.001);
    QCOMPARE(pipes.vectorCycles, std::int64_t{0});
}

void TestSpecs::inputCopyTakesWhatTheCaseSays()
{
    const Result<DeviceSpec> device = loadDevice("910b-24");
    constexpr std::int64_t kBytes = 128LL * 3 * 224 * 224 * 4;
    QVERIFY(qAbs(static_cast<double>(copyTimeNs(kBytes, false, *device)) - 12e6) < 0.1e6);
    QVERIFY(qAbs(static_cast<double>(copyTimeNs(kBytes, true, *device)) - 8e6) < 0.1e6);
}

void TestSpecs::workloadMustFitTheMemory()
{
    const Result<Scenario> scenario = loadScenario("resnet50-train");
    Result<DeviceSpec> device = loadDevice("910b-24");
    QVERIFY(planWorkload(*scenario, *device).ok());
    device->hbmUsableBytes = 1'000'000;
    const auto planned = planWorkload(*scenario, *device);
    QVERIFY(!planned.ok());
    QVERIFY(QString::fromStdString(planned.error().text()).contains(QStringLiteral("1000000")));
}

void TestSpecs::badOptionsSayWhatIsAllowed_data()
{
    QTest::addColumn<quint32>("ranks");
    QTest::addColumn<quint32>("steps");
    QTest::addColumn<quint32>("hz");
    QTest::addColumn<QString>("allowed");
    QTest::newRow("ranks") << 3U << 1U << 1000U << QStringLiteral("1, 2, 4, 8");
    QTest::newRow("steps") << 2U << 100'001U << 1000U << QStringLiteral("1 to 100000");
    QTest::newRow("rate") << 2U << 1U << 10'001U << QStringLiteral("10000 Hz");
}

void TestSpecs::badOptionsSayWhatIsAllowed()
{
    QFETCH(quint32, ranks);
    QFETCH(quint32, steps);
    QFETCH(quint32, hz);
    QFETCH(QString, allowed);
    CollectOptions options;
    options.ranks = ranks;
    options.steps = steps;
    options.sampleHz = hz;
    test::Recording unused;
    const auto sinks = [&unused](std::uint32_t) { return std::make_unique<test::RecordingSink>(unused); };
    const Result<CollectSummary> summary = collect::collect(options, sinks, {});
    QVERIFY(!summary.ok());
    QCOMPARE(summary.error().code, ErrorCode::InvalidArgument);
    QVERIFY(QString::fromStdString(summary.error().text()).contains(allowed));
}
