// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/context.h"

namespace tideline {

/// Means per step over all ranks and steps of the context. O(kernels).
AdvisorOverview overviewOf(const AdvisorContext& context);

} // namespace tideline
