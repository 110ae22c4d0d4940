// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_export_name.h"

#include <QStringList>
#include <QTest>

#include "core/import/chrome/device_split.h"
#include "core/import/msprof/export_name.h"
#include "made_capture.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

QStringList namesOf(const std::vector<fs::path>& paths)
{
    QStringList names;
    for (const fs::path& path : paths)
        names << QString::fromStdString(path.filename().string());
    return names;
}

QStringList listed(std::initializer_list<const char*> names)
{
    QStringList list;
    for (const char* name : names)
        list << QString::fromLatin1(name);
    return list;
}

QString text(const std::string& bytes)
{
    return QString::fromStdString(bytes);
}

} // namespace

void TestExportName::names_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("time");
    QTest::addColumn<int>("slice"); // -1: none
    QTest::addColumn<QList<int>>("numbers");
    const QString time = QStringLiteral("20250101120000");
    const auto row = [](const char* file, const char* kind, const QString& at, int slice, const QList<int>& numbers) {
        QTest::newRow(file) << QString::fromLatin1(file) << QString::fromLatin1(kind) << at << slice << numbers;
    };
    row("msprof_20250101120000.json", "msprof", time, -1, {});
    row("msprof_slice_3_20250101120000.json", "msprof", time, 3, {});
    row("msprof_0_2_1_slice_4_20250101120000.json", "msprof", time, 4, {0, 2, 1});
    row("msprof_0_2_10.json", "msprof", {}, -1, {0, 2, 10});
    row("op_summary_slice_0_20250101120000.csv", "op_summary", time, 0, {});
    row("op_summary_0_1_1.csv", "op_summary", {}, -1, {0, 1, 1});
    row("static_op_mem_20250101120000.csv", "static_op_mem", time, -1, {});
    row("msprof_tx_20250101120000.json.gz", "msprof_tx", time, -1, {});
    row("kernel_details.csv", "kernel_details", {}, -1, {});
    row("op_slice_x.csv", "op_slice_x", {}, -1, {});
    row("12.csv", "12", {}, -1, {});
    row("a_99999999999999999999999.csv", "a_99999999999999999999999", {}, -1, {});
}

void TestExportName::names()
{
    QFETCH(QString, file);
    QFETCH(QString, kind);
    QFETCH(QString, time);
    QFETCH(int, slice);
    QFETCH(QList<int>, numbers);
    const ExportName name = exportName(fs::path("/some_1/where") / file.toStdString());
    QCOMPARE(QString::fromStdString(name.kind), kind);
    QCOMPARE(QString::fromStdString(name.timestamp), time);
    QCOMPARE(int(name.slice.value_or(-1)), slice);
    QCOMPARE(QList<int>(name.numbers.begin(), name.numbers.end()), numbers);
}

void TestExportName::families_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QStringList>("chosen");
    QTest::addColumn<QStringList>("older");
    using Names = std::initializer_list<const char*>;
    const auto row = [](const char* title, Names files, Names chosen, Names older) {
        QTest::newRow(title) << listed(files) << listed(chosen) << listed(older);
    };
    row("one", {"a_20250101120000.csv"}, {"a_20250101120000.csv"}, {});
    row("the newest", {"a_20250102000000.csv", "a_20250103000000.csv", "a_20250101000000.csv"},
        {"a_20250103000000.csv"}, {"a_20250102000000.csv", "a_20250101000000.csv"});
    row("slices by number",
        {"a_slice_10_20250101000000.csv", "a_slice_2_20250101000000.csv", "a_slice_0_20250101000000.csv"},
        {"a_slice_0_20250101000000.csv", "a_slice_2_20250101000000.csv", "a_slice_10_20250101000000.csv"}, {});
    row("slices and a whole of another time", {"a_slice_0_20250101000000.csv", "a_20250102000000.csv"},
        {"a_20250102000000.csv"}, {"a_slice_0_20250101000000.csv"});
    row("slices while the clock moves", {"a_slice_0_20250101000059.csv", "a_slice_1_20250101000100.csv"},
        {"a_slice_0_20250101000059.csv", "a_slice_1_20250101000100.csv"}, {});
    row("two exports in slices",
        {"a_slice_0_20250101000000.csv", "a_slice_1_20250101000000.csv", "a_slice_0_20250102000000.csv",
         "a_slice_1_20250102000000.csv"},
        {"a_slice_0_20250102000000.csv", "a_slice_1_20250102000000.csv"},
        {"a_slice_0_20250101000000.csv", "a_slice_1_20250101000000.csv"});
    row("iterations by number", {"a_0_1_10.csv", "a_0_1_9.csv"}, {"a_0_1_9.csv", "a_0_1_10.csv"}, {});
    row("a copy without a time", {"a.csv", "a_20250102000000.csv"}, {"a_20250102000000.csv"}, {"a.csv"});
    row("two copies", {"mine.csv", "another.csv"}, {"another.csv"}, {"mine.csv"});
    row("the table's own name first", {"another.csv", "a.csv"}, {"a.csv"}, {"another.csv"});
}

