// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <array>
#include <cmath>
#include <vector>

#include "core/analyze/comm_sums.h"
#include "tests/support/made_profile.h"
#include "tests/support/trace_from.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

struct Moved {
    const char* kind;
    double bytes;
    std::int64_t ns;
};

/// A job of records and links.
class Records {
public:
    Records()
    {
        rank(4);
        m_builder.addStep({m_rank, 1, {Instant{0}, Instant{1000}}, StepSource::Marked});
        m_builder.addStep({m_rank, 2, {Instant{1000}, Instant{2000}}, StepSource::Marked});
    }
    Records& rank(std::int64_t number)
    {
        RankInfo info;
        info.rank = number;
        m_rank = m_builder.addRank(info);
        return *this;
    }
    RankInfo& info() { return m_builder.rank(m_rank); }
    CommRecord record(const std::string& name, const std::string& group, std::int64_t start, std::int64_t elapse)
    {
        CommRecord out;
        out.rank = m_rank;
        out.name = m_builder.intern(name + '@' + group);
        out.group = m_builder.intern(group);
        out.start = Instant{start};
        out.elapse = Duration{elapse};
        return out;
    }
    void add(const CommRecord& record, const std::vector<Moved>& moved = {})
    {
        std::vector<CommTransport> transports;
        for (const Moved& part : moved) {
            CommTransport transport;
            transport.transport = m_builder.intern(part.kind);
            transport.sizeBytes = part.bytes;
            transport.time = Duration{part.ns};
            transports.push_back(transport);
        }
        m_builder.addCommunication(record, transports);
    }
    void link(const std::string& name, const std::string& operation, std::int32_t target, double bytes, bool total)
    {
        LinkRecord out;
        out.rank = m_rank;
        out.step = 1;
        out.name = m_builder.intern(name);
        out.group = m_builder.intern(name.starts_with("Total") ? "" : "77");
        out.operation = m_builder.intern(operation);
        out.source = 0;
        out.target = target;
        out.transport = m_builder.intern("HCCS");
        out.sizeBytes = bytes;
        out.time = Duration{10};
        out.total = total;
        m_builder.addLink(out);
    }
    std::shared_ptr<const Trace> trace() { return frozen(std::move(m_builder)); }

private:
    TraceBuilder m_builder;
    RankId m_rank;
};

Scope scopeOf(const char* text)
{
    auto scope = parseScope(text);
    return scope ? *scope : Scope{};
}

/// "rank group primitive calls total; …"
QString text(const Trace& trace, const std::vector<CommSum>& rows)
{
    QString out;
    for (const CommSum& row : rows)
        out +=
            u"%1 %2 %3 %4 %5; "_s.arg(trace.rank(row.rank).rank.value_or(-1))
                .arg(QString::fromStdString(row.group.empty() ? "-" : row.group), QString::fromStdString(row.primitive))
                .arg(row.calls)
                .arg(row.total.ns);
    return out.trimmed();
}

std::optional<std::int64_t> ns(std::optional<Duration> duration)
{
    return duration ? std::optional(duration->ns) : std::nullopt;
}

} // namespace

/// Sums of communication by rank, group and primitive, and of what went over each link.
class TestCommunication : public QObject {
    Q_OBJECT

private slots:
    void sumsByGroupAndPrimitive();
    void movingAndWaiting();
    void sizes_data();
    void sizes();
    void oneUnknownPartMakesTheSumUnknown();
    void scopes_data();
    void scopes();
    void rangeCutsWhatReachesOut();
    void rangeCutsSlices();
    void partsOfTheRangeSumUp();
    void globalRanks();
    void bytesByName();
    void fromSlicesWithoutRecords();
    void operationsOutsideOfSteps();
    void eachRankFromItsOwnSource();
    void nothingAtAll();
    void linksFromTotals();
    void linksOfAChoiceCountOnce();
    void linksOfAllOperations();
    void linksAndScopes();
};

