// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>

#include "core/advise/context.h"

namespace tideline {

/// Means per step over all ranks and steps of a job, added one rank after the other.
class OverviewSums {
public:
    explicit OverviewSums(const AdvisorContext& context);
    ~OverviewSums();
    OverviewSums(const OverviewSums&) = delete;
    OverviewSums& operator=(const OverviewSums&) = delete;

    /// O(kernels of the rank).
    void add(const RankContext& rank);
    AdvisorOverview finish();

private:
    struct Sums;

    const AdvisorContext* m_context;
    std::unique_ptr<Sums> m_sums;
    AdvisorOverview m_overview;
    std::set<std::int64_t> m_steps;
    std::size_t m_unnamedSteps = 0; ///< of the rank with most
};

} // namespace tideline
