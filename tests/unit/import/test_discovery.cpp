// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_discovery.h"

#include <QTest>

#include <algorithm>
#include <stop_token>
#include <sys/stat.h>

#include "profile_files.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

std::string kinetoRank(int rank, const std::string& base)
{
    return R"({"schemaVersion":1,"distributedInfo":{"rank":)" + std::to_string(rank)
           + R"(,"world_size":2},"baseTimeNanoseconds":)" + base + R"(,"traceEvents":[
{"ph":"M","name":"process_name","pid":100,"tid":0,"args":{"name":"python"}},
{"ph":"X","name":"launch","pid":100,"tid":100,"ts":10,"dur":5,"cat":"cuda_runtime"},
{"ph":"s","id":1,"cat":"ac2g","name":"ac2g","pid":100,"tid":100,"ts":10},
{"ph":"X","name":"reduce","pid":0,"tid":7,"ts":20,"dur":50,"cat":"kernel"},
{"ph":"f","bp":"e","id":1,"cat":"ac2g","name":"ac2g","pid":0,"tid":7,"ts":20}]})";
}

std::vector<std::int64_t> rankNumbers(const Trace& trace)
{
    std::vector<std::int64_t> numbers;
    for (const RankInfo& rank : trace.ranks())
        numbers.push_back(rank.rank.value_or(-1));
    return numbers;
}

} // namespace

void TestDiscovery::parentOfManyRanks()
{
    ProfileFiles files;
    for (const int rank : {0, 2, 10, 1})
        files.writeRank("job/node " + std::to_string(rank % 2) + "/w" + std::to_string(rank) + "_ascend_pt", rank);
    files.write("job/readme.txt", "hello");
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{0, 1, 2, 10}));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(16));
    QCOMPARE(result->trace->steps().size(), std::size_t(4));
}

void TestDiscovery::aFileLoadsThatFileAlone()
{
    ProfileFiles files;
    const fs::path rank = files.writeRank("r_ascend_pt", 0);
    const auto result = imported({rank / "ASCEND_PROFILER_OUTPUT" / "trace_view.json"});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->slices().size(), std::uint32_t(4));
    QCOMPARE(result->trace->kernels().size(), std::uint32_t(0));
    const auto table = imported({rank / "ASCEND_PROFILER_OUTPUT" / "step_trace_time.csv"});
    QVERIFY(table.ok());
    QCOMPARE(table->trace->fileSteps().size(), std::size_t(1));
}

void TestDiscovery::severalPathsTogether()
{
    ProfileFiles files;
    const fs::path second = files.writeRank("b_ascend_pt", 1);
    const fs::path first = files.writeRank("a_ascend_pt", 0);
    const auto result = imported({second, first, second});
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{0, 1}));
}

void TestDiscovery::twoRanksWithTheSameFlowIds()
{
    ProfileFiles files;
    files.write("rank1.json", kinetoRank(1, "1700000000000000000"));
    files.write("rank0.json", kinetoRank(0, "1700000000000000000"));
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(rankNumbers(trace), (std::vector<std::int64_t>{0, 1}));
    QCOMPARE(trace.flows().size(), std::uint32_t(2));
    for (std::uint32_t i = 0; i < 2; ++i)
        QCOMPARE(trace.track(trace.flows().fromTrack.at(i)).rank, trace.track(trace.flows().toTrack.at(i)).rank);
}

void TestDiscovery::rankTimeBases()
{
    ProfileFiles files;
    files.write("rank0.json", kinetoRank(0, "1700000000000000000"));
    files.write("rank1.json", kinetoRank(1, "1700000000001600000"));
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    const auto& ranks = result->trace->ranks();
    QCOMPARE((ranks[1].axisShift - ranks[0].axisShift).ns, std::int64_t(1'600'000));
}

