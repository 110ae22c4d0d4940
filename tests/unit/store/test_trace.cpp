// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/store/test_trace.h"

#include <QtTest>

#include <cmath>
#include <stop_token>
#include <string>

#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

void TestTrace::stringsAreKeptOnce()
{
    StringPool pool;
    const std::string longText(1'000'000, 'x');
    const StringId first = pool.intern("MatMul");
    const StringId big = pool.intern(longText);
    for (int i = 0; i < 5000; ++i)
        pool.intern("name" + std::to_string(i));
    const StringPool moved = std::move(pool);
    QCOMPARE(moved.find("MatMul"), first);
    QCOMPARE(moved.text(first), std::string_view("MatMul"));
    QCOMPARE(moved.text(big), std::string_view(longText));
    QCOMPARE(moved.find(""), kEmptyString);
    QVERIFY(!moved.find("absent").valid());
    QCOMPARE(moved.text(StringId{}), std::string_view());
    QCOMPARE(moved.size(), 5003U);
}

void TestTrace::tracksInDisplayOrder()
{
    TraceBuilder builder;
    const RankId second = builder.addRank({});
    builder.rank(second).rank = 1;
    const RankId first = builder.addRank({});
    builder.rank(first).rank = 0;
    builder.track(second, "1", "9");
    builder.track(first, "plain", "10");
    builder.track(first, "plain", "text");
    builder.track(first, "plain", "10", TrackKind::Unfinished);
    builder.track(first, "plain", "9");
    builder.track(first, "plain", "0", TrackKind::Async);
    builder.track(builder.track(first, "plain", "77")).sortIndex = -1;
    builder.process(builder.process(first, "sorted")).sortIndex = 5;
    builder.process(builder.process(first, "sorted")).role = ProcessRole::Device;
    const TrackId named = builder.track(first, "sorted", "3");
    builder.addSlice(named, {Instant{1}, Duration{1}, SourceRef(0, 0), builder.intern("x")});
    const auto trace = frozen(std::move(builder));
    std::string order;
    for (const TrackInfo& track : trace->tracks())
        order += track.name + (isCounted(track.kind) ? "; " : "*; ");
    QCOMPARE(order, std::string("Stream 3; Thread 77; Thread 9; Thread 10; Thread 10*; Thread text; Async 0*; "
                                "Thread 9; "));
    QCOMPARE(trace->track(TrackId{0}).slices.size(), 1U);
    QCOMPARE(trace->trackOf(SliceId{0}), TrackId{0});
}

void TestTrace::sameTextIsSameTrack()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const TrackId track = builder.track(rank, "7", "1");
    QCOMPARE(builder.track(rank, "7", "1", TrackKind::Stream), track);
    QCOMPARE(builder.track(track).kind, TrackKind::Stream);
    QVERIFY(builder.track(rank, "7", "1", TrackKind::Async) != track);
    QVERIFY(builder.track(rank, "71", "") != builder.track(rank, "7", "1"));
    QCOMPARE(builder.counter(rank, "7", "a", "bc"), builder.counter(rank, "7", "a", "bc"));
    QVERIFY(builder.counter(rank, "7", "a", "bc") != builder.counter(rank, "7", "ab", "c"));
}

void TestTrace::instantsAndSamplesAreSorted()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const TrackId late = builder.track(rank, "1", "2");
    const TrackId early = builder.track(rank, "1", "1");
    builder.addInstant(late, {Instant{5}, SourceRef(0, 3), builder.intern("c")});
    builder.addInstant(early, {Instant{9}, SourceRef(0, 2), builder.intern("b")});
    builder.addInstant(early, {Instant{9}, SourceRef(0, 1), builder.intern("a")});
    const CounterId counter = builder.counter(rank, "1", "mem", "used");
    builder.addSamples(counter, {{Instant{30}, 3.0, {}}, {Instant{10}, -1.0, {}}, {Instant{20}, std::nan(""), {}}});
    const CounterId gaps = builder.counter(rank, "1", "mem", "gaps");
    builder.addSample(gaps, {Instant{1}, std::nan(""), {}});
    const auto trace = frozen(std::move(builder));
    std::string names;
    for (std::uint32_t i = 0; i < 3; ++i)
        names += trace->text(trace->instants().name.at(i));
    QCOMPARE(names, std::string("abc"));
    QCOMPARE(trace->track(TrackId{1}).instants.first, 2U);
    QCOMPARE(trace->samples().time.at(0).ns, 10);
    QVERIFY(std::isnan(trace->samples().value.at(1)));
    QCOMPARE(trace->counter(counter).min, -1.0);
    QCOMPARE(trace->counter(counter).max, 3.0);
    QVERIFY(std::isnan(trace->counter(gaps).max));
    QCOMPARE(trace->axisExtent(), (TimeRange{Instant{1}, Instant{30}}));
}

