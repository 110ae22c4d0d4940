// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/analyze/intervals.h"
#include "core/analyze/ranking.h"
#include "core/analyze/scope.h"
#include "core/analyze/steps.h"
#include "tests/support/random_trace.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

namespace {

struct PlainKernel {
    std::int64_t start = 0;
    std::int64_t length = 0;
    std::int64_t step = kNoInteger;
    std::string name = "k";
    std::string core = "AI_CORE";
    std::int64_t stream = 2;
};

std::shared_ptr<const Trace> traceOf(const std::vector<PlainKernel>& kernels, const std::vector<StepInfo>& steps = {},
                                     const std::vector<FileStepRow>& fileRows = {})
{
    TraceBuilder builder;
    RankInfo info;
    info.rank = 0;
    const RankId rank = builder.addRank(info);
    std::uint64_t order = 0;
    for (const PlainKernel& kernel : kernels) {
        KernelRow row;
        row.rank = rank;
        row.start = Instant{kernel.start};
        row.duration = Duration{kernel.length};
        row.step = kernel.step;
        row.stream = kernel.stream;
        row.name = builder.intern(kernel.name);
        row.type = builder.intern("T" + kernel.name);
        row.core = builder.intern(kernel.core);
        row.ref = SourceRef(0, order++);
        builder.addKernel(row);
    }
    for (StepInfo step : steps) {
        step.rank = rank;
        builder.addStep(step);
    }
    for (FileStepRow row : fileRows) {
        row.rank = rank;
        builder.addFileStep(std::move(row));
    }
    return frozen(std::move(builder));
}

StepInfo marked(std::int64_t id, std::int64_t start, std::int64_t end)
{
    StepInfo step;
    step.id = id;
    step.range = {Instant{start}, Instant{end}};
    return step;
}

std::int64_t ns(const std::optional<Duration>& value)
{
    return value ? value->ns : kNoInteger;
}

} // namespace

/// The time model, rankings and scopes against figures worked out by hand and by brute force.
class TestAnalyze : public QObject {
    Q_OBJECT

private slots:
    void timeModel_data();
    void timeModel();
    void timeModelEqualsBruteForce();
    void stepsByIdAndByTime();
    void preparingFromTheHostStep();
    void fileFiguresWithoutDevice();
    void rankingEqualsBruteForce_data();
    void rankingEqualsBruteForce();
    void rankingSaysWhatIsMissing();
    void selfTimesOfSlices();
    void goodScopes();
    void scopeTextReadsBack();
    void badScopes_data();
    void badScopes();
    void scopeLimitsKernels_data();
    void scopeLimitsKernels();
};

void TestAnalyze::timeModel_data()
{
    QTest::addColumn<QString>("communicationName");
    QTest::addColumn<qint64>("communicationStart");
    QTest::addColumn<qint64>("overlapped");
    QTest::addColumn<qint64>("notOverlapped");
    QTest::addColumn<qint64>("free");
    QTest::addColumn<qint64>("bubble");
    QTest::addColumn<qint64>("stage");
    // Computing is [0, 100); communication lasts 50.
    QTest::newRow("inside computing") << "hcom_allReduce_" << qint64(20) << qint64(50) << qint64(0) << qint64(0)
                                      << qint64(0) << qint64(100);
    QTest::newRow("half exposed") << "hcom_allReduce_" << qint64(75) << qint64(25) << qint64(25) << qint64(0)
                                  << qint64(0) << qint64(125);
    QTest::newRow("touching") << "hcom_allReduce_" << qint64(100) << qint64(0) << qint64(50) << qint64(0) << qint64(0)
                              << qint64(150);
    QTest::newRow("after a gap") << "hcom_allReduce_" << qint64(130) << qint64(0) << qint64(50) << qint64(30)
                                 << qint64(0) << qint64(180);
    QTest::newRow("receive is a bubble") << "hcom_receive_" << qint64(130) << qint64(0) << qint64(50) << qint64(30)
                                         << qint64(50) << qint64(130);
    QTest::newRow("hidden send is none") << "hcom_send_" << qint64(20) << qint64(50) << qint64(0) << qint64(0)
                                         << qint64(0) << qint64(100);
    QTest::newRow("batch half exposed") << "hcom_batchSendRecv_" << qint64(75) << qint64(25) << qint64(25) << qint64(0)
                                        << qint64(25) << qint64(100);
}

