// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <utility>

#include "core/index/range_stats.h"
#include "core/session/session.h"
#include "views/tables/details_data.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kTopNames = 25;

struct Range {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

DetailRow timeRow(const QString& key, Duration duration)
{
    return {key,
            durationText(duration) + u"   ("_s + exactDurationText(duration) + u")"_s,
            QString::number(duration.ns),
            {},
            false};
}

std::vector<TrackId> countedTracks(const Trace& trace, const std::vector<TrackId>& wanted)
{
    std::vector<TrackId> tracks;
    for (std::uint32_t row = 0; row < trace.tracks().size(); ++row) {
        if (wanted.empty() && isCounted(trace.tracks()[row].kind))
            tracks.push_back(TrackId{row});
    }
    for (const TrackId track : wanted) {
        if (isCounted(trace.track(track).kind))
            tracks.push_back(track);
    }
    return tracks;
}

} // namespace

DetailSections rangeDetails(const Session& session, TimeRange range, const std::vector<TrackId>& wanted,
                            const std::stop_token& stop)
{
    const Trace& trace = session.trace();
    const std::vector<TrackId> tracks = countedTracks(trace, wanted);
    const RangeStats stats = rangeStats(trace, tracks, range, kTopNames, Progress(stop));
    const Instant origin = trace.axisExtent().start;
    DetailSection section{Range::tr("Time range"), {}};
    section.rows.push_back(timeRow(Range::tr("Length"), range.length()));
    section.rows.push_back(timeRow(Range::tr("Start"), range.start - origin));
    section.rows.push_back(timeRow(Range::tr("End"), range.end - origin));
    section.rows.push_back({Range::tr("Tracks"), countText(tracks.size()), {}, {}, false});
    section.rows.push_back({Range::tr("Slices"), countText(stats.slices), {}, {}, false});
    section.rows.push_back(timeRow(Range::tr("Busy (union)"), stats.busy));
    section.rows.push_back(timeRow(Range::tr("Sum of durations"), stats.sum));
    if (range.length() > Duration{})
        section.rows.push_back(
            {Range::tr("Busy share"),
             percentText(static_cast<double>(stats.busy.ns) / static_cast<double>(range.length().ns)),
             {},
             {},
             false});
    DetailSection names{
        Range::tr("Heaviest names (%1 of %2)").arg(countText(stats.names.size()), countText(stats.distinctNames)), {}};
    for (const RangeStats::Name& name : stats.names)
        names.rows.push_back({visibleText(trace.text(name.name)),
                              durationText(name.sum) + u" \u00B7 "_s + Range::tr("%1 calls").arg(countText(name.count)),
                              QString::number(name.sum.ns),
                              {},
                              false});
    return {section, names};
}

} // namespace tideline
