// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/store/rank_clock.h"

namespace tideline {

class Trace;

/// Whether times of ranks are compared as they were recorded, or after what their clocks differ by has been taken out.
enum class ClockUse { AsRecorded, Aligned };

/// The trace with what is known about the clocks of its ranks, one entry each. Its axis stays.
std::shared_ptr<const Trace> withClocks(std::shared_ptr<const Trace> trace, std::vector<RankClock> clocks);

/// The trace with the shifts of its ranks set anew, and the extent with them. Times stay those of the files. A trace that
/// someone else holds stays as it is, and its columns are shared.
std::shared_ptr<const Trace> onAxis(std::shared_ptr<const Trace> trace, ClockUse use);

} // namespace tideline