void TestAnalyze::timeModel()
{
    QFETCH(QString, communicationName);
    QFETCH(qint64, communicationStart);
    const auto trace =
        traceOf({{0, 60, 1}, {40, 60, 1}, {communicationStart, 50, 1, communicationName.toStdString(), "HCCL"}});
    const std::vector<StepRow> rows = stepRows(*trace);
    QCOMPARE(rows.size(), std::size_t(1));
    QVERIFY(rows[0].recomputed);
    QCOMPARE(ns(rows[0].computing), 100);
    QCOMPARE(ns(rows[0].communication), 50);
    QTEST(qint64(ns(rows[0].overlapped)), "overlapped");
    QTEST(qint64(ns(rows[0].notOverlapped)), "notOverlapped");
    QTEST(qint64(ns(rows[0].free)), "free");
    QTEST(qint64(ns(rows[0].bubble)), "bubble");
    QTEST(qint64(ns(rows[0].stage)), "stage");
    QVERIFY(!rows[0].preparing);
}

void TestAnalyze::timeModelEqualsBruteForce()
{
    std::mt19937_64 random(11);
    const std::int64_t base = 1'700'000'000'000'000'000;
    for (int round = 0; round < 200; ++round) {
        std::vector<PlainKernel> kernels;
        std::set<std::int64_t> computing;
        std::set<std::int64_t> communicating;
        std::int64_t first = 1000;
        std::int64_t last = 0;
        const auto count = 1 + random() % 20;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto start = static_cast<std::int64_t>(random() % 300);
            const auto length = static_cast<std::int64_t>(random() % 40);
            const bool communication = random() % 3 == 0;
            kernels.push_back({base + start, length, 1, communication ? "hcom_allGather_" : "k",
                               communication ? "COMMUNICATION" : "MIX_AIC"});
            for (std::int64_t t = start; t < start + length; ++t)
                (communication ? communicating : computing).insert(t);
            first = std::min(first, start);
            last = std::max(last, start + length);
        }
        const StepRow row = stepRows(*traceOf(kernels)).at(0);
        std::set<std::int64_t> either = computing;
        either.insert(communicating.begin(), communicating.end());
        const auto common = static_cast<std::int64_t>(computing.size() + communicating.size() - either.size());
        QCOMPARE(ns(row.computing), static_cast<std::int64_t>(computing.size()));
        QCOMPARE(ns(row.communication), static_cast<std::int64_t>(communicating.size()));
        QCOMPARE(ns(row.overlapped), common);
        QCOMPARE(ns(row.span), last - first);
        QCOMPARE(ns(row.free), last - first - static_cast<std::int64_t>(either.size()));
        QCOMPARE(row.computing->ns + row.notOverlapped->ns + row.free->ns, row.span->ns);
    }
}

void TestAnalyze::stepsByIdAndByTime()
{
    const std::vector<StepInfo> steps = {marked(1, 0, 100), marked(2, 100, 200)};
    // The second kernel starts after its host step has ended: its id counts, not its time.
    const auto byId = stepRows(*traceOf({{10, 10, 1}, {150, 20, 1}, {180, 30, 2}}, steps));
    QCOMPARE(byId.size(), std::size_t(2));
    QCOMPARE(ns(byId[0].computing), 30);
    QCOMPARE(ns(byId[1].computing), 30);
    const auto byTime = stepRows(*traceOf({{10, 10}, {150, 20}, {180, 30}}, steps));
    QCOMPARE(ns(byTime[0].computing), 10);
    QCOMPARE(ns(byTime[1].computing), 50);
    const auto stepless = stepRows(*traceOf({{10, 10}, {150, 20}}));
    QCOMPARE(stepless.size(), std::size_t(1));
    QVERIFY(!stepless[0].step);
    QCOMPARE(ns(stepless[0].wall), 160);
}

void TestAnalyze::preparingFromTheHostStep()
{
    const auto rows = stepRows(*traceOf({{130, 20, 1}}, {marked(1, 100, 400)}));
    QCOMPARE(ns(rows.at(0).preparing), 30);
    QCOMPARE(ns(rows.at(0).wall), 300);
    QCOMPARE(ns(rows.at(0).span), 20);
}

