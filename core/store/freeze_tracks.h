// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/store/track.h"

namespace tideline {

/// Old track rows in the order of display: rank number, process (sort index, then appearance), track (sort index, then
/// number, then text). An unfinished track follows the thread it belongs to, asynchronous ones end their process.
std::vector<std::uint32_t> displayOrder(const std::vector<RankInfo>& ranks, const std::vector<ProcessInfo>& processes,
                                        const std::vector<TrackInfo>& tracks);

/// Gives every track without a name the one of its thread, or one made of its id.
void nameTracks(const std::vector<ProcessInfo>& processes, std::vector<TrackInfo>& tracks);

} // namespace tideline
