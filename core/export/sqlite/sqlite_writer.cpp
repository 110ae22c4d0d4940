// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sqlite/sqlite_writer.h"

#include <string>
#include <system_error>

#include <sqlite3.h>

namespace tideline {

SqliteWriter::SqliteWriter() = default;

SqliteWriter::~SqliteWriter()
{
    sqlite3_close(m_connection);
}

Status SqliteWriter::open(const std::filesystem::path& path)
{
    m_path = path;
    m_status = Done{};
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    const int code = sqlite3_open_v2(path.c_str(), &m_connection,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK) {
        fail(code);
        return m_status;
    }
    // The cache is small since a thousand ranks may be open at once; what does not fit goes to the file.
    run("PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
        "PRAGMA cache_size=-1024; PRAGMA secure_delete=ON; BEGIN");
    return m_status;
}

void SqliteWriter::run(const char* sql)
{
    if (!m_connection || !m_status.ok())
        return;
    const int code = sqlite3_exec(m_connection, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        fail(code);
}

Status SqliteWriter::close()
{
    run("COMMIT");
    const int code = sqlite3_close(m_connection);
    if (code == SQLITE_OK)
        m_connection = nullptr;
    else
        fail(code);
    return m_status;
}

void SqliteWriter::fail(int code)
{
    if (!m_status.ok())
        return;
    const std::string why = m_connection ? sqlite3_errmsg(m_connection) : sqlite3_errstr(code);
    m_status = Error{ErrorCode::NotWritable, "cannot write the database: " + why, m_path.string(),
                     code == SQLITE_FULL ? "Free some space, or choose another disk" : ""};
}

void SqliteInsert::Finalizer::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

void SqliteInsert::prepare(SqliteWriter& writer, std::string_view table, int columns, std::size_t rows)
{
    m_writer = &writer;
    m_rows = rows;
    m_row = 0;
    std::string row = "(?";
    for (int i = 1; i < columns; ++i)
        row += ",?";
    row += ')';
    std::string sql = "INSERT INTO ";
    sql.append(table).append(" VALUES ").append(row);
    for (std::size_t i = 1; i < rows; ++i)
        sql.append(",").append(row);
    sqlite3_stmt* statement = nullptr;
    if (writer.m_connection && writer.m_status.ok()) {
        const int code = sqlite3_prepare_v3(writer.m_connection, sql.c_str(), static_cast<int>(sql.size()),
                                            SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
        if (code != SQLITE_OK)
            writer.fail(code);
    }
    m_statement.reset(statement);
}

void SqliteInsert::bind(int place, std::int64_t value)
{
    sqlite3_bind_int64(m_statement.get(), place, value);
}

void SqliteInsert::bind(int place, double value)
{
    sqlite3_bind_double(m_statement.get(), place, value);
}

void SqliteInsert::bind(int place, std::string_view value)
{
    sqlite3_bind_text(m_statement.get(), place, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
}

void SqliteInsert::bindNull(int place)
{
    sqlite3_bind_null(m_statement.get(), place);
}

void SqliteInsert::step()
{
    m_row = 0;
    if (!m_statement || !m_writer->m_status.ok())
        return;
    const int code = sqlite3_step(m_statement.get());
    if (code != SQLITE_DONE)
        m_writer->fail(code);
    sqlite3_reset(m_statement.get());
}

} // namespace tideline
