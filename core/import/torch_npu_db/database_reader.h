// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/decode/sqlite/sqlite_database.h"
#include "core/import/importer.h"
#include "core/import/torch_npu_db/string_ids.h"

namespace tideline {

/// Refs into a database: the place of the table in its schema above the bits of the row id.
constexpr int kTableShift = 40;
constexpr std::uint64_t kRowMask = (std::uint64_t{1} << kTableShift) - 1;

/// What the readers of the single tables share: the database, its strings, progress, issues, the account of rows.
class DatabaseReader {
public:
    /// Adds the file as a source of the trace.
    static Result<DatabaseReader> open(const std::filesystem::path& path, ImportContext& context);

    const SqliteDatabase& database() const { return m_database; }
    ImportContext& context() const { return *m_context; }
    TraceBuilder& builder() const { return m_context->builder; }
    StringIds& strings() { return m_strings; }
    std::uint32_t source() const { return m_source; }
    bool has(std::string_view table) const { return m_database.table(table) != nullptr; }

    bool cancelled() const { return m_cancelled; }
    Error cancelledError() const { return {ErrorCode::Cancelled, "cancelled", m_database.path().string(), {}}; }

    /// A text of the database in the pool, ill-formed UTF-8 repaired and counted.
    StringId intern(std::string_view text, std::string_view table);
    /// "FILE:TABLE".
    std::string place(std::string_view table) const;

    /// The least start and the greatest end of what was added, for the totals of the trace.
    void cover(Instant start, Instant end)
    {
        m_totals.first = m_totals.first ? std::min(*m_totals.first, start) : start;
        m_totals.last = m_totals.last ? std::max(*m_totals.last, end) : end;
    }

    /// Adds the totals and the report of the file with the rows of all its tables; those not read are counted now.
    void finish();
    void finish(FileStatus status, const std::string& reason);

private:
    friend class TableScan;
    DatabaseReader(SqliteDatabase database, std::uint32_t source, ImportContext& context);

    bool step(); ///< once per row: progress and cancelling; false when cancelled
    void ended(const std::string& table, const SqliteRows& rows);

    SqliteDatabase m_database;
    ImportContext* m_context;
    std::uint32_t m_source;
    StringIds m_strings;
    TraceTotals m_totals;
    std::map<std::string, std::uint64_t> m_rows; // of the tables that were read to their end
    std::uint64_t m_steps = 0;
    std::uint64_t m_expected = 0; // rows, guessed
    std::uint64_t m_rejected = 0;
    std::uint64_t m_broken = 0; // tables that could not be read to their end
    bool m_cancelled = false;
};

/// The rows of one table of a database by named columns.
class TableScan {
public:
    TableScan(DatabaseReader& reader, std::string_view table, std::span<const std::string_view> columns);
    TableScan(DatabaseReader& reader, std::string_view table, std::initializer_list<std::string_view> columns)
        : TableScan(reader, table, std::span(columns.begin(), columns.size()))
    {
    }
    TableScan(const TableScan&) = delete;
    TableScan& operator=(const TableScan&) = delete;

    /// False at the end, on damage (which is counted) and when cancelled.
    bool next();
    bool has(int column) const { return m_rows.has(column); }

    /// kNoInteger where there is no number.
    std::int64_t integer(int column) const { return m_rows.integer(column).value_or(kNoInteger); }
    double number(int column) const { return m_rows.number(column); }
    /// The text that the id in the column stands for; "" where there is none.
    StringId string(int column) const
    {
        const auto id = m_rows.integer(column);
        const StringId text = id ? m_reader.strings().find(*id) : StringId{};
        return text.valid() ? text : kEmptyString;
    }
    /// The text of the cell itself.
    StringId text(int column) { return m_reader.intern(m_rows.text(column), m_table); }
    std::string_view rawText(int column) const { return m_rows.text(column); }

    struct Times {
        Instant start;
        Duration duration;
        Instant end() const { return start + duration; }
    };
    /// Start and end in ns; a row without a usable start is rejected, an end before the start gives length 0.
    std::optional<Times> times(int startColumn, int endColumn);
    /// A point in time; a row without is rejected.
    std::optional<Instant> time(int column);

    /// The row in its file: also the order of equal rows.
    SourceRef ref() const
    {
        return {m_reader.source(), m_order | (static_cast<std::uint64_t>(m_rows.rowId()) & kRowMask)};
    }
    /// "FILE:TABLE:ROW".
    std::string place() const;
    void reject(IssueKind kind, const std::string& reason);
    void note(IssueKind kind) { m_reader.context().issues.add(kind, place()); }

private:
    DatabaseReader& m_reader;
    std::string m_table;
    std::uint64_t m_order = 0; // the place of the table in the database, above the bits of the row
    SqliteRows m_rows;
    bool m_ended = false;
};

} // namespace tideline