void TestCommunication::sumsByGroupAndPrimitive()
{
    Records job;
    job.add(job.record("hcom_allReduce__77_0_1", "77", 100, 30));
    job.add(job.record("hcom_allReduce__77_1_1", "77", 200, 70));
    job.add(job.record("hcom_allReduce__88_0_1", "88", 300, 60));
    job.add(job.record("hcom_allGather__77_0_1", "77", 400, 240));
    CommRecord total = job.record("Total Op Info", "", 0, 400);
    total.total = true;
    job.add(total);
    const auto trace = job.trace();
    const auto rows = communicationSums(*trace, {});
    QCOMPARE(text(*trace, rows), u"4 77 allGather 1 240; 4 77 allReduce 2 100; 4 88 allReduce 1 60;"_s);
    QCOMPARE(rows[0].share, std::optional(0.6));
    QCOMPARE(rows[1].share, std::optional(0.25));
    QCOMPARE(rows[1].averageNs(), 50.0);
}

void TestCommunication::movingAndWaiting()
{
    Records job;
    CommRecord record = job.record("hcom_send_0", "77", 100, 90);
    record.transit = Duration{20};
    record.wait = Duration{5};
    record.synchronization = Duration{4};
    record.idle = Duration{65};
    record.pointToPoint = true;
    job.add(record, {{"RDMA", 3000, 60}, {"HCCS", 500, 5}});
    const auto rows = communicationSums(*job.trace(), {});
    QCOMPARE(rows.size(), std::size_t(1));
    QCOMPARE(rows[0].primitive, "send");
    QCOMPARE(ns(rows[0].transfer), std::optional<std::int64_t>(60)); // the time of the link, which is longer
    QCOMPARE(ns(rows[0].wait), std::optional<std::int64_t>(30));
    QCOMPARE(rows[0].bytes, std::optional(3000.0));
    QCOMPARE(rows[0].bytesPerSecond(), std::optional(5e10));
    QCOMPARE(ns(rows[0].file.transit), std::optional<std::int64_t>(20));
    QCOMPARE(ns(rows[0].file.wait), std::optional<std::int64_t>(5));
    QCOMPARE(ns(rows[0].file.synchronization), std::optional<std::int64_t>(4));
    QCOMPARE(ns(rows[0].file.idle), std::optional<std::int64_t>(65));
}

void TestCommunication::sizes_data()
{
    QTest::addColumn<std::vector<Moved>>("moved");
    QTest::addColumn<bool>("transit");
    QTest::addColumn<double>("bytes"); // below 0: unknown
    QTest::newRow("the file's sums") << std::vector<Moved>{{"HCCS", 7, 1}, {"PCIE", 2, 1}, {"SDMA", 9, 2}} << true
                                     << 9.;
    QTest::newRow("both sums") << std::vector<Moved>{{"SDMA", 9, 2}, {"RDMA", 4, 2}} << true << 13.;
    QTest::newRow("kinds alone") << std::vector<Moved>{{"HCCS", 7, 1}, {"PCIE", 2, 1}} << true << 9.;
    QTest::newRow("on the chip") << std::vector<Moved>{{"LOCAL", 50, 1}, {"HCCS", 7, 1}} << true << 7.;
    QTest::newRow("nothing moved") << std::vector<Moved>{} << true << 0.;
    QTest::newRow("unknown") << std::vector<Moved>{} << false << -1.;
}

void TestCommunication::sizes()
{
    QFETCH(std::vector<Moved>, moved);
    QFETCH(bool, transit);
    QFETCH(double, bytes);
    Records job;
    CommRecord record = job.record("hcom_broadcast_", "77", 0, 10);
    if (transit)
        record.transit = Duration{1};
    job.add(record, moved);
    const auto rows = communicationSums(*job.trace(), {});
    QCOMPARE(rows[0].bytes, bytes < 0 ? std::nullopt : std::optional(bytes));
    QCOMPARE(rows[0].wait.has_value(), bytes >= 0);
    QCOMPARE(rows[0].bytesPerSecond().has_value(), bytes > 0);
}

