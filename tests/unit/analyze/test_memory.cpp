// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <map>
#include <random>
#include <vector>

#include "core/analyze/memory_blocks.h"
#include "core/analyze/memory_peaks.h"
#include "core/analyze/memory_traffic.h"
#include "tests/support/made_profile.h"
#include "tests/support/trace_from.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

constexpr std::int64_t kForever = kNever.ns;

Scope scopeOf(const char* text)
{
    auto scope = parseScope(text);
    return scope ? *scope : Scope{};
}

struct Block {
    std::string name;
    std::int64_t from = 0;
    std::int64_t until = 0;
    std::int64_t bytes = 0;
};

/// Blocks of every kind that files hold: without release, without length, released before they came, of negative size.
std::vector<Block> randomBlocks(std::mt19937_64& random)
{
    std::vector<Block> blocks;
    const auto below = [&random](std::uint64_t limit) { return static_cast<std::int64_t>(random() % limit); };
    const std::int64_t count = 1 + below(60);
    for (std::int64_t i = 0; i < count; ++i) {
        Block block{"op" + std::to_string(below(5)), below(100), 0, below(1000) - 100};
        block.until = below(8) == 0 ? kForever : block.from + below(40) - 4;
        blocks.push_back(block);
    }
    return blocks;
}

bool lives(const Block& block, std::int64_t time)
{
    return block.bytes > 0 && block.from < block.until && block.from <= time && time < block.until;
}

std::int64_t liveBytes(const std::vector<Block>& blocks, std::int64_t time, const std::string& name = {})
{
    std::int64_t bytes = 0;
    for (const Block& block : blocks)
        bytes += (name.empty() || block.name == name) && lives(block, time) ? block.bytes : 0;
    return bytes;
}

} // namespace

/// Peaks, live blocks, operators, copies and the driver's calls.
class TestMemory : public QObject {
    Q_OBJECT

private slots:
    void peakIsNoLessThanAnySample();
    void peakOfTheFirstGreatestSample();
    void scopes_data();
    void scopes();
    void mainPeakIsTheFrameworks();
    void peaksFromAllocationsAlone();
    void liveBlocksAgainstCounting();
    void liveAtTheRecordedPeak();
    void operatorsAgainstCounting();
    void namesLimitRowsAndNotTheMoment();
    void modules();
    void copies();
    void oneCopyWithoutSizeMakesTheSumUnknown();
    void churn();
    void emptyProfile();
};

void TestMemory::peakIsNoLessThanAnySample()
{
    std::mt19937_64 random(7);
    for (int run = 0; run < 50; ++run) {
        MadeProfile profile;
        std::vector<std::pair<std::int64_t, std::int64_t>> samples;
        for (int i = 0; i < 40; ++i) {
            samples.emplace_back(static_cast<std::int64_t>(random() % 1000), static_cast<std::int64_t>(random() % 500));
            profile.memory(i, samples.back().first, samples.back().first + samples.back().second);
        }
        const auto peaks = memoryPeaks(*profile.trace(), {});
        QCOMPARE(peaks.size(), std::size_t{1});
        QCOMPARE(peaks[0].samples, std::uint64_t{40});
        bool allocatedSeen = false;
        bool reservedSeen = false;
        for (const auto& [allocated, more] : samples) {
            QVERIFY(*peaks[0].allocated >= allocated && *peaks[0].reserved >= allocated + more);
            allocatedSeen = allocatedSeen || *peaks[0].allocated == allocated;
            reservedSeen = reservedSeen || *peaks[0].reserved == allocated + more;
        }
        QVERIFY(allocatedSeen && reservedSeen);
        const auto& [allocated, more] = samples[static_cast<std::size_t>(peaks[0].time->ns)];
        QCOMPARE(allocated, *peaks[0].allocated);
        QCOMPARE(allocated + more, *peaks[0].reservedAtPeak);
        QVERIFY(*peaks[0].fragmentation() >= 0 && *peaks[0].fragmentation() <= 1);
    }
}

