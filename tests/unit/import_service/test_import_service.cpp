// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_import_service.h"

#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/import/service/service_table.h"
#include "tests/support/made_database.h"
#include "tests/unit/import/profile_files.h"

using namespace tideline;
using namespace tideline::test;

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
/// 2023-11-14 22:13:20 UTC.
constexpr std::int64_t kBegin = 1'700'000'000 * kSecond;

const std::string kRequests =
    "http_rid,start_time(ms),recv_token_size,reply_token_size,execution_time(ms),queue_wait_time(ms),"
    "first_token_latency(ms)\n"
    "a1,1700000000000,10,5,250.5,2.25,40.125\n"
    "a2,1700000000100,20,6,300,1,\n";
const std::string kBatches =
    "name,res_list,start_time(ms),end_time(ms),batch_size,batch_type,during_time(ms),dp_rank\n"
    "BatchSchedule,\"[{'rid': 'a1', 'iter': 0}]\",1700000000001,1700000000002,1,Prefill,0.75,0\n"
    "modelExec,\"[{'rid': 'a1', 'iter': 0}]\",1700000000002,1700000000012,1,Prefill,,0\n"
    "modelExec,\"[{'rid': 'a1', 'iter': 1}]\",1700000000013,1700000000020,1,Decode,7.5,<NA>\n";
const std::string kCache = "domain,rid,timestamp(ms),name,device_kvcache_left\n"
                           "KVCache,a1,1700000000001,Allocate,1217\n"
                           "KVCache,a1,1700000000020,Free,1218\n";
const std::string kTrace =
    R"({"traceEvents":[{"ph":"X","name":"httpReq","pid":7,"tid":"http","ts":1700000000000000,"dur":20,"args":{}},)"
    R"({"ph":"X","name":"modelExec","pid":7,"tid":"modelExec","ts":1700000000002000,"dur":9,"args":{}},)"
    R"({"ph":"C","name":"KVCache","pid":7,"tid":"KVCache","ts":1700000000001000,"args":{"Device Block":1217}},)"
    R"({"ph":"M","name":"thread_sort_index","pid":7,"tid":"http","args":{"sort_index":0}}]})";

const char* why(const Result<ImportResult>& result)
{
    static std::string text;
    text = result ? std::string() : result.error().text();
    return text.c_str();
}

const ExtraTable* extra(const Trace& trace, const std::string& name)
{
    for (const ExtraTable& table : trace.extraTables()) {
        if (table.name == name)
            return &table;
    }
    return nullptr;
}

/// "track: name start length, …" with ns since the begin, in the order of the tracks.
QString slicesOf(const Trace& trace)
{
    std::string out;
    for (const TrackInfo& track : trace.tracks()) {
        out += (out.empty() ? "" : "; ") + track.name + ":";
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row)
            out += " " + std::string(trace.text(trace.slices().name.at(row))) + " "
                   + std::to_string(trace.slices().start.at(row).ns - kBegin) + " "
                   + std::to_string(trace.slices().duration.at(row).ns);
    }
    return QString::fromStdString(out);
}

const CounterInfo* counter(const Trace& trace, const std::string& name, const std::string& series)
{
    for (const CounterInfo& counter : trace.counters()) {
        if (counter.name == name && counter.series == series)
            return &counter;
    }
    return nullptr;
}

void makeDatabase(const fs::path& path)
{
    fs::create_directories(path.parent_path());
    MadeDatabase(path).run(
        "CREATE TABLE data_table (id INTEGER PRIMARY KEY, name TEXT, view_name TEXT);"
        "INSERT INTO data_table VALUES (1, 'batch_info', 'batch_info');"
        "CREATE TABLE batch (name TEXT, res_list TEXT, start_time REAL, end_time REAL, batch_size REAL, batch_type "
        "TEXT,"
        "during_time REAL);"
        "INSERT INTO batch VALUES ('modelExec','[]',1700000000001.0,1700000000003.0,1.0,'Prefill',1.5);"
        "CREATE TABLE kvcache (rid TEXT, name TEXT, real_start_time TEXT, device_kvcache_left REAL, kvcache_usage_rate "
        "REAL);"
        "INSERT INTO kvcache VALUES ('0','Allocate','2023-11-14 22:13:20:500000',1217.0,0.25),"
        "('0','Free','never',1217.0,0.25);"
        "CREATE TABLE request_status (timestamp TEXT, WAITING INTEGER, PENDING INTEGER, RUNNING INTEGER);"
        "INSERT INTO request_status VALUES ('2023-11-14 22:13:21.5', 3, NULL, 1);"
        "CREATE TABLE req_latency (timestamp TEXT, avg REAL, p50 REAL, p90 REAL, p99 REAL);"
        "INSERT INTO req_latency VALUES ('2023-11-14 22:13:22:000000', 10, 9, 12, 20);"
        "CREATE TABLE batch_exec (batch_id INTEGER, pid INTEGER);"
        "INSERT INTO batch_exec VALUES (1, 2), (2, 2)");
}

} // namespace

