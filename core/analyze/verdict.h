// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/base/message.h"
#include "core/base/time.h"

namespace tideline {

/// What limits a job most.
enum class Verdict {
    Host,
    Compute,
    Transfer,
    Waiting,
    Loader,
    Balanced,
    Unknown ///< the profile does not say what the device did
};

/// Stable word of documents: "host", "compute", …
std::string_view wordOf(Verdict verdict);
/// One sentence for people.
TextKey sentenceOf(Verdict verdict);

/// Where the wall time of a step goes; parts that exclude one another.
struct WallParts {
    Duration computing;
    Duration exposedCommunication;
    std::optional<double> waitRatio; ///< of the communication; none: unknown
    Duration idle;                   ///< without the loader's part
    Duration loader;
};

/// The greatest part, if it is at least 40 % of all; else Balanced. Communication that nothing splits into transfer and
/// waiting counts as transfer.
Verdict verdictOf(const WallParts& parts);

} // namespace tideline
