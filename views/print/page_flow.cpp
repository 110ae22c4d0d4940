// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/page_flow.h"

namespace tideline {

namespace {

/// Height of the piece and of all that must stay with it.
double groupHeight(const PageFlow& flow, std::size_t first, std::size_t& last)
{
    double height = 0;
    for (last = first; last < flow.pieces.size(); ++last) {
        height += flow.pieces[last].height;
        if (!flow.pieces[last].keepWithNext)
            break;
    }
    return height;
}

} // namespace

std::vector<PaperPage> paginated(const PageFlow& flow, double pageHeight)
{
    std::vector<PaperPage> pages(1);
    double y = 0;
    std::size_t groupEnd = 0; // pieces before it were decided together
    for (std::size_t i = 0; i < flow.pieces.size(); ++i) {
        const PagePiece& piece = flow.pieces[i];
        double needed = piece.height;
        if (i >= groupEnd) {
            std::size_t last = i;
            const double whole = groupHeight(flow, i, last);
            groupEnd = last + 1;
            needed = whole <= pageHeight ? whole : piece.height;
        }
        if (y > 0 && y + needed > pageHeight) {
            pages.emplace_back();
            y = 0;
            if (piece.head != PagePiece::kNoHead) {
                const PagePiece& head = flow.heads[static_cast<std::size_t>(piece.head)];
                pages.back().push_back({&head, y});
                y += head.height;
            }
        }
        if (y == 0 && !piece.paint)
            continue;
        pages.back().push_back({&piece, y});
        y += piece.height;
    }
    if (pages.size() > 1 && pages.back().empty())
        pages.pop_back();
    return pages;
}

} // namespace tideline