void TestTrace::kernelsFindTheirSlices_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<qint64>("start");
    QTest::addColumn<qint64>("stream");
    QTest::addColumn<QByteArray>("core");
    QTest::addColumn<int>("order"); // of the slice in the file, -1: none
    const auto row = [](const char* what, const char* name, qint64 start, qint64 stream, const char* core, int order) {
        QTest::newRow(what) << QByteArray(name) << start << stream << QByteArray(core) << order;
    };
    row("same start", "other", 100, 3, "AI_CORE", 0);
    row("several: same name", "Add", 200, 2, "AI_CORE", 2);
    row("several of the name: same stream", "Mul", 300, 3, "AI_CORE", 4);
    row("several, no name: same stream", "other", 200, 3, "AI_CORE", 1);
    row("one nanosecond late", "Add", 201, 3, "AI_CORE", 2);
    row("one nanosecond early", "Add", 199, 3, "AI_CORE", 2);
    row("two nanoseconds early", "Add", 198, 3, "AI_CORE", -1);
    row("communication", "hcom", 101, 9, "hccl", 5);
    row("communication of another name", "hcom2", 100, 9, "COMMUNICATION", -1);
    row("not on the communicator", "hcom", 101, 9, "AI_CPU", -1);
}

void TestTrace::kernelsFindTheirSlices()
{
    QFETCH(QByteArray, name);
    QFETCH(qint64, start);
    QFETCH(qint64, stream);
    QFETCH(QByteArray, core);
    QFETCH(int, order);
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    builder.process(builder.process(rank, "npu")).role = ProcessRole::Device;
    const auto add = [&](TrackId track, std::int64_t at, const char* text, std::uint64_t place) {
        builder.addSlice(track, {Instant{at}, Duration{10}, SourceRef(0, place), builder.intern(text)});
    };
    const TrackId two = builder.track(rank, "npu", "2", TrackKind::Stream);
    const TrackId three = builder.track(rank, "npu", "3", TrackKind::Stream);
    add(two, 100, "Cast", 0);
    add(three, 200, "Mul", 1);
    add(two, 200, "Add", 2);
    add(two, 300, "Mul", 3);
    add(three, 300, "Mul", 4);
    add(builder.track(rank, "comm", "g", TrackKind::CommGroup), 100, "hcom", 5);
    add(builder.track(rank, "host", "1"), 198, "Add", 6);
    KernelRow row;
    row.rank = rank;
    row.name = builder.intern(name.toStdString());
    row.start = Instant{start};
    row.stream = stream;
    row.core = builder.intern(core.toStdString());
    builder.addKernel(row);
    const auto trace = frozen(std::move(builder));
    const SliceId slice = trace->kernels().slice.at(0);
    QCOMPARE(slice.valid() ? int(trace->slices().ref.at(slice.row).offset()) : -1, order);
    if (slice.valid())
        QCOMPARE(trace->kernelOf(slice), KernelId{0});
}

void TestTrace::kernelMetricsMayBeMissing()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const std::size_t metric = builder.kernelMetric("cube_utilization( %)");
    QCOMPARE(builder.kernelMetric("other"), metric + 1);
    QCOMPARE(builder.kernelMetric("cube_utilization( %)"), metric);
    for (const std::int64_t start : {30, 10, 20}) {
        KernelRow row;
        row.rank = rank;
        row.start = Instant{start};
        if (start != 20)
            row.metrics = {static_cast<double>(start)};
        builder.addKernel(row);
    }
    const auto trace = frozen(std::move(builder));
    const Column<double>& values = trace->kernels().metrics[metric].values;
    QCOMPARE(values.at(0), 10.0);
    QVERIFY(std::isnan(values.at(1)));
    QCOMPARE(values.at(2), 30.0);
    QVERIFY(std::isnan(trace->kernels().metrics[1].values.at(0)));
    QVERIFY(!trace->kernels().slice.at(0).valid());
}

void TestTrace::tableColumns_data()
{
    QTest::addColumn<QByteArrayList>("cells");
    QTest::addColumn<bool>("numeric");
    QTest::addColumn<double>("first");
    QTest::newRow("numbers") << QByteArrayList{"1.5", "-2e3", "7"} << true << 1.5;
    QTest::newRow("missing cells") << QByteArrayList{"3", "N/A", ""} << true << 3.0;
    QTest::newRow("only missing cells") << QByteArrayList{"N/A", ""} << false << 0.0;
    QTest::newRow("one text") << QByteArrayList{"1", "x"} << false << 0.0;
    QTest::newRow("number and rest") << QByteArrayList{"1", "2 ms"} << false << 0.0;
    QTest::newRow("infinity is a text") << QByteArrayList{"inf"} << false << 0.0;
    QTest::newRow("exact in a double") << QByteArrayList{"9007199254740992"} << true << 9007199254740992.0;
    QTest::newRow("not exact in a double") << QByteArrayList{"9007199254740993"} << false << 0.0;
    QTest::newRow("beyond 64 bits") << QByteArrayList{"40006882869110636543"} << false << 0.0;
}

