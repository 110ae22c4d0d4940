// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_import_cluster.h"

#include <QTest>

#include <algorithm>

#include "cluster_texts.h"
#include "core/import/cluster/cluster_kind.h"
#include "tests/support/made_database.h"
#include "tests/unit/import/profile_files.h"

using namespace tideline;
using namespace tideline::test;

namespace fs = std::filesystem;

namespace {

/// The rank of that number; -1 when there is none or more than one.
int rankNumbered(const Trace& trace, std::int64_t number)
{
    int found = -1;
    for (std::size_t i = 0; i < trace.ranks().size(); ++i) {
        if (trace.ranks()[i].rank != number)
            continue;
        if (found >= 0)
            return -1;
        found = static_cast<int>(i);
    }
    return found;
}

const ExtraTable* extra(const Trace& trace, const std::string& name)
{
    for (const ExtraTable& table : trace.extraTables()) {
        if (table.name == name)
            return &table;
    }
    return nullptr;
}

std::string fileReason(const Result<ImportResult>& result, const std::string& name)
{
    const auto report = reportOf(*result, name);
    return report ? report->reason : "not listed";
}

/// The error of an import, for messages.
const char* why(const Result<ImportResult>& result)
{
    static std::string text;
    text = result ? std::string() : result.error().text();
    return text.c_str();
}

void makeClusterDatabase(const fs::path& path)
{
    fs::create_directories(path.parent_path());
    MadeDatabase(path).run(
        "CREATE TABLE ClusterStepTraceTime (step, type, \"index\", computing, free);"
        "INSERT INTO ClusterStepTraceTime VALUES "
        "('7','rank','0',10,1),('7','rank','8',20,2),('7','stage','(0,8)',20,2);"
        "CREATE TABLE ClusterCommunicationTime (step, rank_id, hccl_op_name, group_name, start_timestamp, elapsed_time,"
        "transit_time, wait_time, synchronization_time, idle_time);"
        "INSERT INTO ClusterCommunicationTime VALUES ('step7',8,'hcom_send__1','77',1,2,1,0,0,0);"
        "CREATE TABLE ClusterCommunicationMatrix (step, hccl_op_name, group_name, src_rank REAL, dst_rank REAL,"
        "transit_size, transit_time, bandwidth, transport_type, op_name);"
        "INSERT INTO ClusterCommunicationMatrix VALUES ('step7','send-top1','77',8.0,0.0,4,2,2,'RDMA','hcom_send__1'),"
        "('step7','send-top1','77',5,0,4,2,2,'RDMA','hcom_send__1');"
        "CREATE TABLE CommunicationGroupMapping (type, rank_set, group_name, group_id, pg_name);"
        "INSERT INTO CommunicationGroupMapping VALUES ('p2p','(0,8)','77','host%eth0_1','pp');"
        "CREATE TABLE HostInfo (hostUid, hostName); INSERT INTO HostInfo VALUES ('u1','node-1');"
        "CREATE TABLE RankDeviceMap (rankId, deviceId, hostUid, profilePath);"
        "INSERT INTO RankDeviceMap VALUES (0, 4, 'u1', '/x'), (-1, 0, 'u1', '/y');"
        "CREATE TABLE ClusterBaseInfo (key, value);"
        "INSERT INTO ClusterBaseInfo VALUES ('distributed_args','{\"pipeline_model_parallel_size\": 2}')");
}

} // namespace

