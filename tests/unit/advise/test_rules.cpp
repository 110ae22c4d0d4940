// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <functional>
#include <random>

#include "core/advise/advisor.h"
#include "core/advise/builtin_rules.h"
#include "tests/support/made_profile.h"

using namespace tideline;
using namespace tideline::test;

namespace {

using Make = std::function<void(MadeProfile&)>;

struct Outcome {
    const Finding* finding = nullptr;
    bool unavailable = false;
    AdvisorResult result;
};

AdvisorResult judged(MadeProfile& profile, const char* rule, const AdvisorOptions& given = {})
{
    AdvisorOptions options = given;
    options.only = {rule};
    const auto trace = profile.trace();
    auto result = advise(*trace, options);
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return std::move(*result);
}

/// `count` kernels of 1000 ns with 1000 ns between them.
void kernels(MadeProfile& profile, int count, MadeKernel like = {}, std::int64_t pitch = 2000)
{
    const std::int64_t length = like.length > 0 ? like.length : 1000;
    for (int i = 0; i < count; ++i) {
        like.start = i * pitch;
        like.length = length;
        profile.kernel(like);
    }
}

void base(MadeProfile& profile)
{
    kernels(profile, 12);
}

} // namespace

class TestRules : public QObject {
    Q_OBJECT

private slots:
    void fires_data();
    void fires();
    void silent_data();
    void silent();
    void unavailable_data();
    void unavailable();
    void findingNamesWorstRankAndAllOthers();
    void slowRankComparesRanksOfOneStage();
    void explanationNamesTheCause();
    void combinedSavingCountsAnIntervalOnce();
    void evidenceIsCutButCounted();
    void figuresAreMeansOverSteps();
    void scopeLimitsWhatIsJudged();
    void timeCutsWhatIsJudged();
    void idleTimeRangeHasNoFiguresOfFiles();
    void noShareOrGainExceedsTheWhole();
    void ranksWithoutNumberAreNotCompared();
    void noGainExceedsTheCombinedOne();
    void misalignedPartsAreCounted();
    void memoryPeakComesFromTheDevice();
    void reasonsNameWhatIsMissing();
    void hostWaitExplainsFreeTime();
    void noDeviceWorkIsNoVerdict();
    void resultIsTheSameTwice();
    void unknownRuleIsRefused();
};