void TestMemory::peakOfTheFirstGreatestSample()
{
    MadeProfile profile;
    profile.memory(10, 500, 2000).memory(20, 800, 1000).memory(30, 800, 1600).memory(40, kNoInteger, 3000);
    const auto peaks = memoryPeaks(*profile.trace(), {});
    QCOMPARE(peaks[0].time->ns, 20);
    QCOMPARE(*peaks[0].allocated, 800);
    QCOMPARE(*peaks[0].reservedAtPeak, 1000);
    QCOMPARE(*peaks[0].reserved, 3000);
    QVERIFY(qFuzzyCompare(*peaks[0].fragmentation(), 0.2));
}

void TestMemory::scopes_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<qint64>("peak"); // -1: no row
    QTest::newRow("all") << QString() << qint64(900);
    QTest::newRow("step") << u"step:1"_s << qint64(300);
    QTest::newRow("other step") << u"step:9"_s << qint64(-1);
    QTest::newRow("rank") << u"rank:0"_s << qint64(900);
    QTest::newRow("other rank") << u"rank:5"_s << qint64(-1);
    QTest::newRow("names mean nothing here") << u"name:zzz"_s << qint64(900);
}

void TestMemory::scopes()
{
    QFETCH(QString, scope);
    QFETCH(qint64, peak);
    MadeProfile profile;
    profile.step(1, 0, 100).step(2, 100, 200).memory(50, 300, 400).memory(150, 900, 1000);
    const auto peaks = memoryPeaks(*profile.trace(), scopeOf(qPrintable(scope)));
    QCOMPARE(peaks.empty() ? qint64(-1) : qint64(*peaks[0].allocated), peak);
}

void TestMemory::mainPeakIsTheFrameworks()
{
    const auto peak = [](const char* component, std::int64_t allocated) {
        MemoryPeak out;
        out.rank = RankId{0};
        out.component = component;
        out.allocated = allocated;
        return out;
    };
    const std::vector<MemoryPeak> with = {peak("GE", 900), peak("PTA", 10), peak("PTA+GE", 910)};
    QCOMPARE(mainPeak(with, RankId{0})->component, std::string("PTA"));
    const std::vector<MemoryPeak> without = {peak("GE", 9), peak("GE+X", 99), peak("WORKSPACE", 11)};
    QCOMPARE(mainPeak(without, RankId{0})->component, std::string("WORKSPACE"));
    QCOMPARE(mainPeak(without, RankId{1}), nullptr);
}

/// Without memory records the allocator's totals beside the blocks give the peak, releases included.
void TestMemory::peaksFromAllocationsAlone()
{
    TraceBuilder builder;
    AllocationRecord record;
    record.rank = builder.addRank({});
    record.name = builder.intern("a");
    record.size = 100;
    record.allocated = Instant{10};
    record.released = Instant{50};
    record.totalAllocated = 400;
    record.totalReserved = 1000;
    record.releaseTotalAllocated = 700;
    record.releaseTotalReserved = 1400;
    builder.addAllocation(record);
    const auto trace = frozen(std::move(builder));
    const auto peaks = memoryPeaks(*trace, {});
    QCOMPARE(peaks.size(), std::size_t{1});
    QCOMPARE(peaks[0].source, MemorySource::Allocations);
    QVERIFY(peaks[0].component.empty());
    QCOMPARE(*peaks[0].allocated, 700);
    QCOMPARE(peaks[0].time->ns, 50);
    QCOMPARE(*peaks[0].reservedAtPeak, 1400);
}