void TestAnalyze::fileFiguresWithoutDevice()
{
    FileStepRow file;
    file.step = 7;
    file.figures = {{"Computing", Duration{50}},
                    {"Communication(Not Overlapped)", Duration{30}},
                    {"Overlapped", Duration{5}},
                    {"Free", Duration{20}}};
    const auto rows = stepRows(*traceOf({}, {}, {file}));
    QCOMPARE(rows.size(), std::size_t(1));
    QVERIFY(!rows[0].recomputed);
    QCOMPARE(*rows[0].step, 7);
    QCOMPARE(ns(rows[0].computing), 50);
    QCOMPARE(ns(rows[0].notOverlapped), 30);
    QCOMPARE(ns(rows[0].span), 100);
    QVERIFY(!rows[0].communication);
    // Where kernels are known they win; the file stays beside them.
    const auto both = stepRows(*traceOf({{0, 40, 7}}, {}, {file}));
    QVERIFY(both.at(0).recomputed);
    QCOMPARE(ns(both.at(0).computing), 40);
    QCOMPARE(both.at(0).file.at("Computing"), Duration{50});
}

void TestAnalyze::rankingEqualsBruteForce_data()
{
    QTest::addColumn<bool>("byCount");
    QTest::addColumn<bool>("descending");
    QTest::addColumn<int>("top");
    QTest::newRow("duration") << false << true << 0;
    QTest::newRow("duration, ascending") << false << false << 0;
    QTest::newRow("count") << true << true << 0;
    QTest::newRow("count, first three") << true << true << 3;
}

void TestAnalyze::rankingEqualsBruteForce()
{
    QFETCH(bool, byCount);
    QFETCH(bool, descending);
    QFETCH(int, top);
    std::mt19937_64 random(5);
    std::vector<PlainKernel> kernels;
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> groups; // calls, total
    for (int i = 0; i < 500; ++i) {
        PlainKernel kernel{i * 100, static_cast<std::int64_t>(random() % 4), 1, "k" + std::to_string(random() % 40)};
        ++groups[kernel.name].first;
        groups[kernel.name].second += kernel.length;
        kernels.push_back(kernel);
    }
    std::vector<std::pair<std::int64_t, std::string>> expected;
    for (const auto& [name, figures] : groups) {
        const std::int64_t metric = byCount ? figures.first : figures.second;
        expected.emplace_back(descending ? -metric : metric, name);
    }
    std::sort(expected.begin(), expected.end());
    RankingOptions options;
    options.metric = byCount ? RankingMetric::Count : RankingMetric::Duration;
    options.descending = descending;
    options.top = static_cast<std::size_t>(top);
    const auto ranking = rank(*traceOf(kernels), options);
    QVERIFY(ranking.ok());
    QCOMPARE(ranking->groups, groups.size());
    QCOMPARE(ranking->rows.size(), top ? options.top : groups.size());
    for (std::size_t i = 0; i < ranking->rows.size(); ++i) {
        const RankingRow& row = ranking->rows[i];
        QCOMPARE(row.name, expected[i].second);
        QCOMPARE(static_cast<std::int64_t>(row.calls), groups[row.name].first);
        QCOMPARE(row.total.ns, groups[row.name].second);
    }
}

void TestAnalyze::rankingSaysWhatIsMissing()
{
    const auto trace = traceOf({{0, 10, 1}});
    for (const RankingMetric metric :
         {RankingMetric::Wait, RankingMetric::MemoryBandwidth, RankingMetric::Utilization}) {
        RankingOptions options;
        options.metric = metric;
        const auto ranking = rank(*trace, options);
        QVERIFY(!ranking.ok());
        QCOMPARE(ranking.error().code, ErrorCode::NotFound);
        QVERIFY(!ranking.error().advice.empty());
    }
    RankingOptions kernels;
    kernels.of = RankingOf::Kernels;
    QVERIFY(!rank(*traceFrom("A 0 10"), kernels).ok());
    QVERIFY(rank(*traceFrom(""), {}).ok());
}

void TestAnalyze::selfTimesOfSlices()
{
    RankingOptions options;
    options.metric = RankingMetric::Self;
    const auto ranking = rank(*traceFrom("outer 0 100; inner 10 70; inner 85 5"), options);
    QVERIFY(ranking.ok());
    QCOMPARE(ranking->rows.at(0).name, std::string("inner"));
    QCOMPARE(ns(ranking->rows.at(0).self), 75);
    QCOMPARE(ns(ranking->rows.at(1).self), 25);
}

