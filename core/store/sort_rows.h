// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/progress.h"

namespace tideline {

/// Stable sort in blocks, so that a cancelled job stops within milliseconds; false when it did. O(n log n), O(n) where
/// the rows stand in order already.
template <typename Row, typename Less>
bool sortRows(std::vector<Row>& rows, Less less, const Progress& progress)
{
    constexpr std::ptrdiff_t kBlock = 1 << 15;
    const auto at = [&](std::ptrdiff_t i) {
        return rows.begin() + std::min(i, static_cast<std::ptrdiff_t>(rows.size()));
    };
    const auto size = static_cast<std::ptrdiff_t>(rows.size());
    for (std::ptrdiff_t first = 0; first < size; first += kBlock) {
        if (progress.cancelled())
            return false;
        if (!std::is_sorted(at(first), at(first + kBlock), less))
            std::stable_sort(at(first), at(first + kBlock), less);
    }
    for (std::ptrdiff_t width = kBlock; width < size; width *= 2) {
        for (std::ptrdiff_t first = 0; first + width < size; first += 2 * width) {
            if (progress.cancelled())
                return false;
            const auto middle = at(first + width);
            if (less(*middle, *(middle - 1)))
                std::inplace_merge(at(first), middle, at(first + 2 * width), less);
        }
    }
    return true;
}

} // namespace tideline