void TestRules::fires_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<Make>("make");
    QTest::addColumn<double>("metric");
    const auto row = [](const char* rule, const char* what, double metric, Make make) {
        QTest::addRow("%s %s", rule, what) << QString::fromLatin1(rule) << make << metric;
    };
    row("C01", "one type only", 1.0, base);
    row("C02", "half of the cores", 0.5, [](MadeProfile& p) {
        kernels(p, 12, {.metrics = {{"cube_utilization(%)", 50}}});
    });
    row("C03", "memory pipe full", 1.0, [](MadeProfile& p) {
        kernels(p, 3, {.metrics = {{"aic_mte2_ratio", 0.96}, {"aic_mac_ratio", 0.3}}});
    });
    row("C04", "nothing is busy", 1.0, [](MadeProfile& p) {
        kernels(p, 3, {.length = 20000, .metrics = {{"aic_mac_ratio", 0.5}}}, 30000);
    });
    row("C05", "one of two is odd", 0.5, [](MadeProfile& p) {
        p.kernel({.length = 1000, .shapes = "256,256;256,257", .types = "FLOAT16;FLOAT16", .outputs = "256,257"});
        p.kernel({.start = 1000, .length = 1000, .shapes = "256,256;256,256", .outputs = "256,256"});
    });
    row("C05", "little time, many bytes", (8192.0 * 8192 + 2 * 8192.0 * 8190) * 2, [](MadeProfile& p) {
        p.kernel({.length = 1000, .type = "Add"});
        p.kernel({.start = 1000,
                  .length = 9,
                  .shapes = "8192,8192;8192,8192",
                  .types = "FLOAT16;FLOAT16",
                  .outputs = "8192,8192",
                  .outputTypes = "FLOAT16"});
        // The same, with an axis of 8190 in both that have it.
        p.kernel({.start = 2000,
                  .length = 9,
                  .shapes = "8192,8192;8192,8190",
                  .types = "FLOAT16;FLOAT16",
                  .outputs = "8192,8190",
                  .outputTypes = "FLOAT16"});
    });
    row("C08", "long enough", 20000, [](MadeProfile& p) { p.kernel({.length = 20000, .core = "AI_CPU"}); });
    row("C10", "all dynamic", 0.4, [](MadeProfile& p) {
        p.step(1, 0, 5000).kernel({.start = 3000, .length = 1000, .opState = "dynamic"});
        p.api("AscendCL@aclopCompileAndExecute", 500, 2000);
    });
    row("C11", "casts", 1.0, [](MadeProfile& p) { kernels(p, 3, {.type = "Cast"}); });
    row("C12", "many", 1.0, [](MadeProfile& p) { kernels(p, 100); });
    row("C12", "the gaps alone", 100 * 1000 / 1200000.0, [](MadeProfile& p) {
        p.step(1, 0, 1200000);
        for (int i = 0; i < 101; ++i)
            p.kernel({.start = i * 2000, .length = 1000});
        for (int i = 0; i < 102; ++i)
            p.kernel({.start = 202000 + i * 9500, .length = i == 0 ? 10500 : 10000});
        p.collective("hcom", 1171000 + 9000, 10000);
    });
    row("C13", "between launches", 6 * 10000 / 100000.0, [](MadeProfile& p) {
        p.step(1, 0, 100000);
        for (int i = 0; i < 6; ++i) {
            p.kernel({.start = i * 15000, .length = 1000, .type = "A"});
            p.kernel({.start = i * 15000 + 9000, .length = 1000, .type = "B"});
            p.collective("hcom", i * 15000 + 12000, 100);
        }
    });
    row("C15", "a twentieth lower", 0.05, [](MadeProfile& p) {
        p.kernel({.length = 1000}).counter("AI Core Freq", "MHz", {{-100, 1000}, {0, 950}});
    });
    row("C15", "half of the time at half", 0.25, [](MadeProfile& p) {
        p.kernel({.length = 1000}).counter("AI Core Freq", "MHz", {{0, 1000}, {500, 500}});
    });
    row("C16", "one is slow", 9000 / 15000.0, [](MadeProfile& p) {
        p.step(1, 0, 15000);
        for (int i = 0; i < 4; ++i)
            p.kernel({.start = i * 1000, .length = 1000});
        p.kernel({.start = 4000, .length = 10000});
    });
    row("C17", "float inputs", 1.0, [](MadeProfile& p) { kernels(p, 3, {.type = "Conv2D", .types = "FLOAT;FLOAT"}); });
    row("C19", "a third", 1 / 3.0, [](MadeProfile& p) {
        p.kernel({.length = 1000, .task = 1}).kernel({.start = 1000, .length = 2000, .task = 2});
        p.cacheHits({{1, 1.0}, {2, 0.0}});
    });
    row("C20", "a tenth", 0.1, [](MadeProfile& p) {
        const std::string bank = "aiv_vec_bank_cflt_ratio";
        p.kernel({.length = 1000, .type = "Gelu", .metrics = {{bank, 0.06}, {"aiv_vec_resc_cflt_ratio", 0.04}}});
        p.kernel({.start = 1000, .length = 1000, .type = "Add", .metrics = {{bank, 0.05}}});
        p.kernel({.start = 2000, .length = 10, .type = "Rare", .metrics = {{bank, 0.9}}}); // less than 1 %
    });
    row("M01", "a tenth of the samples", 0.9, [](MadeProfile& p) {
        p.rank().switches["hbm_bytes_per_second"] = "1048576000000";
        p.kernel({.length = 1000});
        for (int i = 0; i < 20; ++i)
            p.counter("HBM 0/Read", "MB/s", {{i * 50, i < 2 ? 600000 : 100000}});
        for (int i = 0; i < 20; ++i)
            p.counter("HBM 0/Write", "MB/s", {{i * 50, i < 2 ? 300000 : 100000}});
    });
    row("M03", "nine tenths", 0.9, [](MadeProfile& p) {
        p.rank().switches["hbm_usable_bytes"] = "1000";
        p.kernel({.length = 10}).memory(5, 500, 899).memory(6, 400, 900);
    });
    row("M05", "ten milliseconds", 10000000, [](MadeProfile& p) {
        p.step(1, 0, 20000000).kernel({.length = 20000000});
        p.api("AscendCL@aclrtMallocPhysical", 0, 6000000).api("AscendCL@aclrtFreePhysical", 7000000, 4000000);
    });
    row("M05", "little, but exposed", 0.01,
        [](MadeProfile& p) { p.step(1, 0, 1000).kernel({.length = 900}).api("AscendCL@aclrtFree", 950, 10); });
    row("M06", "three times", 10 / 500.0, [](MadeProfile& p) {
        for (int i = 0; i < 4; ++i)
            p.step(i, i * 1000, i * 1000 + 900).kernel({.start = i * 1000, .length = 10});
        for (int i = 0; i < 4; ++i)
            p.memory(i * 1000 + 100, 900, 1000).memory(i * 1000 + 800, 500 + i * 10, 1000);
    });
    row("M04", "half idle", 0.5, [](MadeProfile& p) { p.kernel({.length = 10}).memory(5, 1LL << 30, 2LL << 30); });
    row("M07", "one holds all", 0.75, [](MadeProfile& p) {
        p.kernel({.length = 10}).memory(5, 400, 400).allocation("a", 0, 5, 100).allocation("b", 0, 6, 300);
    });
    row("M08", "exposed", 0.2, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.start = 500, .length = 100}).task("MEMCPY_ASYNC", 100, 200);
    });
    row("M08", "synchronous", 5, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.start = 500, .length = 100});
        for (int i = 0; i < 5; ++i)
            p.api("AscendCL@aclrtMemcpy", i * 10, 5);
    });
    row("N01", "half", 0.5, [](MadeProfile& p) { p.kernel({.length = 500}).collective("hcom_allReduce_", 500, 500); });
    row("N02", "a quarter", 0.25, [](MadeProfile& p) { p.kernel({.length = 500}).collective("hcom", 400, 400); });
    row("N04", "nearly all waits", 0.9, [](MadeProfile& p) {
        p.kernel({.length = 500}).collective("hcom", 500, 500).operation("hcom@1", 500, 500, 50);
    });
    row("N05", "all small", 1.0,
        [](MadeProfile& p) { p.kernel({.length = 500}).operation("hcom@1", 500, 500, 50, 15.9e6); });
    row("N07", "beside a product", 0.4, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 500});
        p.operation({.name = "hcom_a__1@1", .start = 0, .elapse = 400, .bytes = 16e6, .bytesPerSecond = 79e9});
        p.operation({.name = "hcom_a__2@1", .start = 600, .elapse = 400, .bytes = 16e6, .bytesPerSecond = 100e9});
    });
    row("N08", "on both ranks", 4000000001, [](MadeProfile& p) {
        const auto add = [&p](std::int64_t transit) {
            p.kernel({.length = 10});
            p.operation({.name = "far@1", .elapse = 5000000000, .transit = transit, .transport = "RDMA", .bytes = 1});
            p.operation({.name = "other@1", .elapse = 1000, .transit = 1000, .transport = "RDMA", .bytes = 1});
        };
        add(4000000001);
        p.addRank(1);
        add(4500000000);
    });
    row("N09", "one of three", 0.79, [](MadeProfile& p) {
        p.kernel({.length = 10}).link("allreduce", 0, 1, 100e6, 1000000).link("allreduce", 1, 2, 100e6, 1000000);
        p.link("allreduce", 2, 0, 79e6, 1000000);
    });
    row("N12", "a fifth more", 0.2, [](MadeProfile& p) {
        p.kernel({.length = 100, .type = "GroupedMatmul", .shapes = "120,64;1,64,64;1"});
        p.addRank(1).kernel({.length = 100, .type = "GroupedMatmul", .shapes = "80,64;1,64,64;1"});
    });
    row("N13", "stages of a chain", 150 / 1025.0, [](MadeProfile& p) {
        const auto stage = [&p](std::int64_t length, std::initializer_list<std::vector<std::int64_t>> pairs) {
            p.kernel({.length = length});
            for (const std::vector<std::int64_t>& ranks : pairs)
                p.rank().groups.push_back({{}, {}, "pp", {}, ranks});
        };
        stage(1000, {{0, 1}});
        p.addRank(1);
        stage(1100, {{0, 1}, {1, 2}});
        p.addRank(2);
        stage(950, {{1, 2}, {2, 3}});
        p.addRank(3);
        stage(1050, {{2, 3}});
    });
    row("N11", "sends", 0.5,
        [](MadeProfile& p) { p.kernel({.length = 500}).collective("hcom_batchSendRecv_", 500, 500); });
    row("H01", "half", 11.0 / 23, base);
    row("H02", "launched late", 0.5, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 100, .launch = 0}).kernel({.start = 600, .length = 100, .launch = 300});
    });
    row("H03", "every launch", 1.0, [](MadeProfile& p) {
        p.kernel({.length = 10}).api("Node@launch", 0, 5).api("AscendCL@aclrtSynchronizeStream", 5, 5);
    });
    row("H04", "half", 0.5, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 100}).api("AscendCL@aclrtSynchronizeDevice", 300, 500);
    });
    row("H05", "time", 0.5, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 100}).api("AscendCL@aclopCompileAndExecute", 300, 500);
    });
    row("H05", "count", 20, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 1000});
        for (int i = 0; i < 20; ++i)
            p.api("AscendCL@aclopCompileAndExecute", i * 10, 5);
    });
    row("H06", "one", 1, [](MadeProfile& p) { p.kernel({.length = 100}).host("collect", 0, 1000000, "GC"); });
    row("H10", "plain", 1, [](MadeProfile& p) { p.kernel({.length = 100}).host("Optimizer.step#SGD.step", 0, 50); });
    row("H11", "median", 5500, [](MadeProfile& p) {
        p.kernel({.length = 10, .wait = 5000}).kernel({.start = 20, .length = 10, .wait = 6000});
    });
    row("H14", "one", 0.5,
        [](MadeProfile& p) { p.step(1, 0, 1000).kernel({.length = 100}).kernel({.start = 600, .length = 100}); });
    row("H15", "half", 0.5, [](MadeProfile& p) { p.step(1, 0, 1000).kernel({.start = 500, .length = 500}); });
    row("D01", "one call", 10000000,
        [](MadeProfile& p) { p.kernel({.length = 100}).host("enumerate(DataLoader)#next", 0, 10000000); });
    row("D01", "exposed", 0.5, [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 100}).host("enumerate(DataLoader)#next", 400, 500);
    });
    row("D02", "a hundredth", 0.01, [](MadeProfile& p) {
        p.step(1, 0, 10000).kernel({.start = 200, .length = 9000});
        p.task("MEMCPY_ASYNC", 50, 100).api("AscendCL@aclrtMemcpy", 50, 51);
    });
    row("E01", "three missing, one set", 4, [](MadeProfile& p) {
        p.kernel({.length = 100});
        p.rank().environment = {{"ASCEND_LAUNCH_BLOCKING", "1"}};
    });
    row("E02", "two", 2, [](MadeProfile& p) {
        p.kernel({.length = 100});
        p.rank().switches = {{"with_stack", "true"}, {"profile_memory", "false"}};
        p.rank().profilerLevel = "Level2";
    });
}

