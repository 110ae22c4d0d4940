// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include <nlohmann/json.hpp>

#include "profile_files.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

const fs::path kCorpus = TIDELINE_SAMPLES_DIR;

fs::path levelOne(int rank)
{
    return kCorpus / "samples/Ascend+msinsight/test/data/pytorch/text/level1"
           / ("rank" + std::to_string(rank) + "_ascend_pt");
}

nlohmann::json golden(const std::string& name)
{
    std::ifstream file(kCorpus / "golden" / (name + ".json"));
    return nlohmann::json::parse(file, nullptr, false);
}

std::int64_t nanos(const nlohmann::json& micros)
{
    return static_cast<std::int64_t>(std::llround(micros.get<double>() * 1000));
}

/// Count and total of the kernels by (type, core), against the golden table.
void compareTypes(const Trace& trace, const nlohmann::json& table)
{
    std::map<std::pair<std::string, std::string>, std::pair<std::int64_t, std::int64_t>> ours;
    for (std::uint32_t row = 0; row < trace.kernels().size(); ++row) {
        auto& sum = ours[{std::string(trace.text(trace.kernels().type.at(row))),
                          std::string(trace.text(trace.kernels().core.at(row)))}];
        ++sum.first;
        sum.second += trace.kernels().duration.at(row).ns;
    }
    QVERIFY(!table.empty());
    for (const auto& line : table) {
        const auto& sum = ours[{line["op_type"].get<std::string>(), line["core"].get<std::string>()}];
        QCOMPARE(sum.first, line["count"].get<std::int64_t>());
        QVERIFY(std::abs(sum.second - nanos(line["total_us"])) <= 20);
    }
}

} // namespace

class TestImportShared : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void levelOneRanks();
    void levelOneParent();
    void tablesWithoutTimeline();
    void cases();
};

void TestImportShared::initTestCase()
{
    if (kCorpus.empty() || !fs::exists(kCorpus / "samples"))
        QSKIP("the sample corpus is not here");
}

void TestImportShared::levelOneRanks()
{
    for (const int number : {0, 1}) {
        const auto expected = golden("data_pytorch_text_level1_rank" + std::to_string(number));
        const auto result = imported({levelOne(number)});
        QVERIFY(result.ok());
        const Trace& trace = *result->trace;
        const auto& phases = expected["trace_view"]["by_phase"];
        for (const auto& [phase, count] : phases.items())
            QCOMPARE(trace.totals().eventsByPhase.at(phase), count.get<std::uint64_t>());
        QCOMPARE(trace.slices().size(), phases["X"].get<std::uint32_t>());
        QCOMPARE(trace.kernels().size(), expected["kernel_details"]["rows"].get<std::uint32_t>());
        QCOMPARE(trace.ranks().front().rank, std::optional<std::int64_t>(number));
        compareTypes(trace, expected["kernel_details"]["by_type_core"]);
        QCOMPARE(result->issues.countOf(IssueKind::KernelWithoutSlice), std::uint64_t(0));
        QCOMPARE(trace.steps().size(), std::size_t(1));
        QCOMPARE(trace.steps().front().id, std::int64_t(50));
        const auto details = std::find_if(trace.extraTables().begin(), trace.extraTables().end(),
                                          [](const ExtraTable& table) { return table.name == "operator_details"; });
        QVERIFY(details != trace.extraTables().end());
        QCOMPARE(details->rows, expected["operator_details"]["rows"].get<std::uint32_t>());
    }
}

void TestImportShared::levelOneParent()
{
    const auto result = imported({levelOne(0).parent_path()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(2));
    QCOMPARE(result->trace->steps().size(), std::size_t(2));
    QCOMPARE(result->trace->fileSteps().size(), std::size_t(2));
    QCOMPARE(result->issues.countOf(IssueKind::DuplicateRank), std::uint64_t(0));
}

void TestImportShared::tablesWithoutTimeline()
{
    const auto expected = golden("st_level2_rank_0");
    const auto result = imported({kCorpus / "samples/Ascend+msinsight/test/st/level2/rank_0_ascend_pt"});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    const auto rows = expected["kernel_details"]["rows"].get<std::uint32_t>();
    QCOMPARE(trace.kernels().size(), rows);
    QCOMPARE(trace.slices().size(), rows);
    QCOMPARE(result->issues.countOf(IssueKind::KernelWithoutSlice), std::uint64_t(0));
    compareTypes(trace, expected["kernel_details"]["by_type_core"]);
    QCOMPARE(trace.steps().size(), std::size_t(1));
    QCOMPARE(trace.steps().front().id, std::int64_t(13));
    QCOMPARE(trace.ranks().front().rank, std::optional<std::int64_t>(0));
    QCOMPARE(trace.ranks().front().environment.at("PYTORCH_NPU_ALLOC_CONF"), std::string("expandable_segments:True"));
}

void TestImportShared::cases()
{
    const auto spaces = imported({kCorpus / "cases/060-spaces-and-chinese-in-path"});
    QVERIFY(spaces.ok());
    QVERIFY(spaces->trace->slices().size() > 0 && spaces->trace->kernels().size() > 0);
    const auto crlf = imported({kCorpus / "cases/063-csv-bom-crlf"});
    QVERIFY(crlf.ok());
    QCOMPARE(crlf->trace->kernels().size(), std::uint32_t(1));
    QCOMPARE(crlf->trace->kernels().step.at(0), std::int64_t(1));
    const auto missing = imported({kCorpus / "cases/065-csv-na-cells-and-tabs"});
    QVERIFY(missing.ok());
    QCOMPARE(missing->trace->kernels().size(), std::uint32_t(3));
    const auto flows = imported({kCorpus / "cases/033-two-ranks-same-flow-ids"});
    QVERIFY(flows.ok());
    QCOMPARE(flows->trace->flows().size(), std::uint32_t(2));
    const auto shifted = imported({kCorpus / "cases/035-rank-time-base"});
    QVERIFY(shifted.ok());
    const auto& ranks = shifted->trace->ranks();
    QCOMPARE((ranks[1].axisShift - ranks[0].axisShift).ns, std::int64_t(1'600'000));
    QVERIFY(!imported({kCorpus / "cases/011-ascend-dir-not-analysed"}).ok());
    const auto broken = imported({kCorpus / "cases/015-one-rank-broken"});
    QVERIFY(broken.ok());
    QCOMPARE(broken->trace->ranks().size(), std::size_t(2));
}

QTEST_APPLESS_MAIN(TestImportShared)
#include "test_import_shared.moc"
