// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/database_reader.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/base/utf8.h"

namespace tideline {

namespace {

constexpr std::uint64_t kRowsPerReport = 16'384;
constexpr std::uint64_t kMostTables = 256;

bool inRange(std::int64_t ns)
{
    return ns >= -kTimeLimitNs && ns <= kTimeLimitNs;
}

} // namespace

Result<DatabaseReader> DatabaseReader::open(const std::filesystem::path& path, ImportContext& context)
{
    auto database = SqliteDatabase::open(path, {context.options.scratchDir}, context.progress);
    if (!database)
        return database.error();
    const auto source = context.builder.addSource({path, database->bytes(), nullptr});
    if (!source)
        return source.error();
    return DatabaseReader(std::move(*database), *source, context);
}

DatabaseReader::DatabaseReader(SqliteDatabase database, std::uint32_t source, ImportContext& context)
    : m_database(std::move(database)), m_context(&context), m_source(source)
{
    for (const SqliteTable& table : m_database.tables())
        m_expected += m_database.guessRows(table);
}

StringId DatabaseReader::intern(std::string_view text, std::string_view table)
{
    if (isValidUtf8(text))
        return builder().intern(text);
    m_context->issues.add(IssueKind::InvalidUtf8, place(table));
    return builder().intern(repairedUtf8(text));
}

std::string DatabaseReader::place(std::string_view table) const
{
    return m_database.path().string() + ":" + std::string(table);
}

bool DatabaseReader::step()
{
    if (m_steps++ % kRowsPerReport != 0)
        return !m_cancelled;
    m_cancelled = m_cancelled || m_context->progress.cancelled();
    const double part =
        m_expected == 0 ? 1 : std::min(1.0, static_cast<double>(m_steps) / static_cast<double>(m_expected));
    m_context->progress.report({Stage::Parse,
                                static_cast<std::uint64_t>(part * static_cast<double>(m_database.bytes())),
                                m_database.bytes(), m_steps, m_database.path().filename().string()});
    return !m_cancelled;
}

void DatabaseReader::ended(const std::string& table, const SqliteRows& rows)
{
    if (rows.status()) {
        m_rows[table] = rows.count();
        return;
    }
    const Error& error = rows.status().error();
    if (error.code == ErrorCode::Cancelled) {
        m_cancelled = true;
        return;
    }
    ++m_broken;
    m_context->issues.add(IssueKind::DamagedTable, place(table), 1,
                          error.what + "; " + std::to_string(rows.count()) + " rows before it were read");
}

void DatabaseReader::finish()
{
    std::string reason;
    if (m_database.damaged())
        reason = "the file ends early";
    const auto say = [&reason](std::uint64_t count, const char* what) {
        if (count > 0)
            reason += (reason.empty() ? "" : ", ") + std::to_string(count) + what;
    };
    say(m_broken, " tables are damaged");
    say(m_rejected, " rows could not be read");
    finish(reason.empty() ? FileStatus::Ok : FileStatus::Partial, reason);
}

void DatabaseReader::finish(FileStatus status, const std::string& reason)
{
    FileReport report{m_database.path(), status, reason, m_database.bytes(), 0, {}};
    for (const SqliteTable& table : m_database.tables()) {
        const auto known = m_rows.find(table.name);
        std::optional<std::uint64_t> rows;
        if (known != m_rows.end())
            rows = known->second;
        else if (const auto counted = m_database.countRows(table))
            rows = *counted;
        else
            m_cancelled = m_cancelled || counted.error().code == ErrorCode::Cancelled;
        report.rows = *report.rows + rows.value_or(0);
        report.tables.push_back({table.name, rows});
    }
    m_context->builder.addTotals(m_totals);
    m_context->files.push_back(std::move(report));
}

TableScan::TableScan(DatabaseReader& reader, std::string_view table, std::span<const std::string_view> columns)
    : m_reader(reader), m_table(table), m_rows(reader.database().rows(table, columns))
{
    const std::vector<SqliteTable>& tables = reader.database().tables();
    if (const SqliteTable* const found = reader.database().table(table)) {
        m_table = found->name;
        m_order = std::min(static_cast<std::uint64_t>(found - tables.data()), kMostTables - 1) << kTableShift;
    }
}

bool TableScan::next()
{
    if (m_ended || !m_reader.step())
        return false;
    if (m_rows.next())
        return true;
    m_ended = true;
    if (m_reader.has(m_table))
        m_reader.ended(m_table, m_rows);
    return false;
}

std::optional<TableScan::Times> TableScan::times(int startColumn, int endColumn)
{
    const auto start = time(startColumn);
    if (!start)
        return {};
    const auto end = m_rows.integer(endColumn);
    if (!end) {
        note(IssueKind::MissingDuration);
        return Times{*start, Duration{}};
    }
    if (!inRange(*end)) {
        reject(IssueKind::BadTime, "the end is out of range");
        return {};
    }
    if (*end < start->ns)
        note(IssueKind::NegativeDuration);
    return Times{*start, Duration{std::max<std::int64_t>(*end - start->ns, 0)}};
}

std::optional<Instant> TableScan::time(int column)
{
    const auto time = m_rows.integer(column);
    if (time && inRange(*time))
        return Instant{*time};
    reject(IssueKind::BadTime, time ? "the time is out of range" : "the time is not a number");
    return {};
}

std::string TableScan::place() const
{
    return m_reader.place(m_table) + ":" + std::to_string(m_rows.rowId());
}

void TableScan::reject(IssueKind kind, const std::string& reason)
{
    ++m_reader.m_rejected;
    m_reader.context().issues.add(kind, place(), 1, reason);
}

} // namespace tideline
