// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/chart_table.h"

#include <string>

namespace tideline {

namespace {

MessageArg countArg(std::size_t count)
{
    return MessageArg::count(static_cast<double>(count));
}

std::string joined(const std::vector<std::string>& parts)
{
    std::string out;
    for (const std::string& part : parts)
        out += (out.empty() ? "" : ", ") + part;
    return out;
}

constexpr std::size_t kRanksNamed = 16;

Message ranksOf(const ReportFinding& finding)
{
    if (finding.ranks.empty())
        return {};
    std::vector<std::string> names;
    for (const std::int64_t rank : finding.ranks) {
        if (names.size() == kRanksNamed) {
            names.emplace_back("\xE2\x80\xA6");
            break;
        }
        names.push_back(std::to_string(rank));
    }
    const MessageArg all = MessageArg::name(joined(names));
    if (finding.rank && finding.ranks.size() > 1)
        return {TL_TEXT("Report", "Ranks %1; the figures are those of rank %2, the worst."),
                {all, MessageArg::count(static_cast<double>(*finding.rank))}};
    return {TL_TEXT("Report", "Rank %1."), {all}};
}

} // namespace

ReportTable tableOf(const ReportSplit& split)
{
    ReportTable table;
    table.id = split.id;
    table.title = split.title;
    table.columns = {{"part", TL_TEXT("Report", "Part"), false},
                     {"time_ns", TL_TEXT("Report", "Time"), true},
                     {"ratio", TL_TEXT("Report", "Share"), true}};
    const auto sum = static_cast<double>(split.sum().ns);
    for (const ReportSplit::Part& part : split.parts) {
        const double share = sum > 0 ? static_cast<double>(part.time.ns) / sum : 0;
        table.rows.push_back({MessageArg::of(part.name), MessageArg::time(part.time), MessageArg::ratio(share)});
    }
    table.total = table.rows.size();
    return table;
}

ReportTable tableOf(const ReportBars& bars, const ReportWords& words)
{
    ReportTable table;
    table.id = bars.id;
    table.title = bars.title;
    table.columns = {{"bar", TL_TEXT("Report", "Which"), false}};
    for (const ReportBars::Series& series : bars.series)
        table.columns.push_back({"part", series.name, true});
    for (const ReportBars::Bar& bar : bars.bars) {
        std::vector<ReportCell> row = {MessageArg::name(words.text(bar.label))};
        for (const Duration part : bar.parts)
            row.emplace_back(MessageArg::time(part));
        table.rows.push_back(std::move(row));
    }
    table.total = bars.total;
    return table;
}

Message summaryOf(const ReportCurve& curve, const ReportWords& words)
{
    const auto figure = [&](double value) { return MessageArg::name(words.value(curve, value)); };
    const CurveStatistics& s = curve.statistics;
    Message out{curve.derived
                    ? TL_TEXT("Report", "least %1, mean %2, 95 % of the time below %3, most %4; derived from kernels")
                    : TL_TEXT("Report", "least %1, mean %2, 95 % of the time below %3, most %4; counted by the device"),
                {figure(s.min), figure(s.mean), figure(s.p95), figure(s.max)}};
    if (!s.enough)
        return {TL_TEXT("Report", "too few samples in this range for figures"), {}};
    return out;
}

Message headOf(const ReportFinding& finding)
{
    return {TL_TEXT("Report", "[problem %1] %2 (%3)"),
            {countArg(finding.number), MessageArg::of(finding.finding.title),
             MessageArg::of(titleOf(finding.finding.severity))}};
}

std::vector<Message> linesOf(const ReportFinding& finding)
{
    std::vector<Message> lines;
    lines.push_back(finding.finding.text);
    lines.push_back(ranksOf(finding));
    if (!finding.finding.explainedBy.empty())
        lines.push_back(
            {TL_TEXT("Report", "Explained by rule %1."), {MessageArg::name(joined(finding.finding.explainedBy))}});
    return lines;
}

std::vector<LabelledLine> adviceOf(const ReportFinding& finding)
{
    std::vector<LabelledLine> lines;
    if (!finding.finding.suggestion.empty())
        lines.push_back({TL_TEXT("Report", "Suggestion"), finding.finding.suggestion});
    lines.push_back({TL_TEXT("Report", "Expected gain"), gainOf(finding.finding.saving)});
    if (finding.speedUp)
        lines.push_back(
            {TL_TEXT("Report", "Speed-up"),
             {TL_TEXT("Report", "a step becomes up to %1 times as fast"), {MessageArg::count(*finding.speedUp)}}});
    return lines;
}

std::vector<Message> headLines(const Report& report)
{
    std::vector<Message> lines;
    if (!report.created.empty())
        lines.push_back({TL_TEXT("Report", "Written by Tideline on %1"), {MessageArg::name(report.created)}});
    for (const std::string& path : report.paths)
        lines.push_back({TL_TEXT("Report", "Profile: %1"), {MessageArg::name(path)}});
    if (!report.scope.empty())
        lines.push_back(
            {TL_TEXT("Report", "Scope: %1; all figures are limited to it."), {MessageArg::name(report.scope)}});
    if (report.redacted)
        lines.push_back({TL_TEXT("Report", "Users, hosts, addresses and directories are replaced by stand-ins."), {}});
    return lines;
}

} // namespace tideline
