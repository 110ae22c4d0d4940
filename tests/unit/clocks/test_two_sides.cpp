// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/analyze/host_calls.h"
#include "core/analyze/scope_filter.h"
#include "core/analyze/step_profile.h"
#include "core/export/chrome/chrome_writer.h"
#include "core/export/text_sink.h"
#include "core/store/axis.h"
#include "tests/support/trace_from.h"

using namespace tideline;
using namespace tideline::test;

namespace {

SliceRow slice(TraceBuilder& builder, const char* name)
{
    SliceRow row;
    row.start = Instant{10'000};
    row.duration = Duration{500};
    row.name = builder.intern(name);
    return row;
}

/// Two ranks of one call and one kernel, all at 10,000 ns of the files. The second rank is shifted by −5,000 ns, and its host
/// by 1,000 ns more: its kernel is at 5,000 of the axis, its call and its step begin at 6,000.
std::shared_ptr<const Trace> twoSides()
{
    TraceBuilder builder;
    for (const std::int64_t number : {0, 1}) {
        RankInfo info;
        info.rank = number;
        const RankId rank = builder.addRank(info);
        const ProcessId runtime = builder.process(rank, "1");
        builder.process(runtime).role = ProcessRole::Cann;
        const TrackId host = builder.track(rank, "1", "1", TrackKind::HostThread);
        const ProcessId hardware = builder.process(rank, "2");
        builder.process(hardware).role = ProcessRole::Device;
        const TrackId stream = builder.track(rank, "2", "2", TrackKind::Stream);
        builder.addSlice(host, slice(builder, "aclrtSynchronizeStream"));
        builder.addSlice(stream, slice(builder, "MatMul"));
        builder.addStep({rank, 3, {Instant{10'000}, Instant{20'000}}});
    }
    std::vector<RankClock> clocks(2);
    clocks[0].host.doubt = ClockDoubt::NoPartner;
    clocks[1].shift = Duration{-5'000};
    clocks[1].host.shift = Duration{1'000};
    return onAxis(withClocks(frozen(std::move(builder)), clocks), ClockUse::Aligned);
}

Scope between(std::int64_t first, std::int64_t last)
{
    Scope scope;
    scope.range = TimeRange{Instant{first}, Instant{last}};
    return scope;
}

class Text final : public TextSink {
public:
    Status write(std::string_view text) override
    {
        bytes.append(text.data(), static_cast<qsizetype>(text.size()));
        return Done{};
    }
    QByteArray bytes;
};

} // namespace

/// Host and device of a rank have a shift each; limits of time and exports use that of the lane.
class TestTwoSides : public QObject {
    Q_OBJECT

private slots:
    void scopeOfTime_data();
    void scopeOfTime();
    void clippedCalls();
    void clippedSteps();
    void chromeExport();
};

void TestTwoSides::scopeOfTime_data()
{
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("last");
    QTest::addColumn<QByteArray>("held"); // of the second rank
    QTest::newRow("device") << qint64(4'900) << qint64(5'600) << QByteArray("MatMul ");
    QTest::newRow("host") << qint64(5'900) << qint64(6'600) << QByteArray("aclrtSynchronizeStream ");
    QTest::newRow("both") << qint64(5'400) << qint64(6'100) << QByteArray("aclrtSynchronizeStream MatMul ");
    QTest::newRow("between") << qint64(5'500) << qint64(6'000) << QByteArray();
}

void TestTwoSides::scopeOfTime()
{
    QFETCH(qint64, first);
    QFETCH(qint64, last);
    const std::shared_ptr<const Trace> trace = twoSides();
    const Scope scope = between(first, last);
    ScopeFilter filter(*trace, scope);
    QByteArray held;
    for (const TrackInfo& track : trace->tracks()) {
        if (track.rank == RankId{1} && filter.holdsSlice(track, track.slices.first))
            held +=
                QByteArray::fromStdString(std::string(trace->text(trace->slices().name.at(track.slices.first)))) + ' ';
    }
    QTEST(held, "held");
    const bool device = held.contains("MatMul");
    QCOMPARE(filter.holdsInstant(RankId{1}, Instant{10'499}), device);
    QCOMPARE(filter.holdsHostInstant(RankId{1}, Instant{10'050}), held.contains("aclrt"));
}

void TestTwoSides::clippedCalls()
{
    const std::shared_ptr<const Trace> trace = twoSides();
    const HostCalls calls = hostCalls(*trace, RankId{1}, between(6'200, 7'000));
    QCOMPARE(calls.of(HostCallKind::Synchronise).size(), std::size_t(1));
    QCOMPARE(calls.of(HostCallKind::Synchronise).front().range, (TimeRange{Instant{10'200}, Instant{10'500}}));
    QVERIFY(hostCalls(*trace, RankId{1}, between(5'000, 6'000)).of(HostCallKind::Synchronise).empty());
}

/// The window of a step is cut by the host's clock, its kernels by the device's.
void TestTwoSides::clippedSteps()
{
    const std::shared_ptr<const Trace> trace = twoSides();
    const auto late = stepProfiles(*trace, RankId{1}, between(6'500, 9'000));
    QCOMPARE(late.size(), std::size_t(1));
    QCOMPARE(late.front().window, (TimeRange{Instant{10'500}, Instant{13'000}}));
    QVERIFY(late.front().empty());
    const auto early = stepProfiles(*trace, RankId{1}, between(5'300, 9'000));
    QCOMPARE(early.front().span(), (TimeRange{Instant{10'300}, Instant{10'500}}));
}

void TestTwoSides::chromeExport()
{
    Text text;
    QVERIFY(writeChromeTrace(*twoSides(), text, {}).ok());
    const QJsonArray events = QJsonDocument::fromJson(text.bytes).object()[u"traceEvents"].toArray();
    QList<double> calls;
    QList<double> kernels;
    for (const QJsonValue& event : events) {
        if (event[u"ph"].toString() != u"X")
            continue;
        (event[u"name"].toString() == u"MatMul" ? kernels : calls).append(event[u"ts"].toVariant().toDouble());
    }
    QCOMPARE(calls, (QList<double>{10, 6}));
    QCOMPARE(kernels, (QList<double>{10, 5}));
}

QTEST_APPLESS_MAIN(TestTwoSides)
#include "test_two_sides.moc"
