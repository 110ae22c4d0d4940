// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/analyze/steps.h"
#include "tests/support/trace_from.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

/// A rank with kernels, collectives, and what its profiler made of them.
class Job {
public:
    Job()
    {
        m_rank = m_builder.addRank({});
        m_builder.process(m_builder.process(m_rank, "o")).role = ProcessRole::Overlap;
    }
    Job& work(std::int64_t start, std::int64_t length, const char* core = "AI_CORE", std::int64_t step = kNoInteger)
    {
        KernelRow row;
        row.rank = m_rank;
        row.step = step;
        row.start = Instant{start};
        row.duration = Duration{length};
        row.name = m_builder.intern(core);
        row.core = row.name;
        row.ref = SourceRef(0, m_order++);
        m_builder.addKernel(row);
        return *this;
    }
    Job& lane(const char* name, std::int64_t start, std::int64_t length)
    {
        SliceRow row;
        row.start = Instant{start};
        row.duration = Duration{length};
        row.name = m_builder.intern(name);
        row.ref = SourceRef(0, m_order++);
        m_builder.addSlice(m_builder.track(m_rank, "o", name, TrackKind::Overlap), row);
        return *this;
    }
    Job& file(std::map<std::string, Duration> figures)
    {
        FileStepRow row;
        row.rank = m_rank;
        row.figures = std::move(figures);
        m_builder.addFileStep(row);
        return *this;
    }
    std::vector<StepRow> rows() { return stepRows(*frozen(std::move(m_builder))); }

private:
    TraceBuilder m_builder;
    RankId m_rank;
    std::uint64_t m_order = 0;
};

QString text(const std::map<std::string, Duration>& figures)
{
    QStringList out;
    for (const auto& [name, value] : figures)
        out += QString::fromStdString(name) + u' ' + QString::number(value.ns);
    return out.join(u", ");
}

QString words(const StepRow& row)
{
    QStringList out;
    for (const std::string& word : row.differs)
        out += QString::fromStdString(word);
    return out.join(u' ');
}

} // namespace

/// The profiler's own overlap analysis beside ours.
class TestOverlapLanes : public QObject {
    Q_OBJECT

private slots:
    void standInForTheFile();
    void fileComesFirst();
    void cutToTheStep();
    void differences_data();
    void differences();
    void noneWithoutLanes();
};

void TestOverlapLanes::standInForTheFile()
{
    Job job;
    job.work(0, 50'000).work(40'000, 40'000, "HCCL").work(100'000, 10'000);
    job.lane("Computing", 0, 50'000).lane("Computing", 100'000, 10'000).lane("Communication", 40'000, 40'000);
    job.lane("Communication(Not Overlapped)", 50'000, 30'000).lane("Free", 80'000, 20'000);
    const auto rows = job.rows();
    QCOMPARE(rows.size(), std::size_t(1));
    QVERIFY(rows[0].fileFromLanes);
    QCOMPARE(text(rows[0].file), u"Communication 40000, Communication(Not Overlapped) 30000, Computing 60000, "
                                 "Free 20000, Overlapped 10000"_s);
    QVERIFY2(rows[0].differs.empty(), qPrintable(words(rows[0])));
}

void TestOverlapLanes::fileComesFirst()
{
    Job job;
    job.work(0, 50'000).lane("Computing", 0, 99'000).file({{"Computing", Duration{50'000}}});
    const auto rows = job.rows();
    QVERIFY(!rows[0].fileFromLanes && rows[0].differs.empty());
    QCOMPARE(text(rows[0].file), u"Computing 50000"_s);
}

void TestOverlapLanes::cutToTheStep()
{
    Job job;
    job.work(0, 50'000, "AI_CORE", 1).work(100'000, 30'000, "AI_CORE", 2);
    job.lane("Computing", 0, 50'000).lane("Computing", 100'000, 30'000).lane("Free", 50'000, 50'000);
    const auto rows = job.rows();
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(rows[0].file.at("Computing").ns, 50'000);
    QCOMPARE(rows[1].file.at("Computing").ns, 30'000);
    QCOMPARE(rows[1].file.at("Free").ns, 0); // between the steps
}

void TestOverlapLanes::differences_data()
{
    QTest::addColumn<qint64>("computing");
    QTest::addColumn<QString>("differs");
    QTest::newRow("same") << qint64(1'000'000) << QString();
    QTest::newRow("rounding") << qint64(1'001'000) << QString();
    QTest::newRow("one percent") << qint64(1'010'000) << QString();
    QTest::newRow("more") << qint64(1'030'000) << u"computing"_s;
    QTest::newRow("less") << qint64(900'000) << u"computing"_s;
}

void TestOverlapLanes::differences()
{
    QFETCH(qint64, computing);
    QFETCH(QString, differs);
    Job job;
    job.work(0, 1'000'000).file({{"Computing", Duration{computing}}, {"Free", Duration{1'500}}});
    QCOMPARE(words(job.rows()[0]), differs);
}

void TestOverlapLanes::noneWithoutLanes()
{
    Job job;
    job.work(0, 50'000);
    const auto rows = job.rows();
    QVERIFY(rows[0].file.empty() && !rows[0].fileFromLanes && rows[0].differs.empty());
}

QTEST_GUILESS_MAIN(TestOverlapLanes)
#include "test_overlap_lanes.moc"