void TestImportCluster::stepsOfEveryRank()
{
    const ProfileFiles files;
    const auto result = imported({files.write("cluster_step_trace_time.csv", stepTable())});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(2));
    QCOMPARE(trace.fileSteps().size(), std::size_t(2)); // the stage is a sum, no rank
    for (const FileStepRow& row : trace.fileSteps()) {
        QCOMPARE(row.step, std::optional<std::int64_t>(7));
        QVERIFY(!row.figures.contains("Index"));
        const bool second = trace.rank(row.rank).rank == 1;
        QCOMPARE(row.figures.at("Computing").ns, std::int64_t(second ? 2'000'500 : 1'000'500));
        QCOMPARE(row.figures.at("Bubble").ns, std::int64_t(second ? 10'500 : 0));
    }
    const ExtraTable* const table = extra(trace, "cluster_step_trace_time");
    QVERIFY(table);
    QCOMPARE(table->rows, 3U);
    QCOMPARE(reportOf(*result, "cluster_step_trace_time.csv")->rows, std::optional<std::uint64_t>(3));
    QCOMPARE(reportOf(*result, "cluster_step_trace_time.csv")->note, std::string());
}

void TestImportCluster::stepTablesWithDamage_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("badRows");
    QTest::addColumn<int>("wrongCounts");
    const auto row = [](const char* name, const std::string& rows, int steps, int badRows, int wrongCounts) {
        QTest::newRow(name) << QString::fromStdString(kStepTitle + rows) << steps << badRows << wrongCounts;
    };
    const std::string good = "7,rank,0,1,1,1,1,1,1,1,1\n";
    row("header only", "", 0, 0, 0);
    row("no step", ",rank,3,1,1,1,1,1,1,1,1\n", 1, 0, 0);
    row("named step", "step9,rank,3,1,1,1,1,1,1,1,1\n", 1, 0, 0);
    row("no rank", "7,rank,x,1,1,1,1,1,1,1,1\n" + good, 1, 1, 0);
    row("below zero", "7,rank,-1,1,1,1,1,1,1,1,1\n", 0, 1, 0);
    row("fields", "7,rank,0,1,1\n" + good, 1, 0, 1);
    row("NaN", "7,rank,0,NaN,N/A,1,1,1,1,1,1\n", 1, 0, 0);
    row("no end", "7,rank,0,1,1,1,1,1,1,1,1", 1, 0, 0);
    row("carriage returns", "7,rank,0,1,1,1,1,1,1,1,1\r\n7,rank,1,1,1,1,1,1,1,1,1\r\n", 2, 0, 0);
}

void TestImportCluster::stepTablesWithDamage()
{
    QFETCH(QString, text);
    QFETCH(int, steps);
    QFETCH(int, badRows);
    QFETCH(int, wrongCounts);
    const ProfileFiles files;
    const auto result = imported({files.write("cluster_step_trace_time.csv", text.toStdString())});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->fileSteps().size(), std::size_t(steps));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(badRows));
    QCOMPARE(result->issues.countOf(IssueKind::WrongFieldCount), std::uint64_t(wrongCounts));
    const bool partial = badRows + wrongCounts > 0;
    QCOMPARE(reportOf(*result, "cluster_step_trace_time.csv")->status, partial ? FileStatus::Partial : FileStatus::Ok);
}

void TestImportCluster::operationsOfEveryRank()
{
    const ProfileFiles files;
    const std::string text = R"({"p2p":{"step7":{"hcom_send__1_0@77":{)" + operationOf("8", "2.5")
                             + R"(},"Total Op Info":{)" + operationOf("8", "2.5")
                             + R"(}}},"collective":{"step":{"hcom_allReduce__2_0@78":{)" + operationOf("0", "1.5") + ","
                             + operationOf("8", "1.25", "\"NaN\"") + "}}}}";
    const auto result = imported({files.write("cluster_communication.json", text)});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(2));
    const auto& records = trace.records().communication;
    QCOMPARE(records.size(), 4U);
    int totals = 0;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const CommRecord record = records.at(i);
        const std::int64_t rank = trace.rank(record.rank).rank.value_or(-1);
        totals += record.total;
        QCOMPARE(record.pointToPoint, record.step == 7);
        if (record.pointToPoint) {
            QCOMPARE(rank, std::int64_t(8));
            QCOMPARE(record.elapse.ns, std::int64_t(2'500'000));
            continue;
        }
        QCOMPARE(std::string(trace.text(record.group)), std::string("78"));
        QCOMPARE(record.elapse.ns, std::int64_t(rank == 0 ? 1'500'000 : 1'250'000));
        QCOMPARE(record.wait, rank == 0 ? Duration{500'000} : kNoDuration);
        QCOMPARE(record.transports.size(), 1U); // RDMA was not used
        QCOMPARE(trace.records().transports.at(record.transports.first).sizeBytes, 2.5e6);
        QCOMPARE(trace.records().transports.at(record.transports.first).packets, std::int64_t(5));
    }
    QCOMPARE(totals, 1);
    QCOMPARE(reportOf(*result, "cluster_communication.json")->rows, std::optional<std::uint64_t>(3));
    QVERIFY(result->issues.countOf(IssueKind::BadFigure) > 0); // the NaN
}