void TestCommunication::oneUnknownPartMakesTheSumUnknown()
{
    Records job;
    CommRecord known = job.record("hcom_allReduce__1", "77", 0, 10);
    known.transit = Duration{4};
    job.add(known, {{"SDMA", 9, 2}});
    job.add(job.record("hcom_allReduce__2", "77", 20, 10));
    const auto rows = communicationSums(*job.trace(), {});
    QCOMPARE(rows[0].total.ns, 20);
    QVERIFY(!rows[0].transfer && !rows[0].wait && !rows[0].bytes && !rows[0].bytesPerSecond());
    QVERIFY(!rows[0].file.transit && !rows[0].file.wait);
}

void TestCommunication::scopes_data()
{
    QTest::addColumn<QByteArray>("scope");
    QTest::addColumn<QString>("rows");
    const QString all = u"4 77 allReduce 3 60; 4 77 allGather 1 4; 5 77 allReduce 1 7;"_s;
    QTest::newRow("all") << QByteArray() << all;
    QTest::newRow("rank") << QByteArray("rank:5") << u"5 77 allReduce 1 7;"_s;
    QTest::newRow("other rank") << QByteArray("rank:9") << u""_s;
    QTest::newRow("step of the file") << QByteArray("step:2 rank:4") << u"4 77 allReduce 1 20;"_s;
    QTest::newRow("step by its time") << QByteArray("step:1 rank:4") << u"4 77 allReduce 2 40; 4 77 allGather 1 4;"_s;
    QTest::newRow("name") << QByteArray("name:GATHER") << u"4 77 allGather 1 4;"_s;
    QTest::newRow("exact name") << QByteArray("op:hcom_allReduce__b@77") << u"4 77 allReduce 1 20;"_s;
    QTest::newRow("time") << QByteArray("time:240..260") << u"4 77 allReduce 1 10;"_s;
    QTest::newRow("before all") << QByteArray("time:0..10") << u""_s;
    QTest::newRow("stream") << QByteArray("stream:7") << u""_s;
    QTest::newRow("core") << QByteArray("cat:hccl") << all;
    QTest::newRow("other core") << QByteArray("cat:AI_CORE") << u""_s;
}

void TestCommunication::scopes()
{
    QFETCH(QByteArray, scope);
    QFETCH(QString, rows);
    Records job;
    CommRecord late = job.record("hcom_allReduce__b", "77", 900, 20); // starts in step 1, its file says 2
    late.step = 2;
    job.add(job.record("hcom_allReduce__a", "77", 100, 10));
    job.add(late);
    job.add(job.record("hcom_allReduce__c", "77", 250, 30));
    job.add(job.record("hcom_allGather__a", "77", 300, 4));
    job.rank(5).add(job.record("hcom_allReduce__a", "77", 100, 7));
    const auto trace = job.trace();
    QCOMPARE(text(*trace, communicationSums(*trace, scopeOf(scope.constData()))), rows);
}

/// A quarter of the operation lies inside: so do a quarter of its transfer and of what it moved; the rate stays.
void TestCommunication::rangeCutsWhatReachesOut()
{
    Records job;
    CommRecord record = job.record("hcom_allReduce__a", "77", 100, 80);
    record.transit = Duration{40};
    record.wait = Duration{30};
    job.add(record, {{"SDMA", 4000, 40}});
    const auto trace = job.trace();
    const auto whole = communicationSums(*trace, {});
    const auto rows = communicationSums(*trace, scopeOf("time:160..500"));
    QCOMPARE(rows.size(), std::size_t(1));
    QCOMPARE(rows[0].calls, std::uint64_t(1));
    QCOMPARE(rows[0].total.ns, 20);
    QCOMPARE(ns(rows[0].transfer), std::optional<std::int64_t>(10));
    QCOMPARE(ns(rows[0].wait), std::optional<std::int64_t>(10));
    QCOMPARE(rows[0].bytes, std::optional(1000.0));
    QCOMPARE(rows[0].bytesPerSecond(), whole[0].bytesPerSecond());
    QVERIFY(!rows[0].file.wait && whole[0].file.wait);
}

void TestCommunication::rangeCutsSlices()
{
    MadeProfile job(3);
    job.collective("hcom_allReduce__1", 100, 30).collective("hcom_allReduce__2", 200, 50);
    const auto trace = job.trace();
    QCOMPARE(communicationSums(*trace, scopeOf("time:110..220"))[0].total.ns, 40);
}

