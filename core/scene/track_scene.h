// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/scene/category.h"
#include "core/scene/time_axis.h"
#include "core/store/trace.h"

namespace tideline {

class SliceMip;

/// What to draw of one track, in whole device pixels: painting fills boxes, picking asks the same boxes.
struct TrackScene {
    /// Columns [x0, x1) of one drawn row. Boxes of a row are sorted and never overlap.
    struct Box {
        std::int32_t x0 = 0;
        std::int32_t x1 = 0;
        SliceId slice;           ///< the longest slice that starts in the box or covers it
        StringId name;           ///< the name with most time
        std::uint32_t count = 0; ///< slices drawn by this box
        float busyFraction = 1;  ///< share of the box's time in slices; 1 for a slice of its own width
        std::uint16_t row = 0;
        Category category = Category::Other;
        bool openLeft = false;  ///< the slice begins before the visible range
        bool openRight = false; ///< the slice ends after it
        bool operator==(const Box&) const = default;
    };
    struct Tick {
        std::int32_t x = 0;
        InstantId instant; ///< the first one in this column
        std::uint32_t count = 0;
    };
    /// A stretch without slices on a device stream.
    struct Gap {
        std::int32_t x0 = 0;
        std::int32_t x1 = 0;
    };

    TrackId track;
    TrackKind kind = TrackKind::Other;
    std::vector<Box> boxes;             ///< by row, then x
    std::vector<std::uint32_t> rowEnds; ///< boxes of row r end here and start at rowEnds[r - 1]
    std::vector<Tick> ticks;
    std::vector<Gap> gaps;

    std::span<const Box> rowBoxes(std::uint32_t row) const;
    /// The box that paints column x of row, or null. O(log boxes).
    const Box* boxAt(double x, std::uint32_t row) const;
    std::optional<SliceId> sliceAt(double x, std::uint32_t row) const;
    /// The instant nearest to x within reach pixels.
    std::optional<InstantId> instantAt(double x, double reach) const;
};

struct TrackSceneOptions {
    std::uint32_t rows = ~std::uint32_t{0}; ///< only the first rows
    int idleGapPx = 0;                      ///< shortest gap to report; 0: none
};

/// Builds the scene of one track. The axis is the common one and its width a whole number of device pixels. Rows with
/// up to 8 slices a pixel in view (16 where they come in bursts) are walked, others ask the mip: O(pixels · log n) a row.
TrackScene buildTrackScene(const Trace& trace, const SliceMip* mip, CategoryCache& categories, TrackId track,
                           const TimeAxis& axis, const TrackSceneOptions& options);

} // namespace tideline
