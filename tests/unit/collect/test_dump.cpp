// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_dump.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/collect/collector.h"
#include "core/collect/scenario.h"

using namespace tideline;
using namespace tideline::collect;
using capture::TensorPass;
using capture::TensorSide;

namespace {

/// A record with texts of its own.
struct Kept {
    std::uint32_t rank;
    capture::TensorRecord record;
    std::string layer;
    std::string operation;
    capture::Tensor tensor;
};

class Keeper final : public capture::RecordSink {
public:
    Keeper(std::uint32_t rank, std::vector<Kept>& into) : m_rank(rank), m_into(into) {}
    Status begin(const capture::RankInfo&) override { return Done{}; }
    void tensor(const capture::TensorRecord& record) override
    {
        m_into.push_back({m_rank, record, std::string(record.layer), std::string(record.operation), *record.tensor});
    }
    Status finish() override { return Done{}; }

private:
    std::uint32_t m_rank;
    std::vector<Kept>& m_into;
};

CollectOptions optionsFor(const std::string& scenario, capture::DumpPart part = capture::DumpPart::All)
{
    CollectOptions options;
    options.scenario = scenario;
    options.steps = 2;
    options.dump = part;
    return options;
}

std::vector<Kept> dumped(const CollectOptions& options)
{
    std::vector<Kept> out;
    const auto summary =
        collect::collect(options, [&out](std::uint32_t rank) { return std::make_unique<Keeper>(rank, out); }, {});
    if (!summary)
        qWarning("%s", summary.error().text().c_str());
    return out;
}

bool same(const capture::TensorStatistics& a, const capture::TensorStatistics& b)
{
    const auto equal = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return equal(a.least, b.least) && equal(a.most, b.most) && equal(a.mean, b.mean) && equal(a.norm, b.norm)
           && a.zeros == b.zeros && a.infinite == b.infinite && a.notNumbers == b.notNumbers;
}

CollectOptions with(CollectOptions options, const std::string& fault)
{
    options.faults.push_back(*parseFault(fault));
    return options;
}

} // namespace

void TestDump::valuesFitTheirType_data()
{
    QTest::addColumn<QByteArray>("scenario");
    for (const std::string& name : scenarioNames())
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(name);
}

void TestDump::valuesFitTheirType()
{
    QFETCH(QByteArray, scenario);
    const std::vector<Kept> tensors = dumped(optionsFor(scenario.toStdString()));
    QVERIFY(!tensors.empty());
    std::set<std::string> layers;
    for (const Kept& kept : tensors) {
        layers.insert(kept.layer);
        const capture::TensorStatistics& values = kept.record.values;
        const auto count = static_cast<double>(std::max<std::int64_t>(kept.tensor.elements(), 1));
        QVERIFY(values.least <= values.mean && values.mean <= values.most);
        QVERIFY(values.infinite == 0 && values.notNumbers == 0);
        QVERIFY(values.zeros >= 0 && static_cast<double>(values.zeros) <= count);
        // Of n values the norm lies between those of n times the mean and n times the largest size.
        const double largest = std::max(std::fabs(values.least), std::fabs(values.most));
        QVERIFY(values.norm <= largest * std::sqrt(count) * 1.001 + 1e-30);
        QVERIFY(values.norm >= std::fabs(values.mean) * std::sqrt(count) * 0.7);
        if (kept.tensor.dtype == capture::DataType::Float16)
            QVERIFY(largest <= 65504);
    }
    QVERIFY(layers.size() > 3);
}

void TestDump::partsAreChosen()
{
    const auto sidesOf = [](capture::DumpPart part) {
        std::set<TensorSide> out;
        for (const Kept& kept : dumped(optionsFor("healthy", part)))
            out.insert(kept.record.side);
        return out;
    };
    QCOMPARE(sidesOf(capture::DumpPart::Input), std::set<TensorSide>{TensorSide::Input});
    QCOMPARE(sidesOf(capture::DumpPart::Output), std::set<TensorSide>{TensorSide::Output});
    QCOMPARE(sidesOf(capture::DumpPart::All).size(), std::size_t{2});
}

