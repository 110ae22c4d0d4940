// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/advise/context.h"
#include "core/advise/finding.h"
#include "core/advise/limits.h"
#include "core/advise/saving.h"

namespace tideline {

enum class Comparison { AtLeast, Above, Below };

/// A condition on one figure. Clauses are alternatives: the first that holds gives the finding's metric. A gate must
/// hold beside them; its figure is never the metric.
struct Clause {
    std::string_view limit; ///< its name in the rule's limits
    FindingUnit unit = FindingUnit::Ratio;
    Comparison comparison = Comparison::AtLeast;
    TextKey text{};    ///< %1 the figure, %2 the limit, then the measurement's facts
    bool gate = false; ///< no text
};

/// How a finding of the rule is graded.
struct SeverityPolicy {
    bool bySaving = true;                              ///< by the saving's share of the wall time
    FindingSeverity otherwise = FindingSeverity::Note; ///< without a saving, or when not by saving
    FindingSeverity atMost = FindingSeverity::High;    ///< never worse than this
};

/// The most exposed places of a rule, and how many there were.
class EvidenceList {
public:
    explicit EvidenceList(std::size_t limit) : m_limit(limit) {}
    /// Calls make() only for a place that may be among the first.
    void add(Duration exposed, const std::function<Evidence()>& make);
    std::size_t total() const { return m_total; }
    void merge(EvidenceList&& other);
    std::vector<Evidence> take() &&;

private:
    void prune();

    std::size_t m_limit; ///< 0: all
    std::size_t m_total = 0;
    std::vector<Evidence> m_items;
};

/// What a rule measured in one step (or in the job).
struct Measurement {
    explicit Measurement(std::size_t evidenceLimit = 0) : evidence(evidenceLimit) {}

    std::vector<double> figures; ///< by Rule::clauses, gates too; NaN: not measured, holds never
    std::vector<MessageArg> facts;
    std::vector<Candidate> candidates;
    std::optional<Duration> saving;    ///< where no candidates can say it
    std::optional<std::int64_t> bytes; ///< memory that would be free
    TextKey savingNote;
    FindingSeverity atLeast = FindingSeverity::Note; ///< a grade that the figures themselves give
    EvidenceList evidence;
    RankId rank;               ///< job rules only: the worst
    std::vector<RankId> ranks; ///< job rules only
};

/// A measurement, or the reason why the profile does not allow one.
using Measured = std::variant<Measurement, TextKey>;

/// One step of one rank, as a rule sees it.
struct StepContext {
    const AdvisorContext& job;
    const RankContext& rank;
    std::size_t index;
    std::string_view rule;

    const StepProfile& step() const { return rank.steps()[index]; }
    const Trace& trace() const { return job.trace(); }
    KernelReader& kernels() const { return job.kernels(); }
    double limit(std::string_view name) const { return job.options().limits.value(rule, name); }
    std::vector<HostCall> calls(HostCallKind kind) const { return rank.callsOf(kind, index); }
    Measurement measurement() const { return Measurement(job.options().evidenceLimit); }
};

using StepMeasure = Measured (*)(const StepContext&);
using JobMeasure = Measured (*)(const AdvisorContext&, std::string_view rule);

/// A rule is a row: words, conditions, and a pure function that measures.
struct Rule {
    std::string_view id;
    TextKey title;
    FindingCategory category = FindingCategory::Compute;
    std::vector<Clause> clauses;
    TextKey suggestion;
    SeverityPolicy severity{};
    StepMeasure measure = nullptr;
    bool oncePerRank = false;                    ///< about the whole profile of a rank: only its first step is measured
    JobMeasure measureJob = nullptr;             ///< instead of `measure`
    std::vector<std::string_view> explainedBy{}; ///< rules that name the cause, where they hold for the same rank
    TextKey explainedSuggestion{};               ///< instead of `suggestion` then; empty: the same
};

/// The rules in the order of the catalogue.
const std::vector<const Rule*>& builtinRules();

} // namespace tideline
