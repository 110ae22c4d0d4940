// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/analyze/ranking.h"

// What the rankings of kernels and of slices share.
namespace tideline {

/// A group or row before it is spelled out.
struct RankingCandidate {
    double metric = 0;
    std::uint32_t index = 0; ///< of the group, or the row with RankingBy::Instance
    bool given = true;       ///< false: no figure; sorted last
};

using NameOfCandidate = std::function<std::string_view(std::uint32_t)>;

/// Orders by metric, ties by name, then by index, and keeps the first `top`. NotFound when there are candidates but
/// none has the metric. O(n log n).
Result<std::vector<std::uint32_t>> ordered(std::vector<RankingCandidate> candidates, const NameOfCandidate& nameOf,
                                           const RankingOptions& options);

/// The share of `part` in `whole`; missing when whole is 0.
std::optional<double> shareOf(Duration part, Duration whole);

Result<Ranking> rankKernels(const Trace& trace, const RankingOptions& options, RankingOf of);
Result<Ranking> rankSlices(const Trace& trace, const RankingOptions& options, RankingOf of);

} // namespace tideline
