// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <cstddef>
#include <functional>
#include <vector>

class QPainter;

namespace tideline {

/// Something that stands on a page as a whole: a line, a row of a table, a chart.
struct PagePiece {
    static constexpr int kNoHead = -1;

    double height = 0;
    bool keepWithNext = false; ///< never the last of a page
    int head = kNoHead;        ///< of PageFlow::heads: painted again where a page begins with this piece
    std::function<void(QPainter&, QPointF)> paint; ///< at its upper left corner; missing: a gap
};

/// The report as a column of pieces.
struct PageFlow {
    std::vector<PagePiece> pieces;
    std::vector<PagePiece> heads; ///< of tables
};

struct PlacedPiece {
    const PagePiece* piece = nullptr;
    double y = 0;
};
using PaperPage = std::vector<PlacedPiece>;

/// Puts the pieces on pages of that height. Pieces that belong together move to the next page together, gaps at the top
/// of a page are left out. A piece that is higher than a page gets one of its own. O(pieces).
std::vector<PaperPage> paginated(const PageFlow& flow, double pageHeight);

} // namespace tideline
