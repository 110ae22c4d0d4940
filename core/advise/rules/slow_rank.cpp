// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoNumbers =
    TL_TEXT("Advisor", "fewer than two ranks with a rank number and step times: the others cannot be told apart");
constexpr TextKey kOneRank = TL_TEXT("Advisor", "fewer than two ranks with step times");
constexpr std::array<TextKey, 3> kClasses = {TL_TEXT("Advisor", "computing"),
                                             TL_TEXT("Advisor", "communication that is not overlapped"),
                                             TL_TEXT("Advisor", "free time")};

/// One rank in the comparison.
struct RankTimes {
    const RankSummary* rank = nullptr;
    std::array<double, 3> times{}; ///< by kClasses
    double total() const { return times[0] + times[1] + times[2]; }
};

struct Spread {
    double ratio = 0;
    std::size_t kind = 0;
    const RankTimes* highest = nullptr;
    const RankTimes* lowest = nullptr;
};

Spread spreadOf(const std::vector<RankTimes>& ranks)
{
    double total = 0;
    for (const RankTimes& rank : ranks)
        total += rank.total();
    const double mean = total / countOf(ranks.size());
    Spread out;
    for (std::size_t kind = 0; kind < kClasses.size() && mean > 0; ++kind) {
        const auto [low, high] =
            std::minmax_element(ranks.begin(), ranks.end(), [kind](const RankTimes& a, const RankTimes& b) {
                return a.times[kind] < b.times[kind];
            });
        const double ratio = (high->times[kind] - low->times[kind]) / mean;
        if (!out.highest || ratio > out.ratio)
            out = {ratio, kind, &*high, &*low};
    }
    return out;
}

void addEvidence(Measurement& out, const AdvisorContext& context, const std::vector<RankTimes>& ranks)
{
    for (const RankTimes& rank : ranks) {
        out.evidence.add(Duration{static_cast<std::int64_t>(rank.total())}, [&] {
            Evidence evidence;
            evidence.rank = rank.rank->id;
            const auto number = context.trace().rank(evidence.rank).rank;
            evidence.name = "rank " + (number ? std::to_string(*number) : "-");
            evidence.range = rank.rank->firstWindow;
            evidence.values = {{"computing_ns", rank.times[0]},
                               {"communication_not_overlapped_ns", rank.times[1]},
                               {"free_ns", rank.times[2]}};
            return evidence;
        });
    }
}

/// The most computation of any rank less the median: what the others wait for.
Duration savingOf(const std::vector<RankTimes>& ranks)
{
    std::vector<Duration> computing;
    for (const RankTimes& rank : ranks)
        computing.push_back(Duration{static_cast<std::int64_t>(rank.times[0])});
    const Duration most = *std::max_element(computing.begin(), computing.end());
    const auto median = static_cast<std::int64_t>(HealthyInstances::median(std::move(computing)));
    return most - Duration{median};
}

Measured slowRank(const AdvisorContext& context, std::string_view)
{
    std::map<std::int64_t, std::vector<RankTimes>> stages;
    const PipelineStages pipeline(context.trace());
    std::size_t nameless = 0;
    for (const RankSummary& rank : context.ranks()) {
        if (!rank.times)
            continue;
        // Profiles without a rank number may be of one rank, or of different jobs.
        if (const RankInfo& info = context.trace().rank(rank.id); info.rank)
            stages[pipeline.of(info)].push_back(
                {&rank, {rank.times->computing, rank.times->exposedCommunication, rank.times->free}});
        else
            ++nameless;
    }
    Spread worst;
    const std::vector<RankTimes>* worstStage = nullptr;
    for (const auto& [stage, ranks] : stages) {
        if (ranks.size() < 2)
            continue;
        const Spread spread = spreadOf(ranks);
        if (spread.highest && (!worstStage || spread.ratio > worst.ratio)) {
            worst = spread;
            worstStage = &ranks;
        }
    }
    if (!worstStage)
        return nameless > 0 ? kNoNumbers : kOneRank;
    Measurement out(context.options().evidenceLimit);
    // The rank that waits least in its collectives is the one the others wait for.
    const RankTimes& slow = worst.kind == 1 ? *worst.lowest : *worst.highest;
    const RankTimes& fast = worst.kind == 1 ? *worst.highest : *worst.lowest;
    out.rank = slow.rank->id;
    out.ranks = {out.rank};
    out.figures = {worst.ratio};
    out.facts = {MessageArg::of(kClasses[worst.kind]), MessageArg::timeNs(worst.highest->times[worst.kind]),
                 MessageArg::timeNs(worst.lowest->times[worst.kind]),
                 MessageArg::count(static_cast<double>(*context.trace().rank(slow.rank->id).rank)),
                 MessageArg::count(static_cast<double>(*context.trace().rank(fast.rank->id).rank))};
    out.saving = savingOf(*worstStage);
    out.savingNote = TL_TEXT("Advisor", "the most computation of any rank less the median");
    addEvidence(out, context, *worstStage);
    return out;
}

} // namespace

const Rule kSlowRankRule{
    .id = "N10",
    .title = TL_TEXT("Advisor", "Slow rank"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "spread_ratio",
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor",
                                 "Ranks with the same role differ in %3 by %1 of their time: %4 against %5. Rank "
                                 "%6 is the slow one, rank %7 waits for it.")}},
    .suggestion =
        TL_TEXT("Advisor", "Compare the slow rank with a fast one: kernels of the same name (device) or the gaps "
                           "before them (host)."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measureJob = &slowRank,
};

} // namespace tideline
