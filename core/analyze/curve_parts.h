// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/curves.h"

namespace tideline {

/// Lets a sample hold for three periods at most before a gap, and for one where there is a gap; forever without a
/// period.
void limitHolds(StepFunction::Source& source, Duration period);

/// The step function of one counter, in base units (`scale` times the file's).
StepFunction functionOf(const Trace& trace, const CounterInfo& counter, double scale, Duration period);

/// The sum of step functions wherever all of them have a value, NaN elsewhere. O(samples · parts).
StepFunction sumOf(const std::vector<const StepFunction*>& parts, Duration period, Instant end);

/// The usual distance of samples, zero where most distances are not near it. Looks at 1,000 distances at most.
Duration samplingPeriod(const Trace& trace, RowRange samples);

/// The allocator's records of a rank, a curve for each component and column that has values.
void addMemoryCurves(const Trace& trace, RankId rank, std::vector<Curve>& curves);

} // namespace tideline
