// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/clocks/captures.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tideline::test {

namespace {

std::int64_t drifted(std::int64_t now, std::int64_t ppb)
{
    return now + static_cast<std::int64_t>(static_cast<double>(now) * static_cast<double>(ppb) * 1e-9);
}

double distance(Instant a, Instant b)
{
    return std::fabs(static_cast<double>((a - b).ns));
}

double shareOfEffectsFirst(const Capture& capture)
{
    const Trace& trace = capture.session->trace();
    const StringId launches = trace.strings().find("HostToDevice");
    ColumnReader category(trace.flows().category);
    ColumnReader fromTrack(trace.flows().fromTrack);
    ColumnReader fromTime(trace.flows().fromTime);
    ColumnReader toTime(trace.flows().toTime);
    double pairs = 0;
    double effectsFirst = 0;
    for (std::uint32_t row = 0; row < trace.flows().size(); ++row) {
        if (category[row] != launches)
            continue;
        const RankAlignment& found = capture.found[trace.track(fromTrack[row]).rank.row];
        ++pairs;
        if (found.deviceOnAxis(toTime[row]) < found.hostOnAxis(fromTime[row]))
            ++effectsFirst;
    }
    return pairs > 0 ? effectsFirst / pairs : 1;
}

} // namespace

Instant Truth::host(std::int64_t now) const
{
    return Instant{wallNs + clock.hostOffsetNs + drifted(now, clock.hostDriftPpb)};
}

Instant Truth::device(std::int64_t now) const
{
    return Instant{wallNs + clock.hostOffsetNs + drifted(now, clock.deviceDriftPpb) - clock.deviceOffsetNs};
}

Duration Capture::shift(std::size_t rank) const
{
    return truth[0].device(middle()) - truth[rank].device(middle());
}

Capture captured(const QTemporaryDir& folder, ExportForm form, const collect::CollectOptions& options)
{
    Capture out;
    CollectOutput output;
    output.directory = folder.filePath(QStringLiteral("out")).toStdString();
    output.forms = {form};
    const auto summary = collectTo(output, options, {});
    if (!summary) {
        qWarning("%s", summary.error().text().c_str());
        return out;
    }
    OpenOptions open;
    open.paths = {output.directory};
    open.clocks = ClockUse::AsRecorded;
    const auto session = Session::open(open, {});
    if (!session) {
        qWarning("%s", session.error().text().c_str());
        return out;
    }
    out.session = *session;
    const Trace& trace = out.session->trace();
    out.found = alignClocks(trace, {});
    const Instant begin = trace.steps().front().range.start;
    out.lengthNs = (trace.steps().back().range.end - trace.steps().back().range.start).ns
                   * static_cast<std::int64_t>(trace.steps().size() / trace.ranks().size());
    for (const collect::ClockTruth& clock : summary->clocks)
        out.truth.push_back({clock, begin.ns - collect::cost::kLeadNs - summary->clocks.front().hostOffsetNs});
    return out;
}

Errors errorsOf(const Capture& capture)
{
    Errors out;
    constexpr int kMoments = 20;
    for (std::size_t rank = 0; rank < capture.truth.size(); ++rank) {
        const RankAlignment& found = capture.found[rank];
        for (int i = 0; i <= kMoments; ++i) {
            const std::int64_t now = collect::cost::kLeadNs + capture.lengthNs * i / kMoments;
            const Instant device = found.deviceOnAxis(capture.truth[rank].device(now));
            const Instant first = capture.found[0].deviceOnAxis(capture.truth[0].device(now));
            out.inHostNs = std::max(out.inHostNs, distance(device, found.hostOnAxis(capture.truth[rank].host(now))));
            out.acrossNs = std::max(out.acrossNs, distance(device, first));
        }
        const std::int64_t off = (found.clock.shift - capture.shift(rank)).ns;
        out.middleNs = std::max(out.middleNs, std::fabs(static_cast<double>(off)));
    }
    out.shareOfEffectsFirst = shareOfEffectsFirst(capture);
    return out;
}

void print(const Errors& errors)
{
    qInfo("in host %.1f µs, across %.1f µs, at the middle %.1f µs, effects first %.3f %%", errors.inHostNs / 1e3,
          errors.acrossNs / 1e3, errors.middleNs / 1e3, errors.shareOfEffectsFirst * 100);
}

void addGridRows(const char* scenario, int ranks, int steps)
{
    QTest::addColumn<GridRow>("row");
    std::uint64_t seed = 0;
    for (const char* skew : {"0", "0.002", "3", "-90"}) {
        for (const char* ppm : {"0", "50"}) {
            for (const bool markers : {false, true})
                QTest::addRow("%s, %s s, %s ppm, %s", scenario, skew, ppm, markers ? "markers" : "no markers")
                    << GridRow{scenario, ranks, steps, skew, ppm, markers, ++seed};
        }
    }
}

void checkGridRow()
{
    QFETCH(GridRow, row);
    const QTemporaryDir folder;
    collect::CollectOptions options;
    options.scenario = row.scenario.toStdString();
    options.ranks = static_cast<std::uint32_t>(row.ranks);
    options.steps = static_cast<std::uint32_t>(row.steps);
    options.seed = row.seed;
    options.hardwareMemory = false;
    options.syncMarkers = row.markers;
    const auto fault = collect::parseFault("clock-skew:s=" + row.skew.toStdString() + ",ppm=" + row.ppm.toStdString());
    QVERIFY2(fault, fault ? "" : fault.error().text().c_str());
    options.faults = {*fault};
    const Capture capture = captured(folder, ExportForm::Text, options);
    QVERIFY(capture.session);
    QCOMPARE(capture.truth.size(), std::size_t(row.ranks));
    for (std::size_t rank = 0; rank < capture.found.size(); ++rank) {
        const RankClock& clock = capture.found[rank].clock;
        QCOMPARE(clock.doubt, ClockDoubt::None);
        QCOMPARE(clock.host.doubt, ClockDoubt::None);
        QCOMPARE(clock.host.markers > 0, row.markers);
        QVERIFY(!clock.least || *clock.least <= capture.shift(rank));
        QVERIFY(!clock.most || *clock.most >= capture.shift(rank));
    }
    const Errors errors = errorsOf(capture);
    print(errors);
    QVERIFY(errors.inHostNs <= (row.markers ? 2'000 : 10'000));
    QVERIFY(errors.acrossNs <= 20'000 + static_cast<double>(kLinkLatencyNs));
    QVERIFY(errors.middleNs <= 20'000 + static_cast<double>(kLinkLatencyNs));
    QVERIFY(errors.shareOfEffectsFirst <= 0.001);
}

} // namespace tideline::test
