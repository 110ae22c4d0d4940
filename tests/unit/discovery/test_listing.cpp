// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/import/listing/profile_listing.h"
#include "core/import/listing/reading_rates.h"
#include "tests/support/made_database.h"
#include "tests/unit/import/profile_files.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

/// What a look at a directory tells before anything of it is read.
class TestListing : public QObject {
    Q_OBJECT

private slots:
    void partsOfAJob();
    void estimates_data();
    void estimates();
    void ranks_data();
    void ranks();
    void deviceAndHost();
    void textAndDatabase();
    void databaseAlone();
    void databaseExports();
    void olderTextExports();
    void duplicateRanks();
    void plainOrAmbiguous_data();
    void plainOrAmbiguous();
    void notAnalysed();
    void notExported();
    void anyDepth();
    void loopsPipesAndDevices();
    void unreadableDirectory();
    void manyRanksAtOnce();
    void cancelled();
};

namespace {

ProfileListing listed(const fs::path& path)
{
    return listProfile({path}, {}, Progress{});
}

const ListedPart* partNamed(const ProfileListing& listing, const std::string& name)
{
    const auto found = std::find_if(listing.parts.begin(), listing.parts.end(),
                                    [&name](const ListedPart& part) { return part.path.filename() == name; });
    return found == listing.parts.end() ? nullptr : &*found;
}

void makeDatabase(const fs::path& path, std::int64_t rank = -1)
{
    fs::create_directories(path.parent_path());
    MadeDatabase database(path);
    database.makeProfileTables(Schema::First);
    if (rank >= 0)
        database.run("INSERT INTO RANK_DEVICE_MAP VALUES (" + std::to_string(rank) + ", 0)");
}

constexpr const char* kKineto = R"({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":5,"world_size":8},
"traceEvents":[{"ph":"X","name":"k","pid":0,"tid":7,"ts":1,"dur":2,"cat":"kernel"}]})";

} // namespace

void TestListing::partsOfAJob()
{
    const ProfileFiles files;
    for (const int rank : {10, 0, 2})
        files.writeRank("job/w" + std::to_string(rank) + "_ascend_pt", rank);
    files.write("job/readme.txt", "hello");
    files.write("job/notes.csv", "a,b\n1,2\n");
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.parts.size(), std::size_t(3));
    QCOMPARE(listing.chosen(), std::size_t(3));
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const ListedPart& part = listing.parts[i];
        QCOMPARE(part.rank, std::optional<std::int64_t>(std::array{0, 2, 10}[i]));
        QCOMPARE(part.path.filename().string(), "w" + std::to_string(*part.rank) + "_ascend_pt");
        QCOMPARE(part.format, std::string("torch-npu-text"));
        QVERIFY(part.state == PartState::Chosen);
        QVERIFY(part.reason.empty());
        std::uint64_t own = 0;
        for (const auto& entry : fs::recursive_directory_iterator(part.path))
            own += entry.is_regular_file() ? entry.file_size() : 0;
        QCOMPARE(part.bytes, own);
        bytes += own;
    }
    QCOMPARE(listing.bytes(), bytes);
    QCOMPARE(listing.passedOver, std::uint64_t(1)); // the table; the text is no candidate
}

void TestListing::estimates_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("seconds"); // for 9 GB
    QTest::newRow("trace") << "trace_view.json" << 20.0;
    QTest::newRow("packed trace") << "trace_view.json.gz" << 200.0;
    QTest::newRow("table") << "kernel_details.csv" << 45.0;
    QTest::newRow("database") << "ascend_pytorch_profiler_0.db" << 90.0;
}

