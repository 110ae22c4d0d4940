// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv/csv_row.h"

#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace tideline {

void CsvRow::separate()
{
    if (!m_first)
        m_line += ',';
    m_first = false;
}

CsvRow& CsvRow::text(std::string_view value)
{
    separate();
    const bool formula = !value.empty() && std::string_view("=+-@\t\r").find(value.front()) != std::string_view::npos;
    const bool quoted = value.find_first_of(",\"\r\n") != std::string_view::npos;
    if (quoted)
        m_line += '"';
    if (formula)
        m_line += '\'';
    for (const char c : value) {
        if (c == '"')
            m_line += '"';
        m_line += c;
    }
    if (quoted)
        m_line += '"';
    return *this;
}

CsvRow& CsvRow::number(std::int64_t value)
{
    separate();
    fmt::format_to(std::back_inserter(m_line), "{}", value);
    return *this;
}

CsvRow& CsvRow::number(std::uint64_t value)
{
    separate();
    fmt::format_to(std::back_inserter(m_line), "{}", value);
    return *this;
}

CsvRow& CsvRow::real(double value)
{
    separate();
    if (std::isfinite(value))
        fmt::format_to(std::back_inserter(m_line), "{}", value);
    return *this;
}

CsvRow& CsvRow::nothing()
{
    separate();
    return *this;
}

std::string CsvRow::take()
{
    m_line += '\n';
    m_first = true;
    return std::exchange(m_line, {});
}

std::string CsvRow::header(std::initializer_list<std::string_view> names)
{
    CsvRow row;
    for (const std::string_view name : names)
        row.text(name);
    return row.take();
}

} // namespace tideline
