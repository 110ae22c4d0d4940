// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tideline {

/// Finds positions by integer keys. Keys of databases are mostly counted up from somewhere: then a lookup is one read.
class KeyIndex {
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    KeyIndex() = default;
    /// The position of a key is its place in the list; of equal keys the first counts. O(n), O(n log n) when sparse.
    explicit KeyIndex(const std::vector<std::int64_t>& keys)
    {
        if (keys.empty())
            return;
        const auto [least, greatest] = std::minmax_element(keys.begin(), keys.end());
        m_first = *least;
        const std::uint64_t span = static_cast<std::uint64_t>(*greatest) - static_cast<std::uint64_t>(m_first);
        if (span / kMostHoles < keys.size()) {
            m_dense.assign(static_cast<std::size_t>(span) + 1, kNone);
            for (std::size_t i = keys.size(); i-- > 0;)
                m_dense[offset(keys[i])] = static_cast<std::uint32_t>(i);
            return;
        }
        m_sparse.reserve(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i)
            m_sparse.emplace_back(keys[i], static_cast<std::uint32_t>(i));
        std::sort(m_sparse.begin(), m_sparse.end());
    }

    /// kNone for an unknown key.
    std::uint32_t find(std::int64_t key) const
    {
        if (m_sparse.empty())
            return key >= m_first && offset(key) < m_dense.size() ? m_dense[offset(key)] : kNone;
        const auto found = std::lower_bound(m_sparse.begin(), m_sparse.end(), std::pair{key, std::uint32_t{0}});
        return found != m_sparse.end() && found->first == key ? found->second : kNone;
    }
    bool has(std::int64_t key) const { return find(key) != kNone; }

private:
    static constexpr std::uint64_t kMostHoles = 8; // entries of the dense form per key

    std::size_t offset(std::int64_t key) const
    {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(key) - static_cast<std::uint64_t>(m_first));
    }

    std::int64_t m_first = 0;
    std::vector<std::uint32_t> m_dense;
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_sparse;
};

} // namespace tideline
