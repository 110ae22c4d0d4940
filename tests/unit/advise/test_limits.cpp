// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/advise/advisor.h"
#include "core/advise/builtin_rules.h"
#include "core/advise/limits.h"
#include "core/advise/saving.h"
#include "tests/support/made_profile.h"

using namespace tideline;
using namespace tideline::test;

class TestLimits : public QObject {
    Q_OBJECT

private slots:
    void builtinFileIsReadable();
    void everyRuleHasItsLimits();
    void faultsAreNamed_data();
    void faultsAreNamed();
    void changedLimitChangesTheResult();
    void switchedOffRuleIsNotJudged();
    void fingerprintFollowsTheLimits();
    void messagesAreWritten_data();
    void messagesAreWritten();
    void closedFormTakesTheGreatestPart();
};

void TestLimits::builtinFileIsReadable()
{
    QFile file(QStringLiteral(TIDELINE_RESOURCES_DIR "/rules.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto limits = readLimits(file.readAll().toStdString(), "rules.json", nullptr);
    QVERIFY2(limits.ok(), limits ? "" : limits.error().text().c_str());
    QCOMPARE(limits->fingerprint(), builtinLimits().fingerprint());
}

void TestLimits::everyRuleHasItsLimits()
{
    for (const Rule* rule : builtinRules()) {
        QVERIFY2(!rule->clauses.empty() && (rule->measure || rule->measureJob), rule->id.data());
        for (const Clause& clause : rule->clauses) {
            QVERIFY2(builtinLimits().has(rule->id, clause.limit), rule->id.data());
            QVERIFY2(clause.gate || !clause.text.empty(), rule->id.data());
        }
    }
}

void TestLimits::faultsAreNamed_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("what");
    QTest::newRow("unknown rule") << "{\n\"X99\": {\n\"a\": 1}}"
                                  << "f:3 (/X99/a)"
                                  << "no such rule";
    QTest::newRow("unknown rule without limits") << "{\n\"X99\": {}}"
                                                 << "f:2 (/X99)"
                                                 << "no such rule";
    QTest::newRow("unknown limit") << "{\n\"C01\": {\n\n\"share\": 1}}"
                                   << "f:4 (/C01/share)"
                                   << "no such limit";
    QTest::newRow("text for a number") << "{\"C01\": {\"share_ratio\": \"0.2\"}}"
                                       << "f:1 (/C01/share_ratio)"
                                       << "a number is expected here";
    QTest::newRow("number for a switch") << "{\"C01\": {\"enabled\": 1}}"
                                         << "f:1 (/C01/enabled)"
                                         << "true or false is expected here";
    QTest::newRow("ratio above one") << "{\"C01\": {\n\"share_ratio\": 1.5}}"
                                     << "f:2 (/C01/share_ratio)"
                                     << "the value is out of range: a ratio is 0 to 1";
    QTest::newRow("negative") << "{\"C08\": {\"duration_ns\": -1}}"
                              << "f:1 (/C08/duration_ns)"
                              << "the value is out of range: it must not be negative";
    QTest::newRow("half a kernel") << "{\"C01\": {\"min_kernels_count\": 0.5}}"
                                   << "f:1 (/C01/min_kernels_count)"
                                   << "the value is out of range: a count is a whole number";
    QTest::newRow("null") << "{\"C08\": {\"duration_ns\": null}}"
                          << "f:1 (/C08/duration_ns)"
                          << "a number is expected here";
    QTest::newRow("a list") << "{\"C01\": {\"share_ratio\": [1]}}"
                            << "f:1 (/C01/share_ratio)"
                            << "a list is not expected here";
    QTest::newRow("too deep") << "{\"C01\": {\"share_ratio\": {\"a\": 1}}}"
                              << "f:1 (/C01/share_ratio)"
                              << "a number, true, false or null is expected here";
    QTest::newRow("no object") << "{\"C01\": 1}"
                               << "f:1 (/C01)"
                               << "an object of limits is expected here";
    QTest::newRow("twice") << "{\"C01\": {\"share_ratio\": 0.1,\n\"share_ratio\": 0.2}}"
                           << "f:2 (/C01/share_ratio)"
                           << "this is given twice";
    QTest::newRow("other version") << "{\"schema_version\": 2}"
                                   << "f:1 (/schema_version)"
                                   << "this version of the format is not known";
}

void TestLimits::faultsAreNamed()
{
    QFETCH(QString, json);
    QFETCH(QString, where);
    QFETCH(QString, what);
    const auto limits = readLimits(json.toStdString(), "f", &builtinLimits());
    QVERIFY(!limits.ok());
    QCOMPARE(limits.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(QString::fromStdString(limits.error().where), where);
    QCOMPARE(QString::fromStdString(limits.error().what), what);
    for (const char* broken : {"", "{", "[1]", "{\"C01\": {\"share_ratio\": 0.1}}}", "1", "{\"C01\" 1}", "nul"}) {
        const auto bad = readLimits(broken, "f", &builtinLimits());
        QVERIFY2(!bad.ok(), broken);
        QVERIFY2(bad.error().where.starts_with("f:1 ("), bad.error().where.c_str());
    }
    const auto later = readLimits("{\n\"C01\": {\n\"share_ratio\": 0.1\n\"x\": 1}}", "f", &builtinLimits());
    QVERIFY(!later.ok());
    QVERIFY2(later.error().where.starts_with("f:4 ("), later.error().where.c_str());
}

void TestLimits::changedLimitChangesTheResult()
{
    MadeProfile profile;
    profile.kernel({.length = 900}).collective("hcom", 900, 100);
    AdvisorOptions options;
    options.only = {"N01"};
    const auto trace = profile.trace();
    QCOMPARE(advise(*trace, options)->findings.size(), std::size_t{0});
    const auto limits = readLimits("{\"N01\": {\"share_ratio\": 0.1}}", "f", &builtinLimits());
    QVERIFY(limits.ok());
    options.limits = *limits;
    const auto result = advise(*trace, options);
    QCOMPARE(result->findings.size(), std::size_t{1});
    QCOMPARE(result->findings[0].threshold, 0.1);
}

void TestLimits::switchedOffRuleIsNotJudged()
{
    MadeProfile profile;
    profile.kernel({.length = 500}).collective("hcom", 500, 500);
    AdvisorOptions options;
    options.only = {"N01"};
    options.limits.enable("N01", false);
    const auto trace = profile.trace();
    const auto result = advise(*trace, options);
    QCOMPARE(result->findings.size() + result->unavailable.size(), std::size_t{0});
}

void TestLimits::fingerprintFollowsTheLimits()
{
    RuleLimits changed = builtinLimits();
    QCOMPARE(changed.fingerprint(), builtinLimits().fingerprint());
    changed.set("C01", "share_ratio", 0.21);
    QVERIFY(changed.fingerprint() != builtinLimits().fingerprint());
    RuleLimits off = builtinLimits();
    off.enable("C01", false);
    QVERIFY(off.fingerprint() != builtinLimits().fingerprint());
}

void TestLimits::messagesAreWritten_data()
{
    QTest::addColumn<Message>("message");
    QTest::addColumn<QString>("text");
    const TextKey text{"c", "a %1, %2; 100%"};
    QTest::newRow("time and ratio") << Message{text, {MessageArg::timeNs(1500), MessageArg::ratio(0.125)}}
                                    << "a 1.5 us, 12.5 %; 100%";
    QTest::newRow("count and bytes") << Message{text, {MessageArg::count(12), MessageArg::bytes(1536)}}
                                     << "a 12, 1.5 KiB; 100%";
    QTest::newRow("name with a place") << Message{text, {MessageArg::name("%2"), MessageArg::rate(2e9)}}
                                       << "a %2, 2 GB/s; 100%";
    QTest::newRow("missing argument") << Message{text, {MessageArg::of({"c", "word"})}} << "a word, %2; 100%";
}

void TestLimits::messagesAreWritten()
{
    QFETCH(Message, message);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(englishText(message)), text);
}

void TestLimits::closedFormTakesTheGreatestPart()
{
    MadeProfile profile;
    profile.step(1, 0, 1000).kernel({.length = 400}).collective("hcom", 300, 200);
    const auto trace = profile.trace();
    const auto steps = stepProfiles(*trace, RankId{0}, {});
    QCOMPARE(steps.size(), std::size_t{1});
    const ClosedFormSaving engine;
    const auto saved = [&](std::vector<Candidate> candidates) { return engine.saved(*trace, steps[0], candidates).ns; };
    using Kind = Candidate::Kind;
    const TimeRange kernel{{0}, {400}};
    const TimeRange collective{{300}, {500}};
    QCOMPARE(saved({}), std::int64_t{0});
    QCOMPARE(saved({{Kind::Compute, kernel, 0.5, {}}}), std::int64_t{150});         // 300 of 400 are exposed
    QCOMPARE(saved({{Kind::Communication, collective, 1, {}}}), std::int64_t{100}); // 100 of 200
    QCOMPARE(saved({{Kind::Compute, kernel, 0.5, {}}, {Kind::Compute, kernel, 0.2, {}}}), std::int64_t{150});
    QCOMPARE(saved({{Kind::Compute, kernel, 7, {}}}), std::int64_t{300}); // a part is at most all
    QCOMPARE(saved({{Kind::Host, {{0}, {1000}}, 1, {}}, {Kind::Host, {{600}, {800}}, 1, {}}}), std::int64_t{500});
}

QTEST_APPLESS_MAIN(TestLimits)
#include "test_limits.moc"
