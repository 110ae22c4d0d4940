// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/advise/measure.h"
#include "core/advise/saving.h"
#include "core/analyze/fusion.h"
#include "core/analyze/ranking.h"
#include "core/report/sections.h"

namespace tideline {

namespace {

constexpr std::size_t kTypes = 10;

Result<Ranking> ranked(const ReportContext& context, RankingBy by, std::size_t top)
{
    RankingOptions options;
    options.by = by;
    options.top = top;
    options.scope = context.options.scope;
    return rank(context.trace(), options);
}

ReportTable timeTable(const Ranking& ranking)
{
    ReportTable table;
    table.id = "operators";
    table.title = ranking.of == RankingOf::Kernels ? TL_TEXT("Report", "Operators that take most time")
                                                   : TL_TEXT("Report", "Slices that take most time");
    table.columns = {{"rank_no", TL_TEXT("Report", "No."), true},    {"name", TL_TEXT("Report", "Name"), false},
                     {"type", TL_TEXT("Report", "Type"), false},     {"core", TL_TEXT("Report", "Core"), false},
                     {"calls", TL_TEXT("Report", "Calls"), true},    {"total_ns", TL_TEXT("Report", "Total"), true},
                     {"self_ns", TL_TEXT("Report", "Self"), true},   {"avg_ns", TL_TEXT("Report", "Mean"), true},
                     {"max_ns", TL_TEXT("Report", "Longest"), true}, {"ratio", TL_TEXT("Report", "Share"), true},
                     {"wait_ns", TL_TEXT("Report", "Wait"), true}};
    for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
        const RankingRow& row = ranking.rows[i];
        table.rows.push_back({countCell(static_cast<double>(i + 1)), textCell(row.name), textCell(row.type),
                              textCell(row.core), countCell(static_cast<double>(row.calls)), timeCell(row.total),
                              timeCell(row.self), MessageArg::timeNs(row.averageNs()), timeCell(row.max),
                              ratioCell(row.ratio), timeCell(row.wait)});
    }
    table.total = ranking.groups;
    dropEmptyColumns(table);
    return table;
}

/// Counter figures of the same operators; no rows where the profile has none.
ReportTable hardwareTable(const Ranking& ranking)
{
    ReportTable table;
    table.id = "operator_hardware";
    table.title = TL_TEXT("Report", "What the hardware did meanwhile");
    table.columns = {{"rank_no", TL_TEXT("Report", "No."), true},
                     {"name", TL_TEXT("Report", "Name"), false},
                     {"utilization_ratio", TL_TEXT("Report", "Cube utilisation"), true},
                     {"l2_hit_ratio", TL_TEXT("Report", "L2 hits"), true},
                     {"read_bytes_per_s", TL_TEXT("Report", "Read"), true},
                     {"write_bytes_per_s", TL_TEXT("Report", "Written"), true}};
    for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
        const RankingRow& row = ranking.rows[i];
        if (!row.utilization && !row.l2HitRatio && !row.readBytesPerSecond && !row.writeBytesPerSecond)
            continue;
        table.rows.push_back({countCell(static_cast<double>(i + 1)), textCell(row.name), ratioCell(row.utilization),
                              ratioCell(row.l2HitRatio), rateCell(row.readBytesPerSecond),
                              rateCell(row.writeBytesPerSecond)});
    }
    table.total = table.rows.size();
    dropEmptyColumns(table);
    return table;
}

ReportTable typeTable(const Ranking& ranking)
{
    ReportTable table;
    table.id = "operator_types";
    table.title = TL_TEXT("Report", "By type and core");
    table.columns = {{"type", TL_TEXT("Report", "Type"), false},  {"core", TL_TEXT("Report", "Core"), false},
                     {"calls", TL_TEXT("Report", "Calls"), true}, {"total_ns", TL_TEXT("Report", "Total"), true},
                     {"avg_ns", TL_TEXT("Report", "Mean"), true}, {"ratio", TL_TEXT("Report", "Share"), true}};
    for (const RankingRow& row : ranking.rows)
        table.rows.push_back({textCell(row.type), textCell(row.core), countCell(static_cast<double>(row.calls)),
                              timeCell(row.total), MessageArg::timeNs(row.averageNs()), ratioCell(row.ratio)});
    table.total = ranking.groups;
    dropEmptyColumns(table);
    return table;
}