/// Ranges that follow one another give together what the whole gives.
void TestCommunication::partsOfTheRangeSumUp()
{
    Records job;
    for (int i = 0; i < 20; ++i)
        job.add(job.record("hcom_allReduce__" + std::to_string(i), "77", i * 37, 30), {{"SDMA", 300, 10}});
    const auto trace = job.trace();
    std::int64_t total = 0;
    double bytes = 0;
    for (int i = 0; i < 16; ++i) {
        const std::string scope = "time:" + std::to_string(i * 50) + ".." + std::to_string(i * 50 + 50);
        for (const CommSum& row : communicationSums(*trace, scopeOf(scope.c_str()))) {
            total += row.total.ns;
            bytes += row.bytes.value_or(0);
        }
    }
    QCOMPARE(total, 600);
    QVERIFY(std::abs(bytes - 6000) < 1e-6);
}

void TestCommunication::globalRanks()
{
    Records job;
    job.link("allreduce-total@77", "", 1, 300, true);
    job.link("allreduce-total@77", "", 5, 300, true); // the group has no such member
    job.add(job.record("hcom_allReduce__a", "77", 100, 80));
    RankInfo& rank = job.info();
    rank.groups = {{"key", "77", "tp", 0, {4, 12}}};
    const auto trace = job.trace();
    const auto links = linkSums(*trace, {});
    QCOMPARE(links.size(), std::size_t(2));
    QCOMPARE(links[0].groupName, "tp");
    QCOMPARE(links[0].sourceRank, std::optional<std::int64_t>(4));
    QCOMPARE(links[0].targetRank, std::optional<std::int64_t>(12));
    QVERIFY(!links[1].targetRank);
    QCOMPARE(communicationSums(*trace, {})[0].groupName, "tp");
}

void TestCommunication::bytesByName()
{
    Records job;
    job.add(job.record("hcom_allReduce__a", "77", 100, 80), {{"SDMA", 40, 4}});
    job.add(job.record("hcom_allReduce__b", "77", 200, 80), {{"SDMA", 7, 4}});
    job.add(job.record("hcom_allReduce__c", "77", 300, 80)); // nobody says
    job.rank(5).add(job.record("hcom_allReduce__a", "77", 100, 80), {{"SDMA", 2, 4}});
    const auto trace = job.trace();
    const auto bytes = bytesByOperation(*trace, {});
    QCOMPARE(bytes.size(), std::size_t(2));
    QCOMPARE(bytes.at("hcom_allReduce__a"), 42.0);
    QCOMPARE(bytesByOperation(*trace, scopeOf("rank:4")).at("hcom_allReduce__a"), 40.0);
}

void TestCommunication::fromSlicesWithoutRecords()
{
    MadeProfile job(3);
    job.collective("hcom_allReduce__77_0_1", 100, 30).collective("hcom_allReduce__77_1_1", 200, 50);
    job.collective("hcom_broadcast__77_0_1", 300, 20).kernel({.start = 10, .length = 5});
    const auto trace = job.trace();
    const auto rows = communicationSums(*trace, {});
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(rows[0].primitive, "allReduce");
    QCOMPARE(rows[0].calls, std::uint64_t(2));
    QCOMPARE(rows[0].total.ns, 80);
    QCOMPARE(rows[0].share, std::optional(0.8));
    QVERIFY(!rows[0].bytes && !rows[0].transfer && !rows[0].wait && !rows[0].bytesPerSecond());
    QVERIFY(!rows[0].file.transit && !rows[0].file.idle);
    QCOMPARE(communicationSums(*trace, scopeOf("name:broadcast")).size(), std::size_t(1));
    QVERIFY(linkSums(*trace, {}).empty());
}

/// What ran before the first step counts, unless steps are asked for.
void TestCommunication::operationsOutsideOfSteps()
{
    MadeProfile job(3);
    job.step(1, 1000, 2000).collective("hcom_allReduce__1", 100, 30).collective("hcom_allReduce__2", 1200, 50);
    const auto trace = job.trace();
    QCOMPARE(communicationSums(*trace, {})[0].total.ns, 80);
    QCOMPARE(communicationSums(*trace, scopeOf("step:1"))[0].total.ns, 50);
}

