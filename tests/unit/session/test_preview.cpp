// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

#include "core/session/preview.h"
#include "tests/support/made_database.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

const std::string kStepHeader =
    "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
    "Communication(Not Overlapped and Exclude Receive),Preparing\n";

const std::string kOperation =
    "{\"step1\": {\"p2p\": {}, \"collective\": {\"hcom_allReduce__7_0_1@77\": {\"Communication Time Info\": "
    "{\"Start Timestamp(us)\": 1.0, \"Elapse Time(ms)\": 10, \"Transit Time(ms)\": 1, \"Wait Time(ms)\": 9, "
    "\"Synchronization Time(ms)\": 9, \"Idle Time(ms)\": 0}, \"Communication Bandwidth Info\": {}}}}}";

const std::string kKernels = "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n"
                             "1,a,MatMul,AI_CORE,1000.000,20.000,0\n1,b,MatMul,AI_CORE,1040.000,60.000,0\n";

} // namespace

/// What a job says before its timelines are read.
class TestPreview : public QObject {
    Q_OBJECT

private slots:
    void init();
    void verdictAndSlowestRank();
    void sameWithOneThreadAndMany();
    void kernelsWithoutStepTimes();
    void databaseAlone();
    void timelinesAreNotRead();
    void damagedFilesCostOnlyThemselves();
    void partsLeftOut();
    void nothingThere();
    void cancelled();

private:
    std::filesystem::path output(int rank) const
    {
        return job() / ("n_" + std::to_string(rank) + "_2026_ascend_pt") / "ASCEND_PROFILER_OUTPUT";
    }
    std::filesystem::path job() const { return m_folder->path().toStdString(); }
    void write(int rank, const char* name, const std::string& text) const
    {
        std::filesystem::create_directories(output(rank));
        std::ofstream(output(rank).parent_path() / ("profiler_info_" + std::to_string(rank) + ".json"))
            << "{\"rank_id\": " << rank << "}";
        std::ofstream(output(rank) / name) << text;
    }
    void writeJob() const
    {
        for (int rank = 0; rank < 12; ++rank) {
            const int slow = rank == 9 ? 50 : 0;
            const std::string computing = std::to_string(200 + slow);
            const std::string exposed = std::to_string(700 - slow);
            write(rank, "step_trace_time.csv",
                  kStepHeader + "0,1," + computing + "," + exposed + ",0," + exposed + ",100,1000,0," + exposed
                      + ",5\n");
            write(rank, "communication.json", kOperation);
        }
    }
    JobPreview preview(unsigned threads = 2) const { return previewJob({job()}, {}, threads, {}); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestPreview::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestPreview::verdictAndSlowestRank()
{
    writeJob();
    const JobPreview job = preview();
    QCOMPARE(job.rows.size(), std::size_t(12));
    for (std::size_t i = 0; i < 12; ++i)
        QCOMPARE(job.trace->rank(job.rows[i].rank).rank, std::optional<std::int64_t>(i));
    QVERIFY(job.waitRatio && std::abs(*job.waitRatio - 0.9) < 1e-9);
    QCOMPARE(job.verdict.verdict, Verdict::Waiting);
    QVERIFY(job.verdict.slowest);
    QCOMPARE(job.trace->rank(job.verdict.slowest->rank).rank, std::optional<std::int64_t>(9));
    QCOMPARE(job.verdict.slowest->excess.ns, 50'000);
}

void TestPreview::sameWithOneThreadAndMany()
{
    writeJob();
    const JobPreview one = preview(1);
    const JobPreview many = preview(7);
    QCOMPARE(one.rows.size(), many.rows.size());
    for (std::size_t i = 0; i < one.rows.size(); ++i) {
        QCOMPARE(one.trace->rank(one.rows[i].rank).path, many.trace->rank(many.rows[i].rank).path);
        QVERIFY(one.rows[i].computing == many.rows[i].computing);
    }
}

void TestPreview::kernelsWithoutStepTimes()
{
    write(3, "kernel_details.csv", kKernels);
    const JobPreview job = preview();
    QCOMPARE(job.rows.size(), std::size_t(1));
    QCOMPARE(job.rows[0].computing->ns, 80'000);
    QCOMPARE(job.rows[0].free->ns, 20'000);
    QCOMPARE(job.trace->rank(job.rows[0].rank).rank, std::optional<std::int64_t>(3));
    QCOMPARE(job.verdict.verdict, Verdict::Compute);
    QVERIFY(!job.verdict.slowest && !job.waitRatio);
}

/// The profiler's own analysis, cut to the steps.
void TestPreview::databaseAlone()
{
    write(2, "readme.txt", "");
    {
        MadeDatabase database(output(2) / "ascend_pytorch_profiler_2.db");
        database.makeProfileTables(Schema::Second);
        database.run("DELETE FROM OVERLAP_ANALYSIS; DELETE FROM STEP_TIME");
        database.run("INSERT INTO STEP_TIME (id, startNs, endNs) VALUES (4, 1000, 2000), (5, 2000, 3000)");
        database.run("INSERT INTO OVERLAP_ANALYSIS (deviceId, startNs, endNs, type) VALUES (0, 1100, 1500, 0), "
                     "(0, 1400, 2200, 1), (0, 1500, 2200, 2), (0, 2200, 2900, 3)");
    }
    const JobPreview job = preview();
    QCOMPARE(job.rows.size(), std::size_t(2));
    QCOMPARE(job.rows[0].step, std::optional<std::int64_t>(4));
    QCOMPARE(job.rows[0].computing->ns, 400);
    QCOMPARE(job.rows[0].notOverlapped->ns, 500);
    QCOMPARE(job.rows[0].overlapped->ns, 100);
    QCOMPARE(job.rows[1].communication->ns, 200);
    QCOMPARE(job.rows[1].free->ns, 700);
    QCOMPARE(job.trace->rank(job.rows[0].rank).rank, std::optional<std::int64_t>(2));
}

void TestPreview::timelinesAreNotRead()
{
    writeJob();
    write(0, "trace_view.json", "[{\"ph\":\"X\",\"name\":\"cut");
    QCOMPARE(preview().rows.size(), std::size_t(12));
}

void TestPreview::damagedFilesCostOnlyThemselves()
{
    writeJob();
    write(4, "communication.json", "{\"step1\": {\"collective\": {\"hcom");
    write(5, "step_trace_time.csv", "");
    const JobPreview job = preview();
    QCOMPARE(job.rows.size(), std::size_t(11));
    QVERIFY(job.waitRatio);
}

void TestPreview::partsLeftOut()
{
    writeJob();
    ImportOptions options;
    options.partial.ranks = *NumberSet::parse("3-5");
    QCOMPARE(previewJob({job()}, options, 2, {}).rows.size(), std::size_t(3));
    options.partial.steps = *NumberSet::parse("9");
    QVERIFY(previewJob({job()}, options, 2, {}).rows.empty());
}

void TestPreview::nothingThere()
{
    const JobPreview job = preview();
    QVERIFY(job.rows.empty());
    QCOMPARE(job.verdict.verdict, Verdict::Unknown);
    QVERIFY(previewJob({"/nowhere/at/all"}, {}, 1, {}).rows.empty());
}

void TestPreview::cancelled()
{
    writeJob();
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(previewJob({job()}, {}, 2, Progress(stop.get_token())).rows.empty());
}

QTEST_GUILESS_MAIN(TestPreview)
#include "test_preview.moc"
