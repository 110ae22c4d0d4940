// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "core/analyze/table_counts.h"
#include "profile_files.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

const fs::path kCorpus = TIDELINE_SAMPLES_DIR;
constexpr double kMegabyte = 1024.0 * 1024.0;

nlohmann::json golden(const std::string& name)
{
    std::ifstream file(kCorpus / "golden" / (name + ".json"));
    return nlohmann::json::parse(file, nullptr, false);
}

/// Half a nanosecond of rounding, and the noise of the golden file's doubles.
void compareTime(Duration ours, const nlohmann::json& milliseconds)
{
    QVERIFY2(std::abs(static_cast<double>(ours.ns) - milliseconds.get<double>() * 1e6) <= 0.51,
             milliseconds.dump().c_str());
}

void compareOperations(const Trace& trace, const nlohmann::json& expected)
{
    std::set<std::string> seen;
    for (std::uint32_t row = 0; row < trace.records().communication.size(); ++row) {
        const CommRecord record = trace.records().communication.at(row);
        const std::string key = "step" + std::to_string(record.step) + "|"
                                + (record.pointToPoint ? "p2p|" : "collective|") + std::string(trace.text(record.name));
        QVERIFY2(expected.contains(key), key.c_str());
        seen.insert(key);
        const nlohmann::json& figures = expected[key];
        compareTime(record.elapse, figures["elapse_ms"]);
        compareTime(record.transit, figures["transit_ms"]);
        compareTime(record.wait, figures["wait_ms"]);
        compareTime(record.synchronization, figures["sync_ms"]);
        compareTime(record.idle, figures["idle_ms"]);
        QCOMPARE(std::size_t{record.transports.size()}, figures["bandwidth"].size());
        for (std::uint32_t i = record.transports.first; i < record.transports.last; ++i) {
            const CommTransport transport = trace.records().transports.at(i);
            const nlohmann::json& link = figures["bandwidth"][std::string(trace.text(transport.transport))];
            QVERIFY(std::abs(transport.sizeBytes / 1e6 - link["size_MB"].get<double>()) < 1e-6);
            compareTime(transport.time, link["time_ms"]);
            QCOMPARE(std::isnan(transport.bytesPerSecond), link["GBps"].is_null());
            if (!link["GBps"].is_null())
                QVERIFY(std::abs(transport.bytesPerSecond / 1e9 - link["GBps"].get<double>()) < 1e-6);
        }
    }
    QCOMPARE(seen.size(), expected.size());
}

void compareLinks(const Trace& trace, const nlohmann::json& expected)
{
    QCOMPARE(trace.records().links.size(), expected["entries"].get<std::uint32_t>());
    struct Sum {
        std::uint32_t links = 0;
        double bytes = 0;
        Duration time;
        double least = 1e300;
        double most = 0;
    };
    std::map<std::string, Sum> sums;
    for (std::uint32_t row = 0; row < trace.records().links.size(); ++row) {
        const LinkRecord record = trace.records().links.at(row);
        if (!record.total)
            continue;
        Sum& sum = sums[std::string(trace.text(record.transport))];
        ++sum.links;
        sum.bytes += record.sizeBytes;
        sum.time += record.time;
        sum.least = std::min(sum.least, record.bytesPerSecond);
        sum.most = std::max(sum.most, record.bytesPerSecond);
    }
    const nlohmann::json& totals = expected["total_ops_by_transport"];
    QCOMPARE(sums.size(), totals.size());
    for (const auto& [transport, figures] : totals.items()) {
        const Sum& sum = sums[transport];
        QCOMPARE(sum.links, figures["links"].get<std::uint32_t>());
        QVERIFY(std::abs(sum.bytes / 1e6 - figures["size_MB"].get<double>()) < 1e-4);
        QVERIFY(std::abs(static_cast<double>(sum.time.ns) / 1e6 - figures["time_ms"].get<double>()) < 1e-5);
        QVERIFY(std::abs(sum.least / 1e9 - figures["min_GBps"].get<double>()) < 1e-6);
        QVERIFY(std::abs(sum.most / 1e9 - figures["max_GBps"].get<double>()) < 1e-6);
    }
}