void TestListing::estimates()
{
    QFETCH(QString, name);
    QFETCH(double, seconds);
    QCOMPARE(readingSeconds(name.toStdString(), 9'000'000'000), seconds);
    const ProfileFiles files;
    const fs::path rank = files.writeRank("r_ascend_pt", 0);
    const double before = listed(rank).seconds();
    QVERIFY(before > 0);
    // A file without blocks: as large as it says, and no byte of it is read.
    fs::resize_file(rank / "ASCEND_PROFILER_OUTPUT/trace_view.json", 80'000'000'000);
    const ProfileListing large = listed(rank);
    QVERIFY(large.bytes() > 80'000'000'000);
    QVERIFY(large.seconds() > 150 && large.seconds() < 250);
}

void TestListing::ranks_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("rank"); // -1: unknown
    QTest::newRow("name of profiler_info") << "numbered" << 12;
    QTest::newRow("rank_id as a number") << "number" << 7;
    QTest::newRow("rank_id as a text") << "text" << 8;
    QTest::newRow("nothing") << "nothing" << -1;
    QTest::newRow("distributedInfo") << "kineto" << 5;
    QTest::newRow("name of the database") << "database name" << 3;
    QTest::newRow("RANK_DEVICE_MAP") << "database map" << 6;
    QTest::newRow("name of a database beside") << "beside" << 9;
}

void TestListing::ranks()
{
    QFETCH(QString, kind);
    const std::string how = kind.toStdString();
    QFETCH(int, rank);
    const ProfileFiles files;
    const auto torch = [&files](const char* info, const char* text) {
        files.write("w/ASCEND_PROFILER_OUTPUT/trace_view.json", ProfileFiles::timeline());
        if (info)
            files.write(std::string("w/") + info, text);
    };
    if (how == "numbered")
        torch("profiler_info_12.json", R"({"rank_id":"99"})");
    else if (how == "number")
        torch("profiler_info.json", R"({"rank_id":7})");
    else if (how == "text")
        torch("profiler_info.json", R"({"rank_id":"8"})");
    else if (how == "nothing")
        torch(nullptr, nullptr);
    else if (how == "kineto")
        files.write("w/some.json", kKineto);
    else if (how == "database name")
        makeDatabase(files.root() / "w/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_3.db");
    else if (how == "database map")
        makeDatabase(files.root() / "w/msprof_20250101120000.db", 6);
    else
        torch("profiler_info.json", "{}"), files.write("w/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_9.db", "x");
    const ProfileListing listing = listed(files.root());
    QVERIFY(!listing.parts.empty());
    QCOMPARE(listing.parts.front().rank.value_or(-1), std::int64_t(rank));
}

void TestListing::deviceAndHost()
{
    const ProfileFiles files;
    const fs::path rank = files.writeRank("node-7_4711_20250809121314_ascend_pt", 2);
    files.write(rank / "PROF_000001_20250809_AAAA/device_4/data/x", "");
    const ProfileListing listing = listed(rank);
    QCOMPARE(listing.parts.front().host, std::string("node-7"));
    QCOMPARE(listing.parts.front().device, std::optional<std::int64_t>(4));
    files.write(rank / "PROF_000001_20250809_AAAA/device_5/data/x", "");
    QVERIFY(!listed(rank).parts.front().device); // it might be either
}

void TestListing::textAndDatabase()
{
    const ProfileFiles files;
    const fs::path rank = files.writeRank("r_ascend_pt", 0);
    const std::uint64_t textBytes = listed(rank).bytes();
    makeDatabase(rank / "ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
    const ProfileListing listing = listed(rank);
    QCOMPARE(listing.parts.size(), std::size_t(2));
    QCOMPARE(listing.bytes(), textBytes);
    QCOMPARE(listing.parts[0].format, std::string("torch-npu-text"));
    const ListedPart* database = partNamed(listing, "ascend_pytorch_profiler_0.db");
    QVERIFY(database);
    QVERIFY(database->state == PartState::NotChosen);
    QCOMPARE(database->format, std::string("torch-npu-db"));
    QCOMPARE(database->rank, std::optional<std::int64_t>(0));
    QVERIFY(database->opensAlone);
    QVERIFY(database->reason.find("text") != std::string::npos);
    QVERIFY(!listing.isAmbiguous()); // every newer capture has both: no question
}

void TestListing::databaseAlone()
{
    const ProfileFiles files;
    makeDatabase(files.root() / "r_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
    files.write("r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", ProfileFiles::kernelTable());
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.parts.size(), std::size_t(1));
    QCOMPARE(listing.parts[0].format, std::string("torch-npu-db"));
    // The kernels are in the database as well.
    QCOMPARE(listing.bytes(),
             fs::file_size(files.root() / "r_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"));
    QVERIFY(!listing.isAmbiguous());
}

void TestListing::databaseExports()
{
    const ProfileFiles files;
    for (const char* stamp : {"20250101120000", "20250301120000", "20250201120000"})
        makeDatabase(files.root() / (std::string("job/msprof_") + stamp + ".db"));
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.chosen(), std::size_t(1));
    QCOMPARE(listing.parts.size(), std::size_t(3));
    QCOMPARE(listing.parts[0].path.filename().string(), std::string("msprof_20250301120000.db"));
    for (std::size_t i = 1; i < 3; ++i) {
        QVERIFY(listing.parts[i].state == PartState::NotChosen);
        QVERIFY(listing.parts[i].reason.find("msprof_20250301120000.db") != std::string::npos);
    }
    QVERIFY(listing.isAmbiguous());
}

void TestListing::olderTextExports()
{
    const ProfileFiles files;
    const fs::path capture = "PROF_000001_20250809121314_ABCDEF";
    const fs::path output = capture / "mindstudio_profiler_output";
    const std::string table = "Device_id,Model Name,Op Name,OP Type,Task Start Time(us),Task Duration(us)\n";
    for (const char* stamp : {"20250809121314", "20250810121314"}) {
        files.write(output / ("msprof_" + std::string(stamp) + ".json"), ProfileFiles::timeline());
        files.write(output / ("op_summary_" + std::string(stamp) + ".csv"), table);
    }
    files.write(capture / "device_3/data/x", "");
    makeDatabase(files.root() / capture / "msprof_20250810121314.db");
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.chosen(), std::size_t(1));
    QCOMPARE(listing.parts.size(), std::size_t(3));
    QCOMPARE(listing.parts[0].path, files.root() / capture);
    QCOMPARE(listing.parts[0].device, std::optional<std::int64_t>(3));
    QCOMPARE(listing.parts[0].bytes, std::uint64_t(ProfileFiles::timeline().size() + table.size()));
    const ListedPart* older = partNamed(listing, "msprof_20250809121314.json");
    QVERIFY(older && older->state == PartState::NotChosen && !older->opensAlone);
    QVERIFY(older->reason.find("20250810121314") != std::string::npos);
    QCOMPARE(older->bytes, listing.parts[0].bytes);
    const ListedPart* database = partNamed(listing, "msprof_20250810121314.db");
    QVERIFY(database && database->state == PartState::NotChosen && database->opensAlone);
    QCOMPARE(database->format, std::string("msprof-db"));
    // What the import then does is what was said.
    const auto result = imported({files.root()});
    QVERIFY(result.ok());
    QCOMPARE(result->trace->slices().size(), std::uint32_t(4));
    QVERIFY(reportOf(*result, "msprof_20250810121314.json")->status == FileStatus::Ok);
    QVERIFY(reportOf(*result, "msprof_20250809121314.json")->status != FileStatus::Ok);
}

void TestListing::duplicateRanks()
{
    const ProfileFiles files;
    files.writeRank("a_ascend_pt", 1);
    files.writeRank("b_ascend_pt", 1);
    files.writeRank("c_ascend_pt", 2);
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.chosen(), std::size_t(3));
    QVERIFY(listing.parts[0].reason.find("rank 1 is claimed by 2") != std::string::npos);
    QCOMPARE(listing.parts[0].reason, listing.parts[1].reason);
    QVERIFY(listing.parts[2].reason.empty());
    QVERIFY(listing.isAmbiguous());
}

void TestListing::plainOrAmbiguous_data()
{
    QTest::addColumn<QStringList>("names"); // of ranks 0, 1, …, or of traces
    QTest::addColumn<bool>("ambiguous");
    QTest::newRow("one rank") << QStringList{u"a_ascend_pt"_s} << false;
    QTest::newRow("many ranks") << QStringList{u"a_ascend_pt"_s, u"b_ascend_pt"_s, u"c_ascend_pt"_s} << false;
    QTest::newRow("one trace") << QStringList{u"x.json"_s} << false;
    QTest::newRow("traces of no rank") << QStringList{u"x.json"_s, u"y.json"_s} << true;
    QTest::newRow("traces named by rank") << QStringList{u"rank0.json"_s, u"rank1.json"_s} << false;
    QTest::newRow("a rank and a trace") << QStringList{u"a_ascend_pt"_s, u"rank5.json"_s} << true;
}

void TestListing::plainOrAmbiguous()
{
    QFETCH(QStringList, names);
    QFETCH(bool, ambiguous);
    const ProfileFiles files;
    int rank = 0;
    std::vector<fs::path> paths;
    for (const QString& name : names) {
        if (name.endsWith(u"_ascend_pt"_s))
            paths.push_back(files.writeRank("job/" + name.toStdString(), rank++));
        else
            paths.push_back(files.write("job/" + name.toStdString(), ProfileFiles::timeline()));
    }
    QCOMPARE(listed(files.root()).isAmbiguous(), ambiguous);
    const bool onlyFiles = rank == 0;
    if (onlyFiles) // each of them was named: nothing to ask
        QVERIFY(!listProfile(paths, {}, Progress{}).isAmbiguous());
}

void TestListing::notAnalysed()
{
    const ProfileFiles files;
    files.write("it's_1_20250809_ascend_pt/FRAMEWORK/torch.op_range", "x");
    files.write("it's_1_20250809_ascend_pt/PROF_000001_20250809_AAAA/host/data/x", "");
    files.writeRank("good_ascend_pt", 1);
    const ProfileListing listing = listed(files.root());
    const ListedPart* raw = partNamed(listing, "it's_1_20250809_ascend_pt");
    QVERIFY(raw);
    QVERIFY(raw->state == PartState::NotAnalysed);
    QVERIFY(raw->reason.find("analyse(\"" + raw->path.string() + "\")") != std::string::npos);
    QCOMPARE(listing.chosen(), std::size_t(1));
    QVERIFY(listing.isAmbiguous());
}

void TestListing::notExported()
{
    const ProfileFiles files;
    files.write("it's/PROF_000001_20250809121314_ABCDEF/host/data/x", "");
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.parts.size(), std::size_t(1));
    QVERIFY(listing.parts[0].state == PartState::NotAnalysed);
    const std::string root = files.root().string();
    QVERIFY2(listing.parts[0].reason.find("msprof --export=on --output='" + root
                                          + "/it'\\''s/PROF_000001_20250809121314_ABCDEF'")
                 != std::string::npos,
             listing.parts[0].reason.c_str());
    files.write("it's/PROF_000001_20250809121314_ABCDEF/mindstudio_profiler_output/msprof_20250809121314.json",
                ProfileFiles::timeline());
    const ProfileListing exported = listed(files.root());
    QVERIFY(exported.parts[0].state == PartState::Chosen);
}

