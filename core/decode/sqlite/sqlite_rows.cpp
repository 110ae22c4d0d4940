// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/sqlite/sqlite_rows.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "core/decode/decimal.h"
#include "core/decode/sqlite/sqlite_state.h"

namespace tideline {

namespace {

constexpr double kInt64Limit = 9.2233720368547e18;

std::string_view textOf(sqlite3_value* value)
{
    const auto* const bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
    const int length = sqlite3_value_bytes(value);
    return bytes && length > 0 ? std::string_view(bytes, static_cast<std::size_t>(length)) : std::string_view{};
}

template <typename Number>
std::optional<Number> parsed(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        return {};
    return number;
}

} // namespace

void SqliteRows::Close::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

bool SqliteRows::next()
{
    if (!m_statement || !m_status)
        return false;
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW && m_count < m_state->maxRows()) {
        ++m_count;
        return true;
    }
    if (code == SQLITE_ROW)
        m_status = Error{ErrorCode::Damaged, "the database repeats its pages", m_state->path.string() + ":" + m_table,
                         "Export the profile again"};
    else if (code != SQLITE_DONE)
        m_status = m_state->error(code, m_table);
    m_statement.reset();
    return false;
}

std::int64_t SqliteRows::rowId() const
{
    return sqlite3_column_int64(m_statement.get(), static_cast<int>(m_present.size()));
}

bool SqliteRows::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::optional<std::int64_t> SqliteRows::integer(int column) const
{
    sqlite3_value* const value = sqlite3_column_value(m_statement.get(), column);
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: return sqlite3_value_int64(value);
    case SQLITE_FLOAT: {
        const double number = sqlite3_value_double(value);
        return std::abs(number) < kInt64Limit ? std::optional<std::int64_t>(std::llround(number)) : std::nullopt;
    }
    case SQLITE_TEXT: {
        const std::string_view text = textOf(value);
        const auto number = parsed<std::int64_t>(text);
        return number ? number : scaledDecimal(text, 0);
    }
    default: return {};
    }
}

double SqliteRows::number(int column) const
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    sqlite3_value* const value = sqlite3_column_value(m_statement.get(), column);
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: return static_cast<double>(sqlite3_value_int64(value));
    case SQLITE_FLOAT: {
        const double number = sqlite3_value_double(value);
        return std::isfinite(number) ? number : kNone;
    }
    case SQLITE_TEXT: {
        const double number = parsed<double>(textOf(value)).value_or(kNone);
        return std::isfinite(number) ? number : kNone;
    }
    default: return kNone;
    }
}

std::string_view SqliteRows::text(int column) const
{
    sqlite3_value* const value = sqlite3_column_value(m_statement.get(), column);
    const int type = sqlite3_value_type(value);
    return type == SQLITE_NULL || type == SQLITE_BLOB ? std::string_view{} : textOf(value);
}

} // namespace tideline
