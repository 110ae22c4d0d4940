// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/judge.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/advise/measure.h"

namespace tideline {

namespace {

bool holds(const Clause& clause, double figure, double limit)
{
    if (std::isnan(figure))
        return false;
    switch (clause.comparison) {
    case Comparison::AtLeast: return figure >= limit;
    case Comparison::Above: return figure > limit;
    case Comparison::Below: break;
    }
    return figure < limit;
}

/// How far beyond its limit, as a ratio; for comparing ranks only.
double excess(const RankVerdict& verdict)
{
    const double scale = std::max(std::abs(verdict.limit), 1e-9);
    const double distance = (verdict.metric - verdict.limit) / scale;
    return verdict.clause && verdict.clause->comparison == Comparison::Below ? -distance : distance;
}

MessageArg argOf(FindingUnit unit, double value)
{
    switch (unit) {
    case FindingUnit::Ratio: return MessageArg::ratio(value);
    case FindingUnit::Ns: return MessageArg::timeNs(value);
    case FindingUnit::Bytes: return MessageArg::bytes(value);
    case FindingUnit::Count: break;
    }
    return MessageArg::count(value);
}

/// Means over the steps in which a figure was measured.
std::vector<double> meansOf(const Rule& rule, const std::vector<Measurement>& measured)
{
    std::vector<double> means;
    for (std::size_t i = 0; i < rule.clauses.size(); ++i) {
        double sum = 0;
        std::size_t count = 0;
        for (const Measurement& one : measured) {
            if (i >= one.figures.size() || std::isnan(one.figures[i]))
                continue;
            sum += one.figures[i];
            ++count;
        }
        means.push_back(count ? sum / static_cast<double>(count) : std::nan(""));
    }
    return means;
}

/// Finds the clause that gives the metric; leaves it null where the rule is silent.
void decide(const Rule& rule, const RuleLimits& limits, const std::vector<double>& means, RankVerdict& verdict)
{
    for (std::size_t i = 0; i < means.size(); ++i) {
        const Clause& clause = rule.clauses[i];
        const double limit = limits.value(rule.id, clause.limit);
        const bool fulfilled = holds(clause, means[i], limit);
        if (clause.gate && !fulfilled) {
            verdict.clause = nullptr;
            return;
        }
        if (clause.gate || !fulfilled || verdict.clause)
            continue;
        verdict.clause = &clause;
        verdict.metric = means[i];
        verdict.limit = limit;
    }
}

FindingSeverity bySaving(const RuleLimits& limits, double ratio)
{
    if (ratio >= limits.value("severity", "high_ratio"))
        return FindingSeverity::High;
    if (ratio >= limits.value("severity", "medium_ratio"))
        return FindingSeverity::Medium;
    return ratio >= limits.value("severity", "note_ratio") ? FindingSeverity::Low : FindingSeverity::Note;
}

void grade(const Rule& rule, const RuleLimits& limits, FindingSeverity atLeast, RankVerdict& verdict)
{
    verdict.severity = rule.severity.otherwise;
    if (rule.severity.bySaving && verdict.saving.ratioOfWall)
        verdict.severity = bySaving(limits, *verdict.saving.ratioOfWall);
    verdict.severity = std::min(verdict.severity, atLeast); // High is the least
    verdict.severity = std::max(verdict.severity, rule.severity.atMost);
}

/// All steps of a rank: what savings are means of, also where a rule could judge some of them only.
struct Whole {
    Duration wall;
    std::size_t steps = 1;
};

Whole wholeOf(const RankContext& rank)
{
    return {rank.wall(), std::max<std::size_t>(rank.steps().size(), 1)};
}

/// The mean saving of the steps; missing where no step says anything.
void weigh(const AdvisorContext& context, const std::vector<const StepProfile*>& steps, const Whole& whole,
           const std::vector<Measurement>& measured, RankVerdict& verdict)
{
    Duration saved;
    bool known = false;
    Saving& saving = verdict.saving;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const Measurement& one = measured[i];
        known = known || one.saving || !one.candidates.empty();
        saved += one.saving ? *one.saving : context.savings().saved(context.trace(), *steps[i], one.candidates);
        if (one.bytes)
            saving.bytes = std::max(saving.bytes.value_or(0), *one.bytes);
        if (!one.savingNote.empty())
            saving.note = {one.savingNote, {}};
    }
    if (known) {
        if (whole.wall.ns > 0)
            saved = std::min(saved, whole.wall);
        saving.low = Duration{};
        saving.high = Duration{saved.ns / static_cast<std::int64_t>(whole.steps)};
        saving.ratioOfWall = whole.wall.ns > 0 ? std::optional(ratioOf(saved, whole.wall)) : std::nullopt;
        saving.basis = context.savings().basis();
    }
    if (!saving.note.empty())
        return;
    if (known)
        saving.note = {kUpperBound, {}};
    else if (!saving.bytes)
        saving.note = {TL_TEXT("Advisor", "not quantified: the profile gives nothing to compare with"), {}};
}

RankVerdict verdictOf(const Rule& rule, const AdvisorContext& context, RankId rank, const Whole& whole,
                      const std::vector<const StepProfile*>& steps, std::vector<Measurement> measured)
{
    const RuleLimits& limits = context.options().limits;
    RankVerdict verdict;
    verdict.rank = rank;
    decide(rule, limits, meansOf(rule, measured), verdict);
    if (!verdict.clause)
        return verdict;
    weigh(context, steps, whole, measured, verdict);
    FindingSeverity atLeast = FindingSeverity::Note;
    EvidenceList evidence(context.options().evidenceLimit);
    verdict.candidates.resize(measured.size());
    for (std::size_t i = 0; i < measured.size(); ++i) {
        atLeast = std::min(atLeast, measured[i].atLeast);
        evidence.merge(std::move(measured[i].evidence));
        verdict.candidates[i] = std::move(measured[i].candidates);
        if (verdict.facts.empty())
            verdict.facts = std::move(measured[i].facts);
    }
    verdict.evidenceTotal = evidence.total();
    verdict.evidence = std::move(evidence).take();
    grade(rule, limits, atLeast, verdict);
    return verdict;
}

Finding findingOf(const Rule& rule, RankVerdict&& worst, std::vector<RankId> ranks)
{
    Finding finding;
    finding.ruleId = std::string(rule.id);
    finding.title = rule.title;
    finding.category = rule.category;
    finding.severity = worst.severity;
    finding.rank = worst.rank;
    finding.ranks = std::move(ranks);
    finding.metric = worst.metric;
    finding.unit = worst.clause->unit;
    finding.threshold = worst.limit;
    finding.text = {worst.clause->text, {argOf(finding.unit, worst.metric), argOf(finding.unit, worst.limit)}};
    std::move(worst.facts.begin(), worst.facts.end(), std::back_inserter(finding.text.args));
    finding.suggestion = {rule.suggestion, {}};
    finding.saving = std::move(worst.saving);
    finding.evidence = std::move(worst.evidence);
    finding.evidenceTotal = worst.evidenceTotal;
    return finding;
}

bool isWorse(const RankVerdict& a, const RankVerdict& b)
{
    const auto key = [](const RankVerdict& v) {
        return std::tuple(v.severity, -v.saving.high.value_or(Duration{}).ns, -excess(v));
    };
    return key(a) < key(b);
}

} // namespace