void TestExportName::families()
{
    QFETCH(QStringList, files);
    QFETCH(QStringList, chosen);
    QFETCH(QStringList, older);
    std::vector<fs::path> paths;
    for (const QString& file : files)
        paths.emplace_back(file.toStdString());
    const ExportFamily family = newestFamily(paths, "a");
    QCOMPARE(namesOf(family.files), chosen);
    QCOMPARE(namesOf(family.older), older);
}

void TestExportName::missingSlices()
{
    const auto missingOf = [](const std::vector<fs::path>& paths) { return newestFamily(paths, "a").missing; };
    QCOMPARE(
        missingOf({"a_slice_0_20250101000000.csv", "a_slice_1_20250101000000.csv", "a_slice_4_20250101000000.csv"}),
        (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(missingOf({"a_slice_0_20250101000000.csv", "a_slice_2_20250101000000.csv"}),
             (std::vector<std::int64_t>{1}));
    QVERIFY(missingOf({"a_slice_1_20250101000000.csv", "a_slice_2_20250101000000.csv"}).empty());
    QVERIFY(missingOf({"a_slice_0_20250101000000.csv", "a_slice_99999999999_20250101000000.csv"}).size() <= 2);
    QVERIFY(newestFamily({}, "a").files.empty());
}

void TestExportName::devicesOfProcesses_data()
{
    QTest::addColumn<QStringList>("processes"); // id=label
    QTest::addColumn<QStringList>("devices");   // id=device
    const auto pid = [](int process, int layer, int device) { return MadeCapture::pid(process, layer, device); };
    const auto row = [](const char* title, const std::vector<std::string>& processes,
                        const std::vector<std::string>& devices) {
        QStringList in;
        QStringList out;
        for (const std::string& process : processes)
            in << text(process);
        for (const std::string& device : devices)
            out << text(device);
        QTest::newRow(title) << in << out;
    };
    const std::string npu0 = pid(9, 13, 0);
    const std::string npu3 = pid(9, 13, 3);
    const std::string host = pid(9, 7, 31);
    const std::string counters3 = pid(9, 17, 3);
    row("numbered labels", {npu0 + "=NPU 4", "5=NPU 6"}, {npu0 + "=4", "5=6"});
    row("bare labels", {npu0 + "=NPU", npu3 + "=NPU"}, {npu0 + "=0", npu3 + "=3"});
    row("one process drives both", {npu0 + "=NPU", npu3 + "=NPU", host + "=CPU", "9=CPU"}, {npu0 + "=0", npu3 + "=3"});
    row("a process for each", {pid(8, 13, 1) + "=NPU", pid(8, 7, 31) + "=CPU", "8=CPU"},
        {pid(8, 7, 31) + "=1", pid(8, 13, 1) + "=1", "8=1"});
    row("counters without a label", {npu0 + "=NPU", npu3 + "=NPU", counters3 + "="},
        {npu0 + "=0", npu3 + "=3", counters3 + "=3"});
    row("small ids say nothing", {"3=NPU", "1=CPU"}, {});
    row("texts", {"x=NPU", "=NPU", "y=NPU z"}, {});
}

void TestExportName::devicesOfProcesses()
{
    QFETCH(QStringList, processes);
    QFETCH(QStringList, devices);
    std::map<std::string, std::string> labels;
    for (const QString& process : processes)
        labels[process.section(u'=', 0, 0).toStdString()] = process.section(u'=', 1).toStdString();
    QStringList found;
    for (const auto& [pid, device] : tideline::devicesOfProcesses(labels))
        found << text(pid + "=" + std::to_string(device));
    found.sort();
    devices.sort();
    QCOMPARE(found, devices);
}
