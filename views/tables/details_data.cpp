// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/details_data.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>
#include <utility>

#include "core/session/session.h"
#include "views/tables/kernel_details.h"
#include "views/text/core_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMostLinks = 50;
constexpr std::uint64_t kStopInterval = 0x3FFF;

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

QString visible(const Trace& trace, StringId id)
{
    return visibleText(trace.text(id));
}

DetailRow timeRow(const QString& key, Duration duration)
{
    return {key,
            durationText(duration) + u"   ("_s + exactDurationText(duration) + u")"_s,
            QString::number(duration.ns),
            {},
            false};
}

QString trackText(const Trace& trace, TrackId track)
{
    const TrackInfo& info = trace.track(track);
    QString text = visibleText(info.name);
    if (info.process.valid() && !trace.process(info.process).name.empty())
        text += u" \u00B7 "_s + visibleText(trace.process(info.process).name);
    const std::optional<std::int64_t> rank = trace.rank(info.rank).rank;
    if (rank)
        text += u" \u00B7 "_s + Details::tr("rank %1").arg(*rank);
    return text;
}

DetailSection placeSection(const Trace& trace, SliceId slice)
{
    const TrackId track = trace.trackOf(slice);
    const TimeRange range = trace.rangeOf(slice);
    const Duration fromStart = range.start + trace.axisShift(track) - trace.axisExtent().start;
    DetailSection section{Details::tr("Slice"), {}};
    section.rows.push_back({Details::tr("Name"),
                            visible(trace, trace.slices().name.at(slice.row)),
                            QString::fromUtf8(trace.text(trace.slices().name.at(slice.row))),
                            {},
                            false});
    section.rows.push_back({Details::tr("Track"), trackText(trace, track), {}, {}, false});
    section.rows.push_back(timeRow(Details::tr("Duration"), range.length()));
    section.rows.push_back(timeRow(Details::tr("Self time"), trace.slices().self.at(slice.row)));
    section.rows.push_back(timeRow(Details::tr("Start"), fromStart));
    section.rows.push_back(timeRow(Details::tr("End"), fromStart + range.length()));
    section.rows.push_back({Details::tr("Start in the file"),
                            exactDurationText(Duration{range.start.ns}),
                            QString::number(range.start.ns),
                            {},
                            false});
    if (const StringId category = trace.slices().category.at(slice.row); !trace.text(category).empty())
        section.rows.push_back({Details::tr("Category"), visible(trace, category), {}, {}, false});
    if (const StringId type = trace.slices().taskType.at(slice.row); !trace.text(type).empty())
        section.rows.push_back({Details::tr("Task type"), visible(trace, type), {}, {}, false});
    if (const SliceId parent = trace.slices().parent.at(slice.row); parent.valid())
        section.rows.push_back(
            {Details::tr("Parent"), visible(trace, trace.slices().name.at(parent.row)), {}, parent, false});
    return section;
}

DetailSection argumentSection(const Session& session, SliceId slice)
{
    DetailSection section{Details::tr("Arguments"), {}};
    const Result<EventDetails> details = session.details(slice);
    if (!details) {
        section.rows.push_back(
            {Details::tr("Not readable"), visibleValue(QString::fromStdString(details.error().text())), {}, {}, true});
        return section;
    }
    bool stack = false;
    for (const auto& [key, value] : *details) {
        constexpr std::string_view kPrefix = "args.";
        if (key.rfind(kPrefix, 0) != 0)
            continue;
        const QString name = QString::fromStdString(key.substr(kPrefix.size()));
        stack = stack || name.contains(u"stack", Qt::CaseInsensitive);
        section.rows.push_back(
            {visibleText(name), visibleValue(QString::fromStdString(value)), QString::fromStdString(value), {}, false});
    }
    const TrackKind kind = session.trace().track(session.trace().trackOf(slice)).kind;
    const bool framework = session.trace().text(session.trace().slices().category.at(slice.row)) == "cpu_op";
    if (!stack && kind == TrackKind::HostThread && framework)
        section.rows.push_back(notCollected(Details::tr("Call stack"), u"with_stack=True"_s));
    return section;
}

DetailRow flowRow(const Trace& trace, SliceId other, Duration distance, StringId category)
{
    return {visible(trace, category),
            visible(trace, trace.slices().name.at(other.row)) + u"   ("_s + durationText(distance) + u")"_s,
            {},
            other,
            false};
}

