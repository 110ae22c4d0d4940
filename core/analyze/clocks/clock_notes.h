// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/message.h"
#include "core/store/axis.h"
#include "core/store/track.h"

namespace tideline {

/// What was done about the clocks, in words: a sentence for each rank and one for its host, with what it was shifted by or
/// why it was not. Nothing where nothing is known. O(ranks).
std::vector<Message> clockNotes(const std::vector<RankInfo>& ranks, ClockUse use);

} // namespace tideline