void TestCommunication::eachRankFromItsOwnSource()
{
    MadeProfile job(0);
    job.operation("hcom_allReduce__1", 100, 30, 10, 500).collective("hcom_allReduce__1", 100, 99);
    job.addRank(1).collective("hcom_allReduce__1", 100, 40);
    const auto trace = job.trace();
    const auto rows = communicationSums(*trace, {});
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(rows[0].total.ns, 30);
    QCOMPARE(rows[0].bytes, std::optional(500.0));
    QCOMPARE(rows[1].total.ns, 40);
    QVERIFY(!rows[1].bytes);
}

void TestCommunication::nothingAtAll()
{
    MadeProfile job(0);
    job.kernel({.start = 10, .length = 5});
    QVERIFY(communicationSums(*job.trace(), {}).empty());
    QVERIFY(communicationSums(*Records().trace(), {}).empty());
}

void TestCommunication::linksFromTotals()
{
    Records job;
    job.link("allreduce-top1@77", "hcom_allReduce__a", 1, 100, false);
    job.link("allreduce-total@77", "", 1, 300, true);
    job.link("allgather-total@77", "", 1, 50, true);
    job.link("allgather-total@77", "", 2, 8, true);
    job.link("Total Op Info", "", 1, 350, true);
    const auto links = linkSums(*job.trace(), {});
    QCOMPARE(links.size(), std::size_t(2));
    QCOMPARE(links[0].bytes, 350.0);
    QCOMPARE(links[0].time.ns, 20);
    QCOMPARE(links[0].bytesPerSecond(), std::optional(1.75e10));
    QCOMPARE(links[0].group, "77");
    QCOMPARE(links[0].transport, "HCCS");
    QCOMPARE(links[1].target, 2);
}

void TestCommunication::linksOfAChoiceCountOnce()
{
    Records job;
    job.link("allreduce-top1@77", "hcom_allReduce__a", 1, 100, false);
    job.link("allreduce-middle@77", "hcom_allReduce__b", 1, 30, false);
    job.link("allreduce-bottom1@77", "hcom_allReduce__a", 1, 100, false);
    const auto links = linkSums(*job.trace(), {});
    QCOMPARE(links.size(), std::size_t(1));
    QCOMPARE(links[0].bytes, 130.0);
    Records summed;
    summed.link("allreduce-top1@77", "hcom_allReduce__a", 1, 100, false);
    summed.link("Total Op Info", "", 1, 900, true);
    QCOMPARE(linkSums(*summed.trace(), {})[0].bytes, 900.0);
}

void TestCommunication::linksOfAllOperations()
{
    Records job;
    job.link("hcom_allReduce__a@77", "", 1, 100, false);
    job.link("hcom_allReduce__b@77", "", 1, 20, false);
    job.link("Total Op Info", "", 1, 120, true);
    const auto links = linkSums(*job.trace(), {});
    QCOMPARE(links.size(), std::size_t(1));
    QCOMPARE(links[0].bytes, 120.0);
    QCOMPARE(links[0].group, "77");
}

void TestCommunication::linksAndScopes()
{
    Records job;
    job.link("allreduce-total@77", "", 1, 100, true);
    job.link("allgather-total@77", "", 1, 20, true);
    const auto trace = job.trace();
    const auto bytes = [&](const char* scope) {
        double sum = 0;
        for (const LinkSum& link : linkSums(*trace, scopeOf(scope)))
            sum += link.bytes;
        return sum;
    };
    QCOMPARE(bytes("rank:4 step:1"), 120.0);
    QCOMPARE(bytes("name:AllGather"), 20.0);
    QCOMPARE(bytes("step:2"), 0.0);
    QCOMPARE(bytes("rank:5"), 0.0);
    QCOMPARE(bytes("time:0..5000"), 0.0);
    QCOMPARE(bytes("stream:1"), 0.0);
}

QTEST_GUILESS_MAIN(TestCommunication)
#include "test_communication.moc"