void TestMemory::liveBlocksAgainstCounting()
{
    std::mt19937_64 random(11);
    for (int run = 0; run < 200; ++run) {
        const std::vector<Block> blocks = randomBlocks(random);
        MadeProfile profile;
        for (const Block& block : blocks)
            profile.allocation(block.name, block.from, block.until, block.bytes);
        const auto trace = profile.trace();
        const LiveSet live = liveAtPeak(*trace, memoryPeaks(*trace, {}), {});
        std::int64_t most = 0;
        for (std::int64_t time = -10; time < 200; ++time)
            most = std::max(most, liveBytes(blocks, time));
        QCOMPARE(live.peaks.empty(), most == 0);
        if (most == 0)
            continue;
        QCOMPARE(live.peaks[0].source, MemorySource::LiveBlocks);
        QCOMPARE(live.peaks[0].bytes, most);
        std::int64_t sum = 0;
        for (const LiveMemory& row : live.rows) {
            QVERIFY(row.bytes > 0 && row.allocations > 0);
            QCOMPARE(row.bytes, liveBytes(blocks, live.peaks[0].time.ns, row.name));
            sum += row.bytes;
        }
        QCOMPARE(sum, most);
    }
}

void TestMemory::liveAtTheRecordedPeak()
{
    MadeProfile profile;
    profile.memory(100, 900, 1000).memory(200, 300, 1000);
    profile
        .allocation("kept", kNoInstant.ns, 150, 50) // older than the capture
        .allocation("kept", 100, kForever, 7)
        .allocation("gone", 10, 100, 1000)
        .allocation("late", 101, 300, 1000);
    const auto trace = profile.trace();
    const LiveSet live = liveAtPeak(*trace, memoryPeaks(*trace, {}), {});
    QCOMPARE(live.peaks.size(), std::size_t{1});
    QCOMPARE(live.peaks[0].time.ns, 100);
    QCOMPARE(live.peaks[0].bytes, 57);
    QCOMPARE(live.rows.size(), std::size_t{1});
    QCOMPARE(live.rows[0].allocations, std::uint64_t{2});
}

void TestMemory::operatorsAgainstCounting()
{
    std::mt19937_64 random(13);
    for (int run = 0; run < 100; ++run) {
        const std::vector<Block> blocks = randomBlocks(random);
        MadeProfile profile;
        std::map<std::string, std::pair<std::uint64_t, std::int64_t>> expected;
        for (const Block& block : blocks) {
            profile.allocation(block.name, block.from, block.until, block.bytes);
            if (block.bytes > 0) {
                ++expected[block.name].first;
                expected[block.name].second += block.bytes;
            }
        }
        const auto rows = operatorMemory(*profile.trace(), {});
        QCOMPARE(rows.size(), expected.size());
        for (const OperatorMemory& row : rows) {
            std::int64_t most = 0;
            for (std::int64_t time = -10; time < 200; ++time)
                most = std::max(most, liveBytes(blocks, time, row.name));
            QCOMPARE(row.peak, most);
            QVERIFY(row.peak >= 0 && row.peak <= row.bytes && row.largest <= row.bytes);
            QCOMPARE(row.allocations, expected[row.name].first);
            QCOMPARE(row.bytes, expected[row.name].second);
            QVERIFY(!row.reserved);
        }
    }
}

void TestMemory::namesLimitRowsAndNotTheMoment()
{
    MadeProfile profile;
    profile.allocation("big", 0, 10, 1000).allocation("small", 5, 20, 1);
    const auto trace = profile.trace();
    const Scope scope = scopeOf("name:small");
    const LiveSet live = liveAtPeak(*trace, memoryPeaks(*trace, scope), scope);
    QCOMPARE(live.peaks[0].time.ns, 5);
    QCOMPARE(live.peaks[0].bytes, 1001);
    QCOMPARE(live.rows.size(), std::size_t{1});
    QCOMPARE(live.rows[0].name, std::string("small"));
    QCOMPARE(operatorMemory(*trace, scope).size(), std::size_t{1});
}

