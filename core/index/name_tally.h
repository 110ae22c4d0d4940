// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "core/base/id.h"

namespace tideline {

/// Sums time by name for a few names at once; when full, the least gives way to a greater newcomer.
template <std::size_t Places>
class NameTally {
public:
    void add(StringId name, float ns)
    {
        std::size_t least = 0;
        for (std::size_t i = 0; i < m_used; ++i) {
            if (m_names[i] == name) {
                m_ns[i] += ns;
                return;
            }
            if (m_ns[i] < m_ns[least])
                least = i;
        }
        if (m_used < Places)
            least = m_used++;
        else if (m_ns[least] >= ns)
            return;
        m_names[least] = name;
        m_ns[least] = ns;
    }

    /// The name with most time, the earliest of equals; none when nothing was added.
    std::pair<StringId, float> best() const
    {
        std::size_t most = 0;
        for (std::size_t i = 1; i < m_used; ++i)
            most = m_ns[i] > m_ns[most] ? i : most;
        return m_used ? std::pair{m_names[most], m_ns[most]} : std::pair{StringId{}, 0.0F};
    }
    bool empty() const { return m_used == 0; }
    void clear() { m_used = 0; }

private:
    std::array<StringId, Places> m_names{};
    std::array<float, Places> m_ns{};
    std::size_t m_used = 0;
};

} // namespace tideline
