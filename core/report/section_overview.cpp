// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/analyze/host_calls.h"
#include "core/analyze/phases.h"
#include "core/report/sections.h"

namespace tideline {

namespace {

constexpr std::size_t kMostBars = 24;

void addFigure(ReportTable& table, TextKey name, ReportCell value)
{
    if (value)
        table.rows.push_back({MessageArg::of(name), std::move(value)});
}

ReportTable keyFigures(const AdvisorOverview& overview)
{
    ReportTable table;
    table.id = "figures";
    table.title = TL_TEXT("Report", "Key figures, means per rank and step");
    table.columns = {{"figure", TL_TEXT("Report", "Figure"), false}, {"value", TL_TEXT("Report", "Value"), true}};
    addFigure(table, TL_TEXT("Report", "Ranks"), countCell(static_cast<double>(overview.ranks)));
    addFigure(table, TL_TEXT("Report", "Steps"), countCell(static_cast<double>(overview.steps)));
    addFigure(table, TL_TEXT("Report", "Operators, all ranks and steps"),
              countCell(static_cast<double>(overview.operators)));
    addFigure(table, TL_TEXT("Report", "Total time of a step"), timeCell(overview.wall));
    addFigure(table, TL_TEXT("Report", "Computing"), timeCell(overview.computing));
    addFigure(table, TL_TEXT("Report", "Communication"), timeCell(overview.communication));
    addFigure(table, TL_TEXT("Report", "Communication hidden behind computing"), timeCell(overview.overlapped));
    addFigure(table, TL_TEXT("Report", "Free"), timeCell(overview.free));
    addFigure(table, TL_TEXT("Report", "AI Core utilisation while kernels run"), ratioCell(overview.utilizationKernel));
    addFigure(table, TL_TEXT("Report", "AI Core utilisation of the whole time"), ratioCell(overview.utilizationWall));
    addFigure(table, TL_TEXT("Report", "MAC active in cube kernels"), ratioCell(overview.macRatio));
    addFigure(table, TL_TEXT("Report", "L2 hit rate"), ratioCell(overview.l2HitRatio));
    addFigure(table, TL_TEXT("Report", "HBM bandwidth used while kernels run"), ratioCell(overview.hbmBusyRatio));
    addFigure(table, TL_TEXT("Report", "HBM bandwidth used over the whole time"), ratioCell(overview.hbmWallRatio));
    table.total = table.rows.size();
    return table;
}

/// Parts of a step that exclude one another: computing, exposed communication, free, before the first work, after the
/// last. They add up to the wall time, unless the device works on after the step.
using StepParts = std::array<Duration, 5>;

StepParts partsOf(const StepRow& row)
{
    const auto orZero = [](const std::optional<Duration>& d) { return std::max(d.value_or(Duration{}), Duration{}); };
    StepParts parts{orZero(row.computing), orZero(row.notOverlapped), orZero(row.free), orZero(row.preparing), {}};
    const Duration device = std::accumulate(parts.begin(), parts.end(), Duration{});
    if (device > Duration{})
        parts.back() = std::max(row.wall.value_or(device) - device, Duration{});
    return parts;
}

bool hasDeviceTime(const StepRow& row)
{
    return row.computing.value_or(Duration{}).ns > 0 || row.communication.value_or(Duration{}).ns > 0;
}

ReportSplit timeSplit(const std::vector<StepRow>& steps)
{
    StepParts sums{};
    std::int64_t count = 0;
    for (const StepRow& row : steps) {
        const StepParts parts = partsOf(row);
        count += hasDeviceTime(row) ? 1 : 0;
        for (std::size_t i = 0; i < parts.size(); ++i)
            sums[i] += parts[i];
    }
    // Steps that saw no device work say nothing about where its time goes.
    const auto mean = [&](std::size_t i) { return Duration{sums[i].ns / std::max<std::int64_t>(count, 1)}; };
    ReportSplit split;
    split.id = "time_split";
    split.title = TL_TEXT("Report", "Where the time of a step goes");
    split.parts = {{"computing_ns", TL_TEXT("Report", "Computing"), ReportInk::Computing, mean(0)},
                   {"communication_not_overlapped_ns", TL_TEXT("Report", "Communication, not hidden"),
                    ReportInk::Communication, mean(1)},
                   {"free_ns", TL_TEXT("Report", "Free"), ReportInk::Free, mean(2)},
                   {"preparing_ns", TL_TEXT("Report", "Preparing"), ReportInk::Preparing, mean(3)},
                   {"after_last_work_ns", TL_TEXT("Report", "After the last device work"), ReportInk::Other, mean(4)}};
    return split;
}

/// data, forward, backward, communication, optimizer of the worst rank; no parts where the phases are unknown.
ReportSplit phaseSplit(const ReportContext& context)
{
    ReportSplit split;
    split.id = "phases";
    split.title = TL_TEXT("Report", "Phases of a step, slowest rank");
    if (!context.worstRank.valid())
        return split;
    const Trace& trace = context.trace();
    const HostCalls calls = hostCalls(trace, context.worstRank, context.options.scope);
    const PhaseWindows windows = phaseWindows(trace, context.worstRank, calls);
    if (!windows.known)
        return split;
    const std::vector<StepProfile> steps = stepProfiles(trace, context.worstRank, context.options.scope);
    const LaunchTimes launches(trace, context.worstRank);
    PhaseTimes sums{};
    std::int64_t count = 0;
    for (const StepProfile& step : steps) {
        if (step.empty())
            continue;
        ++count;
        const PhaseTimes times = phaseTimes(step, windows, launches);
        for (std::size_t i = 0; i < kPhases; ++i)
            sums[i] += times[i];
    }
    const Duration assigned =
        std::accumulate(sums.begin(), sums.end(), Duration{}) - sums[static_cast<std::size_t>(Phase::Unassigned)];
    if (count == 0 || assigned.ns <= 0)
        return split;
    const auto mean = [&](Phase phase) { return Duration{sums[static_cast<std::size_t>(phase)].ns / count}; };
    split.parts = {
        {"data_ns", TL_TEXT("Report", "Data loading"), ReportInk::Data, mean(Phase::Data)},
        {"forward_ns", TL_TEXT("Report", "Forward"), ReportInk::Forward, mean(Phase::Forward)},
        {"backward_ns", TL_TEXT("Report", "Backward"), ReportInk::Backward, mean(Phase::Backward)},
        {"communication_ns", TL_TEXT("Report", "Communication"), ReportInk::Communication, mean(Phase::Communication)},
        {"optimizer_ns", TL_TEXT("Report", "Optimizer"), ReportInk::Optimizer, mean(Phase::Optimizer)},
        {"unassigned_ns", TL_TEXT("Report", "Not assigned"), ReportInk::Other, mean(Phase::Unassigned)}};
    return split;
}

/// The slowest rows, in the order of ranks and steps.
std::vector<StepRow> slowestRows(const std::vector<StepRow>& steps, std::size_t most)
{
    const auto wall = [](const StepRow& row) { return row.wall.value_or(Duration{}); };
    std::vector<std::size_t> order(steps.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return wall(steps[a]) > wall(steps[b]); });
    order.resize(std::min(order.size(), most));
    std::sort(order.begin(), order.end());
    std::vector<StepRow> rows;
    for (const std::size_t i : order)
        rows.push_back(steps[i]);
    return rows;
}

Message barLabel(const ReportContext& context, const StepRow& row)
{
    const auto rank = context.numberOf(row.rank);
    const auto number = [](std::int64_t value) { return MessageArg::count(static_cast<double>(value)); };
    if (rank && row.step)
        return {TL_TEXT("Report", "rank %1, step %2"), {number(*rank), number(*row.step)}};
    if (row.step)
        return {TL_TEXT("Report", "step %1"), {number(*row.step)}};
    if (rank)
        return {TL_TEXT("Report", "rank %1"), {number(*rank)}};
    return {TL_TEXT("Report", "whole profile"), {}};
}

ReportBars stepBars(const ReportContext& context)
{
    ReportBars bars;
    bars.id = "step_bars";
    bars.title = TL_TEXT("Report", "Ranks and steps");
    for (const ReportSplit::Part& part : timeSplit(context.steps).parts)
        bars.series.push_back({part.name, part.ink});
    for (const StepRow& row : slowestRows(context.steps, kMostBars)) {
        const StepParts parts = partsOf(row);
        bars.bars.push_back({barLabel(context, row), {parts.begin(), parts.end()}});
    }
    bars.total = context.steps.size();
    return bars;
}

ReportTable stepTable(const ReportContext& context)
{
    ReportTable table;
    table.id = "steps";
    table.title = TL_TEXT("Report", "Time of each rank and step");
    table.columns = {{"rank", TL_TEXT("Report", "Rank"), true},
                     {"step", TL_TEXT("Report", "Step"), true},
                     {"wall_ns", TL_TEXT("Report", "Total"), true},
                     {"computing_ns", TL_TEXT("Report", "Computing"), true},
                     {"communication_ns", TL_TEXT("Report", "Communication"), true},
                     {"overlapped_ns", TL_TEXT("Report", "Overlapped"), true},
                     {"communication_not_overlapped_ns", TL_TEXT("Report", "Not overlapped"), true},
                     {"free_ns", TL_TEXT("Report", "Free"), true},
                     {"preparing_ns", TL_TEXT("Report", "Preparing"), true}};
    for (const StepRow& row : slowestRows(context.steps, context.limit(context.steps.size())))
        table.rows.push_back({numberCell(context.numberOf(row.rank)), numberCell(row.step), timeCell(row.wall),
                              timeCell(row.computing), timeCell(row.communication), timeCell(row.overlapped),
                              timeCell(row.notOverlapped), timeCell(row.free), timeCell(row.preparing)});
    table.total = context.steps.size();
    dropEmptyColumns(table);
    return table;
}

Message findingCounts(const std::vector<Finding>& findings)
{
    const auto count = [&findings](FindingSeverity severity) {
        return MessageArg::count(static_cast<double>(std::count_if(
            findings.begin(), findings.end(), [severity](const Finding& f) { return f.severity == severity; })));
    };
    return {
        TL_TEXT("Report", "The advisor has %1 findings of high, %2 of medium and %3 of low severity, and %4 notes."),
        {count(FindingSeverity::High), count(FindingSeverity::Medium), count(FindingSeverity::Low),
         count(FindingSeverity::Note)}};
}

bool anyDeviceTime(const std::vector<StepRow>& steps)
{
    return std::any_of(steps.begin(), steps.end(), [](const StepRow& row) { return hasDeviceTime(row); });
}

} // namespace

ReportSection overviewSection(const ReportContext& context)
{
    ReportSection section{"overview", TL_TEXT("Report", "Overview"), {}};
    const bool known = anyDeviceTime(context.steps);
    if (known)
        section.blocks.push_back(
            ReportText{{sentenceOf(context.inputs.advice.overview.verdict), {}}, ReportText::Tone::Lead});
    section.blocks.push_back(ReportText{findingCounts(context.inputs.advice.findings), ReportText::Tone::Plain});
    section.blocks.push_back(keyFigures(context.inputs.advice.overview));
    if (!known) {
        section.blocks.push_back(missing(
            TL_TEXT("Report", "No time split: the profile shows no device work. It comes from kernel_details.csv, "
                              "step_trace_time.csv or the device lanes of trace_view.json; switch on the NPU "
                              "activity and profiler level 1 when collecting.")));
        return section;
    }
    section.blocks.push_back(timeSplit(context.steps));
    ReportSplit phases = phaseSplit(context);
    if (!phases.parts.empty())
        section.blocks.push_back(std::move(phases));
    section.blocks.push_back(stepBars(context));
    section.blocks.push_back(stepTable(context));
    return section;
}

} // namespace tideline
