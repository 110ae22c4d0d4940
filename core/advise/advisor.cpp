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
    explicit CombinedSaving(const AdvisorContext& context) : m_context(&context)
    {
        for (const RankContext& rank : context.ranks())
            m_candidates.emplace_back(rank.steps().size());
    }
    void add(std::vector<std::vector<std::vector<Candidate>>>&& byRank)
    {
        for (std::size_t r = 0; r < byRank.size(); ++r) {
            for (std::size_t i = 0; i < byRank[r].size(); ++i)
                std::move(byRank[r][i].begin(), byRank[r][i].end(), std::back_inserter(m_candidates[r][i]));
        }
    }
    Saving result(const std::vector<Finding>& findings) const
    {
        Saving best;
        for (std::size_t r = 0; r < m_candidates.size(); ++r) {
            Duration saved;
            const Duration wall = m_context->ranks()[r].wall();
            const auto& steps = m_context->ranks()[r].steps();
            bool any = false;
            for (std::size_t i = 0; i < steps.size(); ++i) {
                any = any || !m_candidates[r][i].empty();
                saved += m_context->savings().saved(m_context->trace(), steps[i], m_candidates[r][i]);
            }
            const Duration mean{saved.ns / std::max<std::int64_t>(static_cast<std::int64_t>(steps.size()), 1)};
            if (!any || (best.high && mean <= *best.high))
                continue;
            best.low = Duration{};
            best.high = mean;
            best.ratioOfWall = ratioOf(saved, wall);
            best.basis = m_context->savings().basis();
        }
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
    std::vector<std::vector<std::vector<Candidate>>> m_candidates;
};

} // namespace

Result<AdvisorResult> advise(const Trace& trace, const AdvisorOptions& options, const Progress& progress)
{
    if (const Status known = checkOnly(options.only); !known)
        return known.error();
    const AdvisorContext context(trace, options);
    AdvisorResult result;
    CombinedSaving combined(context);
    for (const Rule* rule : builtinRules()) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "cancelled", {}, {}};
        if (!isWanted(*rule, options))
            continue;
        Judgement judgement = judge(*rule, context);
        if (judgement.finding)
            result.findings.push_back(std::move(*judgement.finding));
        else if (judgement.unavailable)
            result.unavailable.push_back({std::string(rule->id), rule->title, {*judgement.unavailable, {}}});
        combined.add(std::move(judgement.candidates));
    }
    explain(result.findings);
    order(result.findings);
    result.combinedSaving = combined.result(result.findings);
    result.overview = overviewOf(context);
    return result;
}

} // namespace tideline