void TestListing::anyDepth()
{
    const ProfileFiles files;
    fs::path deep;
    for (int i = 0; i < 300; ++i)
        deep /= "d" + std::to_string(i);
    files.writeRank(deep / "r_ascend_pt", 4);
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.parts.size(), std::size_t(1));
    QCOMPARE(listing.parts[0].rank, std::optional<std::int64_t>(4));
}

void TestListing::loopsPipesAndDevices()
{
    const ProfileFiles files;
    const fs::path rank = files.writeRank("job/a_ascend_pt", 0);
    fs::create_directory_symlink(files.root(), files.root() / "job/loop");
    fs::create_directory_symlink(rank, files.root() / "job/z_ascend_pt");
    for (const char* name : {"job/pipe.json", "job/pipe.db", "job/a_ascend_pt/ASCEND_PROFILER_OUTPUT/pipe.csv",
                             "job/bare/pipe.csv", "job/a_ascend_pt/ASCEND_PROFILER_OUTPUT/msprof_1.db"}) {
        fs::create_directories((files.root() / name).parent_path());
        QCOMPARE(::mkfifo((files.root() / name).c_str(), 0600), 0);
    }
    if (::geteuid() == 0) // a device that exists nowhere: opening it fails
        static_cast<void>(::mknod((files.root() / "job/device.json").c_str(), S_IFCHR | 0600, makedev(240, 240)));
    const ProfileListing listing = listed(files.root());
    QCOMPARE(listing.parts.size(), std::size_t(1));
    QVERIFY(listing.parts[0].state == PartState::Chosen);
    QVERIFY(listing.passedOver >= 3);
}