void TestImportCluster::linksBetweenRanks()
{
    const ProfileFiles files;
    files.write("cluster_analysis_output/communication_group.json", groupFile());
    files.write("cluster_analysis_output/cluster_communication_matrix.json",
                jobFile("collective", "step7", "allreduce-top1@77",
                        linkOf("8-0", "4.5") + "," + linkOf("0-0", "1") + "," + linkOf("0-3", "9")));
    const auto result = imported({files.root() / "cluster_analysis_output"});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    const auto& links = trace.records().links;
    QCOMPARE(links.size(), 2U); // rank 3 is no member of the group
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(1));
    for (std::uint32_t i = 0; i < links.size(); ++i) {
        const LinkRecord link = links.at(i);
        const bool fromEight = trace.rank(link.rank).rank == 8;
        QCOMPARE(link.source, fromEight ? 0 : 1); // positions in [8, 0]
        QCOMPARE(link.target, 1);
        QCOMPARE(link.sizeBytes, fromEight ? 4.5e6 : 1e6);
        QCOMPARE(link.time.ns, std::int64_t(500'000));
        const ParallelGroup* const group = trace.rank(link.rank).groupOf(trace.text(link.group));
        QVERIFY(group);
        QCOMPARE(group->ranks[static_cast<std::size_t>(link.source)], std::int64_t(fromEight ? 8 : 0));
    }
}

void TestImportCluster::linksOfUnknownGroups()
{
    const ProfileFiles files;
    const auto result = imported({files.write(
        "cluster_communication_matrix.json",
        jobFile("p2p", "step2", "hcom_send__1_0@99", linkOf("8-0", "4") + ",\"x-y\":{},\"3\":{},\"1-2-3\":{}"))});
    QVERIFY2(result.ok(), why(result));
    const auto& links = result->trace->records().links;
    QCOMPARE(links.size(), 1U);
    QCOMPARE(links.at(0).source, 8); // as the file has it
    QCOMPARE(links.at(0).target, 0);
    QVERIFY(links.at(0).pointToPoint);
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(3));
    QCOMPARE(reportOf(*result, "cluster_communication_matrix.json")->status, FileStatus::Partial);
}

void TestImportCluster::groupsFromOlderFiles()
{
    const ProfileFiles files;
    const auto result = imported(
        {files.write("cluster_communication.json", jobFile("(8, 0)", "step", "hcom_broadcast__1_0@55",
                                                           operationOf("0", "1.5") + "," + operationOf("8", "2.5")))});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(trace.records().communication.size(), 2U);
    QCOMPARE(trace.records().communication.at(0).step, kNoInteger);
    const int eight = rankNumbered(trace, 8);
    QVERIFY(eight >= 0);
    const ParallelGroup* const group = trace.ranks()[static_cast<std::size_t>(eight)].groupOf("55");
    QVERIFY(group);
    QCOMPARE(group->ranks, (std::vector<std::int64_t>{8, 0}));
    QCOMPARE(group->position, std::optional<std::int64_t>(0));
}

void TestImportCluster::groupsGiveMembers()
{
    const ProfileFiles files;
    const auto result = imported({files.write("communication_group.json", groupFile())});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(3));
    const int zero = rankNumbered(trace, 0);
    QVERIFY(zero >= 0);
    const ParallelGroup* const group = trace.ranks()[static_cast<std::size_t>(zero)].groupOf("host%eth0_1");
    QVERIFY(group);
    QCOMPARE(group->hash, std::string("77"));
    QCOMPARE(group->name, std::string("dp"));
    QCOMPARE(group->position, std::optional<std::int64_t>(1));
    QCOMPARE(extra(trace, "communication_group")->rows, 2U); // the lists before name the same
    const auto old = imported({files.write("old.json", R"({"collective":[[0,1],[2]],"p2p":[[0,1,2]]})")});
    QVERIFY2(old.ok(), why(old));
    QCOMPARE(old->trace->ranks().size(), std::size_t(3));
    QCOMPARE(extra(*old->trace, "communication_group")->rows, 3U);
}

