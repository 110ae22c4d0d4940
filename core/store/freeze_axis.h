// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/store/axis.h"
#include "core/store/tables.h"
#include "core/store/track.h"

namespace tideline {

/// Ranks that declare different time bases are moved by the distance to the least of them; all others stay. Aligned, what
/// their clocks differ by comes on top.
void setAxisShifts(std::vector<RankInfo>& ranks, ClockUse use = ClockUse::AsRecorded);

/// First to last event of all tracks and counters, moved by the shifts of their ranks where `shifted`; none without
/// events.
std::optional<TimeRange> eventExtent(const std::vector<RankInfo>& ranks, const std::vector<ProcessInfo>& processes,
                                     const std::vector<TrackInfo>& tracks, const std::vector<CounterInfo>& counters,
                                     const InstantColumns& instants, const SampleColumns& samples, bool shifted);

} // namespace tideline
