// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/string_ids.h"

#include <algorithm>
#include <numeric>

namespace tideline {

void StringIds::add(std::int64_t id, StringId text)
{
    m_ids.push_back(id);
    m_texts.push_back(text);
}

void StringIds::finish()
{
    if (!std::is_sorted(m_ids.begin(), m_ids.end())) {
        std::vector<std::uint32_t> order(m_ids.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return m_ids[a] < m_ids[b]; });
        std::vector<std::int64_t> ids;
        std::vector<StringId> texts;
        for (const std::uint32_t place : order) {
            ids.push_back(m_ids[place]);
            texts.push_back(m_texts[place]);
        }
        m_ids = std::move(ids);
        m_texts = std::move(texts);
    }
    for (std::uint32_t i = 0; i < m_ids.size(); ++i) {
        if (!m_runs.empty() && m_runs.back().holds(m_ids[i]))
            continue; // an id twice: the first counts
        const bool follows = !m_runs.empty() && m_runs.back().begin + m_runs.back().count == i
                             && m_ids[i] - m_runs.back().first == static_cast<std::int64_t>(m_runs.back().count);
        if (follows)
            ++m_runs.back().count;
        else
            m_runs.push_back({m_ids[i], i, 1});
    }
    m_ids = {};
}

StringId StringIds::findRun(std::int64_t id) const
{
    const auto after = std::upper_bound(m_runs.begin(), m_runs.end(), id,
                                        [](std::int64_t i, const Run& run) { return i < run.first; });
    if (after == m_runs.begin() || !std::prev(after)->holds(id))
        return {};
    m_last = static_cast<std::size_t>(std::prev(after) - m_runs.begin());
    return m_texts[m_runs[m_last].place(id)];
}

} // namespace tideline
