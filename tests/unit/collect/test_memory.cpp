// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_memory.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <map>

#include "app/common/sample.h"
#include "core/collect/caching_allocator.h"
#include "core/collect/workload.h"
#include "tests/unit/collect/recording_sink.h"

using namespace tideline;
using namespace tideline::collect;

namespace {

constexpr std::int64_t kMiB = 1024 * 1024;
constexpr std::int64_t kPlenty = std::int64_t{1} << 40;

CollectOptions small(bool memory)
{
    CollectOptions options;
    options.ranks = 2;
    options.steps = 2;
    options.memory = memory;
    return options;
}

std::vector<QByteArray> linesOf(const QString& folder, const QString& name)
{
    QDirIterator files(folder, {name}, QDir::Files, QDirIterator::Subdirectories);
    QFile file(files.hasNext() ? files.next() : QString());
    std::vector<QByteArray> lines;
    if (file.open(QIODevice::ReadOnly)) {
        while (!file.atEnd())
            lines.push_back(file.readLine().trimmed());
    }
    return lines;
}

} // namespace

void TestMemory::blocksAreRoundedAndReused()
{
    CachingAllocator allocator;
    const auto first = allocator.allocate(1, kPlenty);
    QVERIFY(first.has_value());
    QCOMPARE(allocator.allocated(), std::int64_t(512));
    QCOMPARE(allocator.reserved(), 2 * kMiB);
    const auto second = allocator.allocate(3 * kMiB, kPlenty);
    QVERIFY(second && *second != *first);
    QCOMPARE(allocator.reserved(), 22 * kMiB);
    const auto large = allocator.allocate(31 * kMiB, kPlenty);
    QVERIFY(large.has_value());
    QCOMPARE(allocator.reserved(), 54 * kMiB);
    allocator.release(*second);
    allocator.release(*second); // a second time changes nothing
    QCOMPARE(allocator.allocated(), 31 * kMiB + 512);
    QCOMPARE(allocator.allocate(3 * kMiB, kPlenty), second);
    QCOMPARE(allocator.reserved(), 54 * kMiB); // kept for the next request
}

void TestMemory::neighboursAreJoined()
{
    CachingAllocator allocator;
    std::vector<CachingAllocator::Address> blocks;
    for (int i = 0; i < 5; ++i)
        blocks.push_back(allocator.allocate(4 * kMiB, kPlenty).value_or(-1));
    QCOMPARE(allocator.reserved(), 20 * kMiB);
    for (const int i : {1, 3, 2}) // the last one joins both sides
        allocator.release(blocks[static_cast<std::size_t>(i)]);
    QVERIFY(allocator.allocate(12 * kMiB, kPlenty) == blocks[1]);
    QCOMPARE(allocator.reserved(), 20 * kMiB);
    QCOMPARE(allocator.allocated(), 20 * kMiB);
}

void TestMemory::deviceCanBeFull()
{
    CachingAllocator allocator;
    QVERIFY(allocator.allocate(30 * kMiB, 64 * kMiB).has_value());
    QVERIFY(!allocator.allocate(30 * kMiB, 64 * kMiB, 10 * kMiB).has_value());
    QCOMPARE(allocator.reserved(), 30 * kMiB);
    QVERIFY(allocator.allocate(30 * kMiB, 64 * kMiB).has_value());
}

void TestMemory::planFollowsTheOperators()
{
    const auto workload = planWorkload(*loadScenario("resnet50-train"), *loadDevice("910b-24"));
    QVERIFY(workload.ok());
    const RolePlan& plan = (*workload)->role(0);
    const MemoryPlan& memory = plan.memory;
    QCOMPARE(memory.blocks.size(), 1 + plan.forward.size() + plan.backward.size() + plan.optimizer.size());
    QCOMPARE(memory.persistent.size(), std::size_t(4));
    QCOMPARE(memory.persistent[0], plan.parameters * capture::sizeOf((*workload)->scenario.compute.dtype));
    const std::size_t backward = 1 + plan.forward.size();
    for (std::size_t i = 0; i < plan.forward.size(); ++i) {
        std::int64_t bytes = 0;
        for (const BlockPlan& block : memory.blocks[1 + i]) {
            if (block.pool == MemoryPool::Workspace) {
                QCOMPARE(block.releaseAfter, 1 + i);
                continue;
            }
            bytes += block.bytes;
            QVERIFY(block.releaseAfter >= backward);
        }
        std::int64_t outputs = 0;
        for (const capture::Tensor& tensor : plan.forward[i].kernels.back().info.outputs)
            outputs += tensor.bytes();
        QCOMPARE(bytes, plan.forward[i].inPlace ? 0 : outputs);
    }
    for (std::size_t i = 0; i < plan.backward.size(); ++i) {
        for (const BlockPlan& block : memory.blocks[backward + i])
            QVERIFY(block.releaseAfter <= backward + i + 1);
    }
}

void TestMemory::planPeaksInsideTheDevice()
{
    const auto workload = planWorkload(*loadScenario("resnet50-train"), *loadDevice("910b-24"));
    const MemoryPlan& memory = (*workload)->role(0).memory;
    const std::int64_t peak = peakReserved(memory, kPlenty);
    QVERIFY(peak > 0 && peak <= (*workload)->role(0).residentBytes);
    QCOMPARE(peakReserved(memory, peak), peak);
    QCOMPARE(peakReserved(memory, peak - 1), std::int64_t(0));
}

