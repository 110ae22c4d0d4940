// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/decode/sqlite/sqlite_rows.h"

namespace tideline {

struct SqliteOptions {
    std::filesystem::path scratchDir; ///< for the private copy that unmerged changes need; empty: the system's
    int maxCellBytes = 64 << 20;      ///< a row with a larger text ends its table
};

struct SqliteTable {
    std::string name;
    std::vector<std::string> columns; ///< stored ones; generated columns are left out
};

struct SqliteState; ///< the connection; private to this folder

/// True if the bytes begin as an SQLite database does.
bool isSqliteHead(std::string_view head);

/// A database file, read only. Nothing is created or changed beside the file: without unmerged changes it is read as
/// immutable, which needs no lock and no help files; else a private copy is merged and read. The file is not trusted:
/// no triggers, views, virtual tables or extensions, and sizes are limited. One thread at a time.
class SqliteDatabase {
public:
    static Result<SqliteDatabase> open(const std::filesystem::path& path, const SqliteOptions& options,
                                       const Progress& progress);
    SqliteDatabase(SqliteDatabase&&) noexcept;
    SqliteDatabase& operator=(SqliteDatabase&&) noexcept;
    ~SqliteDatabase();

    const std::filesystem::path& path() const;
    std::uint64_t bytes() const;
    /// The file is shorter than it says: tables are read as far as they go.
    bool damaged() const;

    const std::vector<SqliteTable>& tables() const; ///< in the order of their making, without views
    /// By name in any case of letters; null if there is none.
    const SqliteTable* table(std::string_view name) const;
    bool has(std::string_view table, std::string_view column) const;

    /// Reads every row once; O(pages).
    Result<std::uint64_t> countRows(const SqliteTable& table) const;
    /// The greatest row id, a guess at the number of rows; O(log n).
    std::uint64_t guessRows(const SqliteTable& table) const;

    /// The rows in file order with these columns; a column that the table lacks is NULL in every row. A table that is
    /// absent has no rows. The database must outlive them.
    SqliteRows rows(std::string_view table, std::span<const std::string_view> columns) const;
    /// The rows of the table where `key` is `value`; without an index it reads them all.
    SqliteRows rowsWhere(std::string_view table, std::span<const std::string_view> columns, std::string_view key,
                         std::int64_t value) const;

private:
    explicit SqliteDatabase(std::unique_ptr<SqliteState> state);
    std::unique_ptr<SqliteState> m_state;
};

} // namespace tideline