void TestDump::sameSeedSameTensors()
{
    CollectOptions options = optionsFor("healthy");
    options.ranks = 2;
    const std::vector<Kept> first = dumped(options);
    const std::vector<Kept> again = dumped(options);
    options.seed = 2;
    const std::vector<Kept> other = dumped(options);
    QCOMPARE(first.size(), again.size());
    QCOMPARE(first.size(), other.size());
    std::size_t differ = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        QVERIFY(same(first[i].record.values, again[i].record.values));
        differ += same(first[i].record.values, other[i].record.values) ? 0 : 1;
    }
    QVERIFY(differ > first.size() / 2);
    std::set<std::uint32_t> ranks;
    std::set<std::uint32_t> steps;
    for (const Kept& kept : first) {
        ranks.insert(kept.rank);
        steps.insert(kept.record.step);
    }
    QCOMPARE(ranks.size(), std::size_t{2});
    QCOMPARE(steps.size(), std::size_t{2});
}

void TestDump::overflowSpoilsWhatFollows()
{
    const CollectOptions options = optionsFor("healthy");
    const std::vector<Kept> clean = dumped(options);
    const std::vector<Kept> bad = dumped(with(options, "overflow:depth=50,step=1"));
    QCOMPARE(bad.size(), clean.size());
    std::set<std::string> overflowing;
    bool spoilt = false;
    for (std::size_t i = 0; i < bad.size(); ++i) {
        const capture::TensorStatistics& values = bad[i].record.values;
        if (bad[i].record.step == clean.front().record.step) { // the first step is sound
            QVERIFY(same(values, clean[i].record.values));
            continue;
        }
        if (values.infinite > 0)
            overflowing.insert(bad[i].layer);
        if (values.notNumbers > 0)
            spoilt = true;
        const bool sound = values.infinite == 0 && values.notNumbers == 0;
        QCOMPARE(sound, same(values, clean[i].record.values));
        if (bad[i].record.pass == TensorPass::Backward && bad[i].tensor.dtype == capture::DataType::Float16)
            QVERIFY(values.notNumbers > 0);
    }
    QCOMPARE(overflowing.size(), std::size_t{1});
    QVERIFY(spoilt);
}

void TestDump::vanishingTakesEarlyGradients()
{
    const CollectOptions options = optionsFor("healthy");
    const std::vector<Kept> clean = dumped(options);
    const std::vector<Kept> bad = dumped(with(options, "vanishing"));
    QCOMPARE(bad.size(), clean.size());
    std::size_t smaller = 0;
    std::size_t equal = 0;
    for (std::size_t i = 0; i < bad.size(); ++i) {
        const capture::TensorStatistics& values = bad[i].record.values;
        if (same(values, clean[i].record.values)) {
            ++equal;
            continue;
        }
        QCOMPARE(bad[i].record.pass, TensorPass::Backward);
        QVERIFY(values.norm < clean[i].record.values.norm * 1e-5);
        QVERIFY(values.zeros >= clean[i].record.values.zeros);
        ++smaller;
    }
    QVERIFY(smaller > 0 && equal > smaller);
    QVERIFY(!dumped(with(optionsFor("llama2-7b-train"), "vanishing")).empty());
    QVERIFY(dumped(with(optionsFor("llama2-7b-infer"), "vanishing")).empty()); // refused: there are no gradients
}

void TestDump::withoutTheOptionNothingIsDumped()
{
    CollectOptions options = optionsFor("healthy");
    options.dump.reset();
    QVERIFY(dumped(options).empty());
    const auto summary = collect::collect(with(options, "overflow"),
                                          [](std::uint32_t) {
                                              static std::vector<Kept> none;
                                              return std::make_unique<Keeper>(0, none);
                                          },
                                          {});
    QVERIFY(summary.ok());
    QVERIFY(!summary->notes.empty()); // it cannot be seen
}
