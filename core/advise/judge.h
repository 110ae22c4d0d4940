// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/advise/rule.h"

namespace tideline {

/// What became of one rule. Neither a finding nor a reason: the rule was judged and is silent.
struct Judgement {
    std::optional<Finding> finding;
    std::optional<TextKey> unavailable;
};

/// The measurements of a rule on one rank, put together.
struct RankVerdict {
    RankId rank;
    const Clause* clause = nullptr; ///< the first that holds; null: silent
    double metric = 0;
    double limit = 0;
    FindingSeverity severity = FindingSeverity::Note;
    Saving saving;
    std::vector<MessageArg> facts;
    std::vector<Evidence> evidence;
    std::size_t evidenceTotal = 0;
    std::vector<std::vector<Candidate>> candidates; ///< by measured step
};

/// One rule over all ranks of a job, one after the other. Per rank the figures are means over its steps; the finding
/// speaks of the worst rank: by severity, then by saving, then by how far the figure is beyond its limit.
class RuleJudge {
public:
    RuleJudge(const Rule& rule, const AdvisorContext& context) : m_rule(&rule), m_context(&context) {}

    /// Measures the steps of a rank; the candidates behind a finding are added to those of each step.
    void add(const RankContext& rank, std::vector<std::vector<Candidate>>& candidates);
    /// Once all ranks have been added to the context; a rule about the whole job is measured here.
    Judgement finish() &&;
    const Rule& rule() const { return *m_rule; }

private:
    Judgement judgeJob() const;

    const Rule* m_rule;
    const AdvisorContext* m_context;
    std::optional<RankVerdict> m_worst;
    std::vector<RankId> m_ranks; ///< for which it holds
    std::optional<TextKey> m_reason;
    bool m_judged = false;
};

} // namespace tideline