void TestImportService::tablesOfUnits_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("cell");
    QTest::addColumn<qint64>("ns"); // 0: no time
    const auto row = [](const char* name, const char* column, const char* cell, std::int64_t ns) {
        QTest::newRow(name) << QString::fromLatin1(column) << QString::fromLatin1(cell) << qint64(ns);
    };
    row("ms", "start_time(ms)", "1700000000000.25", kBegin + 250'000);
    row("us", "start_time(us)", "1700000000000000.5", kBegin + 500);
    row("microseconds", "start_time(microsecond)", "1700000000000001", kBegin + 1000);
    row("exponent", "start_time(microsecond)", "1.7e15", kBegin);
    row("no unit, ms", "start_time", "1700000000000.0", kBegin);
    row("no unit, us", "start_time", "1700000000000001", kBegin + 1000);
    row("no unit, ns", "start_time", "1700000000000000001", kBegin + 1);
    row("date", "start_time", "2023-11-14 22:13:20:410383", kBegin + 410'383'000);
    row("date with a unit", "start_time(ms)", "2023-11-14 22:13:20.410", kBegin + 410'000'000);
    row("date with T", "start_time", "2023-11-14T22:13:20", kBegin);
    row("word", "start_time(ms)", "soon", 0);
    row("empty", "start_time(ms)", "", 0);
    row("NaN", "start_time(ms)", "NaN", 0);
    row("no such day", "start_time", "2023-02-30 00:00:00", 0);
    row("no such hour", "start_time", "2023-11-14 25:00:00", 0);
    row("before 1970", "start_time", "1969-11-14 22:13:20", 0);
    row("half a date", "start_time", "2023-11-14", 0);
    row("other marks", "start_time", "2023/11/14 22:13:20", 0);
    row("no fraction behind", "start_time", "2023-11-14 22:13:20:x", 0);
}

void TestImportService::tablesOfUnits()
{
    QFETCH(QString, column);
    QFETCH(QString, cell);
    QFETCH(qint64, ns);
    const ServiceTime time({"other", column.toStdString()}, {"absent", "start_time"});
    QCOMPARE(time.column(), 1);
    QCOMPARE(time.instant(cell.toStdString()).value_or(0), std::int64_t(ns));
}

void TestImportService::requestsOnTheTimeline()
{
    const ProfileFiles files;
    const auto result = imported({files.write("request.csv", kRequests)});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(slicesOf(trace), QStringLiteral("Requests: request a1 0 250500000 request a2 100000000 300000000"));
    QCOMPARE(trace.instants().size(), 1U); // a2 has no first token
    QCOMPARE(trace.instants().time.at(0).ns, kBegin + 40'125'000);
    const ExtraTable* const table = extra(trace, "request");
    QVERIFY(table);
    QCOMPARE(table->rows, 2U);
    QVERIFY(std::any_of(table->fields.begin(), table->fields.end(), [](const ExtraTable::Field& field) {
        return field.name == "queue_wait_time(ms)" && field.numeric && field.numbers.at(0) == 2.25;
    }));
    QCOMPARE(reportOf(*result, "request.csv")->status, FileStatus::Ok);
    QCOMPARE(reportOf(*result, "request.csv")->note, std::string(kFromDocumentation));
    QCOMPARE(trace.ranks().front().format, std::string("service-profiler"));
    QCOMPARE(trace.totals().first->ns, kBegin);
    QCOMPARE(trace.totals().last->ns, kBegin + 400'000'000);
}