void TestImportCluster::groupFilesWithDamage_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("groups"); // -1: refused
    QTest::newRow("empty") << "" << -1;
    QTest::newRow("cut") << R"({"collective":[[0,1],[2)" << -1;
    QTest::newRow("no list") << R"({"collective":[[0,1],5,{"a":1},["x"],[-1],[]]})" << 1;
    QTest::newRow("no ranks") << R"({"comm_group_parallel_info":[{"group_name":"1"},{"rank_set":[]},7]})" << -1;
    QTest::newRow("no name") << R"({"comm_group_parallel_info":[{"group_name":"","rank_set":[0,1]}]})" << 1;
    QTest::newRow("text set") << R"j({"comm_group_parallel_info":[{"group_name":"1","rank_set":"(0, 1)"}]})j" << 1;
    QTest::newRow("number name") << R"({"comm_group_parallel_info":[{"group_name":71,"rank_set":[0],"pg_name":null}]})"
                                 << 1;
    QTest::newRow("huge rank") << R"({"collective":[[0,99999999999999999999]]})" << -1;
    QTest::newRow("NaN") << R"({"collective":[[0,NaN],[1]]})" << 1;
    QTest::newRow("deep") << QString::fromStdString(R"({"collective":)" + std::string(600, '[') + std::string(600, ']')
                                                    + "}")
                          << -1;
}

void TestImportCluster::groupFilesWithDamage()
{
    QFETCH(QString, text);
    QFETCH(int, groups);
    const ProfileFiles files;
    const auto result = imported({files.write("communication_group.json", text.toStdString())});
    QCOMPARE(result.ok(), groups >= 0);
    if (groups < 0)
        return;
    QCOMPARE(extra(*result->trace, "communication_group")->rows, std::uint32_t(groups));
}

void TestImportCluster::communicationWithDamage_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("records"); // -1: refused
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const std::string& text, int records, FileStatus status) {
        QTest::newRow(name) << QString::fromStdString(text) << records << int(status);
    };
    const std::string good = jobFile("collective", "step7", "a@1", operationOf("0", "1") + "," + operationOf("1", "2"));
    row("whole", good, 2, FileStatus::Ok);
    row("empty", "", -1, FileStatus::Skipped);
    row("no entries", "{}", 0, FileStatus::Ok);
    row("cut in the second", good.substr(0, good.size() - 60), 1, FileStatus::Partial);
    row("cut in the first", good.substr(0, 120), -1, FileStatus::Skipped);
    row("glued", good + good, 2, FileStatus::Partial);
    row("byte order mark", "\xEF\xBB\xBF" + good, 2, FileStatus::Ok);
    row("no object", R"({"collective":{"step7":{"a@1":5,"b@1":[1,{"x":2}],"c@1":{"0":7}}}})", 0, FileStatus::Partial);
    row("no rank", jobFile("collective", "step7", "a@1", operationOf("x", "1") + "," + operationOf("1", "2")), 1,
        FileStatus::Partial);
    row("no elapse", jobFile("collective", "step7", "a@1", R"("0":{"Communication Time Info":{}})"), 0,
        FileStatus::Partial);
    row("huge rank", jobFile("collective", "step7", "a@1", operationOf("999999999", "1")), 0, FileStatus::Partial);
    row("control characters", jobFile("collective", "step7", "a\x01@1", operationOf("0", "1")), 1, FileStatus::Ok);
    row("deep", R"({"p2p":{"step1":{"a@1":{"0":)" + std::string(9000, '[') + "}}}}", -1, FileStatus::Skipped);
}

void TestImportCluster::communicationWithDamage()
{
    QFETCH(QString, text);
    QFETCH(int, records);
    QFETCH(int, status);
    const ProfileFiles files;
    const auto result = imported({files.write("cluster_communication.json", text.toStdString())});
    QCOMPARE(result.ok(), records >= 0);
    if (records < 0)
        return;
    QCOMPARE(result->trace->records().communication.size(), std::uint32_t(records));
    QCOMPARE(int(reportOf(*result, "cluster_communication.json")->status), status);
}