void TestRules::fires()
{
    QFETCH(QString, rule);
    QFETCH(Make, make);
    QFETCH(double, metric);
    MadeProfile profile;
    make(profile);
    const AdvisorResult result = judged(profile, rule.toLatin1().constData());
    QCOMPARE(result.findings.size(), std::size_t{1});
    const Finding& finding = result.findings.front();
    QCOMPARE(finding.ruleId, rule.toStdString());
    QVERIFY2(std::abs(finding.metric - metric) <= 1e-12 + 1e-9 * std::abs(metric),
             qPrintable(QString::number(finding.metric, 'g', 12)));
    const std::string text = englishText(finding.text);
    QVERIFY2(!text.empty() && text.find('%') == text.find(" %") + (text.find(" %") == std::string::npos ? 0 : 1),
             text.c_str());
    QVERIFY(!englishText(finding.suggestion).empty());
    QVERIFY(finding.saving.high || finding.saving.bytes || !finding.saving.note.empty());
}

void TestRules::silent_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<Make>("make");
    const auto row = [](const char* rule, const char* what, Make make) {
        QTest::addRow("%s %s", rule, what) << QString::fromLatin1(rule) << make;
    };
    row("C01", "fewer than ten kernels", [](MadeProfile& p) { kernels(p, 9); });
    row("C02", "full cores", [](MadeProfile& p) { kernels(p, 3, {.metrics = {{"cube_utilization(%)", 95}}}); });
    row("C02", "vector cores only", [](MadeProfile& p) {
        kernels(p, 2, {.metrics = {{"cube_utilization(%)", 95}}});
        kernels(p, 2, {.core = "AI_VECTOR_CORE", .metrics = {{"cube_utilization(%)", 1}}}, 2500);
    });
    row("C03", "the cube loads beside", [](MadeProfile& p) { kernels(p, 3, {.metrics = {{"aic_mte2_ratio", 0.9}}}); });
    row("C03", "cube busy too", [](MadeProfile& p) {
        kernels(p, 3, {.metrics = {{"aic_mte2_ratio", 0.96}, {"aic_mac_ratio", 0.8}}});
    });
    row("C04", "too short", [](MadeProfile& p) {
        kernels(p, 3, {.length = 19999, .metrics = {{"aic_mac_ratio", 0.5}}}, 30000);
    });
    row("C05", "all are multiples",
        [](MadeProfile& p) { p.kernel({.length = 1000, .shapes = "100,256;512,256", .outputs = "100,512"}); });
    row("C05", "shorter than a block",
        [](MadeProfile& p) { p.kernel({.length = 1000, .shapes = "512,256;256,8", .outputs = "512,8"}); });
    row("C05", "hardly any time", [](MadeProfile& p) {
        p.kernel({.length = 991, .type = "Add"});
        p.kernel({.start = 991, .length = 9, .shapes = "256,256;256,257", .outputs = "256,257"});
    });
    row("C08", "short", [](MadeProfile& p) { p.kernel({.length = 19999, .core = "AI_CPU"}); });
    row("C10", "one is static", [](MadeProfile& p) {
        p.step(1, 0, 5000).kernel({.start = 3000, .length = 10, .opState = "dynamic"});
        p.kernel({.start = 3100, .length = 10, .opState = "static"}).api("AscendCL@aclopCompileAndExecute", 500, 2000);
    });
    row("C11", "other types", base);
    row("C12", "ninety-nine", [](MadeProfile& p) { kernels(p, 99); });
    row("C13", "a collective between", [](MadeProfile& p) {
        for (int i = 0; i < 6; ++i) {
            p.kernel({.start = i * 15000, .length = 1000, .type = "A"});
            p.collective("hcom", i * 15000 + 5000, 100);
            p.kernel({.start = i * 15000 + 9000, .length = 1000, .type = "B"});
            p.collective("hcom", i * 15000 + 12000, 100);
        }
    });
    row("C15", "nearly all", [](MadeProfile& p) {
        p.kernel({.length = 1000}).counter("AI Core Freq", "MHz", {{-100, 1000}, {0, 951}});
    });
    row("C16", "four are too few", [](MadeProfile& p) {
        for (int i = 0; i < 3; ++i)
            p.kernel({.start = i * 1000, .length = 1000});
        p.kernel({.start = 3000, .length = 10000});
    });
    row("C17", "half precision", [](MadeProfile& p) { kernels(p, 3, {.types = "FLOAT16;FLOAT16"}); });
    row("C19", "half", [](MadeProfile& p) {
        p.kernel({.length = 1000, .task = 1}).kernel({.start = 1000, .length = 1000, .task = 2});
        p.cacheHits({{1, 1.0}, {2, 0.0}});
    });
    row("C20", "less than a tenth", [](MadeProfile& p) {
        p.kernel({.length = 1000, .metrics = {{"aiv_vec_bank_cflt_ratio", 0.099}}});
    });
    row("M01", "one sample of many", [](MadeProfile& p) {
        p.rank().switches["hbm_bytes_per_second"] = "1048576000000";
        p.kernel({.length = 1000});
        for (int i = 0; i < 20; ++i)
            p.counter("HBM 0/Read", "MB/s", {{i * 50, i < 1 ? 900000 : 790000}});
    });
    row("M03", "less than nine tenths", [](MadeProfile& p) {
        p.rank().switches["hbm_usable_bytes"] = "1000";
        p.kernel({.length = 10}).memory(5, 500, 899);
    });
    row("M05", "short and hidden", [](MadeProfile& p) {
        p.step(1, 0, 20000000).kernel({.length = 20000000}).api("AscendCL@aclrtMallocPhysical", 0, 9999999);
        p.api("AscendCL@aclrtMallocHost", 11000000, 5000000); // memory of the host
    });
    row("M06", "only twice", [](MadeProfile& p) {
        for (int i = 0; i < 4; ++i)
            p.step(i, i * 1000, i * 1000 + 900).kernel({.start = i * 1000, .length = 10});
        for (int i = 0; i < 4; ++i)
            p.memory(i * 1000 + 800, i == 0 ? 600 : 500 + i * 10, 1000);
    });
    row("M06", "slowly", [](MadeProfile& p) {
        for (int i = 0; i < 4; ++i)
            p.step(i, i * 1000, i * 1000 + 900).kernel({.start = i * 1000, .length = 10});
        for (int i = 0; i < 4; ++i)
            p.memory(i * 1000 + 800, 500 + i * 5, 1000); // exactly 1 %
    });
    row("M04", "small", [](MadeProfile& p) { p.kernel({.length = 10}).memory(5, 10, 20); });
    row("M08", "hidden", [](MadeProfile& p) { p.kernel({.length = 1000}).task("MEMCPY_ASYNC", 100, 200); });
    row("N01", "little", [](MadeProfile& p) { p.kernel({.length = 900}).collective("hcom", 900, 100); });
    row("N02", "all hidden", [](MadeProfile& p) { p.kernel({.length = 900}).collective("hcom", 0, 900); });
    row("N02", "little communication", [](MadeProfile& p) { p.kernel({.length = 950}).collective("hcom", 950, 50); });
    row("N04", "moves data", [](MadeProfile& p) {
        p.kernel({.length = 500}).collective("hcom", 500, 500).operation("hcom@1", 500, 500, 300);
    });
    row("N05", "large", [](MadeProfile& p) { p.kernel({.length = 500}).operation("hcom@1", 500, 500, 50, 16e6); });
    row("N07", "nearly as fast", [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 500});
        p.operation({.name = "hcom_a__1@1", .start = 0, .elapse = 400, .bytes = 16e6, .bytesPerSecond = 80e9});
        p.operation({.name = "hcom_a__2@1", .start = 600, .elapse = 400, .bytes = 16e6, .bytesPerSecond = 100e9});
    });
    row("N07", "beside a vector kernel", [](MadeProfile& p) {
        p.step(1, 0, 1000).kernel({.length = 500, .type = "Add"});
        p.operation({.name = "hcom_a__1@1", .start = 0, .elapse = 400, .bytes = 16e6, .bytesPerSecond = 10e9});
    });
    row("N08", "only one rank", [](MadeProfile& p) {
        p.kernel({.length = 10});
        p.operation({.name = "far@1", .elapse = 5000000000, .transit = 4500000000, .transport = "RDMA", .bytes = 1});
        p.addRank(1).kernel({.length = 10});
        p.operation({.name = "far@1", .elapse = 5000000000, .transit = 4000000000, .transport = "RDMA", .bytes = 1});
    });
    row("N09", "as the others", [](MadeProfile& p) {
        p.kernel({.length = 10}).link("allreduce", 0, 1, 100e6, 1000000).link("allreduce", 1, 2, 100e6, 1000000);
        p.link("allreduce", 2, 0, 81e6, 1000000);
        p.link("alltoall", 2, 0, 10e6, 1000000);    // another kind, and too small
        p.link("allreduce", 2, 3, 15.9e6, 1000000); // too small
    });
    row("N12", "less than a fifth", [](MadeProfile& p) {
        p.kernel({.length = 100, .type = "GroupedMatmul", .shapes = "1199,64;1,64,64;1"});
        p.addRank(1).kernel({.length = 100, .type = "GroupedMatmul", .shapes = "801,64;1,64,64;1"});
    });
    row("N13", "a twentieth", [](MadeProfile& p) {
        p.rank().groups.push_back({{}, {}, "pp", {}, {0, 1}});
        p.kernel({.length = 1025}).addRank(1).kernel({.length = 975});
    });
    row("N11", "hidden", [](MadeProfile& p) { p.kernel({.length = 500}).collective("hcom_send_", 100, 100); });
    row("H01", "busy", [](MadeProfile& p) { p.kernel({.length = 500}); });
    row("H02", "launched in time", [](MadeProfile& p) {
        p.kernel({.length = 100, .launch = 0}).kernel({.start = 600, .length = 100, .launch = 100});
    });
    row("H03", "rarely", [](MadeProfile& p) {
        p.kernel({.length = 10}).api("Node@launch", 0, 5).api("Node@launch", 10, 5);
        p.api("AscendCL@aclrtSynchronizeStream", 20, 5);
    });
    row("H04", "device busy",
        [](MadeProfile& p) { p.kernel({.length = 1000}).api("AscendCL@aclrtSynchronizeDevice", 0, 900); });
    row("H06", "short", [](MadeProfile& p) { p.kernel({.length = 100}).host("collect", 0, 999999, "gc"); });
    row("H10", "fused",
        [](MadeProfile& p) { p.kernel({.length = 100}).host("Optimizer.step#NpuFusedSGD.step", 0, 50); });
    row("H11", "short", [](MadeProfile& p) { p.kernel({.length = 10, .wait = 5000}); });
    row("H15", "at once", [](MadeProfile& p) { p.step(1, 0, 1000).kernel({.start = 10, .length = 900}); });
    row("D01", "fast", [](MadeProfile& p) { p.kernel({.length = 1000}).host("dataloader", 0, 500); });
    row("D02", "the host does not wait", [](MadeProfile& p) {
        p.step(1, 0, 10000).kernel({.start = 200, .length = 9000});
        p.task("MEMCPY_ASYNC", 50, 100).api("AscendCL@aclrtMemcpyAsync", 50, 51);
    });
    row("D02", "short", [](MadeProfile& p) {
        p.step(1, 0, 10000).kernel({.start = 200, .length = 9000});
        p.task("MEMCPY_ASYNC", 50, 99).api("AscendCL@aclrtMemcpy", 50, 99);
    });
    row("D02", "later than the first work", [](MadeProfile& p) {
        p.step(1, 0, 10000).kernel({.start = 200, .length = 1000});
        p.task("MEMCPY_ASYNC", 5000, 1000).api("AscendCL@aclrtMemcpy", 5000, 1000);
    });
    row("E01", "as recommended", [](MadeProfile& p) {
        p.kernel({.length = 100});
        p.rank().environment = {{"ACLNN_CACHE_LIMIT", "10000"},
                                {"HOST_CACHE_CAPACITY", "20"},
                                {"PYTORCH_NPU_ALLOC_CONF", "expandable_segments:True"},
                                {"ASCEND_GLOBAL_LOG_LEVEL", "3"}};
    });
    row("E02", "all off", [](MadeProfile& p) {
        p.kernel({.length = 100});
        p.rank().switches = {{"with_stack", "false"}};
    });
    row("E03", "no issues", base);
}

