// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "core/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tideline {

/// A new database, written in one go: no journal, one transaction, nothing kept for a crash. The first failure is kept
/// and returned by close(). The same calls give the same bytes.
class SqliteWriter {
public:
    SqliteWriter();
    ~SqliteWriter();
    SqliteWriter(const SqliteWriter&) = delete;
    SqliteWriter& operator=(const SqliteWriter&) = delete;

    /// Replaces what is there.
    Status open(const std::filesystem::path& path);
    void run(const char* sql);
    bool isOpen() const { return m_connection != nullptr; }
    Status close();

private:
    friend class SqliteInsert;
    void fail(int code);

    std::filesystem::path m_path;
    sqlite3* m_connection = nullptr;
    Status m_status = Done{};
};

/// Adds rows to one table. It must go before its writer is closed.
class SqliteInsert {
public:
    /// Prepares for rows of that many values; with `rows`, for that many at a time, which costs less.
    void prepare(SqliteWriter& writer, std::string_view table, int columns, std::size_t rows = 1);
    void reset() { m_statement.reset(); }

    template <typename... Values>
    void add(const Values&... values)
    {
        set(values...);
        step();
    }
    /// Sets the next row of several; the last of them writes all.
    template <typename... Values>
    void addNext(const Values&... values)
    {
        set(values...);
        if (++m_row < m_rows)
            return;
        step();
    }

private:
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };

    template <typename... Values>
    void set(const Values&... values)
    {
        int place = static_cast<int>(m_row * sizeof...(values));
        (bind(++place, values), ...);
    }
    void bind(int place, std::int64_t value);
    void bind(int place, double value);
    void bind(int place, std::string_view value);
    void bindNull(int place);
    template <std::integral Value>
    void bind(int place, Value value)
    {
        bind(place, static_cast<std::int64_t>(value));
    }
    template <typename Value>
    void bind(int place, const std::optional<Value>& value)
    {
        if (value)
            bind(place, *value);
        else
            bindNull(place);
    }
    void step();

    SqliteWriter* m_writer = nullptr;
    std::size_t m_rows = 1;
    std::size_t m_row = 0; ///< of the rows at a time
    std::unique_ptr<sqlite3_stmt, Finalizer> m_statement;
};

} // namespace tideline