void TestDiscovery::aTraceWithoutRank()
{
    ProfileFiles files;
    const fs::path path = files.write("single.json", R"({"schemaVersion":1,"traceEvents":[
{"ph":"X","name":"Adam","pid":0,"tid":7,"ts":1000,"dur":50,"cat":"kernel"}]})");
    const auto result = imported({path});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QVERIFY(!result->trace->ranks().front().rank);
}

void TestDiscovery::oddPaths()
{
    ProfileFiles files;
    for (const std::string name : {"性能 数据 #1", "50% \"done\" 'now'", "not-utf8-\xFF\xFE", "a\nb"}) {
        files.writeRank(fs::path(name) / "rank 0_ascend_pt", 0);
        const auto result = imported({files.root() / name});
        QVERIFY(result.ok());
        QCOMPARE(result->trace->slices().size(), std::uint32_t(4));
    }
    const fs::path before = fs::current_path();
    fs::current_path(files.root());
    const auto relative = imported({fs::path("性能 数据 #1/rank 0_ascend_pt/")});
    fs::current_path(before);
    QVERIFY(relative.ok());
    QCOMPARE(relative->trace->ranks().front().rank, std::optional<std::int64_t>(0));
}

void TestDiscovery::linksAndLoops()
{
    ProfileFiles files;
    files.writeRank("job/a_ascend_pt", 0);
    fs::create_directory_symlink(files.root() / "job", files.root() / "job" / "loop");
    fs::create_directory_symlink(files.root() / "job" / "a_ascend_pt", files.root() / "job" / "again_ascend_pt");
    fs::create_symlink("nowhere.json", files.root() / "job" / "dangling.json");
    fs::create_directory_symlink(files.root() / "job", files.root() / "link to job");
    const auto result = imported({files.root() / "link to job"});
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{0}));
    QCOMPARE(reportOf(*result, "dangling.json")->status, FileStatus::Skipped);
}

void TestDiscovery::pipesAreSkipped()
{
    ProfileFiles files;
    files.writeRank("job/a_ascend_pt", 0);
    QCOMPARE(::mkfifo((files.root() / "job" / "pipe.json").c_str(), 0600), 0);
    QCOMPARE(::mkfifo((files.root() / "job/a_ascend_pt/ASCEND_PROFILER_OUTPUT/op_statistic.csv").c_str(), 0600), 0);
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(reportOf(*result, "pipe.json")->reason, std::string("not a regular file"));
    QCOMPARE(reportOf(*result, "op_statistic.csv")->reason, std::string("not a regular file"));
    const auto alone = imported({files.root() / "job" / "pipe.json"});
    QVERIFY(!alone.ok());
    QCOMPARE(alone.error().code, ErrorCode::Unrecognised);
}

void TestDiscovery::oneBrokenRankOfThree()
{
    for (const std::string broken : {"", "[{\"ph\":", "no trace at all"}) {
        ProfileFiles files;
        files.writeRank("r0_ascend_pt", 0);
        files.writeRank("r2_ascend_pt", 2);
        files.write("r1_ascend_pt/profiler_info_1.json", "{}");
        files.write("r1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", broken);
        const auto result = imported({files.root()});
        QVERIFY(result.ok());
        const auto report = reportOf(*result, "trace_view.json");
        if (broken.starts_with("["))
            continue; // the beginning of an array is a trace without events
        QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{0, 2}));
        QVERIFY(result->issues.countOf(IssueKind::UnreadableFile) > 0);
        const bool named = std::any_of(result->files.begin(), result->files.end(), [&](const FileReport& file) {
            return file.path.string().find("r1_ascend_pt/ASCEND") != std::string::npos
                   && file.status == FileStatus::Skipped && (!broken.empty() || file.reason == "empty file");
        });
        QVERIFY(named);
    }
}

