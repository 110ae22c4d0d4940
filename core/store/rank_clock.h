// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace tideline {

/// Why clocks were left as the files have them.
enum class ClockDoubt : std::uint8_t {
    None,
    NoPartner,     ///< nothing that two ranks did together; or nothing that both sides of a rank saw
    TooFew,        ///< fewer symmetric collectives than an alignment needs
    OneSided,      ///< only one of the two bounds is known
    WholeStep,     ///< a shift by a whole step fits as well
    Contradiction, ///< what was recorded cannot have happened on any two clocks that run alike
    TooFarApart,   ///< the times of the files are years apart
    StepNumbers,   ///< the steps that have one number on both ranks do not go together
};

/// How far the host's clock of a rank is from its device's: what is added to host times to put them on the device's axis.
struct HostClock {
    Duration shift;      ///< in the middle of the recording
    double driftPpm = 0; ///< how much faster the host's clock runs, in the middle of the recording
    Duration residual;   ///< half of the widest band that causes and effects leave
    std::uint64_t launches = 0;
    std::uint64_t synchronisations = 0;
    std::uint64_t markers = 0;
    ClockDoubt doubt = ClockDoubt::None;
};

/// How the clocks of a rank were brought onto those of the first. All of it is beside what the files declare (time base).
struct RankClock {
    Duration shift;      ///< added to the rank's times, right in the middle of the recording
    double driftPpm = 0; ///< how much faster the rank's clock runs than that of the first; 0 where it cannot be told
    Duration residual;   ///< how far the shift may be off
    std::uint64_t collectives = 0; ///< symmetric ones, that it rests on
    std::optional<Duration> least; ///< the shift is between these two whatever else holds
    std::optional<Duration> most;
    ClockDoubt doubt = ClockDoubt::None;
    HostClock host;
};

} // namespace tideline
