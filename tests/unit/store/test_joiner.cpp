// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/index/index_joiner.h"
#include "core/store/trace_joiner.h"
#include "core/store/trace_store.h"
#include "tests/support/filled_trace.h"
#include "tests/support/index_text.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

/// Parts that are joined equal one trace with everything.
class TestJoiner : public QObject {
    Q_OBJECT

private slots:
    void equalsOneTrace_data();
    void equalsOneTrace();
    void nothing();
    void tooManySources();

private:
    QTemporaryDir m_folder;
};

namespace {

struct Joined {
    std::unique_ptr<StoreWriter> writer;
    std::shared_ptr<const Trace> trace;
    TraceIndex index;
};

Joined joined(const std::vector<FilledRank>& plans, std::unique_ptr<StoreWriter> writer, unsigned threads)
{
    TaskPool pool(threads);
    Joined out;
    out.writer = std::move(writer);
    const auto pager =
        out.writer ? std::make_shared<const FramePager>(out.writer->file(), std::size_t{64} << 10) : nullptr;
    TraceJoiner joiner(pool, out.writer.get(), pager, KeepTexts::Yes, Progress{});
    IndexJoiner indexJoiner(pool, out.writer.get());
    for (const FilledRank& plan : plans) {
        const auto part = filledTrace({plan});
        const TraceIndex index = TraceIndex::build(*part, pool, Progress{});
        const auto places = joiner.append(*part);
        if (!places)
            return {};
        indexJoiner.append(*part, index, *places);
    }
    out.trace = joiner.finish();
    out.index = indexJoiner.finish(out.trace);
    return out;
}

std::vector<FilledRank> plansOf(unsigned seed, std::size_t count)
{
    const std::vector<std::vector<std::string>> metrics = {
        {"mac_ratio"}, {}, {"cube_utilization(%)", "mac_ratio"}, {"vec_ratio", "cube_utilization(%)"}};
    std::mt19937_64 random(seed);
    std::vector<FilledRank> plans;
    for (std::size_t i = 0; i < count; ++i) {
        FilledRank plan;
        plan.number = static_cast<std::int64_t>(2 * i + random() % 2);
        plan.seed = random();
        plan.tracks = random() % 6;
        plan.slices = random() % 4 == 0 ? 0 : random() % 300;
        plan.others = random() % 5 == 0 ? 0 : random() % 60;
        plan.metrics = metrics[random() % metrics.size()];
        plan.texts = random() % 2 * 80;
        plans.push_back(plan);
    }
    return plans;
}

} // namespace

void TestJoiner::equalsOneTrace_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<unsigned>("parts");
    QTest::addColumn<bool>("stored");
    for (unsigned seed = 1; seed <= 18; ++seed) {
        const unsigned parts = 1 + seed % 6;
        QTest::addRow("%u parts in memory, %u", parts, seed) << seed << parts << false;
        QTest::addRow("%u parts in a store, %u", parts, seed) << seed << parts << true;
    }
}

void TestJoiner::equalsOneTrace()
{
    QFETCH(unsigned, seed);
    QFETCH(unsigned, parts);
    QFETCH(bool, stored);
    const std::vector<FilledRank> plans = plansOf(seed, parts);
    const auto whole = filledTrace(plans);
    TaskPool pool(1);
    const TraceIndex index = TraceIndex::build(*whole, pool, Progress{});
    std::unique_ptr<StoreWriter> writer;
    if (stored)
        writer = std::move(*StoreWriter::create(m_folder.filePath(QString::number(seed)).toStdString()));
    const Joined both = joined(plans, std::move(writer), 1 + seed % 2);
    QVERIFY(both.trace && both.index.complete());
    std::string difference = firstDifference(traceText(*both.trace), traceText(*whole));
    QVERIFY2(difference.empty(), difference.c_str());
    difference = firstDifference(indexText(*both.trace, both.index), indexText(*whole, index));
    QVERIFY2(difference.empty(), difference.c_str());
    QVERIFY(!both.trace->damaged());
    QCOMPARE(both.trace->pager() != nullptr, stored);
}

void TestJoiner::nothing()
{
    const Joined none = joined({}, nullptr, 1);
    QVERIFY(none.trace && none.index.complete());
    QCOMPARE(none.trace->slices().size(), 0U);
    QVERIFY(none.trace->axisExtent().empty());
}

void TestJoiner::tooManySources()
{
    TaskPool pool(1);
    TraceJoiner joiner(pool);
    TraceBuilder builder;
    for (std::uint32_t i = 0; i < kMaxSources / 2 + 1; ++i)
        QVERIFY(builder.addSource({"file", 0, nullptr}));
    const auto part = frozen(std::move(builder));
    QVERIFY(joiner.append(*part));
    const auto second = joiner.append(*part);
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::TooLarge);
    QCOMPARE(joiner.finish()->sources().size(), std::size_t{kMaxSources / 2 + 1});
}

QTEST_APPLESS_MAIN(TestJoiner)
#include "test_joiner.moc"