void TestImportCluster::wholeDirectory()
{
    const ProfileFiles files;
    files.write("cluster_analysis_output/cluster_step_trace_time.csv", stepTable());
    files.write("cluster_analysis_output/cluster_communication.json",
                jobFile("collective", "step7", "a@1", operationOf("0", "1") + "," + operationOf("1", "2")));
    files.write("cluster_analysis_output/notes.txt", "hello");
    makeClusterDatabase(files.root() / "cluster_analysis_output/cluster_analysis.db");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(trace.fileSteps().size(), std::size_t(2));
    QCOMPARE(trace.records().communication.size(), 2U); // of the text, not of both
    QCOMPARE(trace.records().links.size(), 1U);         // only the database has a matrix
    QCOMPARE(reportOf(*result, "cluster_analysis.db")->note, std::string(kFromDocumentation));
    QCOMPARE(reportOf(*result, "notes.txt")->status, FileStatus::Skipped);
    for (const RankInfo& rank : trace.ranks())
        QCOMPARE(rank.format, std::string("cluster-analysis"));
}

void TestImportCluster::partsThatCannotBeRead()
{
    const ProfileFiles files;
    files.write("cluster_analysis_output/cluster_step_trace_time.csv", "");
    files.write("cluster_analysis_output/cluster_communication_matrix.json", "{\"p2p\":{\"step1\":{\"a@1\"");
    files.write("cluster_analysis_output/communication_group.json", groupFile());
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(fileReason(result, "cluster_step_trace_time.csv"), std::string("empty file"));
    QCOMPARE(reportOf(*result, "cluster_communication_matrix.json")->status, FileStatus::Skipped);
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(2));
    QCOMPARE(result->trace->ranks().size(), std::size_t(3));
    files.write("cluster_analysis_output/communication_group.json", "");
    const auto none = imported({files.root()});
    QVERIFY(!none.ok());
    QVERIFY(none.error().what.find("empty file") != std::string::npos);
}

void TestImportCluster::databaseFillsInWhatTextLacks()
{
    const ProfileFiles files;
    makeClusterDatabase(files.root() / "cluster_analysis_output/cluster_analysis.db");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(2));
    QCOMPARE(trace.fileSteps().size(), std::size_t(2));
    QVERIFY(trace.records().communication.at(0).pointToPoint); // by its name
    QCOMPARE(trace.records().links.size(), 1U);
    const LinkRecord link = trace.records().links.at(0);
    QCOMPARE(trace.rank(link.rank).rank, std::optional<std::int64_t>(8));
    QCOMPARE(link.source, 1);
    QCOMPARE(link.target, 0);
    QCOMPARE(link.time.ns, std::int64_t(2'000'000));
    const RankInfo& zero = trace.ranks()[static_cast<std::size_t>(rankNumbered(trace, 0))];
    QCOMPARE(zero.device, std::optional<std::int64_t>(4));
    QCOMPARE(zero.host, std::string("node-1"));
    QCOMPARE(zero.parallelPlan.at("pipeline_model_parallel_size"), std::string("2"));
    QCOMPARE(zero.groupOf("77")->name, std::string("pp"));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(2)); // the link of rank 5, the rank -1
}

void TestImportCluster::olderDatabase()
{
    const ProfileFiles files;
    const fs::path path = files.root() / "cluster_analysis.db";
    MadeDatabase(path).run(
        "CREATE TABLE ClusterCommAnalyzerTime (rank_id, step, type, hccl_op_name, group_name, start_timestamp,"
        "elapse_time, transit_time, wait_time, synchronization_time, idle_time);"
        "INSERT INTO ClusterCommAnalyzerTime VALUES (3,'step7','collective','hcom_allReduce','9',1,2,1,0,0,0);"
        "CREATE TABLE ClusterCommAnalyzerBandwidth (rank_id, step, type, hccl_op_name, group_name, transport_type,"
        "transit_size, transit_time, bandwidth, large_packet_ratio, package_size, count, total_duration);"
        "INSERT INTO ClusterCommAnalyzerBandwidth VALUES (3,'step7','collective','hcom_allReduce','9','SDMA',1,1,1,1,1,"
        "4,1)");
    const auto result = imported({path});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->records().communication.size(), 1U);
    const CommRecord record = result->trace->records().communication.at(0);
    QCOMPARE(record.elapse.ns, std::int64_t(2'000'000));
    QVERIFY(!record.pointToPoint);
    QCOMPARE(result->trace->records().transports.at(record.transports.first).packets, std::int64_t(4));
    QCOMPARE(result->trace->rank(record.rank).rank, std::optional<std::int64_t>(3));
}

