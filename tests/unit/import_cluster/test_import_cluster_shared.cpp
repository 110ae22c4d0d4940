// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/unit/import/profile_files.h"

using namespace tideline;
using namespace tideline::test;

namespace fs = std::filesystem;

class TestImportClusterShared : public QObject {
    Q_OBJECT

private slots:
    void outputs_data();
    void outputs();
};

namespace {

/// Entries at the fourth level of a job's file, those of its own sums apart.
std::size_t entriesIn(const fs::path& path)
{
    if (!fs::exists(path))
        return 0;
    std::size_t count = 0;
    const auto document = nlohmann::json::parse(std::ifstream(path));
    for (const auto& steps : document) {
        for (const auto& operations : steps) {
            for (const auto& [name, entries] : operations.items())
                count += name.starts_with("Total") ? 0 : entries.size();
        }
    }
    return count;
}

/// Rows of ranks, and the sum of what they computed, in ns.
std::pair<std::size_t, double> stepsIn(const fs::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::pair<std::size_t, double> sum;
    while (std::getline(file, line)) {
        const std::size_t at = line.find(",rank,");
        if (at == std::string::npos)
            continue;
        ++sum.first;
        sum.second += std::stod(line.substr(line.find(',', at + 6) + 1)) * 1e3;
    }
    return sum;
}

} // namespace

void TestImportClusterShared::outputs_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("ranks");
    QTest::newRow("msinsight") << "Ascend+msinsight/server/src/test/test_data/baseline_cluster" << 16;
    QTest::newRow("msprof-analyze") << "Ascend+msprof-analyze/test/resource/advisor" << 8;
}

void TestImportClusterShared::outputs()
{
    QFETCH(QString, path);
    QFETCH(int, ranks);
    const fs::path job = fs::path(TIDELINE_SAMPLES_DIR) / "samples" / path.toStdString();
    if (!fs::exists(job))
        QSKIP("the samples are not there");
    const auto result = imported({job});
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(ranks));
    const fs::path output = job / "cluster_analysis_output";
    const auto [rows, computing] = stepsIn(output / "cluster_step_trace_time.csv");
    QCOMPARE(trace.fileSteps().size(), rows);
    double sum = 0;
    for (const FileStepRow& row : trace.fileSteps())
        sum += static_cast<double>(row.figures.at("Computing").ns);
    QVERIFY2(std::abs(sum - computing) < static_cast<double>(rows), std::to_string(sum - computing).c_str());
    std::size_t operations = 0;
    for (std::uint32_t i = 0; i < trace.records().communication.size(); ++i)
        operations += !trace.records().communication.at(i).total;
    QCOMPARE(operations, entriesIn(output / "cluster_communication.json"));
    std::size_t links = 0;
    for (std::uint32_t i = 0; i < trace.records().links.size(); ++i)
        links += !trace.records().links.at(i).total;
    QCOMPARE(links, entriesIn(output / "cluster_communication_matrix.json"));
    for (const FileReport& file : result->files)
        QVERIFY2(file.status == FileStatus::Ok, (file.path.string() + ": " + file.reason).c_str());
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(0));
}

QTEST_GUILESS_MAIN(TestImportClusterShared)
#include "test_import_cluster_shared.moc"