void TestImportService::batchesOnTheirTracks()
{
    const ProfileFiles files;
    const auto result = imported({files.write("any name.csv", kBatches)});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(slicesOf(*result->trace),
             QStringLiteral("BatchSchedule DP 0: BatchSchedule Prefill 1000000 750000; modelExec: modelExec Decode "
                            "13000000 7500000; modelExec DP 0: modelExec Prefill 2000000 10000000"));
    QCOMPARE(extra(*result->trace, "batch")->rows, 3U);
}

void TestImportService::otherSlices_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("slices");
    const auto row = [](const char* name, const char* text, const char* slices) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(slices);
    };
    row("forward",
        "name,relative_start_time(ms),start_time(ms),end_time(ms),during_time(ms),bubble_time(ms),batch_size,batch_"
        "type,"
        "forward_iter,dp_rank,prof_id,hostname\nforward,0.0,1700000000000,1700000000002,1.5,,1,Decode,1,0,3,node\n",
        "forward node 3: Decode 0 1500000");
    row("spans",
        "span_name,start_datetime,end_datetime,during_time(ms),hostname,pid\n"
        "execute,2023-11-14 22:13:20:000001,2023-11-14 22:13:20:000002,0.001,node,12\n",
        "execute node 12: execute 1000 1000");
    row("pulled cache",
        "domain,rank,rid,block_tables,seq_len,during_time(ms),start_time(ms),end_time(ms)\n"
        "PullKVCache,2,a1,[1],128,2.5,1700000000000,1700000000002\n",
        "PullKVCache device 2: request a1 0 2500000");
    row("microseconds",
        "name,res_list,start_time(microsecond),end_time(microsecond),batch_size,batch_type,during_time(microsecond)\n"
        "modelExec,[],1700000000000001,1700000000000003,1,,2\n",
        "modelExec: modelExec 1000 2000");
}

void TestImportService::otherSlices()
{
    QFETCH(QString, text);
    QFETCH(QString, slices);
    const ProfileFiles files;
    const auto result = imported({files.write("x.csv", text.toStdString())});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(slicesOf(*result->trace), slices);
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(0));
}

void TestImportService::figuresOverTime()
{
    const ProfileFiles files;
    const auto result = imported({files.write("kvcache.csv", kCache)});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    const CounterInfo* const left = counter(trace, "kvcache", "device_kvcache_left");
    QVERIFY(left);
    QCOMPARE(left->samples.size(), 2U);
    QCOMPARE(left->unit, std::string("blocks"));
    QCOMPARE(left->max, 1218.0);
    QCOMPARE(trace.samples().time.at(left->samples.first).ns, kBegin + 1'000'000);
    QCOMPARE(trace.counters().size(), std::size_t(1));
    const auto newer = imported({files.write(
        "newer.csv", "rid,name,start_time,total_blocks,used_blocks,free_blocks,kvcache_usage_rate\n"
                     ",allocate,2023-11-14 22:13:20.000,100,25,75,0.25\n,free,2023-11-14 22:13:20.100,100,,75,NaN\n")});
    QVERIFY2(newer.ok(), why(newer));
    QCOMPARE(counter(*newer->trace, "kvcache", "used_blocks")->samples.size(), 1U); // a gap is no sample
    QCOMPARE(counter(*newer->trace, "kvcache", "kvcache_usage_rate")->max, 0.25);
    QCOMPARE(newer->trace->counters().size(), std::size_t(4));
}

void TestImportService::tablesWithoutATimeline_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* text) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(text);
    };
    row("coordinator", "time,address,node_type,add_count,end_count,running_count\n1,10.0.0.1:80,prefill,1,0,1\n");
    row("spec_decode", "rid,iter,prof_id,spec_tokens,accepted_tokens,accepted_ratio\na,1,2,4,3,0.75\n");
    row("moe_analysis", "Dataset,Mean,CI Lower,CI Upper\n12,1.5,1,2\n");
    row("pd_split_communication", "rid,http_req_time(ms),send_request_time(ms),prefill_res_time(ms)\na,1,2,3\n");
}

void TestImportService::tablesWithoutATimeline()
{
    QFETCH(QString, name);
    QFETCH(QString, text);
    const ProfileFiles files;
    const auto result = imported({files.write("x.csv", text.toStdString())});
    QVERIFY2(result.ok(), why(result));
    QVERIFY(extra(*result->trace, name.toStdString()));
    QCOMPARE(result->trace->slices().size(), 0U);
    QCOMPARE(reportOf(*result, "x.csv")->status, FileStatus::Ok);
}