void TestImportCluster::besideRanks()
{
    const ProfileFiles files;
    files.writeRank("job/host_1_20250101_ascend_pt", 0);
    files.write("job/cluster_analysis_output/cluster_step_trace_time.csv", stepTable());
    makeClusterDatabase(files.root() / "job/cluster_analysis_output/cluster_analysis.db");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->fileSteps().size(), std::size_t(1));
    for (const char* name : {"cluster_step_trace_time.csv", "cluster_analysis.db"}) {
        QCOMPARE(reportOf(*result, name)->status, FileStatus::Skipped);
        QVERIFY(fileReason(result, name).find("own files are read") != std::string::npos);
    }
    QVERIFY(!reportOf(*result, "cluster_analysis.db")->tables.empty());
    const auto alone = imported({files.root() / "job/cluster_analysis_output"});
    QVERIFY2(alone.ok(), why(alone));
    QCOMPARE(alone->trace->fileSteps().size(), std::size_t(2));
}

void TestImportCluster::besideOtherJobs()
{
    const ProfileFiles files;
    files.writeRank("first/host_1_20250101_ascend_pt", 0);
    files.write("second/cluster_analysis_output/cluster_step_trace_time.csv", stepTable());
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->ranks().size(), std::size_t(3));
    QCOMPARE(reportOf(*result, "cluster_step_trace_time.csv")->status, FileStatus::Ok);
}

void TestImportCluster::inAnotherDirectory()
{
    const ProfileFiles files;
    files.write("copied/cluster_step_trace_time.csv", stepTable());
    files.write("copied/communication_group.json", groupFile());
    files.write("copied/communication_group_old.json", groupFile());
    const auto result = imported({files.root() / "copied"});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->fileSteps().size(), std::size_t(2));
    QCOMPARE(fileReason(result, "communication_group_old.json"),
             std::string("the same was read from communication_group.json"));
    // Directories in it could be ranks, so that it is entered.
    files.writeRank("copied/host_1_20250101_ascend_pt", 0);
    const auto entered = imported({files.root() / "copied"});
    QVERIFY2(entered.ok(), why(entered));
    QCOMPARE(entered->trace->ranks().size(), std::size_t(1));
    QVERIFY(fileReason(entered, "communication_group.json").find("own files are read") != std::string::npos);
}

void TestImportCluster::knownByContent_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind"); // -1: none
    const auto row = [](const char* tag, const char* name, const std::string& text, int kind) {
        QTest::newRow(tag) << QString::fromLatin1(name) << QString::fromStdString(text) << kind;
    };
    row("steps", "x.csv", stepTable(), int(ClusterFile::Steps));
    row("steps of a rank", "x.csv", "Step,Computing,Communication(Not Overlapped),Free\n7,1,1,1\n", -1);
    row("operations", "x.json", jobFile("p2p", "step", "a@1", operationOf("0", "1")), int(ClusterFile::Operations));
    row("matrix", "x.json", jobFile("(0, 1)", "step", "a@1", linkOf("0-1", "1")), int(ClusterFile::Matrix));
    row("groups", "x.json", R"({ "p2p" : [ [0] ] })", int(ClusterFile::Groups));
    row("newer groups", "x.json", R"({"comm_group_parallel_info":[]})", int(ClusterFile::Groups));
    row("of a rank", "x.json", R"({"step7":{"p2p":{},"collective":{}}})", -1);
    row("trace", "x.json", R"([{"ph":"X","name":"a","ts":1,"dur":1,"pid":1,"tid":1}])", -1);
    row("empty by name", "cluster_communication_matrix.json", "", int(ClusterFile::Matrix));
    row("empty object by name", "cluster_communication.json", "{ }", int(ClusterFile::Operations));
    row("other object", "x.json", R"({"name":"p2p"})", -1);
    row("binary", "x.bin", std::string("Type,Index,Computing\0,x\n", 24), -1);
}

void TestImportCluster::knownByContent()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(int, kind);
    const ProfileFiles files;
    const auto found = clusterFile(files.write(name.toStdString(), text.toStdString()));
    QCOMPARE(found ? int(*found) : -1, kind);
}

