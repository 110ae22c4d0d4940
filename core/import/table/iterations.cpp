// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/iterations.h"

#include <algorithm>

#include "core/decode/decimal.h"

namespace tideline {

void Iterations::begin(const TableReader& table)
{
    m_iteration = columnOf(table.header(), {"Iteration ID"});
    m_model = columnOf(table.header(), {"Model ID"});
    m_end = columnOf(table.header(), {"Iteration End(us)"});
    m_length = columnOf(table.header(), {"Iteration Time(us)"});
}

void Iterations::read(const TableReader& table, RankId rank)
{
    const std::int64_t number = table.integer(m_iteration);
    const auto end = nanosFromMicros(table.row().field(m_end));
    const auto length = nanosFromMicros(table.row().field(m_length));
    if (number == kNoInteger || !end || !length || *length <= 0)
        return;
    m_ranks[rank][table.integer(m_model)].try_emplace(number,
                                                      TimeRange{Instant{*end} - Duration{*length}, Instant{*end}});
}

void Iterations::finish(TraceBuilder& builder)
{
    for (const auto& [rank, models] : m_ranks) {
        const auto longest = std::max_element(models.begin(), models.end(), [](const auto& a, const auto& b) {
            return a.second.size() < b.second.size();
        });
        for (const auto& [number, range] : longest->second)
            builder.addStep({rank, number, range, StepSource::Marked});
    }
    m_ranks.clear();
}

} // namespace tideline
