// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <numeric>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

// Unequal shares of the work where the plan of the job, not a slow device, is the cause.
namespace tideline {

namespace {

constexpr TextKey kNoExperts =
    TL_TEXT("Advisor", "no group of two ranks with grouped matrix products of known shape: no experts");
constexpr TextKey kOneStage = TL_TEXT("Advisor", "fewer than two pipeline stages with step times");

Evidence evidenceOf(const AdvisorContext& context, const RankSummary& rank,
                    std::vector<std::pair<std::string, double>> values)
{
    Evidence evidence;
    evidence.rank = rank.id;
    const auto number = context.trace().rank(rank.id).rank;
    evidence.name = "rank " + (number ? std::to_string(*number) : "-");
    evidence.range = rank.firstWindow;
    evidence.values = std::move(values);
    return evidence;
}

MessageArg numberOf(const AdvisorContext& context, RankId rank)
{
    const auto number = context.trace().rank(rank).rank;
    return number ? MessageArg::count(static_cast<double>(*number)) : MessageArg::name("-");
}

/// Ranks whose experts share one batch: of one expert group, else (no group is named) of one stage.
using ExpertGroup = std::pair<std::int64_t, std::vector<std::int64_t>>;

std::map<ExpertGroup, std::vector<const RankSummary*>> expertGroups(const AdvisorContext& context)
{
    std::map<ExpertGroup, std::vector<const RankSummary*>> groups;
    const PipelineStages pipeline(context.trace());
    for (const RankSummary& rank : context.ranks()) {
        if (!rank.experts || rank.experts->tokens <= 0)
            continue;
        const RankInfo& info = context.trace().rank(rank.id);
        const ParallelGroup* group = info.groupNamed("ep");
        groups[{pipeline.of(info), group ? group->ranks : std::vector<std::int64_t>{}}].push_back(&rank);
    }
    return groups;
}

struct ExpertSpread {
    const RankSummary* busiest = nullptr;
    double mean = 0;
    double ratio = 0;
};

ExpertSpread spreadOf(const std::vector<const RankSummary*>& ranks)
{
    ExpertSpread out;
    double sum = 0;
    for (const RankSummary* rank : ranks) {
        sum += rank->experts->tokens;
        if (!out.busiest || rank->experts->tokens > out.busiest->experts->tokens)
            out.busiest = rank;
    }
    out.mean = sum / countOf(ranks.size());
    out.ratio = (out.busiest->experts->tokens - out.mean) / out.mean;
    return out;
}

Measured expertImbalance(const AdvisorContext& context, std::string_view)
{
    ExpertSpread worst;
    const std::vector<const RankSummary*>* members = nullptr;
    const auto groups = expertGroups(context);
    for (const auto& [key, ranks] : groups) {
        if (ranks.size() < 2)
            continue;
        const ExpertSpread spread = spreadOf(ranks);
        if (!members || spread.ratio > worst.ratio) {
            worst = spread;
            members = &ranks;
        }
    }
    if (!members)
        return kNoExperts;
    Measurement out(context.options().evidenceLimit);
    const double tokens = worst.busiest->experts->tokens;
    out.rank = worst.busiest->id;
    out.ranks = {out.rank};
    out.figures = {worst.ratio};
    out.facts = {numberOf(context, out.rank), MessageArg::count(tokens), MessageArg::count(worst.mean)};
    const double time = worst.busiest->experts->ns;
    out.saving = Duration{static_cast<std::int64_t>((tokens - worst.mean) / tokens * time)};
    out.savingNote = TL_TEXT("Advisor", "the busiest rank's products as long as those of a mean one; tokens are known "
                                        "by rank, not by expert");
    for (const RankSummary* rank : *members)
        out.evidence.add(Duration{static_cast<std::int64_t>(rank->experts->ns)}, [&] {
            return evidenceOf(context, *rank,
                              {{"tokens_count", rank->experts->tokens}, {"products_ns", rank->experts->ns}});
        });
    return out;
}

struct Stage {
    std::vector<const RankSummary*> ranks;
    double computing = 0; ///< mean of the ranks
};

std::map<std::int64_t, Stage> stagesOf(const AdvisorContext& context)
{
    std::map<std::int64_t, Stage> stages;
    const PipelineStages pipeline(context.trace());
    for (const RankSummary& rank : context.ranks()) {
        if (rank.times)
            stages[pipeline.of(context.trace().rank(rank.id))].ranks.push_back(&rank);
    }
    for (auto& [number, stage] : stages) {
        for (const RankSummary* rank : stage.ranks)
            stage.computing += rank->times->computing / countOf(stage.ranks.size());
    }
    return stages;
}

Measured stageImbalance(const AdvisorContext& context, std::string_view)
{
    const auto stages = stagesOf(context);
    if (stages.size() < 2)
        return kOneStage;
    const auto [low, high] = std::minmax_element(stages.begin(), stages.end(), [](const auto& a, const auto& b) {
        return a.second.computing < b.second.computing;
    });
    const double mean = std::accumulate(stages.begin(), stages.end(), 0.0,
                                        [](double sum, const auto& stage) { return sum + stage.second.computing; })
                        / countOf(stages.size());
    Measurement out(context.options().evidenceLimit);
    out.rank = high->second.ranks.front()->id;
    for (const RankSummary* rank : high->second.ranks)
        out.ranks.push_back(rank->id);
    out.figures = {mean > 0 ? (high->second.computing - low->second.computing) / mean : 0};
    out.facts = {MessageArg::count(static_cast<double>(high->first)), MessageArg::timeNs(high->second.computing),
                 MessageArg::timeNs(mean), MessageArg::count(static_cast<double>(low->first)),
                 MessageArg::timeNs(low->second.computing)};
    out.saving = Duration{static_cast<std::int64_t>(high->second.computing - mean)};
    out.savingNote = TL_TEXT("Advisor", "the longest stage as long as a mean one");
    for (const auto& [number, stage] : stages) {
        for (const RankSummary* rank : stage.ranks)
            out.evidence.add(Duration{static_cast<std::int64_t>(rank->times->computing)}, [&] {
                return evidenceOf(
                    context, *rank,
                    {{"stage_count", static_cast<double>(number)}, {"computing_ns", rank->times->computing}});
            });
    }
    return out;
}

} // namespace

const Rule kExpertImbalanceRule{
    .id = "N12",
    .title = TL_TEXT("Advisor", "Experts with unequal shares of the tokens"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "excess_ratio",
                 .text = TL_TEXT("Advisor", "The experts of rank %3 work on %4 tokens, %1 more than the mean of their "
                                            "group (%5).")}},
    .suggestion =
        TL_TEXT("Advisor", "Balance the router (auxiliary loss, capacity limit) or place the busy experts apart."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measureJob = &expertImbalance,
};

const Rule kStageImbalanceRule{
    .id = "N13",
    .title = TL_TEXT("Advisor", "Pipeline stages of unequal length"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "spread_ratio",
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor", "Stage %3 computes for %4, stage %6 for %7: they differ by %1 of the mean "
                                            "(%5).")}},
    .suggestion = TL_TEXT("Advisor", "Move layers from the long stage to the short ones."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measureJob = &stageImbalance,
};

} // namespace tideline