void TestRules::silent()
{
    QFETCH(QString, rule);
    QFETCH(Make, make);
    MadeProfile profile;
    make(profile);
    const AdvisorResult result = judged(profile, rule.toLatin1().constData());
    QCOMPARE(result.findings.size(), std::size_t{0});
    QCOMPARE(result.unavailable.size(), std::size_t{0});
}

void TestRules::unavailable_data()
{
    QTest::addColumn<QString>("rule");
    for (const char* rule : {"C02", "C03", "C04", "C10", "H02", "H03", "H04", "H05", "H06", "H11", "H15", "D01", "M01",
                             "M04", "M07", "N01", "N02", "N04", "N05", "N10", "N11", "E01", "E02", "C05", "C15", "C19",
                             "C20", "M03", "M05", "M06", "N06", "N07", "N08", "N09", "N12", "N13", "D02"})
        QTest::addRow("%s", rule) << QString::fromLatin1(rule);
}

/// A profile of kernels alone.
void TestRules::unavailable()
{
    QFETCH(QString, rule);
    MadeProfile profile;
    base(profile);
    const AdvisorResult result = judged(profile, rule.toLatin1().constData());
    QCOMPARE(result.findings.size(), std::size_t{0});
    QCOMPARE(result.unavailable.size(), std::size_t{1});
    QVERIFY(!englishText(result.unavailable.front().reason).empty());
}