void TestTrace::tableColumns()
{
    QFETCH(QByteArrayList, cells);
    QFETCH(bool, numeric);
    QFETCH(double, first);
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    ExtraColumn column{"c", {}};
    for (const QByteArray& cell : cells)
        column.cells.push_back(builder.intern(cell.toStdString()));
    builder.addExtraTable(rank, "t", {column, {"empty", {}}});
    const auto trace = frozen(std::move(builder));
    const ExtraTable& table = trace->extraTables().at(0);
    QCOMPARE(table.rows, std::uint32_t(cells.size()));
    QCOMPARE(table.fields[0].numeric, numeric);
    if (numeric)
        QCOMPARE(table.fields[0].numbers.at(0), first);
    else
        QCOMPARE(trace->text(table.fields[0].texts.at(0)), std::string_view(cells[0].toStdString()));
    QCOMPARE(table.fields[1].texts.size(), table.rows);
}

void TestTrace::axisShifts()
{
    TraceBuilder builder;
    for (const std::optional<std::int64_t> base : {std::optional<std::int64_t>(5000), {std::nullopt}, {2000}}) {
        const RankId rank = builder.addRank({});
        builder.rank(rank).timeBaseNs = base;
        builder.addSlice(builder.track(rank, "1", "1"), {Instant{100}, Duration{50}, SourceRef(0, 0), kEmptyString});
    }
    const auto trace = frozen(std::move(builder));
    QCOMPARE(trace->axisShift(TrackId{0}).ns, 3000);
    QCOMPARE(trace->axisShift(TrackId{1}).ns, 0);
    QCOMPARE(trace->axisShift(TrackId{2}).ns, 0);
    QCOMPARE(trace->axisExtent(), (TimeRange{Instant{100}, Instant{3150}}));
    QCOMPARE(trace->totals().last, std::optional(Instant{150}));
}

void TestTrace::totals()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const SliceRow row{Instant{5}, Duration{-3}, SourceRef(0, 0), kEmptyString};
    builder.addSlice(builder.track(rank, "1", "1"), row);
    builder.addSlices(builder.track(rank, "1", "2"), std::vector<SliceRow>(100, row));
    builder.addSlice(builder.track(rank, "1", "x", TrackKind::Async), row);
    builder.addSlice(builder.track(rank, "1", "1", TrackKind::Unfinished), row);
    for (const std::int64_t first : {-7, 40}) {
        TraceTotals file;
        file.beginUnmatched = 2;
        file.eventsByPhase = {{"X", 3}};
        file.first = Instant{first};
        file.last = Instant{first + 10};
        builder.addTotals(file);
    }
    const auto trace = frozen(std::move(builder));
    QCOMPARE(trace->totals().slices, 101U);
    QCOMPARE(trace->totals().asyncSpans, 1U);
    QCOMPARE(trace->totals().beginUnmatched, 4U);
    QCOMPARE(trace->totals().eventsByPhase.at("X"), 6U);
    QCOMPARE(trace->totals().first, std::optional(Instant{-7}));
    QCOMPARE(trace->totals().last, std::optional(Instant{50}));
    QCOMPARE(trace->slices().duration.at(0).ns, 0);
}

void TestTrace::rowsOverFrameBorders()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    constexpr std::int64_t kCount = 2 * kFrameRows + 5;
    for (const char* tid : {"1", "2"}) {
        for (std::int64_t i = kCount; i-- > 0;)
            builder.addSlice(builder.track(rank, "1", tid),
                             {Instant{i * 10}, Duration{5}, SourceRef(0, 0), builder.intern(std::to_string(i % 10))});
    }
    const auto trace = frozen(std::move(builder), 2);
    const SliceColumns& slices = trace->slices();
    QCOMPARE(slices.size(), std::uint32_t(2 * kCount));
    QVERIFY(slices.start.frameCount() > 4);
    ColumnReader<Instant> starts(slices.start);
    for (std::uint32_t i = 0; i < slices.size(); ++i)
        QVERIFY(starts[i].ns == 10 * (i % kCount));
    std::uint32_t seen = 0;
    slices.name.forEachSpan(10, slices.size() - 10, [&](std::uint32_t first, std::span<const StringId> names) {
        QCOMPARE(first, seen + 10);
        seen += static_cast<std::uint32_t>(names.size());
    });
    QCOMPARE(seen, slices.size() - 20);
    QVERIFY(trace->residentBytes() >= slices.size() * std::size_t{48});
}

void TestTrace::cancelledFreezeFails()
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    builder.addSlice(builder.track(rank, "1", "1"), {Instant{5}, Duration{3}, SourceRef(0, 0), kEmptyString});
    std::stop_source stop;
    stop.request_stop();
    TaskPool pool(1);
    const auto trace = TraceBuilder::freeze(std::move(builder), pool, Progress(stop.get_token()));
    QVERIFY(!trace.ok());
    QCOMPARE(trace.error().code, ErrorCode::Cancelled);
}

void TestTrace::emptyTrace()
{
    const auto trace = frozen(TraceBuilder());
    QCOMPARE(trace->slices().size(), 0U);
    QVERIFY(trace->axisExtent().empty());
    QVERIFY(!trace->totals().first);
    QVERIFY(!trace->trackOf(SliceId{3}).valid());
}
