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
    /// The candidates behind the finding, by rank (of AdvisorContext::ranks) and step.
    std::vector<std::vector<std::vector<Candidate>>> candidates;
};

/// Measures a rule on every rank and step. Per rank the figures are means over its steps; the finding speaks of the
/// worst rank: by severity, then by saving, then by how far the figure is beyond its limit.
Judgement judge(const Rule& rule, const AdvisorContext& context);

} // namespace tideline
