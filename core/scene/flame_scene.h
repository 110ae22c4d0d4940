// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analyze/flame.h"

namespace tideline {

/// The part of a flame graph in view, in weight from its left edge. What lies above a frame that fills the view is as
/// wide as the view.
struct FlameView {
    double from = 0;
    double to = 0;
    double length() const { return to - from; }
    bool operator==(const FlameView&) const = default;
};

/// Frames narrower than this share of the view are drawn as one cell.
constexpr double kLeastFlameShare = 0.001;

/// What to draw of a flame graph: boxes row by row, left to right. Clicks ask the same boxes.
struct FlameScene {
    struct Box {
        double x0 = 0;
        double x1 = 0;
        std::uint32_t depth = 0;
        std::uint32_t frame = 0;  ///< the frame, or the first of a merged cell
        std::uint32_t merged = 0; ///< 0: one frame; else how many neighbours the cell stands for
        std::uint64_t hidden = 0; ///< frames in a merged cell, those below included
        std::int64_t weight = 0;
    };
    std::vector<Box> boxes;
    std::vector<std::size_t> firstOfRow; ///< one more than rows
    double width = 0;

    std::uint32_t rows() const { return firstOfRow.empty() ? 0 : static_cast<std::uint32_t>(firstOfRow.size() - 1); }
    std::span<const Box> row(std::uint32_t depth) const;
    /// The box at a point, null where there is none. O(log boxes).
    const Box* at(double x, std::int64_t depth) const;
    /// The box of one frame, null when it is out of view or merged. O(boxes of its row).
    const Box* boxOf(std::uint32_t frame, std::uint32_t depth) const;
};

/// O(rows · (pixels + 1000) · log frames), however many frames there are.
FlameScene buildFlameScene(const FlameTree& tree, FlameView view, double width);

/// The view that a frame fills.
FlameView viewOf(const FlameTree& tree, std::uint32_t frame);

} // namespace tideline
