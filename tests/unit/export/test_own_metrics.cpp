// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/export/test_own_metrics.h"

#include <QTest>

#include <cmath>
#include <string>

#include "core/export/metrics/own_metrics.h"

using namespace tideline;

namespace {

MetricExpression parsed(const std::string& text)
{
    ExpressionFault fault;
    auto formula = MetricExpression::parse(text, fault);
    return formula ? std::move(*formula) : MetricExpression{};
}

OwnMetric metric(const std::string& name, const std::string& operators, const std::string& formula)
{
    return {name, operators, parsed(formula)};
}

} // namespace

void TestOwnMetrics::formulas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value"); // with a = 6, b = 4, c = 0; NaN: none
    const auto row = [](const char* text, double value) { QTest::newRow(text) << QByteArray(text) << value; };
    row("a", 6);
    row(" a + b ", 10);
    row("a-b-b", -2);
    row("a+b*2", 14);
    row("(a+b)*2", 20);
    row("a/b/2", 0.75);
    row("-a", -6);
    row("--a", 6);
    row("a*-b", -24);
    row("min(a,b)", 4);
    row("max(a, b, 7.5)", 7.5);
    row("min(max(a,b),max(1,2))", 2);
    row("max(min(a,b),min(9,8))+1", 9);
    row("1e3 + .5", 1000.5);
    row("a \u00D7 b \u00F7 2 \u2212 1", 11);
    row("a/c", std::nan(""));
    row("min(a/c, 1)", std::nan(""));
    row("1e308*a*a", std::nan(""));
}

void TestOwnMetrics::formulas()
{
    QFETCH(QByteArray, text);
    QFETCH(double, value);
    ExpressionFault fault;
    const auto formula = MetricExpression::parse(text.toStdString(), fault);
    QVERIFY2(formula.has_value(), fault.what.c_str());
    std::vector<double> operands;
    for (const ColumnUse& use : formula->columns())
        operands.push_back(use.name == "a" ? 6 : use.name == "b" ? 4 : 0);
    const double result = formula->evaluate(operands);
    QVERIFY(std::isnan(value) ? std::isnan(result) : result == value);
}

void TestOwnMetrics::mistakesHaveAPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("place");
    const auto row = [](const char* text, int place) { QTest::newRow(text) << QByteArray(text) << place; };
    row("", 1);
    row("   ", 4);
    row("a +", 4);
    row("a b", 3);
    row("a ? b", 3);
    row("(a", 1);
    row("a + (b * (c)", 5);
    row("a)", 2);
    row("min a", 5);
    row("min(a)", 6);
    row("min(a,)", 7);
    row("1..2", 3);
    row("1e999", 1);
    row("a \u00D7 \u00D7", 5); // characters, not bytes
    row("a $", 3);
}

void TestOwnMetrics::mistakesHaveAPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(int, place);
    ExpressionFault fault;
    QVERIFY(!MetricExpression::parse(text.toStdString(), fault).has_value());
    QVERIFY(!fault.what.empty());
    QCOMPARE(fault.place, static_cast<std::size_t>(place));
}

void TestOwnMetrics::sizesAreBounded()
{
    ExpressionFault fault;
    const auto nested = [](std::size_t levels) { return std::string(levels, '(') + "a" + std::string(levels, ')'); };
    QVERIFY(MetricExpression::parse(nested(64), fault).has_value());
    QVERIFY(!MetricExpression::parse(nested(65), fault).has_value());
    QCOMPARE(fault.place, std::size_t{65});
    const std::string longest = std::string(999, ' ') + "a";
    QVERIFY(MetricExpression::parse(longest, fault).has_value());
    QVERIFY(!MetricExpression::parse(" " + longest, fault).has_value());
    QVERIFY(MetricExpression::parse(std::string(999, '-') + "a", fault).has_value()); // signs are no levels
}

void TestOwnMetrics::columnsAreNamedOnce()
{
    const MetricExpression formula = parsed("first + second * first");
    QCOMPARE(formula.columns().size(), std::size_t{2});
    QCOMPARE(formula.columns()[0].name, std::string("first"));
    QCOMPARE(formula.columns()[1].place, std::size_t{9});
}

void TestOwnMetrics::patterns_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char* text, const char* pattern, bool matches) {
        QTest::addRow("%s in %s", text, pattern) << QByteArray(text) << QByteArray(pattern) << matches;
    };
    row("MatMulV2", "MatMul*", true);
    row("BatchMatMul", "MatMul*", false);
    row("BatchMatMul", "*MatMul*", true);
    row("MatMul", "MatMul", true);
    row("MatMulV2", "MatMul", false);
    row("MatMulV2", "MatMul??", true);
    row("MatMulV2", "MatMul?", false);
    row("", "*", true);
    row("", "?", false);
    row("aXbXc", "a*X*c", true);
    row("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "*a*a*a*a*a*a*a*a*c", false);
}

void TestOwnMetrics::patterns()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, pattern);
    QFETCH(bool, matches);
    QCOMPARE(matchesPattern(text.toStdString(), pattern.toStdString()), matches);
}

void TestOwnMetrics::kernelsHaveTheirValues()
{
    OwnMetrics metrics({metric("cycles", "MatMul*", "aic_total_cycles + aiv_total_cycles"),
                        metric("intensity", "", "aic_mac_time / aic_mte2_time"), metric("busy", "", "aic_total_time")},
                       capture::PmuGroup::PipeUtilization);
    QCOMPARE(metrics.names(), (std::vector<std::string>{"cycles", "intensity", "busy"}));
    capture::KernelInfo info;
    info.type = "MatMulV2";
    capture::KernelRecord kernel;
    kernel.info = &info;
    kernel.pipes.cubeTimeUs = 12.5;
    kernel.pipes.cubeCycles = 1'000;
    kernel.pipes.vectorCycles = 24;
    kernel.pipes.mac = 0.8;
    kernel.pipes.cubeMte2 = 0.4;
    auto values = metrics.valuesOf(kernel);
    QCOMPARE(values[0], 1'024.0);
    QCOMPARE(values[1], 2.0);
    QCOMPARE(values[2], 12.5); // microseconds
    info.type = "Add";
    info.name = "aclnnMatMul"; // the pattern begins with MatMul
    kernel.pipes.cubeMte2 = 0;
    values = metrics.valuesOf(kernel);
    QVERIFY(std::isnan(values[0]) && std::isnan(values[1]) && values[2] == 12.5);
    kernel.counted = false;
    values = metrics.valuesOf(kernel);
    QVERIFY(std::isnan(values[0]) && std::isnan(values[1]) && std::isnan(values[2]));
}

void TestOwnMetrics::otherGroupsAreLeftOut()
{
    const std::vector<OwnMetric> both = {metric("pipes", "", "aic_mac_time"), metric("all", "", "aic_total_cycles")};
    QCOMPARE(OwnMetrics(both, capture::PmuGroup::Memory).names(), std::vector<std::string>{"all"});
    QCOMPARE(OwnMetrics(both, capture::PmuGroup::PipeUtilization).names(), (std::vector<std::string>{"pipes", "all"}));
    QVERIFY(OwnMetrics({}, capture::PmuGroup::Memory).empty());
}