void TestImportService::traceWithTables()
{
    const ProfileFiles files;
    files.write("output/chrome_tracing.json", kTrace);
    files.write("output/request.csv", kRequests);
    files.write("output/batch.csv", kBatches);
    files.write("output/kvcache.csv", kCache);
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(trace.ranks().size(), std::size_t(1));
    QCOMPARE(trace.slices().size(), 2U); // of the trace alone: the tables say the same again
    QCOMPARE(trace.counters().size(), std::size_t(1));
    for (const char* name : {"request", "batch", "kvcache"})
        QVERIFY2(extra(trace, name), name);
    for (const FileReport& file : result->files)
        QCOMPARE(file.note, std::string(kFromDocumentation));
    QCOMPARE(result->files.size(), std::size_t(4));
}

void TestImportService::directoryWithoutATrace()
{
    const ProfileFiles files;
    files.write("output/request.csv", kRequests);
    files.write("output/batch.csv", kBatches);
    files.write("output/span_info/BatchSchedule.csv",
                "span_name,start_datetime,end_datetime,during_time(ms),hostname,pid\n"
                "BatchSchedule,2023-11-14 22:13:20:000001,2023-11-14 22:13:20:000002,0.001,node,12\n");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->slices().size(), 6U);
    QVERIFY(extra(*result->trace, "BatchSchedule"));
}

void TestImportService::damagedTrace()
{
    const ProfileFiles files;
    files.write("output/chrome_tracing.json", "");
    files.write("output/request.csv", kRequests);
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->slices().size(), 2U);
    QCOMPARE(reportOf(*result, "chrome_tracing.json")->reason, std::string("empty file"));
    QCOMPARE(result->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(1));
    files.write("output/chrome_tracing.json", kTrace.substr(0, 150)); // one event, then the end
    const auto cut = imported({files.root()});
    QVERIFY2(cut.ok(), why(cut));
    QCOMPARE(reportOf(*cut, "chrome_tracing.json")->status, FileStatus::Partial);
}

void TestImportService::databaseAlone()
{
    const ProfileFiles files;
    const fs::path path = files.root() / "renamed.db";
    makeDatabase(path);
    const auto result = imported({path});
    QVERIFY2(result.ok(), why(result));
    const Trace& trace = *result->trace;
    QCOMPARE(slicesOf(trace), QStringLiteral("modelExec: modelExec Prefill 1000000 1500000"));
    const CounterInfo* const rate = counter(trace, "kvcache", "kvcache_usage_rate");
    QVERIFY(rate);
    QCOMPARE(rate->samples.size(), 1U);
    QCOMPARE(trace.samples().time.at(rate->samples.first).ns, kBegin + 500'000'000);
    QCOMPARE(result->issues.countOf(IssueKind::BadRow), std::uint64_t(1)); // "never"
    QCOMPARE(counter(trace, "request_status", "WAITING")->max, 3.0);
    QVERIFY(!counter(trace, "request_status", "PENDING"));
    QCOMPARE(counter(trace, "req_latency", "p99")->max, 20.0);
    QCOMPARE(extra(trace, "kvcache")->rows, 2U);
    const auto report = reportOf(*result, "renamed.db");
    QCOMPARE(report->note, std::string(kFromDocumentation));
    QVERIFY(std::any_of(report->tables.begin(), report->tables.end(), [](const TableRows& table) {
        return table.name == "batch_exec" && table.rows == std::uint64_t(2);
    }));
}

void TestImportService::textAndDatabase()
{
    const ProfileFiles files;
    files.write("output/batch.csv", kBatches);
    makeDatabase(files.root() / "output/profiler.db");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->slices().size(), 3U); // the batches of the text, not of both
    QVERIFY(counter(*result->trace, "kvcache", "kvcache_usage_rate"));
    const ProfileFiles onlyDatabase;
    makeDatabase(onlyDatabase.root() / "output/profiler.db");
    onlyDatabase.write("output/chrome_tracing.json", kTrace);
    const auto traced = imported({onlyDatabase.root()});
    QVERIFY2(traced.ok(), why(traced));
    QCOMPARE(traced->trace->slices().size(), 2U);
    QVERIFY(extra(*traced->trace, "batch"));
}