void TestImportCluster::numbersThatAreNoRanks()
{
    const ProfileFiles files;
    const auto result = imported({files.write(
        "cluster_step_trace_time.csv", kStepTitle + "1,rank,70000000,1,1,1,1,1,1,1,1\n1,rank,2,1,1,1,1,1,1,1,1\n")});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(1));
}

void TestImportCluster::largestGroupsAreLeftToTheTable()
{
    std::string members = "0";
    for (int rank = 1; rank < 3000; ++rank)
        members += "," + std::to_string(rank);
    const ProfileFiles files;
    const auto result = imported(
        {files.write("communication_group.json", R"({"comm_group_parallel_info":[{"group_name":"1","rank_set":[)"
                                                     + members + R"(]},{"group_name":"2","rank_set":[5,6]}]})")});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->ranks().size(), std::size_t(3000));
    const RankInfo& five = result->trace->ranks()[static_cast<std::size_t>(rankNumbered(*result->trace, 5))];
    QVERIFY(!five.groupOf("1"));
    QVERIFY(five.groupOf("2"));
    QCOMPARE(extra(*result->trace, "communication_group")->rows, 2U);
}

void TestImportCluster::filesThatHoldNoTimeline_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("settings") << "profiler_info_0.json"
                              << R"({"rank_id":0})"
                              << "settings of a rank";
    QTest::newRow("context") << "info.json.0"
                             << R"({"pid":"1"})"
                             << "context of raw records";
    QTest::newRow("mark") << "info.json.0.done"
                          << "filesize:12"
                          << "a mark that a file is complete";
    QTest::newRow("totals") << "timeline_summary_1.json"
                            << R"({"total_time":1.5})"
                            << "totals of the timeline";
    QTest::newRow("queues") << "pipeline_profiling_0.json"
                            << R"({"op_info":[]})"
                            << "data pipeline";
    QTest::newRow("graph") << "et.json"
                           << R"({"schema":"1.0.1","nodes":[{"name":"a"}]})"
                           << "a graph of executed";
    QTest::newRow("JSON") << "x.json"
                          << R"({"a":[1,2]})"
                          << "JSON without a list of events";
    QTest::newRow("text") << "x.md"
                          << "Hello,\n\tworld\n"
                          << "plain text";
    QTest::newRow("bytes") << "x.bin" << QStringLiteral("\u0001\u0002xyz") << "neither a trace nor a table";
    QTest::newRow("empty") << "x.json"
                           << ""
                           << "empty file";
}

void TestImportCluster::filesThatHoldNoTimeline()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const ProfileFiles files;
    const auto result = imported({files.write(name.toStdString(), text.toStdString())});
    QVERIFY(!result.ok());
    QVERIFY2(result.error().what.find(reason.toStdString()) != std::string::npos, result.error().what.c_str());
}

void TestImportCluster::tablesOfMindSporesOlderProfiler_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* text) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(text);
    };
    row("aicore_intermediate_detail", "full_kernel_name,execution_time,execution_frequency\nDefault/Cast-op1,0.25,3\n");
    row("aicore_intermediate_type", "kernel_type,total_time,execution_frequency,percent\nCast,0.5,2,1.5\n");
    row("framework_raw",
        "task_id,stream_id,block_dim,full_kernel_name,op_name,kernel_name,kernel_type,subgraph,op_info\n"
        "1,0,32,Default/Cast-op1,Cast,Cast-op1,Cast,Default,\"{\"\"a\"\": 1}\"\n");
    row("step_trace_raw", "step_num,start_point,end_point,total,fp_point,bp_point\n1,5,9,4,6,8\n");
    row("flops", "full_kernel_name, FLOPs, FLOPS, FLOPS utilization\nDefault/Cast-op1, 1, 2, 3\n");
    row("output_timeline_data", "op_name, stream_id, start_time(ms), duration(ms)\nDefault/Cast-op1,5,1.5,0.25\n");
}

void TestImportCluster::tablesOfMindSporesOlderProfiler()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    const ProfileFiles files;
    const auto result = imported({files.write("x.txt", text.toStdString())});
    QVERIFY2(result.ok(), why(result));
    const ExtraTable* const table = extra(*result->trace, name.toStdString());
    QVERIFY(table);
    QCOMPARE(table->rows, 1U);
    QCOMPARE(reportOf(*result, "x.txt")->status, FileStatus::Ok);
}

QTEST_GUILESS_MAIN(TestImportCluster)
