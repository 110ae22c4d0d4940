// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/store/trace_parts.h"
#include "core/store/trace_store.h"
#include "tests/support/filled_trace.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

/// A trace goes into a store and comes back the same.
class TestTraceStore : public QObject {
    Q_OBJECT

private slots:
    void roundTrip_data();
    void roundTrip();
    void storedOnceMore();
    void withoutSources();
    void cancelledLeavesNothing();
    void fullDiskIsToldApart();
    void framesKeepToTheBudget();

private:
    std::filesystem::path file(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }
    QTemporaryDir m_folder;
};

namespace {

/// Whether all columns hold the same bytes.
bool sameColumns(const Trace& a, const Trace& b)
{
    std::vector<std::string> columns;
    const auto bytes = [&columns](const auto& column, FrameFormat) {
        std::string all;
        for (std::size_t i = 0; i < column.frameCount(); ++i) {
            const auto frame = column.pin(i);
            all.append(reinterpret_cast<const char*>(frame->data()), frame->size() * sizeof(frame->front()));
        }
        columns.push_back(std::move(all));
    };
    forEachColumn(a, bytes);
    const std::size_t count = columns.size();
    forEachColumn(b, bytes);
    return columns.size() == 2 * count
           && std::equal(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(count),
                         columns.begin() + static_cast<std::ptrdiff_t>(count));
}

std::unique_ptr<StoreWriter> writerAt(const std::filesystem::path& path)
{
    auto writer = StoreWriter::create(path);
    return writer ? std::move(*writer) : nullptr;
}

std::shared_ptr<const Trace> storedAndLoaded(const Trace& trace, StoreWriter& writer, unsigned threads,
                                             std::size_t budget)
{
    TaskPool pool(threads);
    const std::string contents = storeTrace(trace, KeepTexts::Yes, writer, pool, Progress{});
    const auto loaded = loadTrace(contents, std::make_shared<FramePager>(writer.file(), budget));
    return loaded ? *loaded : nullptr;
}

} // namespace

void TestTraceStore::roundTrip_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("slices");
    QTest::addColumn<int>("others");
    QTest::addColumn<int>("threads");
    QTest::newRow("nothing but a rank") << 1 << 0 << 0 << 1;
    QTest::newRow("no rank") << 0 << 0 << 0 << 1;
    QTest::newRow("one rank") << 1 << 100 << 30 << 1;
    QTest::newRow("several ranks") << 4 << 300 << 100 << 2;
    QTest::newRow("several frames") << 1 << 50'000 << 70'000 << 2;
}

void TestTraceStore::roundTrip()
{
    QFETCH(int, ranks);
    QFETCH(int, slices);
    QFETCH(int, others);
    QFETCH(int, threads);
    std::vector<FilledRank> plans;
    for (int i = 0; i < ranks; ++i) {
        FilledRank plan;
        plan.number = i;
        plan.seed = static_cast<std::uint64_t>(i) + 1;
        plan.tracks = 4;
        plan.slices = static_cast<std::size_t>(slices);
        plan.others = static_cast<std::size_t>(others);
        plan.metrics = {"cube_utilization(%)", "mac_ratio"};
        plan.texts = i == 0 ? 4000 : 0;
        plans.push_back(plan);
    }
    const auto trace = filledTrace(plans);
    const auto writer = writerAt(file("round.tld"));
    QVERIFY(writer);
    const auto back = storedAndLoaded(*trace, *writer, static_cast<unsigned>(threads), std::size_t{1} << 20);
    QVERIFY(back);
    QVERIFY(!trace->damaged());
    if (trace->slices().size() < 10'000) {
        const auto expected = traceText(*trace);
        const std::string difference = firstDifference(traceText(*back), expected);
        QVERIFY2(difference.empty(), difference.c_str());
    }
    QVERIFY(sameColumns(*trace, *back));
    QVERIFY(!back->damaged());
}

void TestTraceStore::storedOnceMore()
{
    const auto trace = filledTrace({FilledRank{}, FilledRank{1, 2}});
    const auto first = writerAt(file("first.tld"));
    const auto second = writerAt(file("second.tld"));
    const auto back = storedAndLoaded(*trace, *first, 1, 0);
    QVERIFY(back);
    // Into the store where its frames are already nothing is written, into another all of it is.
    const std::uint64_t bytes = first->bytesWritten();
    QVERIFY(storedAndLoaded(*back, *first, 1, 0));
    QCOMPARE(first->bytesWritten(), bytes);
    const auto again = storedAndLoaded(*back, *second, 1, 0);
    QVERIFY(again);
    const std::string difference = firstDifference(traceText(*again), traceText(*trace));
    QVERIFY2(difference.empty(), difference.c_str());
}

void TestTraceStore::withoutSources()
{
    const auto trace = filledTrace({FilledRank{}});
    const auto writer = writerAt(file("bare.tld"));
    TaskPool pool(1);
    const std::string contents = storeTrace(*trace, KeepTexts::No, *writer, pool, Progress{});
    const auto back = loadTrace(contents, std::make_shared<FramePager>(writer->file(), 0));
    QVERIFY(back);
    QCOMPARE((*back)->sources().size(), trace->sources().size());
    QVERIFY(!(*back)->sources().front().texts);
}

void TestTraceStore::cancelledLeavesNothing()
{
    const auto trace = filledTrace({FilledRank{}});
    {
        const auto writer = writerAt(file("cancelled.tld"));
        TaskPool pool(1);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(storeTrace(*trace, KeepTexts::Yes, *writer, pool, Progress(stop.get_token())).empty());
    }
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path().toStdString()))
        QVERIFY2(!entry.path().filename().string().starts_with("cancelled"), entry.path().c_str());
}

void TestTraceStore::fullDiskIsToldApart()
{
    // Writing to /dev/full fails as on a full disk.
    const int fd = ::open("/dev/full", O_RDWR | O_CLOEXEC);
    if (fd < 0)
        QSKIP("no /dev/full here");
    const StoreFile full(fd);
    QVERIFY(!full.writeAt(0, "x", 1));
}

/// Whatever is asked for, no more is kept than the budget, but for one piece of each shard.
void TestTraceStore::framesKeepToTheBudget()
{
    FilledRank plan;
    plan.tracks = 4;
    plan.slices = 100'000;
    plan.others = 10;
    const auto trace = filledTrace({plan});
    const auto writer = writerAt(file("budget.tld"));
    constexpr std::size_t kBudget = std::size_t{4} << 20;
    constexpr std::size_t kFrame = kFrameRows * 8;
    const auto back = storedAndLoaded(*trace, *writer, 2, kBudget);
    QVERIFY(back);
    std::size_t most = 0;
    std::size_t walked = 0;
    forEachColumn(*back, [&](const auto& column, FrameFormat) {
        for (std::size_t i = 0; i < column.frameCount(); ++i) {
            walked += column.pin(i)->size() * sizeof(column.at(0));
            most = std::max(most, back->pager()->residentBytes());
        }
    });
    QVERIFY(walked > 3 * kBudget);
    QVERIFY2(most <= kBudget + 8 * kFrame, qPrintable(QString::number(most)));
    QVERIFY(most > kBudget / 2);
}

QTEST_APPLESS_MAIN(TestTraceStore)
#include "test_trace_store.moc"