void TestImportService::damagedTables_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("slices");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const std::string& text, int slices, FileStatus status) {
        QTest::newRow(name) << QString::fromStdString(text) << slices << int(status);
    };
    const std::string title = kRequests.substr(0, kRequests.find('\n') + 1);
    row("header only", title, 0, FileStatus::Ok);
    row("no start", title + "a,,1,1,5,1,1\nb,1700000000000,1,1,5,1,1\n", 1, FileStatus::Partial);
    row("NaN start", title + "a,NaN,1,1,5,1,1\n", 0, FileStatus::Partial);
    row("NaN length", title + "a,1700000000000,1,1,NaN,1,1\n", 1, FileStatus::Ok);
    row("negative length", title + "a,1700000000000,1,1,-5,1,-1\n", 1, FileStatus::Ok);
    row("fields", title + "a,1700000000000,1\nb,1700000000000,1,1,5,1,1\n", 1, FileStatus::Partial);
    row("out of range", title + "a,9e300,1,1,5,1,1\n", 0, FileStatus::Partial);
    row("bad characters", title + "\xFF\xFE,1700000000000,1,1,5,1,1\n", 1, FileStatus::Ok);
    row("open quote", title + "\"a,1700000000000,1,1,5,1,1\n", 0, FileStatus::Partial);
}

void TestImportService::damagedTables()
{
    QFETCH(QString, text);
    QFETCH(int, slices);
    QFETCH(int, status);
    const ProfileFiles files;
    const auto result = imported({files.write("request.csv", text.toStdString())});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(slices));
    QCOMPARE(int(reportOf(*result, "request.csv")->status), status);
}

void TestImportService::whatElseLiesThere()
{
    const ProfileFiles files;
    files.write("output/request.csv", kRequests);
    files.write("output/batch.csv", "");
    files.write("output/other.csv", "a,b\n1,2\n");
    files.write("output/node_eplb_0_summed_hot_map_by_rank.png", "x");
    files.write("output/PROF_000001_20250101000000000_ABCDEF/x.txt", "x");
    MadeDatabase(files.root() / "output/foreign.db").run("CREATE TABLE a (b); INSERT INTO a VALUES (1)");
    const auto result = imported({files.root()});
    QVERIFY2(result.ok(), why(result));
    QCOMPARE(reportOf(*result, "batch.csv")->reason, std::string("empty file"));
    QCOMPARE(reportOf(*result, "other.csv")->status, FileStatus::Unsupported);
    QCOMPARE(reportOf(*result, "node_eplb_0_summed_hot_map_by_rank.png")->status, FileStatus::Skipped);
    QVERIFY(reportOf(*result, "PROF_000001_20250101000000000_ABCDEF")->reason.find("open it itself")
            != std::string::npos);
    QCOMPARE(reportOf(*result, "foreign.db")->status, FileStatus::Unsupported);
    QCOMPARE(result->files.size(), std::size_t(6));
}

void TestImportService::nothingReadable()
{
    const ProfileFiles files;
    makeDatabase(files.root() / "output/profiler.db");
    const fs::path path = files.root() / "output/profiler.db";
    fs::resize_file(path, 300);
    const auto result = imported({files.root()});
    QVERIFY(!result.ok());
    const auto empty = imported({files.write("request.csv", "")});
    QVERIFY(!empty.ok());
    QVERIFY(empty.error().what.find("empty file") != std::string::npos);
}

void TestImportService::otherTablesAreNotMistaken_data()
{
    QTest::addColumn<QString>("header");
    QTest::newRow("kernels") << "Name,Type,Start Time(us),Duration(us)";
    QTest::newRow("steps") << "Step,Computing,Communication(Not Overlapped),Free";
    QTest::newRow("memory") << "Component,Timestamp(us),Total Allocated(MB)";
    QTest::newRow("names alone") << "name,start_time(ms),end_time(ms)";
    QTest::newRow("nothing") << "";
}

void TestImportService::otherTablesAreNotMistaken()
{
    QFETCH(QString, header);
    std::vector<std::string> names;
    for (const QString& name : header.split(u','))
        names.push_back(name.toStdString());
    QVERIFY(!serviceTable(names));
}

QTEST_GUILESS_MAIN(TestImportService)
