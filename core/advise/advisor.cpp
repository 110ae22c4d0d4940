// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/advisor.h"

#include <algorithm>
#include <tuple>

#include "core/advise/judge.h"
#include "core/advise/measure.h"
#include "core/advise/overview.h"

namespace tideline {

namespace {

const Rule* ruleOf(std::string_view id)
{
    for (const Rule* rule : builtinRules()) {
        if (rule->id == id)
            return rule;
    }
    return nullptr;
}

Status checkOnly(const std::vector<std::string>& only)
{
    for (const std::string& id : only) {
        if (!ruleOf(id))
            return Error{ErrorCode::InvalidArgument, "no such rule", id, "docs/RULES.md lists the rules"};
    }
    return Done{};
}

bool isWanted(const Rule& rule, const AdvisorOptions& options)
{
    const bool listed =
        options.only.empty() || std::find(options.only.begin(), options.only.end(), rule.id) != options.only.end();
    return listed && options.limits.enabled(rule.id);
}

/// Names the rules that explain a finding: those that hold for one of its ranks as well.
void explain(std::vector<Finding>& findings)
{
    for (Finding& finding : findings) {
        const Rule* rule = ruleOf(finding.ruleId);
        for (const std::string_view id : rule->explainedBy) {
            const auto cause =
                std::find_if(findings.begin(), findings.end(), [id](const Finding& f) { return f.ruleId == id; });
            if (cause == findings.end())
                continue;
            const bool sameRank =
                cause->ranks.empty() || std::any_of(finding.ranks.begin(), finding.ranks.end(), [&](RankId rank) {
                    return std::find(cause->ranks.begin(), cause->ranks.end(), rank) != cause->ranks.end();
                });
            if (sameRank)
                finding.explainedBy.emplace_back(id);
        }
        if (!finding.explainedBy.empty() && !rule->explainedSuggestion.empty())
            finding.suggestion = {rule->explainedSuggestion, {}};
    }
}

void order(std::vector<Finding>& findings)
{
    const auto key = [](const Finding& finding) {
        return std::tuple(finding.severity, -finding.saving.high.value_or(Duration{}).ns, finding.ruleId);
    };
    std::stable_sort(findings.begin(), findings.end(),
                     [&key](const Finding& a, const Finding& b) { return key(a) < key(b); });
}

/// The candidates of all findings together on the rank that gains most.
class CombinedSaving {
public:
    explicit CombinedSaving(const AdvisorContext& context) : m_context(&context) {}

    void add(const RankContext& rank, const std::vector<std::vector<Candidate>>& candidates)
    {
        Duration saved;
        bool any = false;
        for (std::size_t i = 0; i < rank.steps().size(); ++i) {
            any = any || !candidates[i].empty();
            saved += m_context->savings().saved(m_context->trace(), rank.steps()[i], candidates[i]);
        }
        const Duration mean{saved.ns / std::max<std::int64_t>(static_cast<std::int64_t>(rank.steps().size()), 1)};
        if (!any || (m_best.high && mean <= *m_best.high))
            return;
        m_best.low = Duration{};
        m_best.high = mean;
        m_best.ratioOfWall = ratioOf(saved, rank.wall());
        m_best.basis = m_context->savings().basis();
    }
    Saving result(const std::vector<Finding>& findings) const
    {
        Saving best = m_best;
        // A gain that no stretches of time stand for counts as it is: all together are never less than one of them.
        for (const Finding& finding : findings) {
            if (finding.saving.high && (!best.high || *finding.saving.high > *best.high))
                best = finding.saving;
        }
        best.bytes.reset();
        best.note = {};
        return best;
    }

private:
    const AdvisorContext* m_context;
    Saving m_best;
};

/// Judges the rules rank by rank.
class Judging {
public:
    explicit Judging(AdvisorContext& context) : m_context(context), m_overview(context), m_combined(context)
    {
        for (const Rule* rule : builtinRules()) {
            if (isWanted(*rule, context.options()))
                m_judges.emplace_back(*rule, context);
        }
    }

    /// False when cancelled.
    bool add(const RankContext& rank, const Progress& progress)
    {
        std::vector<std::vector<Candidate>> candidates(rank.steps().size());
        for (RuleJudge& judge : m_judges) {
            if (progress.cancelled())
                return false;
            judge.add(rank, candidates);
        }
        m_combined.add(rank, candidates);
        m_overview.add(rank);
        m_context.add(rank);
        return !progress.cancelled();
    }

    AdvisorResult finish()
    {
        AdvisorResult result;
        for (RuleJudge& judge : m_judges) {
            const Rule& rule = judge.rule();
            Judgement judgement = std::move(judge).finish();
            if (judgement.finding)
                result.findings.push_back(std::move(*judgement.finding));
            else if (judgement.unavailable)
                result.unavailable.push_back({std::string(rule.id), rule.title, {*judgement.unavailable, {}}});
        }
        explain(result.findings);
        order(result.findings);
        result.combinedSaving = m_combined.result(result.findings);
        result.overview = m_overview.finish();
        return result;
    }

private:
    AdvisorContext& m_context;
    std::vector<RuleJudge> m_judges;
    OverviewSums m_overview;
    CombinedSaving m_combined;
};

} // namespace

Result<AdvisorResult> advise(const Trace& trace, const AdvisorOptions& options, const Progress& progress)
{
    if (const Status known = checkOnly(options.only); !known)
        return known.error();
    AdvisorContext context(trace, options);
    Judging judging(context);
    for (std::uint32_t row = 0; row < trace.ranks().size(); ++row) {
        const RankContext rank(trace, RankId{row}, options);
        if (!rank.steps().empty() && !judging.add(rank, progress))
            return Error{ErrorCode::Cancelled, "cancelled", {}, {}};
    }
    return judging.finish();
}

} // namespace tideline
