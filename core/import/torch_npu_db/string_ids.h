// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/id.h"

namespace tideline {

/// STRING_IDS of a database as ids of the trace's pool. Producers number from 0, 0x10000000 and 0x20000000, so the ids
/// form few runs.
class StringIds {
public:
    /// Ids in ascending order are the fast way; others are sorted in by finish().
    void add(std::int64_t id, StringId text);
    void finish();

    /// The text of an id, or none.
    StringId find(std::int64_t id) const
    {
        if (m_last < m_runs.size() && m_runs[m_last].holds(id))
            return m_texts[m_runs[m_last].place(id)];
        return findRun(id);
    }

private:
    struct Run {
        std::int64_t first = 0;
        std::uint32_t begin = 0; ///< place of the first text
        std::uint32_t count = 0;
        bool holds(std::int64_t id) const
        {
            return id >= first && static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(first) < count;
        }
        std::size_t place(std::int64_t id) const { return begin + static_cast<std::size_t>(id - first); }
    };
    StringId findRun(std::int64_t id) const;

    std::vector<std::int64_t> m_ids;
    std::vector<StringId> m_texts;
    std::vector<Run> m_runs;
    mutable std::size_t m_last = 0; // the run of the last answer
};

} // namespace tideline
