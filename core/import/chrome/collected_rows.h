// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tideline {

/// Rows in the order of their coming, in chunks: growing neither copies rows nor touches fresh memory twice.
template <typename Row>
class CollectedRows {
public:
    void push_back(const Row& row)
    {
        if (m_chunks.empty() || m_chunks.back().size() == m_chunks.back().capacity())
            addChunk();
        m_chunks.back().push_back(row);
    }

    bool empty() const { return m_chunks.empty(); }
    std::vector<std::vector<Row>>& chunks() { return m_chunks; }
    const std::vector<std::vector<Row>>& chunks() const { return m_chunks; }
    std::vector<std::vector<Row>> takeChunks() { return std::exchange(m_chunks, {}); }

    /// Calls body(row) for each.
    template <typename Body>
    void forEach(Body&& body) const
    {
        for (const std::vector<Row>& chunk : m_chunks) {
            for (const Row& row : chunk)
                body(row);
        }
    }

private:
    static constexpr std::size_t kFirst = 16;
    static constexpr std::size_t kMost = 4096;

    void addChunk()
    {
        const std::size_t rows = m_chunks.empty() ? kFirst : std::min(2 * m_chunks.back().size(), kMost);
        m_chunks.emplace_back().reserve(rows);
    }

    std::vector<std::vector<Row>> m_chunks;
};

} // namespace tideline