void RuleJudge::add(const RankContext& rank, std::vector<std::vector<Candidate>>& candidates)
{
    if (m_rule->measureJob)
        return;
    std::vector<Measurement> measured;
    std::vector<const StepProfile*> steps;
    std::vector<std::size_t> numbers;
    const std::size_t count = m_rule->oncePerRank ? std::min<std::size_t>(rank.steps().size(), 1) : rank.steps().size();
    for (std::size_t i = 0; i < count; ++i) {
        Measured one = m_rule->measure(StepContext{*m_context, rank, i, m_rule->id});
        if (const auto* why = std::get_if<TextKey>(&one)) {
            m_reason = m_reason ? m_reason : *why;
            continue;
        }
        measured.push_back(std::move(std::get<Measurement>(one)));
        steps.push_back(&rank.steps()[i]);
        numbers.push_back(i);
    }
    if (measured.empty())
        return;
    m_judged = true;
    RankVerdict verdict = verdictOf(*m_rule, *m_context, rank.id(), wholeOf(rank), steps, std::move(measured));
    if (!verdict.clause)
        return;
    m_ranks.push_back(rank.id());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::move(verdict.candidates[i].begin(), verdict.candidates[i].end(),
                  std::back_inserter(candidates[numbers[i]]));
    verdict.candidates.clear();
    if (!m_worst || isWorse(verdict, *m_worst))
        m_worst = std::move(verdict);
}

Judgement RuleJudge::finish() &&
{
    if (m_rule->measureJob)
        return judgeJob();
    Judgement out;
    if (m_worst)
        out.finding = findingOf(*m_rule, std::move(*m_worst), std::move(m_ranks));
    else if (!m_judged)
        out.unavailable = m_reason.value_or(kNoDeviceWork);
    return out;
}

Judgement RuleJudge::judgeJob() const
{
    Judgement out;
    Measured measured = m_rule->measureJob(*m_context, m_rule->id);
    if (const auto* reason = std::get_if<TextKey>(&measured)) {
        out.unavailable = *reason;
        return out;
    }
    std::vector<Measurement> one;
    one.push_back(std::move(std::get<Measurement>(measured)));
    const RankId rank = one.front().rank;
    const std::vector<RankId> ranks = one.front().ranks;
    const StepProfile none;
    Whole mean; // a job rule's saving is a mean already
    for (const RankSummary& candidate : m_context->ranks()) {
        if (candidate.id == rank)
            mean.wall = Duration{candidate.wall.ns / static_cast<std::int64_t>(candidate.steps)};
    }
    RankVerdict verdict = verdictOf(*m_rule, *m_context, rank, mean, {&none}, std::move(one));
    if (verdict.clause)
        out.finding = findingOf(*m_rule, std::move(verdict), ranks);
    return out;
}

} // namespace tideline
