// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/store/trace.h"

namespace tideline {

/// What a track can give to a call tree.
enum class FlameRole : std::uint8_t { Out, Host, Cann, Device };

FlameRole flameRoleOf(const Trace& trace, const TrackInfo& track);

/// The slice above each slice in the stacks: its parent on the track, else the host slice that runs around a CANN call
/// on the same thread, the call that queued it, or for device work the call that launched it. May hold circles when
/// the arrows of a file do.
struct FlameLinks {
    std::vector<FlameRole> roles;     ///< by track
    std::vector<SliceId> up;          ///< by slice
    std::vector<std::int64_t> hosted; ///< ns of other tracks' slices that run inside a slice; empty when there are none
};

/// O(slices + flows), plus the rows of a thread for each CANN call without a parent.
FlameLinks linkSlices(const Trace& trace, const std::stop_token& stop);

} // namespace tideline
