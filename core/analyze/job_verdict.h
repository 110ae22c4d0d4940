// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/analyze/steps.h"
#include "core/analyze/verdict.h"

namespace tideline {

/// The rank whose own work, without communication, takes longest.
struct SlowestRank {
    RankId rank;
    Duration excess;  ///< over the median rank, per step
    double ratio = 0; ///< of the median
};

/// What the step rows of a job say in one line.
struct JobVerdict {
    Verdict verdict = Verdict::Unknown;
    std::optional<SlowestRank> slowest; ///< none where the ranks differ by less than 1 %
};

/// From step rows alone, the loader unknown. waitRatio: waiting as a part of the communication, where it is known.
/// O(rows log ranks).
JobVerdict jobVerdict(const std::vector<StepRow>& rows, std::optional<double> waitRatio);

} // namespace tideline
