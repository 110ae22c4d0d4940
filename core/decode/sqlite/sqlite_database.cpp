// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/sqlite/sqlite_database.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/base/mapped_file.h"
#include "core/decode/sqlite/sqlite_state.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

bool equalNoCase(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool hasColumn(const SqliteTable& table, std::string_view column)
{
    return std::any_of(table.columns.begin(), table.columns.end(),
                       [column](const std::string& own) { return equalNoCase(own, column); });
}

} // namespace

bool isSqliteHead(std::string_view head)
{
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    return head.starts_with(kMagic);
}

SqliteDatabase::SqliteDatabase(std::unique_ptr<SqliteState> state) : m_state(std::move(state))
{
}

SqliteDatabase::SqliteDatabase(SqliteDatabase&&) noexcept = default;
SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&&) noexcept = default;
SqliteDatabase::~SqliteDatabase() = default;

Result<SqliteDatabase> SqliteDatabase::open(const fs::path& path, const SqliteOptions& options,
                                            const Progress& progress)
{
    const auto file = FileReader::open(path); // tells apart what SQLite calls "unable to open"
    if (!file)
        return file.error();
    auto state = std::make_unique<SqliteState>(path, progress);
    state->bytes = file->size();
    char head[16] = {};
    if (!isSqliteHead(std::string_view(head, file->readAt(0, head, sizeof head))))
        return file->size() == 0 ? Error{ErrorCode::Damaged, "empty file", path.string(), {}}
                                 : state->error(SQLITE_NOTADB, {});
    std::error_code error;
    const fs::path real = fs::canonical(path, error); // its log lies beside the file, not beside a link to it
    if (error)
        return Error{ErrorCode::NotFound, "no such file", path.string(), {}};
    if (const Status status = state->open(real, options); !status)
        return status.error();
    return SqliteDatabase(std::move(state));
}

const fs::path& SqliteDatabase::path() const
{
    return m_state->path;
}

std::uint64_t SqliteDatabase::bytes() const
{
    return m_state->bytes;
}

bool SqliteDatabase::damaged() const
{
    return m_state->damaged;
}

const std::vector<SqliteTable>& SqliteDatabase::tables() const
{
    return m_state->tables;
}

const SqliteTable* SqliteDatabase::table(std::string_view name) const
{
    const auto found = std::find_if(m_state->tables.begin(), m_state->tables.end(),
                                    [name](const SqliteTable& table) { return equalNoCase(table.name, name); });
    return found == m_state->tables.end() ? nullptr : &*found;
}

bool SqliteDatabase::has(std::string_view table, std::string_view column) const
{
    const SqliteTable* const found = this->table(table);
    return found && hasColumn(*found, column);
}

Result<std::uint64_t> SqliteDatabase::countRows(const SqliteTable& table) const
{
    std::uint64_t count = 0;
    // The inner select keeps SQLite from its own way of counting, which cannot be interrupted and follows any page.
    const std::string sql = "SELECT count(*) FROM (SELECT 1 FROM " + identifier(table.name) + " LIMIT "
                            + std::to_string(m_state->maxRows() + 1) + ")";
    const int code = forEachRow(*m_state, sql, [&count](sqlite3_stmt* row) {
        count = static_cast<std::uint64_t>(sqlite3_column_int64(row, 0));
    });
    if (code != SQLITE_DONE)
        return m_state->error(code, table.name);
    if (count > m_state->maxRows())
        return Error{ErrorCode::Damaged, "the database repeats its pages", m_state->path.string() + ":" + table.name,
                     "Export the profile again"};
    return count;
}

std::uint64_t SqliteDatabase::guessRows(const SqliteTable& table) const
{
    std::int64_t last = 0;
    forEachRow(*m_state, "SELECT max(_rowid_) FROM " + identifier(table.name),
               [&last](sqlite3_stmt* row) { last = sqlite3_column_int64(row, 0); });
    return std::min(static_cast<std::uint64_t>(std::max<std::int64_t>(last, 0)), m_state->maxRows());
}

SqliteRows SqliteDatabase::rows(std::string_view table, std::span<const std::string_view> columns) const
{
    return rowsWhere(table, columns, {}, 0);
}

SqliteRows SqliteDatabase::rowsWhere(std::string_view name, std::span<const std::string_view> columns,
                                     std::string_view key, std::int64_t value) const
{
    SqliteRows rows(m_state.get(), std::string(name));
    const SqliteTable* const table = this->table(name);
    std::string list;
    for (const std::string_view column : columns) {
        const bool present = table && hasColumn(*table, column);
        rows.m_present.push_back(present);
        list += (present ? identifier(column) : "NULL") + ", ";
    }
    if (!table || (!key.empty() && !hasColumn(*table, key) && key != "_rowid_"))
        return rows;
    std::string rest = " FROM " + identifier(table->name);
    if (!key.empty())
        rest += " WHERE " + identifier(key) + " = " + std::to_string(value);
    m_state->allowSteps();
    sqlite3_stmt* raw = nullptr;
    int code =
        sqlite3_prepare_v2(m_state->connection, ("SELECT " + list + "_rowid_" + rest).c_str(), -1, &raw, nullptr);
    if (code == SQLITE_ERROR) // a table without row ids
        code = sqlite3_prepare_v2(m_state->connection, ("SELECT " + list + "0" + rest).c_str(), -1, &raw, nullptr);
    rows.m_statement.reset(raw);
    if (code != SQLITE_OK)
        rows.m_status = m_state->error(code, rows.m_table);
    return rows;
}

} // namespace tideline