void TestMemory::recordsAddUp()
{
    const std::vector<test::Recording> ranks = test::record(small(true));
    QCOMPARE(ranks.size(), std::size_t(2));
    for (const test::Recording& rank : ranks) {
        QVERIFY(rank.rank.memory && !rank.allocations.empty());
        std::map<std::int64_t, std::int64_t> changes; // of the tensors, by time
        for (const capture::AllocationRecord& record : rank.allocations) {
            QVERIFY(record.bytes > 0 && record.bytes % 512 == 0);
            QVERIFY(record.releaseNs >= record.allocateNs); // nothing outlives a step
            QVERIFY(record.allocatedAfter <= record.reservedAfter);
            if (record.component != "PTA")
                continue;
            changes[record.allocateNs] += record.bytes;
            changes[record.releaseNs] -= record.bytes;
        }
        const capture::MemoryRecord& first = rank.memory.front();
        std::map<std::int64_t, std::int64_t> curve; // the last sample of each time
        for (const capture::MemoryRecord& record : rank.memory) {
            if (record.component == "APP")
                QVERIFY(record.allocated < 0);
            else
                QVERIFY(record.allocated <= record.reserved);
            if (record.component == "PTA")
                curve[record.atNs] = record.allocated;
        }
        std::int64_t live = first.allocated; // weights, gradients, optimiser state
        QVERIFY(live > 0);
        for (const auto& [at, change] : changes) {
            live += change;
            QCOMPARE(curve.at(at), live);
        }
        QCOMPARE(live, first.allocated);
    }
}

void TestMemory::recordedOnDemandOnly_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("wish"); // -1: none
    QTest::addColumn<bool>("recorded");
    QTest::newRow("host level") << 2 << -1 << false;
    QTest::newRow("host level, asked for") << 2 << 1 << true;
    QTest::newRow("full") << 3 << -1 << true;
    QTest::newRow("full, not wanted") << 3 << 0 << false;
}

void TestMemory::recordedOnDemandOnly()
{
    QFETCH(int, level);
    QFETCH(int, wish);
    QFETCH(bool, recorded);
    CollectOptions options = small(false);
    options.steps = 1;
    options.level = static_cast<capture::TraceLevel>(level);
    options.memory.reset();
    if (wish >= 0)
        options.memory = wish == 1;
    const std::vector<test::Recording> ranks = test::record(options);
    QCOMPARE(ranks.size(), std::size_t(2));
    QCOMPARE(!ranks[0].memory.empty(), recorded);
    QCOMPARE(!ranks[0].allocations.empty(), recorded);
}

void TestMemory::filesAgreeWithTheRecords()
{
    QTemporaryDir folder;
    const std::filesystem::path target = std::filesystem::path(folder.path().toStdString()) / "out";
    QVERIFY(collectInto(target, small(true), false, {}).ok());
    const test::Recording rank = test::record(small(true)).front();
    const QString out = QString::fromStdString(target.string());
    const std::vector<QByteArray> samples = linesOf(out, QStringLiteral("memory_record.csv"));
    const std::vector<QByteArray> blocks = linesOf(out, QStringLiteral("operator_memory.csv"));
    QCOMPARE(samples.size(), rank.memory.size() + 1);
    QCOMPARE(blocks.size(), rank.allocations.size() + 1);
    const QList<QByteArray> cells = blocks[1].split(',');
    QCOMPARE(cells.size(), qsizetype(15));
    QCOMPARE(cells.size(), blocks[0].split(',').size());
    QVERIFY(cells[2].endsWith('\t'));
    QCOMPARE(cells[1].toDouble() * 1024, static_cast<double>(rank.allocations.front().bytes));
    QCOMPARE(cells[7].toDouble() * kMiB, static_cast<double>(rank.allocations.front().allocatedAfter));

    QTemporaryDir without;
    const std::filesystem::path lean = std::filesystem::path(without.path().toStdString()) / "out";
    QVERIFY(collectInto(lean, small(false), false, {}).ok());
    QVERIFY(linesOf(QString::fromStdString(lean.string()), QStringLiteral("memory_record.csv")).empty());
}

void TestMemory::matrixIsTheRing()
{
    QTemporaryDir folder;
    const std::filesystem::path target = std::filesystem::path(folder.path().toStdString()) / "out";
    QVERIFY(collectInto(target, small(false), false, {}).ok());
    const test::Recording rank = test::record(small(false)).front();
    const std::vector<QByteArray> lines =
        linesOf(QString::fromStdString(target.string()), QStringLiteral("communication_matrix.json"));
    QCOMPARE(lines.size(), std::size_t(1));
    const QJsonObject steps = QJsonDocument::fromJson(lines.front()).object();
    QCOMPARE(steps.size(), qsizetype(2));
    for (const QString& step : steps.keys()) {
        const QJsonObject kinds = steps[step].toObject()[QStringLiteral("collective")].toObject();
        std::int64_t bytes = 0;
        for (const capture::CommRecord& record : rank.collectives)
            bytes += QStringLiteral("step%1").arg(record.step) == step ? record.linkBytes : 0;
        bool found = false;
        for (const QString& kind : kinds.keys()) {
            const QJsonObject links = kinds[kind].toObject();
            QCOMPARE(links.size(), qsizetype(1));
            QCOMPARE(links.contains(QStringLiteral("0-1")) || links.contains(QStringLiteral("1-0")), true);
            if (!kind.startsWith(QStringLiteral("allreduce-total@")))
                continue;
            found = true;
            const QJsonObject cell = links.begin()->toObject();
            QVERIFY(qAbs(cell[QStringLiteral("Transit Size(MB)")].toDouble() - static_cast<double>(bytes) * 1e-6)
                    < 1e-6);
            QVERIFY(!cell.contains(QStringLiteral("Op Name")));
        }
        QVERIFY(found);
    }
}