void TestRules::findingNamesWorstRankAndAllOthers()
{
    MadeProfile profile(4);
    profile.kernel({.length = 800}).collective("hcom", 800, 200);
    profile.addRank(5).kernel({.length = 200}).collective("hcom", 200, 800);
    profile.addRank(6).kernel({.length = 990}).collective("hcom", 990, 10);
    const AdvisorResult result = judged(profile, "N01");
    QCOMPARE(result.findings.size(), std::size_t{1});
    QCOMPARE(result.findings[0].rank.row, 1U);
    QCOMPARE(result.findings[0].metric, 0.8);
    QCOMPARE(result.findings[0].ranks.size(), std::size_t{2});
    QCOMPARE(result.findings[0].severity, FindingSeverity::High);
}

void TestRules::slowRankComparesRanksOfOneStage()
{
    const auto stage = [](MadeProfile& profile, std::int64_t position) {
        ParallelGroup group;
        group.name = "pp";
        group.position = position;
        profile.rank().groups = {group};
    };
    MadeProfile different;
    different.kernel({.length = 1000});
    stage(different, 0);
    different.addRank(1).kernel({.length = 500});
    stage(different, 1);
    QCOMPARE(judged(different, "N10").unavailable.size(), std::size_t{1});

    MadeProfile same;
    same.kernel({.length = 1000}).addRank(1).kernel({.length = 500});
    const AdvisorResult result = judged(same, "N10");
    QCOMPARE(result.findings.size(), std::size_t{1});
    QCOMPARE(result.findings[0].metric, 500.0 / 750);
    QCOMPARE(result.findings[0].rank.row, 0U);
    QCOMPARE(result.findings[0].saving.high->ns, std::int64_t{250});
}

