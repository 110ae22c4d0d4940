// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <algorithm>
#include <iterator>

namespace tideline {

namespace {

constexpr std::size_t kPlacesShown = 5;

} // namespace

bool isWide(const ReportColumn& column)
{
    const char* const wide[] = {"name", "pattern", "path", "text", "reason", "title", "first", "value"};
    return !column.number && std::find(std::begin(wide), std::end(wide), column.key) != std::end(wide);
}

Duration ReportSplit::sum() const
{
    Duration sum;
    for (const Part& part : parts)
        sum += part.time;
    return sum;
}

const ReportSection* Report::section(std::string_view id) const
{
    const auto found = std::find_if(sections.begin(), sections.end(), [id](const auto& s) { return s.id == id; });
    return found == sections.end() ? nullptr : &*found;
}

const ReportTable* Report::table(std::string_view id) const
{
    for (const ReportSection& part : sections) {
        for (const ReportBlock& block : part.blocks) {
            const auto* table = std::get_if<ReportTable>(&block);
            if (table && table->id == id)
                return table;
        }
    }
    return nullptr;
}

Message gainOf(const Saving& saving)
{
    if (saving.high && saving.low && saving.low->ns > 0)
        return {TL_TEXT("Report", "%1 to %2 per step, at most %3 of its time"),
                {MessageArg::time(*saving.low), MessageArg::time(*saving.high),
                 MessageArg::ratio(saving.ratioOfWall.value_or(0))}};
    if (saving.high)
        return {TL_TEXT("Report", "up to %1 per step, %2 of its time (upper bound)"),
                {MessageArg::time(*saving.high), MessageArg::ratio(saving.ratioOfWall.value_or(0))}};
    if (saving.bytes)
        return {TL_TEXT("Report", "up to %1 of memory"), {MessageArg::bytes(static_cast<double>(*saving.bytes))}};
    if (!saving.note.empty())
        return saving.note;
    return {TL_TEXT("Report", "no figure: the profile does not say how long the cause took"), {}};
}

ReportTable placesOf(const ReportFinding& finding)
{
    ReportTable table;
    table.id = "evidence";
    table.title = TL_TEXT("Report", "Where");
    table.columns = {{"name", TL_TEXT("Report", "Name"), false},
                     {"rank", TL_TEXT("Report", "Rank"), true},
                     {"track", TL_TEXT("Report", "Track"), false},
                     {"offset_ns", TL_TEXT("Report", "At"), true},
                     {"duration_ns", TL_TEXT("Report", "Duration"), true}};
    table.total = std::max(finding.finding.evidenceTotal, finding.places.size());
    for (const ReportFinding::Place& place : finding.places) {
        if (table.rows.size() == kPlacesShown)
            break;
        const ReportCell rank =
            place.rank ? ReportCell(MessageArg::count(static_cast<double>(*place.rank))) : std::nullopt;
        const ReportCell track = place.trackName.empty() ? std::nullopt : ReportCell(MessageArg::name(place.trackName));
        const bool timed = !place.range.empty();
        table.rows.push_back({MessageArg::name(place.name), rank, track,
                              timed ? ReportCell(MessageArg::time(place.offset)) : std::nullopt,
                              timed ? ReportCell(MessageArg::time(place.range.length())) : std::nullopt});
    }
    return table;
}

TextKey titleOf(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::High: return TL_TEXT("Report", "High");
    case FindingSeverity::Medium: return TL_TEXT("Report", "Medium");
    case FindingSeverity::Low: return TL_TEXT("Report", "Low");
    case FindingSeverity::Note: break;
    }
    return TL_TEXT("Report", "Note");
}

} // namespace tideline