/// As the advisor's C13 has it: what communication hides is no gain.
Duration savedBy(const Trace& trace, const StepProfile& step, const FusibleSequence& sequence)
{
    std::vector<Candidate> candidates;
    const double part = ratioOf(sequence.windowTime - sequence.fusedTime, sequence.windowTime);
    for (const TimeRange range : sequence.occurrences)
        candidates.push_back({Candidate::Kind::Compute, range, part, {}});
    return ClosedFormSaving().saved(trace, step, candidates);
}

/// Sequences of kernels that repeat and could be one, of every rank and step of the scope.
ReportTable fusionTable(const ReportContext& context)
{
    struct Found {
        FusibleSequence sequence;
        RankId rank;
        std::optional<std::int64_t> step;
        Duration saved; ///< where no communication hides it
    };
    std::vector<Found> found;
    for (std::uint32_t rank = 0; rank < context.trace().ranks().size(); ++rank) {
        FusionLimits limits;
        limits.stalls = stallsOf(hostCalls(context.trace(), RankId{rank}, context.options.scope));
        for (const StepProfile& step : stepProfiles(context.trace(), RankId{rank}, context.options.scope)) {
            for (FusibleSequence& sequence : fusibleSequences(context.trace(), step, limits)) {
                const Duration saved = savedBy(context.trace(), step, sequence);
                found.push_back({std::move(sequence), step.rank, step.id, saved});
            }
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.sequence.windowTime > b.sequence.windowTime; });
    ReportTable table;
    table.id = "fusion";
    table.title = TL_TEXT("Report", "Sequences that could be fused");
    table.columns = {{"pattern", TL_TEXT("Report", "Sequence"), false},
                     {"rank", TL_TEXT("Report", "Rank"), true},
                     {"step", TL_TEXT("Report", "Step"), true},
                     {"occurrences", TL_TEXT("Report", "Times"), true},
                     {"before_ns", TL_TEXT("Report", "Now"), true},
                     {"after_ns", TL_TEXT("Report", "Fused"), true},
                     {"saved_ns", TL_TEXT("Report", "Saved, not hidden"), true},
                     {"rate_ratio", TL_TEXT("Report", "Rate"), true},
                     {"cause", TL_TEXT("Report", "Cause"), false}};
    table.total = found.size();
    found.resize(context.limit(found.size()));
    for (const auto& [sequence, rank, step, saved] : found) {
        const double rate = ratioOf(saved, sequence.windowTime);
        table.rows.push_back(
            {textCell(sequence.pattern()), numberCell(context.numberOf(rank)), numberCell(step),
             countCell(static_cast<double>(sequence.occurrences.size())), timeCell(sequence.windowTime),
             timeCell(sequence.fusedTime), timeCell(saved), MessageArg::ratio(rate),
             MessageArg::of(sequence.hostBound ? TL_TEXT("Report", "launches") : TL_TEXT("Report", "memory"))});
    }
    dropEmptyColumns(table);
    return table;
}

} // namespace

ReportSection operatorSection(const ReportContext& context)
{
    ReportSection section{"operators", TL_TEXT("Report", "Operators"), {}};
    const auto ranking = ranked(context, RankingBy::Name, context.options.topN);
    if (!ranking || ranking->rows.empty()) {
        section.blocks.push_back(missing(
            TL_TEXT("Report", "No operators in the scope: they come from kernel_details.csv, op_summary_*.csv or "
                              "the slices of a trace; switch on the NPU activity when collecting.")));
        return section;
    }
    section.blocks.push_back(timeTable(*ranking));
    if (ranking->of != RankingOf::Kernels) {
        section.blocks.push_back(
            missing(TL_TEXT("Report", "The profile has no table of kernels: these are the slices of "
                                      "the trace. kernel_details.csv would bring types, cores and "
                                      "waiting times.")));
        return section;
    }
    ReportTable hardware = hardwareTable(*ranking);
    if (hardware.rows.empty())
        section.blocks.push_back(
            missing(TL_TEXT("Report", "No counters of the AI cores: set aic_metrics (PipeUtilization, "
                                      "Memory, L2Cache) at profiler level 1 or above.")));
    else
        section.blocks.push_back(std::move(hardware));
    const auto types = ranked(context, RankingBy::Type, kTypes);
    if (types && !types->rows.empty() && !(types->rows.size() == 1 && types->rows.front().type.empty()))
        section.blocks.push_back(typeTable(*types));
    ReportTable fusion = fusionTable(context);
    if (fusion.rows.empty())
        section.blocks.push_back(
            missing(TL_TEXT("Report", "No sequence to fuse: none repeats often enough, or the kernels have "
                                      "no types, which the profiler writes at level 1 and above.")));
    else
        section.blocks.push_back(std::move(fusion));
    return section;
}

} // namespace tideline
