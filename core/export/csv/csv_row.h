// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace tideline {

/// One line of a CSV file after RFC 4180, in the C locale, ended by a newline.
class CsvRow {
public:
    /// A text cell, quoted where needed. A leading = + - @ (or a tab or return) gets an apostrophe in front, so that
    /// no spreadsheet takes it for a formula.
    CsvRow& text(std::string_view value);
    CsvRow& number(std::int64_t value);
    CsvRow& number(std::uint64_t value);
    CsvRow& real(double value); ///< shortest form that reads back the same; NaN is an empty cell
    CsvRow& nothing();          ///< an empty cell: unknown
    CsvRow& number(std::optional<std::int64_t> value) { return value ? number(*value) : nothing(); }
    CsvRow& real(std::optional<double> value) { return value ? real(*value) : nothing(); }
    CsvRow& time(std::optional<Duration> value) { return value ? number(value->ns) : nothing(); }
    CsvRow& instant(std::optional<Instant> value) { return value ? number(value->ns) : nothing(); }

    /// The line, newline included; the row is empty again.
    std::string take();

    static std::string header(std::initializer_list<std::string_view> names);

private:
    void separate();

    std::string m_line;
    bool m_first = true;
};

} // namespace tideline
