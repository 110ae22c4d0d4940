// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/step_lag.h"

#include <algorithm>
#include <map>
#include <vector>

namespace tideline::clocks {

namespace {

using Operations = std::vector<const Collective*>;

/// By the number of the step, in order of index.
std::map<std::int64_t, Operations> operationsBySteps(const CollectiveSequence& sequence)
{
    std::map<std::int64_t, Operations> out;
    for (const Collective& one : sequence) {
        if (one.step != kNoInteger)
            out[one.step].push_back(&one);
    }
    return out;
}

bool goTogether(const Operations& reference, const Operations& other)
{
    return std::equal(reference.begin(), reference.end(), other.begin(), other.end(),
                      [](const Collective* a, const Collective* b) { return a->kind == b->kind; });
}

} // namespace

std::optional<std::int64_t> lagOfSteps(const SharedGroup& group)
{
    const std::map<std::int64_t, Operations> theirs = operationsBySteps(*group.other);
    std::map<std::int64_t, std::size_t> votes;
    std::size_t all = 0;
    for (const auto& [number, operations] : operationsBySteps(*group.reference)) {
        const auto found = theirs.find(number);
        if (found == theirs.end() || !goTogether(operations, found->second))
            continue; // cut off at the edge of a recording, or some were lost
        for (std::size_t i = 0; i < operations.size(); ++i)
            ++votes[found->second[i]->index - operations[i]->index];
        all += operations.size();
    }
    const auto most =
        std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    constexpr double kLeastShare = 0.9; // a step may have lost one operation on each side
    if (most == votes.end() || most->second < kLeastCollectives
        || static_cast<double>(most->second) < kLeastShare * static_cast<double>(all))
        return std::nullopt;
    return most->first;
}

} // namespace tideline::clocks
