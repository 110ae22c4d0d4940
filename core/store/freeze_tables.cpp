// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_tables.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "core/store/gather.h"

namespace tideline {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kExactIntegers = 9007199254740992.0; // 2^53

bool isMissing(std::string_view cell)
{
    return cell.empty() || cell == "N/A";
}

template <typename Number>
std::optional<Number> parsed(std::string_view cell)
{
    Number value{};
    const char* const end = cell.data() + cell.size();
    const auto [stop, error] = std::from_chars(cell.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

/// The number of a cell, or none where a double cannot hold what the text says.
std::optional<double> numberIn(std::string_view cell)
{
    const std::optional<double> value = parsed<double>(cell);
    if (!value || !std::isfinite(*value))
        return std::nullopt;
    const bool integer = cell.find_first_not_of("-0123456789") == std::string_view::npos;
    if (!integer || std::abs(*value) < kExactIntegers)
        return value;
    const std::optional<std::int64_t> exact = parsed<std::int64_t>(cell);
    const bool inRange = std::abs(*value) < 9.2e18;
    return exact && inRange && static_cast<std::int64_t>(*value) == *exact ? value : std::nullopt;
}

ExtraTable::Field freezeField(ExtraColumn column, std::uint32_t rows, const StringPool& strings)
{
    ExtraTable::Field field;
    field.name = std::move(column.name);
    column.cells.resize(rows, kEmptyString);
    ColumnBuilder<double> numbers;
    bool any = false;
    for (const StringId cell : column.cells) {
        const std::string_view text = strings.text(cell);
        const std::optional<double> number = isMissing(text) ? kMissing : numberIn(text);
        if (!number)
            break;
        any = any || !std::isnan(*number);
        numbers.push(*number);
    }
    field.numeric = any && numbers.size() == rows;
    if (field.numeric)
        field.numbers = std::move(numbers).finish();
    else
        field.texts = gather(rows, [&](std::size_t i) { return column.cells[i]; });
    return field;
}

} // namespace

ExtraTable freezeTable(PendingTable pending, const StringPool& strings, TaskPool& pool)
{
    ExtraTable table;
    table.rank = pending.rank;
    table.name = std::move(pending.name);
    for (const ExtraColumn& column : pending.columns)
        table.rows = std::max(table.rows, static_cast<std::uint32_t>(column.cells.size()));
    table.fields.resize(pending.columns.size());
    pool.forEach(table.fields.size(), [&](std::size_t i) {
        table.fields[i] = freezeField(std::move(pending.columns[i]), table.rows, strings);
    });
    return table;
}

} // namespace tideline
