// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/slice_tip.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/scene/counter_scene.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Timeline {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

QString bothTexts(Duration duration)
{
    const QString shortText = durationText(duration);
    const QString exact = exactDurationText(duration);
    return shortText == exact ? exact : shortText + u"  ("_s + exact + u")"_s;
}

Instant origin(const Session& session)
{
    return session.trace().axisExtent().start;
}

} // namespace

QString sliceTip(const Session& session, const TrackScene::Box& box)
{
    const Trace& trace = session.trace();
    const TrackId track = trace.trackOf(box.slice);
    const TimeRange range = trace.rangeOf(box.slice).shifted(trace.axisShift(track));
    QStringList lines;
    lines << visibleText(trace.text(trace.slices().name.at(box.slice.row)));
    lines << Timeline::tr("Start: %1").arg(bothTexts(range.start - origin(session)));
    lines << Timeline::tr("Duration: %1").arg(bothTexts(range.length()));
    lines << Timeline::tr("Track: %1").arg(trackPath(trace, track));
    if (trace.track(track).kind == TrackKind::Unfinished)
        lines << Timeline::tr("Never ended: drawn to the end of the profile");
    if (box.count > 1)
        lines << Timeline::tr("The longest of %1 slices here").arg(countText(box.count));
    return lines.join(u'\n');
}

QString instantTip(const Session& session, InstantId instant)
{
    const Trace& trace = session.trace();
    const TrackId track = trace.instants().track.at(instant.row);
    const Instant time = trace.instants().time.at(instant.row) + trace.axisShift(track);
    QStringList lines;
    lines << visibleText(trace.text(trace.instants().name.at(instant.row)));
    lines << Timeline::tr("Time: %1").arg(bothTexts(time - origin(session)));
    lines << Timeline::tr("Track: %1").arg(trackPath(trace, track));
    return lines.join(u'\n');
}

QString counterTip(const Session& session, std::span<const CounterId> series, Instant t)
{
    const Trace& trace = session.trace();
    QStringList lines;
    for (const CounterId counter : series) {
        const auto value = counterValueAt(trace, counter, t);
        if (!value)
            continue;
        const CounterInfo& info = trace.counter(counter);
        const QString text =
            (numberText(value->second) + u' ' + visibleValue(QString::fromStdString(info.unit))).trimmed();
        if (series.size() == 1)
            lines << counterTitle(trace, counter) << Timeline::tr("Value: %1").arg(text);
        else
            lines << Timeline::tr("%1: %2").arg(counterTitle(trace, counter), text);
        if (counter == series.back() || series.size() == 1)
            lines << Timeline::tr("Sampled: %1").arg(bothTexts(value->first - origin(session)));
    }
    return lines.join(u'\n');
}

QString trackPath(const Trace& trace, TrackId track)
{
    const TrackInfo& info = trace.track(track);
    QStringList parts;
    if (trace.ranks().size() > 1)
        parts << rankTitle(trace, info.rank);
    parts << processTitle(trace, info.process) << visibleText(info.name);
    return parts.join(u" \u203A "_s);
}

QString processTitle(const Trace& trace, ProcessId process)
{
    const ProcessInfo& info = trace.process(process);
    QString title = visibleText(info.name);
    if (info.name.empty())
        title = info.pid.empty() ? Timeline::tr("No process") : Timeline::tr("Process %1").arg(visibleText(info.pid));
    if (!info.labels.empty())
        title += u" \u2014 "_s + visibleText(info.labels);
    return title;
}

QString rankTitle(const Trace& trace, RankId rank)
{
    const RankInfo& info = trace.rank(rank);
    QString title = info.rank ? Timeline::tr("Rank %1").arg(*info.rank) : Timeline::tr("Input %1").arg(rank.row + 1);
    if (info.device)
        title += u" \u2014 "_s + Timeline::tr("device %1").arg(*info.device);
    return title;
}

QString counterTitle(const Trace& trace, CounterId counter)
{
    const CounterInfo& info = trace.counter(counter);
    if (info.series.empty() || info.series == info.name)
        return visibleText(info.name);
    return visibleText(info.name) + u" \u203A "_s + visibleText(info.series);
}

} // namespace tideline