void TestAnalyze::goodScopes()
{
    const auto scope = parseScope("rank:0-2,5 step:3 stream:7 time:10..20 name:MatMul aten::linear \"two words\"");
    QVERIFY(scope.ok());
    QCOMPARE(scope->ranks, (std::vector<std::int64_t>{0, 1, 2, 5}));
    QCOMPARE(scope->steps, std::vector<std::int64_t>{3});
    QCOMPARE(scope->streams, std::vector<std::int64_t>{7});
    QCOMPARE(scope->range->start.ns, 10);
    QCOMPARE(scope->nameParts, (std::vector<std::string>{"MatMul", "aten::linear", "two words"}));
    QVERIFY(parseScope("")->limitsNothing());
    QCOMPARE(parseScope("op:\"Mat Mul\" op:Add")->operators, (std::vector<std::string>{"Mat Mul", "Add"}));
}

void TestAnalyze::scopeTextReadsBack()
{
    Scope scope;
    QCOMPARE(scopeText(scope), std::string());
    scope.ranks = {0, 1, 2, 7};
    scope.steps = {-3};
    scope.streams = {7};
    scope.range = TimeRange{{-5}, {20}};
    scope.nameParts = {"two words", "a:b"};
    scope.operators = {"aten::linear", "-x>1"};
    scope.categories = {"AI_CORE"};
    QCOMPARE(scopeText(scope),
             std::string("rank:0-2,7 step:-3 stream:7 time:-5..20 cat:\"AI_CORE\" op:\"aten::linear\" op:\"-x>1\" "
                         "name:\"two words\" name:\"a:b\""));
    const auto again = parseScope(scopeText(scope));
    QVERIFY(again.ok());
    QVERIFY(*again == scope);
}

void TestAnalyze::badScopes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("named");
    QTest::newRow("no number") << "step:1 rank:x"
                               << "rank:x";
    QTest::newRow("backwards") << "rank:3-1"
                               << "rank:3-1";
    QTest::newRow("no category") << "cat:"
                                 << "cat:";
    QTest::newRow("no operator") << "op:"
                                 << "op:";
    QTest::newRow("empty") << "rank:"
                           << "rank:";
    QTest::newRow("unknown key") << "colour:red"
                                 << "colour:red";
    QTest::newRow("backwards in time") << "time:5..1"
                                       << "time:5..1";
    QTest::newRow("a range without an end") << "rank:0-99999999999"
                                            << "rank:0-99999999999";
    QTest::newRow("an open quote") << "name:\"abc"
                                   << "abc";
    QTest::newRow("a comparison") << "dur>1ms"
                                  << "dur>1ms";
    QTest::newRow("too long") << QString(5000, QLatin1Char('a')) << "4096";
}

void TestAnalyze::badScopes()
{
    QFETCH(QString, text);
    QFETCH(QString, named);
    const auto scope = parseScope(text.toStdString());
    QVERIFY(!scope.ok());
    QCOMPARE(scope.error().code, ErrorCode::InvalidArgument);
    QVERIFY(QString::fromStdString(scope.error().text()).contains(named));
}

void TestAnalyze::scopeLimitsKernels_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<qint64>("total");
    QTest::newRow("all") << "" << qint64(111);
    QTest::newRow("step") << "step:2" << qint64(110);
    QTest::newRow("stream") << "stream:9" << qint64(100);
    QTest::newRow("name in any case") << "matmul" << qint64(11);
    QTest::newRow("category in any case") << "cat:ai_core" << qint64(111);
    QTest::newRow("another category") << "cat:HCCL" << qint64(0);
    QTest::newRow("exact name") << "op:MatMul" << qint64(11);
    QTest::newRow("exact name, another case") << "op:matmul" << qint64(0);
    QTest::newRow("one of two exact names") << "op:MatMul op:Add" << qint64(111);
    QTest::newRow("exact name and a word") << "op:MatMul op:Add add" << qint64(100);
    QTest::newRow("both names") << "mat mul" << qint64(11);
    QTest::newRow("time") << "time:0..50" << qint64(1);
    QTest::newRow("no such rank") << "rank:4" << qint64(0);
}

void TestAnalyze::scopeLimitsKernels()
{
    QFETCH(QString, scope);
    const auto trace = traceOf({{0, 1, 1, "MatMul"}, {50, 10, 2, "MatMul"}, {100, 100, 2, "Add", "AI_CORE", 9}});
    RankingOptions options;
    options.scope = *parseScope(scope.toStdString());
    const auto ranking = rank(*trace, options);
    QVERIFY(ranking.ok());
    qint64 total = 0;
    for (const RankingRow& row : ranking->rows)
        total += row.total.ns;
    QTEST(total, "total");
}

QTEST_APPLESS_MAIN(TestAnalyze)
#include "test_analyze.moc"