std::size_t operationsWithoutTotals(const nlohmann::json& operations)
{
    std::size_t count = 0;
    for (const auto& [key, figures] : operations.items())
        count += key.ends_with("Total Op Info") ? 0 : 1;
    return count;
}

std::uint64_t cannSlices(const nlohmann::json& expected)
{
    std::uint64_t count = 0;
    if (!expected.contains("trace_view"))
        return count;
    for (const nlohmann::json& track : expected["trace_view"]["tracks"])
        count += track["process"] == "CANN" ? track["slices"].get<std::uint64_t>() : 0;
    return count;
}

/// Rows and peaks by component, each peak with the time of its first row.
void compareMemory(const Trace& trace, const nlohmann::json& expected)
{
    struct Peak {
        std::uint64_t rows = 0;
        MemoryRecord allocated;
        MemoryRecord reserved;
        MemoryRecord active;
    };
    std::map<std::string, Peak> peaks;
    for (std::uint32_t row = 0; row < trace.records().memory.size(); ++row) {
        const MemoryRecord record = trace.records().memory.at(row);
        Peak& peak = peaks[std::string(trace.text(record.component))];
        if (++peak.rows == 1)
            peak.allocated = peak.reserved = peak.active = record;
        if (record.allocated > peak.allocated.allocated)
            peak.allocated = record;
        if (record.reserved > peak.reserved.reserved)
            peak.reserved = record;
        if (record.active > peak.active.active)
            peak.active = record;
    }
    QCOMPARE(peaks.size(), expected.size());
    const auto compare = [](std::int64_t bytes, Instant time, const nlohmann::json& figures, const std::string& name) {
        if (!figures.contains(name)) {
            QVERIFY(bytes == kNoInteger || bytes == 0);
            return;
        }
        QCOMPARE(static_cast<double>(bytes) / kMegabyte, figures[name].get<double>());
        const QString at =
            QString::fromStdString(figures[name + "_peak_ts_us"].get<std::string>()).remove(QLatin1Char('.'));
        QCOMPARE(time.ns, std::int64_t{at.toLongLong()});
    };
    for (const auto& [component, figures] : expected.items()) {
        const Peak& peak = peaks[component];
        QCOMPARE(peak.rows, figures["rows"].get<std::uint64_t>());
        compare(peak.allocated.allocated, peak.allocated.time, figures, "Total Allocated(MB)");
        compare(peak.reserved.reserved, peak.reserved.time, figures, "Total Reserved(MB)");
        compare(peak.active.active, peak.active.time, figures, "Total Active(MB)");
    }
}

void compareAllocations(const Trace& trace, const nlohmann::json& expected)
{
    QCOMPARE(trace.records().allocations.size(), expected["rows"].get<std::uint32_t>());
    std::int64_t bytes = 0;
    std::int64_t greatest = 0;
    std::uint32_t alive = 0;
    std::map<std::string, std::int64_t> byName;
    for (std::uint32_t row = 0; row < trace.records().allocations.size(); ++row) {
        const AllocationRecord record = trace.records().allocations.at(row);
        bytes += record.size;
        greatest = std::max(greatest, record.size);
        alive += record.released == kNever ? 1 : 0;
        byName[std::string(trace.text(record.name))] += record.size;
        QVERIFY(record.allocated <= record.released);
    }
    QCOMPARE(static_cast<double>(bytes) / 1024, expected["sum_KB"].get<double>());
    QCOMPARE(static_cast<double>(greatest) / 1024, expected["max_KB"].get<double>());
    QCOMPARE(alive, expected["without_release"].get<std::uint32_t>());
    for (const nlohmann::json& line : expected["top10_by_size"])
        QCOMPARE(static_cast<double>(byName[line["name"].get<std::string>()]) / 1024, line["sum_KB"].get<double>());
}

} // namespace

