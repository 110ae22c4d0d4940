// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

struct sqlite3_stmt;

namespace tideline {

struct SqliteState;

/// A walk over rows of one table. Columns count from 0 in the order in which they were asked for.
class SqliteRows {
public:
    SqliteRows(SqliteRows&&) noexcept = default;
    SqliteRows& operator=(SqliteRows&&) noexcept = default;

    /// False at the end and on an error, which status() tells.
    bool next();
    const Status& status() const { return m_status; }
    std::uint64_t count() const { return m_count; } ///< rows so far

    bool has(int column) const { return m_present[static_cast<std::size_t>(column)]; }
    std::int64_t rowId() const; ///< 0 in tables without row ids
    bool isNull(int column) const;
    /// A whole number, also one written as text; nothing for NULL, other text, blobs and what no int64 holds.
    std::optional<std::int64_t> integer(int column) const;
    /// A finite number, also one written as text; else NaN.
    double number(int column) const;
    /// "" for NULL and blobs. Valid until the next call of next() or for this column.
    std::string_view text(int column) const;

private:
    friend class SqliteDatabase;
    struct Close {
        void operator()(sqlite3_stmt* statement) const;
    };

    SqliteRows(SqliteState* state, std::string table) : m_state(state), m_table(std::move(table)) {}

    SqliteState* m_state;
    std::string m_table;
    std::unique_ptr<sqlite3_stmt, Close> m_statement; // null: no rows
    std::vector<bool> m_present;
    std::uint64_t m_count = 0;
    Status m_status = Done{};
};

} // namespace tideline
