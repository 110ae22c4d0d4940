// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/advise/finding.h"
#include "core/analyze/step_profile.h"

namespace tideline {

/// Something that could be shorter: a stretch of time and the part of it that would go.
struct Candidate {
    enum class Kind {
        Compute,       ///< a kernel: counts where no communication hides it
        Communication, ///< counts where no kernel hides it
        Host,          ///< a host call or a gap: counts where the device is idle
    };
    Kind kind = Kind::Compute;
    TimeRange range;
    double part = 1; ///< 0–1
    KernelId kernel; ///< for Compute, where there is a row
};

/// Says how much shorter a step gets when candidates come true. A replay of the step can take the place of the closed
/// form; rules and reports do not notice.
class SavingEngine {
public:
    virtual ~SavingEngine() = default;
    virtual SavingBasis basis() const = 0;
    /// All candidates together: what several of them claim counts once.
    virtual Duration saved(const Trace& trace, const StepProfile& step,
                           std::span<const Candidate> candidates) const = 0;
};

/// Per instant the greatest part that any candidate claims of it, where nothing hides the candidate; integrated over
/// the step. Never a sum, never more than the step. O(n log n).
class ClosedFormSaving final : public SavingEngine {
public:
    SavingBasis basis() const override { return SavingBasis::ClosedForm; }
    Duration saved(const Trace& trace, const StepProfile& step, std::span<const Candidate> candidates) const override;
};

/// The stretches of a candidate that nothing hides.
std::vector<TimeRange> exposedRanges(const StepProfile& step, Candidate::Kind kind, TimeRange range);
Duration exposedTime(const StepProfile& step, Candidate::Kind kind, TimeRange range);

} // namespace tideline
