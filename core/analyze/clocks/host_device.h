// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analyze/clocks/band.h"
#include "core/base/time.h"
#include "core/store/rank_clock.h"

namespace tideline::clocks {

/// The device did something because the host had asked for it.
struct Launch {
    Instant host;
    Instant device;
};

/// A call came back; the item on the device was over by then, if it is one that the call waited for.
struct Return {
    Instant host;
    Instant device;
    std::uint32_t call = 0; ///< several candidates may stand for one call
};

/// What both sides of a rank saw.
struct SharedEvents {
    std::vector<Launch> launches;
    std::vector<Launch> markers; ///< set by the host, seen by the device
    std::vector<Return> returns;
};

/// From the host's clock to the device's: lines, one behind the other.
struct HostDevice {
    struct Piece {
        std::int64_t end = 0; ///< on the device's clock; the last piece goes on
        Line line;            ///< added to device times it gives host times
        double residualNs = 0;
        bool level = false; ///< no slope could be told
    };
    std::vector<Piece> pieces; ///< empty: nothing is known
    std::uint64_t launches = 0;
    std::uint64_t synchronisations = 0; ///< that gave a bound
    std::uint64_t markers = 0;
    ClockDoubt doubt = ClockDoubt::NoPartner;

    /// What a device time is on the host's clock; itself while nothing is known.
    Instant onHost(Instant device) const;
    double residualNs() const;
};

/// A kernel starts no earlier than its launch and a call returns no earlier than what it waited for: per piece of 30 s the
/// line in the middle of what both leave. Its error is half the difference between the least delays of both kinds. With
/// fewer than five synchronising calls and markers a piece gets an offset without a slope. O(n log n).
HostDevice alignHostDevice(SharedEvents events);

} // namespace tideline::clocks