void TestDiscovery::duplicateRanks()
{
    ProfileFiles files;
    files.writeRank("a_ascend_pt", 1);
    files.writeRank("b_ascend_pt", 1);
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{1, 1}));
    QVERIFY(result->trace->ranks()[0].path != result->trace->ranks()[1].path);
    QCOMPARE(result->issues.countOf(IssueKind::DuplicateRank), std::uint64_t(1));
}

void TestDiscovery::notAnalysed()
{
    ProfileFiles files;
    files.write("w_1_20250809_ascend_pt/FRAMEWORK/torch.op_range", "x");
    files.write("w_1_20250809_ascend_pt/profiler_info_0.json", "{}");
    files.write("w_1_20250809_ascend_pt/PROF_000001_20250809_AAAA/host/data/.keep", "");
    const auto result = imported({files.root()});
    QVERIFY(!result.ok());
    const std::string text = result.error().text();
    QVERIFY(text.find("ASCEND_PROFILER_OUTPUT") != std::string::npos);
    QVERIFY(text.find("analyse(\"" + (files.root() / "w_1_20250809_ascend_pt").string() + "\")") != std::string::npos);

    files.writeRank("good_ascend_pt", 1);
    const auto beside = imported({files.root()});
    QVERIFY(beside.ok());
    QCOMPARE(beside->issues.countOf(IssueKind::NotAnalysed), std::uint64_t(1));
}

void TestDiscovery::nothingRecognised()
{
    ProfileFiles files;
    for (int i = 0; i < 12; ++i)
        files.write("note" + std::to_string(i) + ".txt", "hello");
    const auto result = imported({files.root()});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Unrecognised);
    QVERIFY(result.error().advice.find("note0.txt") != std::string::npos);
    QVERIFY(result.error().advice.find("and 2 more") != std::string::npos);
    QVERIFY(result.error().advice.find("_ascend_pt") != std::string::npos);
    const auto file = imported({files.write("x.json", "{\"a\":1}")});
    QVERIFY(!file.ok());
    QCOMPARE(file.error().code, ErrorCode::Unrecognised);
}

void TestDiscovery::saysWhyAFileIsNotRead()
{
    ProfileFiles files;
    const auto whatOf = [](const fs::path& path) { return imported({path}).error().what; };
    const std::string database = std::string("SQLite format 3") + '\0' + "rest";
    QVERIFY(whatOf(files.write("d/profile.db", database)).find("database") != std::string::npos);
    files.write("d/notes.txt", "hello");
    QVERIFY(whatOf(files.root() / "d").find("not an SQLite database") != std::string::npos);
    QVERIFY(whatOf(files.write("wide.json", "\xFF\xFE[")).find("UTF-16") != std::string::npos);
    QVERIFY(whatOf(files.write("none.json", "")).find("empty file") != std::string::npos);
}

void TestDiscovery::aTableWiderThanTheReaderKeeps()
{
    ProfileFiles files;
    std::string header = "Name,Type,Start Time(us),Duration(us)";
    std::string row = "a,MatMul,1,2";
    for (int i = 0; i < 5000; ++i) {
        header += ",c" + std::to_string(i);
        row += ",0";
    }
    const auto result = imported({files.write("kernel_details.csv", header + "\n" + row + "\n")});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->totals().slices, std::uint64_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::WrongFieldCount), std::uint64_t(0));
}

void TestDiscovery::missingPath()
{
    ProfileFiles files;
    const auto result = imported({files.root() / "none"});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::NotFound);
    QCOMPARE(result.error().where, (files.root() / "none").string());
    const auto beside = imported({files.root() / "none", files.writeRank("a_ascend_pt", 0)});
    QVERIFY(beside.ok());
    QCOMPARE(beside->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(1));
}

void TestDiscovery::cancelled()
{
    ProfileFiles files;
    const fs::path rank = files.writeRank("a_ascend_pt", 0);
    std::stop_source stop;
    stop.request_stop();
    TaskPool pool(1);
    const auto result = importPaths({rank}, {}, pool, Progress(stop.get_token()));
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
}