void addFlows(const Session& session, SliceId slice, DetailSections& sections)
{
    const Trace& trace = session.trace();
    const FlowColumns& flows = trace.flows();
    const auto add = [&](const QString& title, std::span<const FlowId> arrows, const Column<SliceId>& ends) {
        DetailSection section{title, {}};
        for (const FlowId arrow : arrows.first(std::min(arrows.size(), kMostLinks))) {
            const SliceId other = ends.at(arrow.row);
            const Duration distance = flows.toTime.at(arrow.row) - flows.fromTime.at(arrow.row);
            if (other.valid())
                section.rows.push_back(flowRow(trace, other, distance, flows.category.at(arrow.row)));
        }
        if (!section.rows.empty())
            sections.push_back(std::move(section));
    };
    add(Details::tr("Launched by"), session.index().flows().to(trace, slice), flows.fromSlice);
    add(Details::tr("Leads to"), session.index().flows().from(trace, slice), flows.toSlice);
}

struct NameSum {
    std::uint64_t calls = 0;
    Duration total;
    Duration longest{-1};
    Duration shortest;
    SliceId longestSlice;
    void add(SliceId slice, Duration duration)
    {
        shortest = calls == 0 ? duration : std::min(shortest, duration);
        ++calls;
        total += duration;
        if (duration > longest) {
            longest = duration;
            longestSlice = slice;
        }
    }
};

DetailRow placeRow(const Trace& trace, TrackId track, const NameSum& sum)
{
    return {trackText(trace, track),
            countText(sum.calls) + u" \u00B7 "_s + durationText(sum.total),
            {},
            sum.longestSlice,
            false};
}

} // namespace

DetailSections sliceDetails(const Session& session, SliceId slice, const std::stop_token& stop)
{
    const Trace& trace = session.trace();
    DetailSections sections;
    sections.push_back(placeSection(trace, slice));
    addKernelSections(trace, slice, sections);
    if (!stop.stop_requested())
        addFlows(session, slice, sections);
    DetailSection arguments = argumentSection(session, slice);
    if (!arguments.rows.empty())
        sections.push_back(std::move(arguments));
    return sections;
}

DetailSections measureDetails(const Session& session, SliceId first, SliceId second)
{
    const Trace& trace = session.trace();
    const auto onAxis = [&](SliceId slice) {
        return trace.rangeOf(slice).shifted(trace.axisShift(trace.trackOf(slice)));
    };
    TimeRange a = onAxis(first);
    TimeRange b = onAxis(second);
    if (b.start < a.start) {
        std::swap(a, b);
        std::swap(first, second);
    }
    DetailSection section{Details::tr("Between two slices"), {}};
    section.rows.push_back({Details::tr("First"), visible(trace, trace.slices().name.at(first.row)), {}, first, false});
    section.rows.push_back(
        {Details::tr("Second"), visible(trace, trace.slices().name.at(second.row)), {}, second, false});
    section.rows.push_back(timeRow(Details::tr("Start to start"), b.start - a.start));
    section.rows.push_back(timeRow(Details::tr("End to start"), b.start - a.end));
    section.rows.push_back(timeRow(Details::tr("End to end"), b.end - a.end));
    return {section};
}

DetailSections operatorDetails(const Session& session, StringId name, const std::stop_token& stop)
{
    const Trace& trace = session.trace();
    NameSum all;
    NameSum here;
    TrackId place;
    DetailSection places{Details::tr("By track"), {}};
    ColumnReader<Duration> durations(trace.slices().duration);
    const NameIndex& names = session.index().names();
    const std::uint32_t entry = names.entryOf(name);
    // The index lists the slices of a name track by track.
    const auto add = [&](SliceId slice) {
        if (!place.valid() || !trace.track(place).slices.contains(slice.row)) {
            if (here.calls > 0)
                places.rows.push_back(placeRow(trace, place, std::exchange(here, {})));
            place = trace.trackOf(slice);
        }
        here.add(slice, durations[slice.row]);
        all.add(slice, durations[slice.row]);
    };
    const auto addAll = [&](std::span<const SliceId> slices) {
        for (const SliceId slice : slices) {
            if ((all.calls & kStopInterval) == 0 && stop.stop_requested())
                return false;
            add(slice);
        }
        return true;
    };
    if (entry != NameIndex::kNoEntry)
        names.forEachSlices(entry, addAll);
    if (stop.stop_requested())
        return {};
    if (here.calls > 0)
        places.rows.push_back(placeRow(trace, place, here));
    DetailSection section{Details::tr("All slices of this name"), {}};
    section.rows.push_back({Details::tr("Name"), visible(trace, name), QString::fromUtf8(trace.text(name)), {}, false});
    section.rows.push_back({Details::tr("Calls"), countText(all.calls), {}, {}, false});
    if (all.calls > 0) {
        section.rows.push_back(timeRow(Details::tr("Total"), all.total));
        section.rows.push_back(timeRow(Details::tr("Average"), {all.total.ns / static_cast<std::int64_t>(all.calls)}));
        section.rows.push_back(timeRow(Details::tr("Shortest"), all.shortest));
        DetailRow longest = timeRow(Details::tr("Longest"), all.longest);
        longest.link = all.longestSlice;
        section.rows.push_back(longest);
    }
    return {section, places};
}

} // namespace tideline