void TestMemory::modules()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const auto cells = [&builder](std::initializer_list<const char*> texts) {
        std::vector<StringId> out;
        for (const char* text : texts)
            out.push_back(builder.intern(text));
        return out;
    };
    builder.addExtraTable(rank, "npu_module_mem",
                          {{"Component", cells({"HCCL", "RUNTIME", "HCCL"})},
                           {"Timestamp(us)", cells({"10", "10", "20"})},
                           {"Total Reserved(MB)", cells({"1", "2", "3.5"})},
                           {"Device", cells({"NPU:0", "NPU:0", "NPU:0"})}});
    const auto rows = modulePeaks(*frozen(std::move(builder)), {});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].module, std::string("HCCL"));
    QCOMPARE(rows[0].reserved, 3'670'016);
    QCOMPARE(rows[0].time.ns, 20'000);
    QCOMPARE(rows[0].samples, std::uint64_t{2});
}

void TestMemory::copies()
{
    MadeProfile profile;
    profile.task("MEMCPY_ASYNC", 10, 5).task("MEMCPY_ASYNC", 20, 7).task("EVENT_WAIT", 30, 100);
    const auto trace = profile.trace();
    const auto unknown = copySums(*trace, {}, {});
    QCOMPARE(unknown.size(), std::size_t{1});
    QCOMPARE(unknown[0].kind, std::string("SDMA_SQE"));
    QCOMPARE(unknown[0].calls, std::uint64_t{2});
    QCOMPARE(unknown[0].time.ns, 12);
    QVERIFY(!unknown[0].bytes);
    const auto known = copySums(*trace, {}, [](const std::vector<SliceId>& slices) {
        return std::vector<CopyFacts>(slices.size(), CopyFacts{"host to device", 64});
    });
    QCOMPARE(known[0].kind, std::string("host to device"));
    QCOMPARE(*known[0].bytes, 128);
    QVERIFY(copySums(*trace, scopeOf("stream:77"), {}).empty());
}

void TestMemory::oneCopyWithoutSizeMakesTheSumUnknown()
{
    MadeProfile profile;
    profile.task("MEMCPY_ASYNC", 10, 5).task("MEMCPY_ASYNC", 20, 7).task("MEMCPY_ASYNC", 40, 7);
    const auto sums = copySums(*profile.trace(), {}, [](const std::vector<SliceId>&) {
        return std::vector<CopyFacts>{{"", 5}, {"", std::nullopt}, {"", 6}};
    });
    QCOMPARE(sums.size(), std::size_t{1});
    QVERIFY(!sums[0].bytes);
}

void TestMemory::churn()
{
    MadeProfile profile;
    profile.api("aclrtMallocPhysical", 10, 5).api("AscendCL@aclrtFreePhysical", 20, 7).api("MallocMemInner", 40, 1);
    profile.api("aclrtMalloc", 50, 9).api("aclrtMemcpy", 60, 9).api("aclrtFree", 70, 100).api("Free", 80, 5);
    profile.task("MallocPhysical", 5, 5); // on the device: no call
    const auto rows = churnSums(*profile.trace(), {});
    QStringList text;
    for (const ChurnSum& row : rows)
        text += u"%1 %2"_s.arg(QString::fromStdString(row.name)).arg(row.time.ns);
    QCOMPARE(text.join(u", "), u"aclrtFree 100, aclrtMalloc 9, AscendCL@aclrtFreePhysical 7, aclrtMallocPhysical 5, "
                               "MallocMemInner 1"_s);
}

void TestMemory::emptyProfile()
{
    MadeProfile profile;
    const auto trace = profile.trace();
    QVERIFY(memoryPeaks(*trace, {}).empty() && operatorMemory(*trace, {}).empty() && modulePeaks(*trace, {}).empty());
    QVERIFY(liveAtPeak(*trace, {}, {}).peaks.empty() && copySums(*trace, {}, {}).empty());
}

QTEST_GUILESS_MAIN(TestMemory)
#include "test_memory.moc"
