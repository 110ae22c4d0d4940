// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/report/sections.h"

namespace tideline {

namespace {

constexpr std::size_t kMostSettings = 60;

ReportTable issueTable(const std::vector<ReportIssue>& issues)
{
    ReportTable table;
    table.id = "issues";
    table.title = TL_TEXT("Report", "What the import found");
    table.columns = {{"severity", TL_TEXT("Report", "Severity"), false},
                     {"kind", TL_TEXT("Report", "Kind"), false},
                     {"count", TL_TEXT("Report", "Count"), true},
                     {"first", TL_TEXT("Report", "First place"), false},
                     {"text", TL_TEXT("Report", "What was done"), false}};
    for (const ReportIssue& issue : issues)
        table.rows.push_back({MessageArg::of(issue.severity), textCell(issue.kind),
                              countCell(static_cast<double>(issue.count)), textCell(issue.place),
                              textCell(issue.text)});
    table.total = table.rows.size();
    dropEmptyColumns(table);
    return table;
}

ReportTable fileTable(const ReportContext& context)
{
    ReportTable table;
    table.id = "files";
    table.title = TL_TEXT("Report", "Files that were not read as a whole");
    table.columns = {{"path", TL_TEXT("Report", "File"), false},
                     {"status", TL_TEXT("Report", "State"), false},
                     {"rows", TL_TEXT("Report", "Rows"), true},
                     {"reason", TL_TEXT("Report", "Why"), false}};
    for (const ReportFile& file : context.inputs.files) {
        if (!file.whole)
            table.rows.push_back({textCell(file.path), MessageArg::of(file.status),
                                  file.rows ? countCell(static_cast<double>(*file.rows)) : std::nullopt,
                                  textCell(file.reason)});
    }
    table.total = table.rows.size();
    table.rows.resize(context.limit(table.rows.size()));
    dropEmptyColumns(table);
    return table;
}

ReportTable rankTable(const ReportContext& context)
{
    ReportTable table;
    table.id = "ranks";
    table.title = TL_TEXT("Report", "Ranks");
    table.columns = {{"rank", TL_TEXT("Report", "Rank"), true},    {"device", TL_TEXT("Report", "Device"), true},
                     {"host", TL_TEXT("Report", "Host"), false},   {"format", TL_TEXT("Report", "Format"), false},
                     {"level", TL_TEXT("Report", "Level"), false}, {"shift_ns", TL_TEXT("Report", "Clock shift"), true},
                     {"path", TL_TEXT("Report", "Path"), false}};
    const bool several = context.trace().ranks().size() > 1;
    for (std::uint32_t i = 0; i < context.trace().ranks().size(); ++i) {
        const RankInfo& rank = context.trace().rank(RankId{i});
        if (!context.inScope(RankId{i}))
            continue;
        table.rows.push_back({numberCell(rank.rank), numberCell(rank.device), textCell(rank.host),
                              textCell(rank.format), textCell(rank.profilerLevel),
                              several ? timeCell(rank.axisShift) : std::nullopt, textCell(rank.path)});
    }
    table.total = table.rows.size();
    table.rows.resize(context.limit(table.rows.size()));
    dropEmptyColumns(table);
    return table;
}

using Settings = std::map<std::string, std::string>;

/// Settings that hold for every rank of the scope; where ranks differ, all values are listed.
ReportTable settingTable(const ReportContext& context, const char* id, TextKey title, Settings RankInfo::*member)
{
    std::map<std::string, std::set<std::string>> values;
    for (std::uint32_t i = 0; i < context.trace().ranks().size(); ++i) {
        if (!context.inScope(RankId{i}))
            continue;
        for (const auto& [name, value] : context.trace().rank(RankId{i}).*member)
            values[name].insert(value);
    }
    ReportTable table;
    table.id = id;
    table.title = title;
    table.columns = {{"setting", TL_TEXT("Report", "Setting"), false}, {"value", TL_TEXT("Report", "Value"), false}};
    for (const auto& [name, all] : values) {
        std::string text;
        for (const std::string& value : all)
            text += (text.empty() ? "" : " | ") + value;
        table.rows.push_back({textCell(name), textCell(text)});
    }
    table.total = table.rows.size();
    table.rows.resize(std::min(table.rows.size(), kMostSettings));
    return table;
}

} // namespace

ReportSection qualitySection(const ReportContext& context)
{
    ReportSection section{"quality", TL_TEXT("Report", "Data quality"), {}};
    const auto& files = context.inputs.files;
    const auto whole = std::count_if(files.begin(), files.end(), [](const ReportFile& file) { return file.whole; });
    section.blocks.push_back(ReportText{
        {TL_TEXT("Report", "%1 of %2 files were read as a whole."),
         {MessageArg::count(static_cast<double>(whole)), MessageArg::count(static_cast<double>(files.size()))}},
        ReportText::Tone::Plain});
    if (context.inputs.issues.empty())
        section.blocks.push_back(ReportText{{TL_TEXT("Report", "The import found nothing wrong with the data."), {}},
                                            ReportText::Tone::Plain});
    else
        section.blocks.push_back(issueTable(context.inputs.issues));
    ReportTable partial = fileTable(context);
    if (!partial.rows.empty())
        section.blocks.push_back(std::move(partial));
    return section;
}

ReportSection environmentSection(const ReportContext& context)
{
    ReportSection section{"environment", TL_TEXT("Report", "Environment"), {}};
    ReportTable ranks = rankTable(context);
    if (!ranks.rows.empty())
        section.blocks.push_back(std::move(ranks));
    bool any = false;
    const std::pair<TextKey, Settings RankInfo::*> parts[] = {
        {TL_TEXT("Report", "Switches of the collector"), &RankInfo::switches},
        {TL_TEXT("Report", "Environment variables"), &RankInfo::environment},
        {TL_TEXT("Report", "Parallel strategy"), &RankInfo::parallelPlan}};
    const char* const ids[] = {"switches", "variables", "parallel"};
    for (std::size_t i = 0; i < std::size(parts); ++i) {
        ReportTable table = settingTable(context, ids[i], parts[i].first, parts[i].second);
        any = any || !table.rows.empty();
        if (!table.rows.empty())
            section.blocks.push_back(std::move(table));
    }
    if (!any)
        section.blocks.push_back(
            missing(TL_TEXT("Report", "The profile does not say how it was collected: profiler_info.json "
                                      "and profiler_metadata.json are missing.")));
    return section;
}

ReportSection notesSection(const ReportContext& context)
{
    ReportSection section{"notes", TL_TEXT("Report", "Notes"), {}};
    if (context.options.notes.empty())
        section.blocks.push_back(missing(TL_TEXT("Report", "No notes: a text given with --notes FILE stands here.")));
    else
        section.blocks.push_back(ReportNotes{context.options.notes});
    return section;
}

} // namespace tideline
