// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_kind.h"

#include <algorithm>

#include "core/import/table/table_patterns.h"

namespace tideline {

namespace {

bool has(const std::vector<std::string>& header, const std::vector<std::string_view>& names)
{
    return std::any_of(names.begin(), names.end(), [&header](std::string_view name) {
        return std::find(header.begin(), header.end(), name) != header.end();
    });
}

} // namespace

KnownTable tableOf(const std::vector<std::string>& header)
{
    for (const TablePattern& pattern : tablePatterns()) {
        const bool all = std::all_of(pattern.columns.begin(), pattern.columns.end(),
                                     [&header](const auto& names) { return has(header, names); });
        if (all)
            return pattern.table;
    }
    return {};
}

std::string_view tableName(const KnownTable& table, const std::filesystem::path& path)
{
    const bool isTwin = !table.twin.empty() && path.filename().string().starts_with(table.twin);
    return isTwin ? table.twin : table.name;
}

int columnOf(const std::vector<std::string>& header, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names) {
        const auto found = std::find(header.begin(), header.end(), name);
        if (found != header.end())
            return static_cast<int>(found - header.begin());
    }
    return -1;
}

bool isMissingCell(std::string_view cell)
{
    return cell.empty() || cell == "N/A" || cell == "NA";
}

} // namespace tideline
