// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/analyze/comm_figures.h"
#include "core/analyze/step_profile.h"
#include "core/report/comm_primitive.h"
#include "core/report/sections.h"

namespace tideline {

namespace {

// The ladder for communication as a share of the time of a step.
constexpr double kLight = 0.15;
constexpr double kSevere = 0.30;
constexpr double kExtreme = 0.50;

struct Primitive {
    std::uint64_t calls = 0;
    Duration total;
    std::optional<Duration> transfer;
    std::optional<Duration> wait;
    double bytes = 0;
};
using Primitives = std::map<std::string, Primitive>;

void addRecords(Primitives& primitives, const ReportContext& context, RankId rank, const StepProfile& step)
{
    for (const CommOperation& operation : commOperations(context.trace(), rank, step.id)) {
        Primitive& row = primitives[primitiveOf(context.trace().text(operation.name))];
        ++row.calls;
        row.total += operation.elapse;
        row.transfer = row.transfer.value_or(Duration{}) + operation.transfer;
        row.wait = row.wait.value_or(Duration{}) + operation.wait();
        row.bytes += operation.sdmaBytes + operation.rdmaBytes;
    }
}

void addDeviceWork(Primitives& primitives, const ReportContext& context, const StepProfile& step)
{
    for (const DeviceOp& operation : step.communication) {
        Primitive& row = primitives[primitiveOf(nameOf(context.trace(), operation))];
        ++row.calls;
        row.total += operation.range.length();
    }
}

/// Per rank from its communication records where it has any, else from what ran on the device.
Primitives primitivesOf(const ReportContext& context)
{
    Primitives out;
    for (std::uint32_t r = 0; r < context.trace().ranks().size(); ++r) {
        const RankId rank{r};
        if (!context.inScope(rank))
            continue;
        Primitives fromRecords;
        Primitives fromDevice;
        for (const StepProfile& step : stepProfiles(context.trace(), rank, context.options.scope)) {
            addRecords(fromRecords, context, rank, step);
            addDeviceWork(fromDevice, context, step);
        }
        for (const auto& [name, row] : fromRecords.empty() ? fromDevice : fromRecords) {
            Primitive& sum = out[name];
            sum.calls += row.calls;
            sum.total += row.total;
            sum.bytes += row.bytes;
            if (row.transfer)
                sum.transfer = sum.transfer.value_or(Duration{}) + *row.transfer;
            if (row.wait)
                sum.wait = sum.wait.value_or(Duration{}) + *row.wait;
        }
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
    std::vector<std::pair<std::string, Primitive>> rows(primitives.begin(), primitives.end());
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.second.total > b.second.total; });
    Duration sum;
    for (const auto& [name, row] : rows)
        sum += row.total;
    table.total = rows.size();
    rows.resize(context.limit(rows.size()));
    for (const auto& [name, row] : rows) {
        const double share = sum.ns > 0 ? static_cast<double>(row.total.ns) / static_cast<double>(sum.ns) : 0;
        const double mean =
            static_cast<double>(row.total.ns) / static_cast<double>(std::max<std::uint64_t>(row.calls, 1));
        table.rows.push_back({textCell(name), countCell(static_cast<double>(row.calls)), timeCell(row.total),
                              MessageArg::timeNs(mean), MessageArg::ratio(share), timeCell(row.transfer),
                              timeCell(row.wait),
                              row.bytes > 0 ? ReportCell(MessageArg::bytes(row.bytes)) : std::nullopt});
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
