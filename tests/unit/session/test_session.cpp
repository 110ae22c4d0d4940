// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/session/session.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

/// The door that the command line and the window share.
class TestSession : public QObject {
    Q_OBJECT

private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void opensAndKeepsWhatItWasAskedFor();
    void detailsComeFromTheFile();
    void detailsOfATableRowComeFromTheTable();
    void detailsOfNoSlice();
    void stepsFromManyThreads();
    void previewReadsTheSmallFilesOnly();
    void previewOfAPlainTraceIsEmpty();
    void missingPathSaysWhich();
    void cancelledBeforeItStarts();
    void cacheDirectory_data();
    void cacheDirectory();

private:
    std::filesystem::path write(const std::string& name, const std::string& text) const
    {
        const std::filesystem::path path = std::filesystem::path(m_dir->path().toStdString()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    static Result<std::shared_ptr<const Session>> open(const std::filesystem::path& path)
    {
        OpenOptions options;
        options.paths = {path};
        return Session::open(options, Progress{});
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

constexpr const char* kTrace = R"([
{"ph":"X","pid":3,"tid":4,"name":"outer","ts":"10.5","dur":20,"args":{"shape":"8,16","note":"first"}},
{"ph":"X","pid":3,"tid":4,"name":"inner","ts":"12","dur":4}])";

constexpr const char* kKernels =
    "Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim,Input Shapes\n"
    "4,0,MatMul_1,MatMul,AI_CORE,1000.000,20.500,0,8,\"\"\"4,4;4,4\"\"\"\n"
    "4,0,Add_2,Add,AI_VECTOR_CORE,1030.250,5.000,9.750,8,\"\"\"4,4\"\"\"\n";

constexpr const char* kSteps =
    "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
    "Communication(Not Overlapped and Exclude Receive),Preparing\n"
    "0,4,25.5,0,0,0,9.75,35.25,0,0,3.5\n";

} // namespace

void TestSession::opensAndKeepsWhatItWasAskedFor()
{
    const std::filesystem::path path = write("plain.json", kTrace);
    const auto session = open(path);
    QVERIFY(session);
    QCOMPARE((*session)->paths().size(), std::size_t{1});
    QCOMPARE((*session)->paths().front(), path);
    QCOMPARE((*session)->trace().totals().slices, std::uint64_t{2});
    QCOMPARE((*session)->sharedTrace().get(), &(*session)->trace());
    QVERIFY((*session)->index().complete());
    QCOMPARE((*session)->files().size(), std::size_t{1});
}

void TestSession::detailsComeFromTheFile()
{
    const auto session = open(write("plain.json", kTrace));
    QVERIFY(session);
    const auto details = (*session)->details(sliceNamed((*session)->trace(), "outer"));
    QVERIFY(details);
    std::string text;
    for (const auto& [key, value] : *details)
        text += key + "=" + value + ";";
    QVERIFY2(text.find("shape=8,16;") != std::string::npos, text.c_str());
    QVERIFY2(text.find("note=first;") != std::string::npos, text.c_str());
}

void TestSession::detailsOfATableRowComeFromTheTable()
{
    const auto session =
        open(write("run_7_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", kKernels).parent_path().parent_path());
    QVERIFY(session);
    const auto details = (*session)->details(sliceNamed((*session)->trace(), "MatMul_1"));
    QVERIFY(details);
    std::string text;
    for (const auto& [key, value] : *details)
        text += key + "=" + value + ";";
    QVERIFY2(text.find("4,4;4,4") != std::string::npos, text.c_str());
}

void TestSession::detailsOfNoSlice()
{
    const auto session = open(write("plain.json", kTrace));
    QVERIFY(session);
    QVERIFY(!(*session)->details(SliceId{}));
    const auto beyond = (*session)->details(SliceId{99});
    QVERIFY(!beyond);
    QCOMPARE(beyond.error().code, ErrorCode::InvalidArgument);
}

void TestSession::stepsFromManyThreads()
{
    const auto session =
        open(write("run_7_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", kKernels).parent_path().parent_path());
    QVERIFY(session);
    std::vector<const std::vector<StepRow>*> seen(8);
    {
        std::vector<std::jthread> threads;
        for (auto& place : seen)
            threads.emplace_back([&place, &session] { place = &(*session)->steps(); });
    }
    for (const auto* rows : seen)
        QCOMPARE(rows, seen.front()); // computed once, one table for all
    QCOMPARE(seen.front()->size(), std::size_t{1});
    QCOMPARE(seen.front()->front().computing->ns, 25'500);
}

void TestSession::previewReadsTheSmallFilesOnly()
{
    const std::filesystem::path steps = write("run_7_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", kSteps);
    // Would be an error, were it read.
    write("run_7_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "[{\"ph\":\"X\",\"name\":\"cut");
    OpenOptions options;
    options.paths = {steps.parent_path().parent_path()};
    std::shared_ptr<const Trace> holder;
    const std::vector<StepRow> rows = Session::preview(options, Progress{}, &holder);
    QVERIFY(holder);
    QCOMPARE(holder->totals().slices, std::uint64_t{0});
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows.front().computing->ns, 25'500);
    QCOMPARE(rows.front().free->ns, 9'750);
    QCOMPARE(rows.front().preparing->ns, 3'500);
}

void TestSession::previewOfAPlainTraceIsEmpty()
{
    OpenOptions options;
    options.paths = {write("plain.json", kTrace)};
    QVERIFY(Session::preview(options, Progress{}, nullptr).empty());
}

void TestSession::missingPathSaysWhich()
{
    const auto session = open("/nowhere/at/all.json");
    QVERIFY(!session);
    QCOMPARE(session.error().code, ErrorCode::NotFound);
    QVERIFY(session.error().where.find("/nowhere/at/all.json") != std::string::npos);
}

void TestSession::cancelledBeforeItStarts()
{
    std::stop_source stop;
    stop.request_stop();
    OpenOptions options;
    options.paths = {write("plain.json", kTrace)};
    const auto session = Session::open(options, Progress(stop.get_token()));
    QVERIFY(!session);
    QCOMPARE(session.error().code, ErrorCode::Cancelled);
}

void TestSession::cacheDirectory_data()
{
    QTest::addColumn<QByteArray>("cache");
    QTest::addColumn<QByteArray>("home");
    QTest::addColumn<QString>("expected");
    QTest::newRow("set") << QByteArray("/data/cache") << QByteArray("/home/x") << "/data/cache/tideline";
    QTest::newRow("relative is ignored") << QByteArray("cache") << QByteArray("/home/x") << "/home/x/.cache/tideline";
    QTest::newRow("empty") << QByteArray("") << QByteArray("/home/x") << "/home/x/.cache/tideline";
}

void TestSession::cacheDirectory()
{
    QFETCH(QByteArray, cache);
    QFETCH(QByteArray, home);
    QFETCH(QString, expected);
    qputenv("XDG_CACHE_HOME", cache);
    qputenv("HOME", home);
    QCOMPARE(QString::fromStdString(defaultCacheDir().string()), expected);
}

QTEST_APPLESS_MAIN(TestSession)
#include "test_session.moc"