void TestRules::explanationNamesTheCause()
{
    MadeProfile profile;
    profile.kernel({.length = 500}).collective("hcom", 500, 500).operation("hcom@1", 500, 500, 50);
    AdvisorOptions options;
    options.only = {"N01", "N04"};
    const auto trace = profile.trace();
    const auto result = advise(*trace, options);
    QVERIFY(result.ok());
    for (const Finding& finding : result->findings) {
        if (finding.ruleId == "N01")
            QCOMPARE(finding.explainedBy, std::vector<std::string>{"N04"});
    }
    QCOMPARE(result->findings.size(), std::size_t{2});
}

void TestRules::combinedSavingCountsAnIntervalOnce()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).kernel({.length = 100, .launch = 0}).kernel({.start = 600, .length = 100, .launch = 300});
    AdvisorOptions options;
    options.only = {"H02", "H14"}; // both claim the same gap of 500 ns
    const auto trace = profile.trace();
    const auto result = advise(*trace, options);
    QVERIFY(result.ok());
    QCOMPARE(result->findings.size(), std::size_t{2});
    QCOMPARE(result->findings[0].saving.high->ns, std::int64_t{500});
    QCOMPARE(result->findings[1].saving.high->ns, std::int64_t{500});
    QCOMPARE(result->combinedSaving.high->ns, std::int64_t{500});
    QCOMPARE(*result->combinedSaving.ratioOfWall, 0.5);
}

void TestRules::evidenceIsCutButCounted()
{
    MadeProfile profile;
    kernels(profile, 50, {.type = "Cast"});
    AdvisorOptions options;
    options.evidenceLimit = 3;
    const AdvisorResult result = judged(profile, "C11", options);
    QCOMPARE(result.findings[0].evidence.size(), std::size_t{3});
    QCOMPARE(result.findings[0].evidenceTotal, std::size_t{50});
}

void TestRules::figuresAreMeansOverSteps()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).kernel({.length = 100}).kernel({.start = 500, .length = 100});
    profile.step(2, 1000, 2000).kernel({.start = 1000, .length = 100}).kernel({.start = 1300, .length = 100});
    const AdvisorResult result = judged(profile, "H14");
    QCOMPARE(result.findings[0].metric, 0.3); // gaps of 400 and 200 in 1000 each
    QCOMPARE(result.findings[0].saving.high->ns, std::int64_t{300});
}

void TestRules::scopeLimitsWhatIsJudged()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).kernel({.length = 100}).kernel({.start = 500, .length = 100});
    profile.step(2, 1000, 2000).kernel({.start = 1000, .length = 100}).kernel({.start = 1300, .length = 100});
    AdvisorOptions options;
    options.scope.steps = {2};
    const AdvisorResult result = judged(profile, "H14", options);
    QCOMPARE(result.findings[0].metric, 0.2);
    QCOMPARE(result.overview.steps, std::size_t{1});
    QCOMPARE(result.overview.operators, std::uint64_t{2});
}

