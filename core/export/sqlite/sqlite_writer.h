// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/export/sqlite/page_file.h"
#include "core/export/sqlite/record_cells.h"
#include "core/export/sqlite/table_pages.h"

struct sqlite3;

namespace tideline {

/// A new database, written in one go: no journal, nothing kept for a crash. First its tables are made, then rows are
/// added, which go to the file as pages without the library (a captured step has five rows a record), then
/// come indexes. The first failure is kept and returned by close(). The same calls give the same bytes.
class SqliteWriter {
public:
    SqliteWriter();
    ~SqliteWriter();
    SqliteWriter(const SqliteWriter&) = delete;
    SqliteWriter& operator=(const SqliteWriter&) = delete;

    /// Replaces what is there.
    Status open(const std::filesystem::path& path);
    /// Runs statements: at once before the first SqliteInsert, else when all rows are in.
    void run(const char* sql);
    Status close();

private:
    friend class SqliteInsert;

    enum class ColumnKind : std::uint8_t { Number, Text, Key, Other };
    struct Table {
        std::uint32_t root = 0;
        std::vector<std::string> names;
        std::vector<ColumnKind> kinds;
        bool plain = false; ///< empty, without an index, and of columns that TablePages can hold
    };
    using Value = std::variant<std::monostate, std::int64_t, double, std::string>;
    /// A row for the library: what does not follow in order, is too long, or needs a conversion.
    struct LateRow {
        std::string table;
        std::optional<std::int64_t> key; ///< of a table that has none of its own
        std::vector<Value> values;
    };

    void connect();
    void disconnect();
    const Table* beginRows(std::string_view table);
    void readTables();
    void addLateRows();
    std::string insertSql(const LateRow& row) const;
    void fail(int code);

    std::filesystem::path m_path;
    sqlite3* m_connection = nullptr;
    Status m_status = Done{};
    bool m_rows = false; ///< past the making of tables
    std::map<std::string, Table, std::less<>> m_tables;
    sqlite::PageFile m_pages;
    sqlite::RecordCells m_cells; ///< of the row that is being added
    std::vector<LateRow> m_late;
    std::string m_afterwards; ///< statements
};

/// Adds rows to one table. finish() has to be called before its writer is closed.
class SqliteInsert {
public:
    /// Keys of the table come in order, or in two orders side by side: below `split`, and from there on.
    void prepare(SqliteWriter& writer, std::string_view table,
                 std::int64_t split = std::numeric_limits<std::int64_t>::max());
    void finish();

    template <typename... Values>
    void add(const Values&... values)
    {
        if (!m_writer)
            return;
        if (m_table && sizeof...(values) == m_columns) {
            m_writer->m_cells.clear();
            std::int64_t key = m_next;
            std::size_t column = 0;
            if ((put(m_kinds[column++], key, values) && ...)
                && (key < m_split ? m_pages : m_upper).add(key, m_writer->m_cells)) {
                m_next = key + 1;
                return;
            }
        }
        addLate({valueOf(values)...});
    }

private:
    using Kind = SqliteWriter::ColumnKind;
    using Value = SqliteWriter::Value;

    /// False: only the library knows what becomes of it in a column of that kind.
    bool put(Kind kind, std::int64_t& key, std::int64_t value)
    {
        if (kind == Kind::Number) {
            m_writer->m_cells.add(value);
            return true;
        }
        key = value;
        m_writer->m_cells.addNull();
        return kind == Kind::Key;
    }
    bool put(Kind kind, std::int64_t&, double value)
    {
        m_writer->m_cells.add(value);
        return kind == Kind::Number;
    }
    bool put(Kind kind, std::int64_t&, std::string_view value)
    {
        return kind == Kind::Text && m_writer->m_cells.add(value);
    }
    template <std::integral Number>
    bool put(Kind kind, std::int64_t& key, Number value)
    {
        return put(kind, key, static_cast<std::int64_t>(value));
    }
    template <typename Other>
    bool put(Kind kind, std::int64_t& key, const std::optional<Other>& value)
    {
        if (value)
            return put(kind, key, *value);
        m_writer->m_cells.addNull();
        return kind != Kind::Key;
    }

    template <std::integral Number>
    static Value valueOf(Number value)
    {
        return static_cast<std::int64_t>(value);
    }
    static Value valueOf(double value) { return value; }
    static Value valueOf(std::string_view value) { return std::string(value); }
    template <typename Other>
    static Value valueOf(const std::optional<Other>& value)
    {
        return value ? valueOf(*value) : Value();
    }
    void addLate(std::vector<Value> values);

    SqliteWriter* m_writer = nullptr;
    const SqliteWriter::Table* m_table = nullptr; ///< null: all rows go through the library
    std::string m_name;
    sqlite::TablePages m_pages;
    sqlite::TablePages m_upper; ///< of the keys from m_split on
    std::int64_t m_split = 0;
    std::array<Kind, sqlite::kMostColumns> m_kinds{};
    std::size_t m_columns = 0;
    std::int64_t m_next = 1; ///< key of the next row where the table has none of its own
    bool m_ownKey = false;
};

} // namespace tideline
