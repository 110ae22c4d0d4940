// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/cli/documents.h"
#include "core/session/session.h"

namespace tideline {

/// ranks[].clock of `info`: what was added to the times of a rank, and how sure that is; null where nothing is known or
/// clocks are left as recorded.
Document clockDocument(const RankInfo& rank, ClockUse use);

/// A line for each rank and each of its sides: what it was shifted by, or why it was not.
std::string clocksText(const Session& session);

} // namespace tideline