void TestRules::timeCutsWhatIsJudged()
{
    MadeProfile profile;
    profile.step(1, 0, 10000).kernel({.length = 2000});
    profile.collective("hcom_a", 2000, 4000).operation("hcom_a@1", 2000, 4000, 1000);
    profile.collective("hcom_b", 7000, 1000).operation("hcom_b@1", 7000, 1000, 100);
    AdvisorOptions options;
    options.scope.range = TimeRange{{1000}, {4000}};
    const auto trace = profile.trace();
    options.only = {"N01", "N04"};
    const auto result = advise(*trace, options);
    QVERIFY(result.ok());
    QCOMPARE(result->overview.wall->ns, std::int64_t{3000});
    QCOMPARE(result->overview.computing->ns, std::int64_t{1000});
    QCOMPARE(result->overview.communication->ns, std::int64_t{2000});
    QCOMPARE(result->findings.size(), std::size_t{2});
    for (const Finding& finding : result->findings) {
        QVERIFY(!finding.saving.high || finding.saving.high->ns <= 2000);
        if (finding.ruleId == "N04") { // half of one operation: 2000 ns of which 500 move data
            QCOMPARE(finding.metric, 0.75);
            QCOMPARE(finding.evidenceTotal, std::size_t{1});
        }
    }
}

void TestRules::idleTimeRangeHasNoFiguresOfFiles()
{
    MadeProfile profile;
    profile.step(1, 0, 10000).kernel({.length = 2000});
    AdvisorOptions options;
    options.scope.range = TimeRange{{5000}, {6000}};
    const AdvisorResult result = judged(profile, "H01", options);
    QCOMPARE(result.overview.wall->ns, std::int64_t{1000});
    QCOMPARE(result.overview.computing->ns, std::int64_t{0});
    QCOMPARE(result.overview.operators, std::uint64_t{0});
}

/// Random work, some of it side by side and beyond its step, under random ranges of time.
void TestRules::noShareOrGainExceedsTheWhole()
{
    constexpr std::int64_t kStep = 1'000'000;
    std::mt19937_64 random(20);
    const auto upTo = [&random](std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most)(random);
    };
    MadeProfile profile;
    for (int step = 0; step < 3; ++step) {
        profile.step(step, step * kStep, (step + 1) * kStep);
        for (int i = 0; i < 80; ++i) {
            profile.kernel({.name = i % 3 ? "a" : "b",
                            .start = step * kStep + i * 14000 + upTo(4000),
                            .length = 1 + upTo(i % 20 ? 20000 : 90000),
                            .type = i % 2 ? "Cast" : "MatMul",
                            .core = i % 9 ? "AI_CORE" : "AI_CPU",
                            .launch = step * kStep + i * 14000 + upTo(8000),
                            .types = "FLOAT;FLOAT",
                            .metrics = {{"cube_utilization(%)", 20}, {"aic_mte2_ratio", 0.96}}});
        }
        for (int i = 0; i < 4; ++i) {
            const std::string name = "hcom_send_" + std::to_string(step) + std::to_string(i);
            const std::int64_t start = step * kStep + i * 250000 + upTo(90000);
            profile.collective(name, start, 100000).operation(name + "@1", start, 100000, upTo(100000), 1e6);
            profile.api("AscendCL@aclrtSynchronizeStream", start, 50000).api("Node@launch", start - 10, 5);
            profile.task("MEMCPY_ASYNC", start + 100000, 30000).host("enumerate(DataLoader)#next", start, 60000);
        }
    }
    profile.addRank(1).step(0, 0, kStep).kernel({.length = kStep / 2});
    const auto trace = profile.trace();
    int findings = 0;
    for (int round = 0; round < 200; ++round) {
        AdvisorOptions options;
        const std::int64_t from = upTo(3 * kStep);
        if (round > 0)
            options.scope.range = TimeRange{{from}, {from + 1 + upTo(round % 2 ? 20000 : kStep)}};
        const auto result = advise(*trace, options);
        QVERIFY(result.ok());
        for (const Finding& finding : result->findings) {
            ++findings;
            const QByteArray what = QByteArray::fromStdString(finding.ruleId + ": " + englishText(finding.text));
            if (finding.unit == FindingUnit::Ratio && finding.ruleId != "N10") // a spread, not a share
                QVERIFY2(finding.metric >= 0 && finding.metric <= 1, what.constData());
            QVERIFY2(finding.saving.ratioOfWall.value_or(0) <= 1, what.constData());
            QVERIFY2(!finding.saving.high || *finding.saving.high <= *result->combinedSaving.high, what.constData());
            if (options.scope.range)
                QVERIFY2(!finding.saving.high || *finding.saving.high <= options.scope.range->length(),
                         what.constData());
        }
        QVERIFY(result->combinedSaving.ratioOfWall.value_or(0) <= 1);
    }
    QVERIFY(findings > 500);
}

void TestRules::ranksWithoutNumberAreNotCompared()
{
    MadeProfile profile;
    profile.kernel({.length = 1000});
    profile.rank().rank.reset();
    profile.addRank(1).kernel({.length = 500});
    profile.rank().rank.reset();
    const AdvisorResult result = judged(profile, "N10");
    QCOMPARE(result.findings.size(), std::size_t{0});
    QCOMPARE(result.unavailable.size(), std::size_t{1});
    QVERIFY(englishText(result.unavailable[0].reason).find("rank number") != std::string::npos);
}

/// A step that a rule cannot judge counts for the means of all.
void TestRules::noGainExceedsTheCombinedOne()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).kernel({.length = 100}).kernel({.start = 600, .length = 100});
    profile.step(2, 1000, 2000);
    const AdvisorResult result = judged(profile, "H14");
    QCOMPARE(result.findings.size(), std::size_t{1});
    QCOMPARE(result.findings[0].saving.high->ns, std::int64_t{250});
    QCOMPARE(result.combinedSaving.high->ns, std::int64_t{250});
    QCOMPARE(*result.findings[0].saving.ratioOfWall, 0.25);
}