/// The records of real captures against figures that were computed from the files without this program.
class TestRecordsShared : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void ranks_data();
    void ranks();
    void olderCapture();
};

void TestRecordsShared::initTestCase()
{
    if (kCorpus.empty() || !fs::exists(kCorpus / "samples"))
        QSKIP("the sample corpus is not here");
}

void TestRecordsShared::ranks_data()
{
    const fs::path test = "samples/Ascend+msinsight/test";
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* title, const fs::path& path, const char* name) {
        QTest::newRow(title) << QString::fromStdString(path.string()) << QString::fromLatin1(name);
    };
    row("level 1, rank 0", test / "data/pytorch/text/level1/rank0_ascend_pt", "data_pytorch_text_level1_rank0");
    row("level 1, rank 1", test / "data/pytorch/text/level1/rank1_ascend_pt", "data_pytorch_text_level1_rank1");
    row("level 2, tables only", test / "st/level2/rank_0_ascend_pt", "st_level2_rank_0");
}

void TestRecordsShared::ranks()
{
    QFETCH(QString, path);
    QFETCH(QString, name);
    const nlohmann::json expected = golden(name.toStdString());
    QVERIFY(expected.is_object());
    const auto result = imported({kCorpus / path.toStdString()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    compareOperations(trace, expected["communication_json"]);
    compareLinks(trace, expected["communication_matrix"]);
    compareMemory(trace, expected["memory_record_peaks"]);
    compareAllocations(trace, expected["operator_memory"]);
    for (const IssueKind kind : {IssueKind::BadFigure, IssueKind::BadRow, IssueKind::WrongFieldCount,
                                 IssueKind::Truncated, IssueKind::UnreadableFile})
        QCOMPARE(result->issues.countOf(kind), std::uint64_t(0));
    const TableCounts counts = countTables(trace).front();
    QCOMPARE(counts.kernels, expected["kernel_details"]["rows"].get<std::uint64_t>());
    QCOMPARE(counts.communicationOps, std::uint64_t(operationsWithoutTotals(expected["communication_json"])));
    QCOMPARE(counts.apis, cannSlices(expected));
    const RankInfo& rank = trace.ranks().front();
    for (const auto& [variable, value] : expected["env_variables"].items())
        QCOMPARE(rank.environment.at(variable), value.get<std::string>());
    if (!expected["distributed_args"].is_object())
        return;
    QCOMPARE(rank.parallelPlan.at("pipeline_model_parallel_size"), std::string("2"));
    const ParallelGroup* stage = rank.groupNamed("pp");
    QVERIFY(stage && (stage->ranks == std::vector<std::int64_t>{0, 2}));
    for (std::uint32_t row = 0; row < trace.records().communication.size(); ++row) {
        const CommRecord record = trace.records().communication.at(row);
        QVERIFY2(record.total || rank.groupOf(trace.text(record.group)), std::string(trace.text(record.name)).c_str());
    }
}

void TestRecordsShared::olderCapture()
{
    const fs::path path = kCorpus / "samples/Ascend+msinsight/server/src/test/test_data/test_rank_0";
    const auto result = imported({path});
    QVERIFY(result.ok());
    const RecordTables& records = result->trace->records();
    QVERIFY(records.communication.size() > 0 && records.links.size() > 0);
    QVERIFY(records.memory.size() > 0 && records.allocations.size() > 0);
    QCOMPARE(records.allocations.at(0).size, std::int64_t(192 * 1024));
    QCOMPARE(result->issues.countOf(IssueKind::BadFigure), std::uint64_t(0));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(0));
}

QTEST_APPLESS_MAIN(TestRecordsShared)
#include "test_records_shared.moc"
