// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/store/trace.h"

namespace tideline {

/// What lies inside a selected range; durations are clipped to it.
struct RangeStats {
    struct Name {
        StringId name;
        std::uint64_t count = 0;
        Duration sum;
    };
    Duration busy; ///< union over all slices of the selected tracks
    Duration sum;
    std::uint64_t slices = 0; ///< that reach into the range; of length zero too, if they start in it
    std::size_t distinctNames = 0;
    std::vector<Name> names; ///< most time first, equal times by text
};

/// Statistics of the slices of `tracks` in `range` on the common axis. `mostNames` 0 keeps all names.
/// O(k + log n) for k slices in the range, plus sorting the names. Default values when cancelled.
RangeStats rangeStats(const Trace& trace, std::span<const TrackId> tracks, TimeRange range, std::size_t mostNames,
                      const Progress& progress);

} // namespace tideline
