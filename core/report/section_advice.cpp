// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/report/sections.h"

namespace tideline {

namespace {

constexpr FindingSeverity kSeverities[] = {FindingSeverity::High, FindingSeverity::Medium, FindingSeverity::Low,
                                           FindingSeverity::Note};

ReportFinding::Place placeOf(const ReportContext& context, const Evidence& evidence)
{
    const Trace& trace = context.trace();
    ReportFinding::Place place;
    place.rank = context.numberOf(evidence.rank);
    if (evidence.track.valid()) {
        place.track = evidence.track.row;
        place.trackName = trace.track(evidence.track).name;
    }
    place.name = evidence.name;
    place.range = evidence.range;
    place.offset = context.onAxis(evidence).start - trace.axisExtent().start;
    place.values = evidence.values;
    return place;
}

ReportFinding reportFinding(const ReportContext& context, const Finding& finding, std::size_t number)
{
    ReportFinding out;
    out.number = number;
    out.finding = finding;
    out.finding.evidence.clear();
    out.rank = context.numberOf(finding.rank);
    for (const RankId rank : finding.ranks) {
        if (const auto known = context.numberOf(rank))
            out.ranks.push_back(*known);
    }
    for (const Evidence& evidence : finding.evidence)
        out.places.push_back(placeOf(context, evidence));
    const double ratio = finding.saving.ratioOfWall.value_or(0);
    if (ratio > 0 && ratio < 1)
        out.speedUp = 1 / (1 - ratio);
    return out;
}

ReportTable findingTable(const std::vector<ReportFinding>& findings)
{
    ReportTable table;
    table.id = "findings";
    table.title = TL_TEXT("Report", "Problems and expected gain per step");
    table.columns = {{"problem", TL_TEXT("Report", "Problem"), true},
                     {"severity", TL_TEXT("Report", "Severity"), false},
                     {"title", TL_TEXT("Report", "What"), false},
                     {"rank", TL_TEXT("Report", "Rank"), true},
                     {"low_ns", TL_TEXT("Report", "Gain, least"), true},
                     {"high_ns", TL_TEXT("Report", "Gain, most"), true},
                     {"ratio_of_wall", TL_TEXT("Report", "Of a step"), true},
                     {"speed_up", TL_TEXT("Report", "Speed-up"), true}};
    for (const ReportFinding& row : findings) {
        const Saving& saving = row.finding.saving;
        table.rows.push_back({countCell(static_cast<double>(row.number)), MessageArg::of(titleOf(row.finding.severity)),
                              MessageArg::of(row.finding.title), numberCell(row.rank), timeCell(saving.low),
                              timeCell(saving.high), ratioCell(saving.ratioOfWall),
                              row.speedUp ? countCell(*row.speedUp) : std::nullopt});
    }
    table.total = table.rows.size();
    return table;
}

} // namespace

ReportSection suggestionSection(const ReportContext& context)
{
    ReportSection section{"suggestions", TL_TEXT("Report", "Suggestions"), {}};
    std::vector<ReportFinding> findings;
    for (const FindingSeverity severity : kSeverities) {
        for (const Finding& finding : context.inputs.advice.findings) {
            if (finding.severity == severity)
                findings.push_back(reportFinding(context, finding, findings.size() + 1));
        }
    }
    if (findings.empty()) {
        section.blocks.push_back(
            ReportText{{TL_TEXT("Report", "No rule found a problem in the scope."), {}}, ReportText::Tone::Plain});
        return section;
    }
    section.blocks.push_back(findingTable(findings));
    const Saving& combined = context.inputs.advice.combinedSaving;
    if (combined.high)
        section.blocks.push_back(ReportText{
            {TL_TEXT("Report",
                     "All of them together gain up to %1 per step, %2 of its time; overlapping causes count once."),
             {MessageArg::time(*combined.high), MessageArg::ratio(combined.ratioOfWall.value_or(0))}},
            ReportText::Tone::Remark});
    for (ReportFinding& finding : findings)
        section.blocks.push_back(std::move(finding));
    return section;
}

ReportSection unavailableSection(const ReportContext& context)
{
    ReportSection section{"unavailable", TL_TEXT("Report", "Rules that could not be judged"), {}};
    const std::vector<Unavailable>& rules = context.inputs.advice.unavailable;
    if (rules.empty()) {
        section.blocks.push_back(
            ReportText{{TL_TEXT("Report", "The profile had the data for every rule."), {}}, ReportText::Tone::Plain});
        return section;
    }
    ReportTable table;
    table.id = "unavailable";
    table.title = TL_TEXT("Report", "What is missing");
    table.columns = {{"rule", TL_TEXT("Report", "Rule"), false},
                     {"title", TL_TEXT("Report", "What"), false},
                     {"reason", TL_TEXT("Report", "Why not"), false}};
    // Reasons have no values of their own so far: the text is enough.
    for (const Unavailable& rule : rules)
        table.rows.push_back({textCell(rule.ruleId), MessageArg::of(rule.title), MessageArg::of(rule.reason.text)});
    table.total = table.rows.size();
    section.blocks.push_back(std::move(table));
    return section;
}

} // namespace tideline
