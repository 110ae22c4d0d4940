// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/analyze/comm_sums.h"
#include "core/report/sections.h"

namespace tideline {

namespace {

// The ladder for communication as a share of the time of a step.
constexpr double kLight = 0.15;
constexpr double kSevere = 0.30;
constexpr double kExtreme = 0.50;

/// The sums of all ranks and groups by primitive.
using Primitives = std::map<std::string, CommSum>;

template <typename T>
void addKnown(std::optional<T>& sum, const std::optional<T>& part)
{
    if (part)
        sum = sum.value_or(T{}) + *part;
}

Primitives primitivesOf(const ReportContext& context)
{
    Primitives out;
    for (const CommSum& row : communicationSums(context.trace(), context.options.scope)) {
        const auto [found, fresh] = out.try_emplace(row.primitive, row);
        if (fresh)
            continue;
        CommSum& sum = found->second;
        sum.calls += row.calls;
        sum.total += row.total;
        addKnown(sum.bytes, row.bytes);
        addKnown(sum.transfer, row.transfer);
        addKnown(sum.wait, row.wait);
    }
    return out;
}

ReportTable primitiveTable(const ReportContext& context, const Primitives& primitives)
{
    ReportTable table;
    table.id = "primitives";
    table.title = TL_TEXT("Report", "Communication by primitive, sums over the scope");
    table.columns = {
        {"primitive", TL_TEXT("Report", "Primitive"), false}, {"calls", TL_TEXT("Report", "Calls"), true},
        {"total_ns", TL_TEXT("Report", "Total"), true},       {"avg_ns", TL_TEXT("Report", "Mean"), true},
        {"share_ratio", TL_TEXT("Report", "Share"), true},    {"transit_ns", TL_TEXT("Report", "Transfer"), true},
        {"wait_ns", TL_TEXT("Report", "Waiting"), true},      {"size_bytes", TL_TEXT("Report", "Size"), true}};
    std::vector<std::pair<std::string, CommSum>> rows(primitives.begin(), primitives.end());
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.second.total > b.second.total; });
    Duration sum;
    for (const auto& [name, row] : rows)
        sum += row.total;
    table.total = rows.size();
    rows.resize(context.limit(rows.size()));
    for (const auto& [name, row] : rows) {
        const double share = sum.ns > 0 ? static_cast<double>(row.total.ns) / static_cast<double>(sum.ns) : 0;
        table.rows.push_back({textCell(name), countCell(static_cast<double>(row.calls)), timeCell(row.total),
                              MessageArg::timeNs(row.averageNs()), MessageArg::ratio(share), timeCell(row.transfer),
                              timeCell(row.wait),
                              row.bytes.value_or(0) > 0 ? ReportCell(MessageArg::bytes(*row.bytes)) : std::nullopt});
    }
    dropEmptyColumns(table);
    return table;
}

TextKey ladder(double share)
{
    if (share > kExtreme)
        return TL_TEXT("Report",
                       "Communication takes %1 of a step: above 50 % the parallel strategy should be redesigned.");
    if (share > kSevere)
        return TL_TEXT("Report", "Communication takes %1 of a step: above 30 % it is severe; look at the communication "
                                 "itself and at the parallel strategy.");
    if (share >= kLight)
        return TL_TEXT("Report", "Communication takes %1 of a step: from 15 % to 30 % it is a light problem.");
    return TL_TEXT("Report", "Communication takes %1 of a step: below 15 % it is no problem.");
}

/// The three sentences about share, overlap and waiting, as far as they are known.
void addSentences(ReportSection& section, const AdvisorOverview& overview, const Primitives& primitives)
{
    const auto ns = [](Duration d) { return static_cast<double>(d.ns); };
    if (overview.communication && overview.wall && overview.wall->ns > 0) {
        const double share = ns(*overview.communication) / ns(*overview.wall);
        section.blocks.push_back(ReportText{{ladder(share), {MessageArg::ratio(share)}}, ReportText::Tone::Lead});
    }
    if (overview.communication && overview.overlapped && overview.communication->ns > 0)
        section.blocks.push_back(
            ReportText{{TL_TEXT("Report", "Computing hides %1 of the communication."),
                        {MessageArg::ratio(ns(*overview.overlapped) / ns(*overview.communication))}},
                       ReportText::Tone::Plain});
    Duration wait;
    Duration total;
    for (const auto& [name, row] : primitives) {
        wait += row.wait.value_or(Duration{});
        total += row.wait ? row.total : Duration{};
    }
    if (total.ns > 0)
        section.blocks.push_back(ReportText{{TL_TEXT("Report", "Of the communication, %1 is waiting for other ranks."),
                                             {MessageArg::ratio(ns(wait) / ns(total))}},
                                            ReportText::Tone::Plain});
}

} // namespace

ReportSection communicationSection(const ReportContext& context)
{
    ReportSection section{"communication", TL_TEXT("Report", "Communication"), {}};
    const Primitives primitives = primitivesOf(context);
    if (primitives.empty()) {
        section.blocks.push_back(missing(
            TL_TEXT("Report", "No communication in the scope: either the job has one rank only, or communication.json "
                              "and the communication lanes are missing; collect at profiler level 1 or above.")));
        return section;
    }
    addSentences(section, context.inputs.advice.overview, primitives);
    section.blocks.push_back(primitiveTable(context, primitives));
    const bool split =
        std::any_of(primitives.begin(), primitives.end(), [](const auto& row) { return row.second.wait; });
    if (!split)
        section.blocks.push_back(
            missing(TL_TEXT("Report", "Transfer and waiting are not told apart: communication.json is "
                                      "missing; it is written at profiler level 1 and above.")));
    return section;
}

} // namespace tideline
