// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/job_verdict.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tideline {

namespace {

constexpr double kSameRatio = 0.01; // below this, ranks count as equal

Duration known(const std::optional<Duration>& figure)
{
    return std::max(figure.value_or(Duration{}), Duration{});
}

/// Computing, free and preparing: ranks that wait for each other last equally long, this is what differs.
Duration ownWork(const StepRow& row)
{
    return known(row.computing) + known(row.free) + known(row.preparing);
}

std::optional<SlowestRank> slowestOf(const std::vector<StepRow>& rows)
{
    std::map<RankId, std::pair<double, double>> sums; // work and steps
    for (const StepRow& row : rows) {
        if (!row.computing)
            continue;
        sums[row.rank].first += static_cast<double>(ownWork(row).ns);
        sums[row.rank].second += 1;
    }
    if (sums.size() < 2)
        return std::nullopt;
    std::vector<std::pair<double, RankId>> means;
    for (const auto& [rank, sum] : sums)
        means.emplace_back(sum.first / sum.second, rank);
    std::sort(means.begin(), means.end());
    const std::size_t half = means.size() / 2;
    const double median = means.size() % 2 ? means[half].first : (means[half - 1].first + means[half].first) / 2;
    const double excess = means.back().first - median;
    if (median <= 0 || excess / median < kSameRatio)
        return std::nullopt;
    return SlowestRank{means.back().second, Duration{static_cast<std::int64_t>(excess)}, excess / median};
}

} // namespace

JobVerdict jobVerdict(const std::vector<StepRow>& rows, std::optional<double> waitRatio)
{
    WallParts parts;
    parts.waitRatio = waitRatio;
    bool any = false;
    for (const StepRow& row : rows) {
        any = any || row.computing || row.notOverlapped;
        parts.computing += known(row.computing);
        parts.exposedCommunication += known(row.notOverlapped);
        parts.idle += known(row.free) + known(row.preparing);
    }
    JobVerdict out;
    if (any)
        out.verdict = verdictOf(parts);
    out.slowest = slowestOf(rows);
    return out;
}

} // namespace tideline
