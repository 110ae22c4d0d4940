// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/extra_rows.h"

#include <algorithm>
#include <utility>

namespace tideline {

std::size_t ExtraRows::columnNamed(const std::string& name)
{
    const auto found = std::find(m_columns.begin(), m_columns.end(), name);
    if (found != m_columns.end())
        return static_cast<std::size_t>(found - m_columns.begin());
    m_columns.push_back(name);
    return m_columns.size() - 1;
}

void ExtraRows::begin(const TableReader& table)
{
    std::map<std::string, int> seen;
    m_places.clear();
    for (const std::string& title : table.header()) {
        const int number = ++seen[title];
        m_places.push_back(columnNamed(number == 1 ? title : title + " " + std::to_string(number)));
    }
}

void ExtraRows::add(TableReader& table, RankId rank)
{
    const std::size_t fields = std::min(table.row().fieldCount(), CsvOptions{}.maxColumns);
    while (m_places.size() < fields)
        m_places.push_back(columnNamed("field " + std::to_string(m_places.size() + 1)));
    const auto [at, fresh] = m_parts.try_emplace(rank);
    if (fresh)
        m_order.push_back(rank);
    Part& part = at->second;
    part.cells.resize(m_columns.size());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const StringId text = table.text(static_cast<int>(i));
        std::vector<StringId>& cells = part.cells[m_places[i]];
        if (text == kEmptyString && cells.size() < part.rows)
            continue;
        cells.resize(part.rows, kEmptyString);
        cells.push_back(text);
    }
    ++part.rows;
}

void ExtraRows::finish(TraceBuilder& builder)
{
    for (const RankId rank : m_order) {
        Part& part = m_parts[rank];
        part.cells.resize(m_columns.size());
        std::vector<ExtraColumn> columns;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            part.cells[i].resize(part.rows, kEmptyString);
            columns.push_back({m_columns[i], std::move(part.cells[i])});
        }
        builder.addExtraTable(rank, m_name, std::move(columns));
    }
    m_parts.clear();
    m_order.clear();
}

} // namespace tideline
