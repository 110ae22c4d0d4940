// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"

namespace tideline {

/// A counting sort of the rows [first, last) on all threads: calls put(place, row) with place counted from `first`, rows
/// of group(row) = 0 before those of group 1 and so on, in their order within each. Returns where each group starts and,
/// as one more entry, `last`; nothing when cancelled, and then not all places were put. O(rows + groups · threads); put is
/// called from several threads, once for each place.
template <typename Group, typename Put>
std::vector<std::size_t> groupRows(std::size_t first, std::size_t last, std::size_t groups, TaskPool& pool,
                                   const Progress& progress, const Group& group, const Put& put)
{
    constexpr std::size_t kCancelMask = 0xFFFF;
    const std::size_t rows = last - first;
    const std::size_t most = groups > 0 ? rows / groups : 0; // counting must not cost more than the rows do
    const std::size_t stretches = std::clamp<std::size_t>(most, 1, pool.threadCount());
    const auto edge = [&](std::size_t stretch) { return first + rows * stretch / stretches; };
    std::vector<std::vector<std::size_t>> places(stretches, std::vector<std::size_t>(groups, 0));
    pool.forEach(stretches, [&](std::size_t stretch) {
        for (std::size_t row = edge(stretch); row < edge(stretch + 1); ++row) {
            if ((row & kCancelMask) == 0 && progress.cancelled())
                return;
            ++places[stretch][group(row)];
        }
    });
    if (progress.cancelled())
        return {};
    std::vector<std::size_t> starts;
    starts.reserve(groups + 1);
    std::size_t place = first;
    for (std::size_t g = 0; g < groups; ++g) {
        starts.push_back(place);
        for (std::vector<std::size_t>& counts : places) {
            const std::size_t count = counts[g];
            counts[g] = place;
            place += count;
        }
    }
    starts.push_back(place);
    pool.forEach(stretches, [&](std::size_t stretch) {
        for (std::size_t row = edge(stretch); row < edge(stretch + 1); ++row) {
            if ((row & kCancelMask) == 0 && progress.cancelled())
                return;
            put(places[stretch][group(row)]++, row);
        }
    });
    if (progress.cancelled())
        starts.clear();
    return starts;
}

} // namespace tideline
