// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/time.h"

namespace tideline {

/// Finds the least free row for a slice: a tree over the rows that knows from when on each is free. O(log rows).
class RowFinder {
public:
    /// Takes the least row >= `least` that is free at `start`, and keeps it until `freeAt`.
    /// `least` is at most the number of rows taken so far.
    std::uint32_t place(std::uint32_t least, Instant start, Instant freeAt)
    {
        std::size_t node = firstFree(least, start);
        while (node == 0) {
            grow();
            node = firstFree(least, start);
        }
        const std::size_t row = node - m_leaves;
        m_freeAt[node] = freeAt.ns;
        for (node /= 2; node > 0; node /= 2)
            m_freeAt[node] = std::min(m_freeAt[2 * node], m_freeAt[2 * node + 1]);
        return static_cast<std::uint32_t>(row);
    }

private:
    static constexpr std::int64_t kAlwaysFree = std::numeric_limits<std::int64_t>::min();

    /// The leaf of the row, or 0 when all rows from `least` on are taken.
    std::size_t firstFree(std::uint32_t least, Instant start) const
    {
        if (least >= m_leaves)
            return 0;
        std::size_t node = m_leaves + least;
        while (m_freeAt[node] > start.ns) {
            while (node & 1U)
                node /= 2;
            if (node == 0)
                return 0;
            ++node;
        }
        while (node < m_leaves) {
            node *= 2;
            if (m_freeAt[node] > start.ns)
                ++node;
        }
        return node;
    }

    void grow()
    {
        std::vector<std::int64_t> tree(4 * m_leaves, kAlwaysFree);
        std::copy(m_freeAt.begin() + static_cast<std::ptrdiff_t>(m_leaves), m_freeAt.end(),
                  tree.begin() + static_cast<std::ptrdiff_t>(2 * m_leaves));
        m_leaves *= 2;
        for (std::size_t node = m_leaves - 1; node > 0; --node)
            tree[node] = std::min(tree[2 * node], tree[2 * node + 1]);
        m_freeAt = std::move(tree);
    }

    std::size_t m_leaves = 4;
    std::vector<std::int64_t> m_freeAt = std::vector<std::int64_t>(8, kAlwaysFree); // node 1 is the root
};

} // namespace tideline
