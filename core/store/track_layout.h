// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/progress.h"
#include "core/store/rows.h"
#include "core/store/track.h"

namespace tideline {

/// The slices of one track in track order (start, longer first, file order) and where each of them goes.
struct TrackLayout {
    static constexpr std::uint32_t kNoParent = ~std::uint32_t{0};

    std::vector<SliceRow> slices;
    std::vector<std::uint32_t> parent; ///< index of a slice, or kNoParent
    std::vector<Duration> self;
    std::vector<std::uint32_t> position; ///< place of a slice in the order (row, start)
    std::vector<std::uint32_t> order;    ///< the slice at a place
    std::vector<RowRange> rows;          ///< places of each row
    Duration busy;
    Duration sum;
    std::uint32_t overlapping = 0;
    std::uint32_t enclosing = 0;
    std::optional<TimeRange> extent;
};

/// Sorts the slices of a track, which come in chunks, and finds parents, rows, self times and sums as cli.md defines them.
/// `device`: enclosing slices are counted. O(n log n), O(n) on sorted input with few rows; unfinished when cancelled.
TrackLayout layoutTrack(std::vector<std::vector<SliceRow>> chunks, bool device, const Progress& progress);

} // namespace tideline
