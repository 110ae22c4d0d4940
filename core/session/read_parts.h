// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/session/session.h"

namespace tideline {

enum class PartOutcome { Read, PartlyRead, Failed, NotChosen, LeftOut, NotAnalysed, Unreadable };

/// A part of a profile as discovery listed it, and what became of it.
struct ReadPart {
    ListedPart part; ///< with the rank, device and host that reading told
    PartOutcome outcome = PartOutcome::Read;
    std::string reason; ///< of the outcome; of a part that was read what to know about it
};

/// In the order of the listing. O((parts + files) log files).
std::vector<ReadPart> readParts(const Session& session);

} // namespace tideline
