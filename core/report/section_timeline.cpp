// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/report/sections.h"

namespace tideline {

namespace {

constexpr std::int64_t kAround = 2; // lengths shown on either side of a place

/// The longest step of the scope that has a place in time.
const StepRow* longestStep(const std::vector<StepRow>& steps)
{
    const StepRow* longest = nullptr;
    for (const StepRow& row : steps) {
        const bool placed = row.range && row.rank.valid() && row.wall && !row.range->empty();
        if (placed && (!longest || *row.wall > *longest->wall))
            longest = &row;
    }
    return longest;
}

ReportPicture stepPicture(const ReportContext& context)
{
    ReportPicture picture;
    picture.id = "worst_step";
    picture.title = TL_TEXT("Report", "The longest step");
    picture.origin = context.trace().axisExtent().start;
    picture.rank = context.worstRank;
    picture.range = context.range;
    picture.caption = {TL_TEXT("Report", "All of the scope, %1 long."), {MessageArg::time(context.range.length())}};
    const StepRow* step = longestStep(context.steps);
    if (!step) {
        picture.title = TL_TEXT("Report", "The whole profile");
        return picture;
    }
    picture.rank = step->rank;
    picture.range = context.onAxis(*step);
    const auto number = step->step.value_or(0);
    picture.caption = {TL_TEXT("Report", "Step %1, %2 long, from %3 after the start of the profile."),
                       {MessageArg::count(static_cast<double>(number)), MessageArg::time(picture.range.length()),
                        MessageArg::time(picture.range.start - picture.origin)}};
    return picture;
}

/// The most exposed place of the first finding that has one, with its surroundings.
std::optional<ReportPicture> placePicture(const ReportContext& context)
{
    for (const Finding& finding : context.inputs.advice.findings) {
        if (finding.evidence.empty() || finding.evidence.front().range.empty()
            || !finding.evidence.front().rank.valid())
            continue;
        const Evidence& place = finding.evidence.front();
        const TimeRange range = context.onAxis(place);
        const Duration around{range.length().ns * kAround};
        ReportPicture picture;
        picture.id = "worst_place";
        picture.title = TL_TEXT("Report", "The heaviest place of the first finding");
        picture.origin = context.trace().axisExtent().start;
        picture.rank = place.rank;
        picture.range = TimeRange{range.start - around, range.end + around}.clippedTo(context.trace().axisExtent());
        picture.caption = {TL_TEXT("Report", "%1: %2, %3 long, from %4 after the start of the profile."),
                           {MessageArg::of(finding.title), MessageArg::name(place.name),
                            MessageArg::time(range.length()), MessageArg::time(range.start - picture.origin)}};
        return picture.range.empty() ? std::nullopt : std::optional(picture);
    }
    return std::nullopt;
}

} // namespace

ReportSection timelineSection(const ReportContext& context)
{
    ReportSection section{"timeline", TL_TEXT("Report", "Timeline"), {}};
    const auto& tracks = context.trace().tracks();
    const bool slices =
        std::any_of(tracks.begin(), tracks.end(), [](const TrackInfo& t) { return t.slices.size() > 0; });
    if (!slices || context.range.empty()) {
        section.blocks.push_back(missing(TL_TEXT("Report", "No timeline in the scope: slices come from "
                                                           "trace_view.json, msprof_*.json or another trace.")));
        return section;
    }
    section.blocks.push_back(stepPicture(context));
    if (auto picture = placePicture(context))
        section.blocks.push_back(std::move(*picture));
    return section;
}

} // namespace tideline