void TestRules::misalignedPartsAreCounted()
{
    // Sizes of the three parts of a collective; the aligned one is twice as fast as the others.
    const auto result = [](std::vector<TransferFacts> facts) {
        MadeProfile profile;
        profile.kernel({.length = 100}).collective("hcom", 100, 900);
        profile.part("Memcpy", 100, 100).part("Reduce_Inline", 200, 200).part("Memcpy", 400, 200);
        profile.part("Notify_Wait", 600, 100).part("Memcpy", 2000, 100); // outside of the collective
        AdvisorOptions options;
        options.transfers = [facts](const std::vector<SliceId>& slices) {
            return slices.size() == facts.size() ? facts : std::vector<TransferFacts>{};
        };
        return judged(profile, "N06", options);
    };
    const AdvisorResult two = result({{"SDMA", "HCCS", 1024}, {"SDMA", "HCCS", 1025}, {"SDMA", "SIO", 513}});
    QCOMPARE(two.findings.size(), std::size_t{1});
    QCOMPARE(two.findings[0].metric, 2.0);
    QCOMPARE(two.findings[0].severity, FindingSeverity::High); // 400 of 500 ns
    QVERIFY(two.findings[0].saving.high->ns > 0);
    const AdvisorResult one = result({{"SDMA", "HCCS", 1024}, {"SDMA", "HCCS", 2048}, {"SDMA", "HCCS", 513}});
    QCOMPARE(one.findings[0].metric, 1.0);
    QCOMPARE(one.findings[0].severity, FindingSeverity::Medium); // 200 of 500
    for (const TransferFacts& good :
         {TransferFacts{"SDMA", "HCCS", 512}, {"SDMA", "HCCS", 511}, {"SDMA", "ON_CHIP", 513}, {"RDMA", "ROCE", 513}}) {
        const AdvisorResult none = result({{"SDMA", "HCCS", 1024}, {"SDMA", "HCCS", 1024}, good});
        QCOMPARE(none.findings.size() + none.unavailable.size(), std::size_t{0});
    }
    QCOMPARE(result({}).unavailable.size(), std::size_t{1});
}

void TestRules::memoryPeakComesFromTheDevice()
{
    const auto make = [](MadeProfile& profile) {
        profile.kernel({.length = 1000}).counter("HBM 0/Read", "MB/s", {{100, 900000}, {500, 900000}});
        profile.rank().switches["hbm_bytes_per_second"] = "1048576000000"; // MB/s are binary
    };
    MadeProfile stated;
    make(stated);
    const AdvisorResult result = judged(stated, "M01");
    QCOMPARE(result.findings.size(), std::size_t{1});
    QCOMPARE(result.findings[0].metric, 0.9);
    MadeProfile again;
    make(again);
    AdvisorOptions options;
    options.limits.set("device", "memory_bytes_per_s", 2097152e6);
    QCOMPARE(judged(again, "M01", options).findings.size(), std::size_t{0}); // 0.45
}

void TestRules::reasonsNameWhatIsMissing()
{
    for (const char* rule : {"D01", "H10"}) {
        MadeProfile profile;
        profile.kernel({.length = 100}).task("MEMCPY_ASYNC", 200, 10);
        const AdvisorResult result = judged(profile, rule);
        QCOMPARE(result.unavailable.size(), std::size_t{1});
        QVERIFY(englishText(result.unavailable[0].reason).find("timeline") == std::string::npos);
    }
}

void TestRules::hostWaitExplainsFreeTime()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).kernel({.length = 100}).kernel({.start = 900, .length = 100}); // the worst, without links
    profile.addRank(1).step(1, 0, 1000).kernel({.length = 100, .launch = 0});
    profile.kernel({.start = 600, .length = 100, .launch = 300});
    AdvisorOptions options;
    options.only = {"H01", "H02"};
    const auto trace = profile.trace();
    const auto result = advise(*trace, options);
    QVERIFY(result.ok());
    QCOMPARE(result->findings.size(), std::size_t{2});
    for (const Finding& finding : result->findings) {
        if (finding.ruleId == "H01")
            QCOMPARE(finding.explainedBy, std::vector<std::string>{"H02"});
    }
}

void TestRules::noDeviceWorkIsNoVerdict()
{
    MadeProfile profile;
    profile.host("aten::mul", 0, 100);
    const AdvisorResult result = judged(profile, "H01");
    QCOMPARE(result.overview.verdict, Verdict::Unknown);
}

void TestRules::resultIsTheSameTwice()
{
    MadeProfile profile;
    kernels(profile, 120, {.types = "FLOAT", .metrics = {{"aic_mte2_ratio", 0.96}}});
    profile.collective("hcom", 1000, 300).api("AscendCL@aclrtSynchronizeDevice", 0, 10000);
    const auto trace = profile.trace();
    const auto first = advise(*trace, {});
    const auto second = advise(*trace, {});
    QVERIFY(first.ok() && second.ok());
    QVERIFY(first->findings.size() > 3);
    QCOMPARE(first->findings.size(), second->findings.size());
    for (std::size_t i = 0; i < first->findings.size(); ++i) {
        QCOMPARE(first->findings[i].ruleId, second->findings[i].ruleId);
        QCOMPARE(first->findings[i].metric, second->findings[i].metric);
    }
}

void TestRules::unknownRuleIsRefused()
{
    MadeProfile profile;
    base(profile);
    AdvisorOptions options;
    options.only = {"Z99"};
    const auto trace = profile.trace();
    const auto result = advise(*trace, options);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(result.error().where, std::string("Z99"));
}

QTEST_APPLESS_MAIN(TestRules)
#include "test_rules.moc"
