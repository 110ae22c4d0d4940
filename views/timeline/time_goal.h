// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

#include "core/base/time.h"
#include "core/store/trace.h"

namespace tideline {

/// Where "go to time" leads: a point in time, a step, or nowhere with a reason.
struct TimeGoal {
    std::optional<Instant> time;
    std::optional<TimeRange> step;
    QString fault; ///< "" when there is a goal
};

/// "12.5ms" since the start of the profile; "+3us" and "-3us" from `here`; a whole number without a unit is
/// nanoseconds, on the clock of the profile where it lies inside the profile, else since its start; "step 3" is a step
/// in all ranks. Times are on the common axis.
TimeGoal parseTimeGoal(const QString& text, const Trace& trace, Instant here);

} // namespace tideline