void TestListing::unreadableDirectory()
{
    if (::geteuid() == 0)
        QSKIP("this user may read every directory");
    const ProfileFiles files;
    files.writeRank("job/a_ascend_pt", 0);
    fs::create_directories(files.root() / "job/locked");
    fs::permissions(files.root() / "job/locked", fs::perms::none);
    const ProfileListing listing = listed(files.root());
    fs::permissions(files.root() / "job/locked", fs::perms::owner_all);
    QCOMPARE(listing.parts.size(), std::size_t(2));
    QVERIFY(listing.parts[1].state == PartState::Unreadable);
    QCOMPARE(listing.parts[1].path.filename().string(), std::string("locked"));
}

void TestListing::manyRanksAtOnce()
{
    constexpr int kRanks = 1024;
    const ProfileFiles files;
    for (int rank = 0; rank < kRanks; ++rank) {
        const fs::path name = "job/node_" + std::to_string(rank) + "_20250809121314_ascend_pt";
        files.write(name / ("profiler_info_" + std::to_string(rank) + ".json"), "{}");
        files.write(name / "ASCEND_PROFILER_OUTPUT/trace_view.json", "[]");
        files.write(name / "ASCEND_PROFILER_OUTPUT/kernel_details.csv", "Name,Type,Start Time(us),Duration(us)\n");
        files.write(name / "ASCEND_PROFILER_OUTPUT/step_trace_time.csv", "Step,Computing\n");
    }
    QElapsedTimer clock;
    clock.start();
    const ProfileListing listing = listed(files.root());
    qInfo("%d ranks listed in %lld ms", kRanks, static_cast<long long>(clock.elapsed()));
    QVERIFY(clock.elapsed() < 3000); // about 0.3 s where nothing else runs
    QCOMPARE(listing.chosen(), std::size_t(kRanks));
    QCOMPARE(listing.parts.back().rank, std::optional<std::int64_t>(kRanks - 1));
    QVERIFY(!listing.isAmbiguous());
}

void TestListing::cancelled()
{
    const ProfileFiles files;
    files.writeRank("a_ascend_pt", 0);
    files.writeRank("b_ascend_pt", 1);
    std::stop_source stop;
    int visited = 0;
    const Progress progress(stop.get_token(), [&](const ProgressUpdate& update) {
        QVERIFY(update.stage == Stage::Discover);
        ++visited;
        stop.request_stop();
    });
    QVERIFY(listProfile({files.root()}, {}, progress).cancelled);
    QCOMPARE(visited, 1);
}

QTEST_GUILESS_MAIN(TestListing)
#include "test_listing.moc"
