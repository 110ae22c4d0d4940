// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sqlite/sqlite_writer.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <sqlite3.h>

namespace tideline {

namespace {

/// A statement that is gone at the end of its block.
class Statement {
public:
    Statement(sqlite3* connection, std::string_view sql)
    {
        m_code = sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr);
    }
    ~Statement() { sqlite3_finalize(m_statement); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    sqlite3_stmt* get() const { return m_statement; }
    /// True for a row; code() says why there is none.
    bool next()
    {
        if (m_statement)
            m_code = sqlite3_step(m_statement);
        return m_statement && m_code == SQLITE_ROW;
    }
    int code() const { return m_code; }
    std::string text(int column) const
    {
        const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
        return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)))
                     : std::string();
    }

private:
    sqlite3_stmt* m_statement = nullptr;
    int m_code = SQLITE_OK;
};

} // namespace

SqliteWriter::SqliteWriter() = default;

SqliteWriter::~SqliteWriter()
{
    sqlite3_close(m_connection);
}

Status SqliteWriter::open(const std::filesystem::path& path)
{
    m_path = path;
    m_status = Done{};
    m_rows = false;
    m_tables.clear();
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    connect();
    return m_status;
}

void SqliteWriter::connect()
{
    const int code = sqlite3_open_v2(m_path.c_str(), &m_connection,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK)
        return fail(code);
    static_assert(sqlite::kPageBytes == 4096);
    run("PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;"
        "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-65536; PRAGMA secure_delete=ON; BEGIN");
}

void SqliteWriter::disconnect()
{
    run("COMMIT");
    const int code = sqlite3_close(m_connection);
    if (code == SQLITE_OK)
        m_connection = nullptr;
    else
        fail(code);
}

void SqliteWriter::run(const char* sql)
{
    if (m_rows && !m_connection) {
        m_afterwards.append(sql).append(";");
        return;
    }
    if (!m_connection || !m_status.ok())
        return;
    const int code = sqlite3_exec(m_connection, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        fail(code);
}

Status SqliteWriter::close()
{
    if (m_rows) {
        const Status written = m_pages.close();
        if (m_status.ok())
            m_status = written;
        if (m_status.ok() && !(m_late.empty() && m_afterwards.empty())) {
            connect();
            addLateRows();
            run(m_afterwards.c_str());
        }
        m_rows = false;
        m_late = {};
        m_afterwards = {};
    }
    if (m_connection)
        disconnect();
    return m_status;
}

const SqliteWriter::Table* SqliteWriter::beginRows(std::string_view table)
{
    if (!m_rows) {
        if (!m_connection)
            return nullptr;
        readTables();
        disconnect();
        m_rows = true;
        const Status opened = m_pages.open(m_path);
        if (m_status.ok())
            m_status = opened;
    }
    const auto found = m_tables.find(table);
    return found != m_tables.end() && found->second.plain ? &found->second : nullptr;
}

void SqliteWriter::readTables()
{
    Statement tables(m_connection, "SELECT name,rootpage,EXISTS(SELECT 1 FROM sqlite_schema i WHERE i.type='index' AND "
                                   "i.tbl_name=t.name) FROM sqlite_schema t WHERE type='table'");
    while (tables.next()) {
        const std::string name = tables.text(0);
        Table& table = m_tables[name];
        table.root = static_cast<std::uint32_t>(sqlite3_column_int64(tables.get(), 1));
        Statement columns(m_connection, "SELECT name,type,pk FROM pragma_table_info('" + name + "')");
        table.plain = sqlite3_column_int(tables.get(), 2) == 0;
        while (columns.next()) {
            table.names.push_back(columns.text(0));
            const std::string type = columns.text(1);
            const bool number = type == "INTEGER" || type == "NUMERIC" || type == "REAL";
            ColumnKind kind = number ? ColumnKind::Number : type == "TEXT" ? ColumnKind::Text : ColumnKind::Other;
            // A key of several columns, or of another type, is an index of its own.
            if (const int place = sqlite3_column_int(columns.get(), 2); place != 0)
                kind = type == "INTEGER" && place == 1 ? ColumnKind::Key : ColumnKind::Other;
            table.kinds.push_back(kind);
        }
        const auto known = [&table](ColumnKind kind) {
            return std::find(table.kinds.begin(), table.kinds.end(), kind) != table.kinds.end();
        };
        Statement rows(m_connection, "SELECT 1 FROM \"" + name + "\" LIMIT 1");
        table.plain =
            table.plain && !rows.next() && !known(ColumnKind::Other) && table.kinds.size() <= sqlite::kMostColumns;
    }
    if (tables.code() != SQLITE_DONE)
        fail(tables.code());
}

std::string SqliteWriter::insertSql(const LateRow& row) const
{
    std::string sql = "INSERT INTO \"" + row.table + "\"";
    const auto found = m_tables.find(row.table);
    if (row.key && found != m_tables.end()) {
        sql += "(rowid";
        for (const std::string& name : found->second.names)
            sql += ",\"" + name + "\"";
        sql += ")";
    }
    sql += row.key ? " VALUES (?" : " VALUES (";
    for (std::size_t i = 0; i < row.values.size(); ++i)
        sql += i > 0 || row.key ? ",?" : "?";
    return sql + ")";
}

void SqliteWriter::addLateRows()
{
    struct Binder {
        sqlite3_stmt* statement;
        int place;
        void operator()(std::monostate) const { sqlite3_bind_null(statement, place); }
        void operator()(std::int64_t value) const { sqlite3_bind_int64(statement, place, value); }
        void operator()(double value) const { sqlite3_bind_double(statement, place, value); }
        void operator()(const std::string& value) const
        {
            sqlite3_bind_text(statement, place, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
        }
    };
    std::optional<Statement> statement;
    std::string sql;
    for (const LateRow& row : m_late) {
        if (!m_status.ok())
            return;
        if (std::string wanted = insertSql(row); !statement || wanted != sql) {
            sql = std::move(wanted);
            statement.emplace(m_connection, sql);
        }
        int place = 0;
        if (row.key)
            sqlite3_bind_int64(statement->get(), ++place, *row.key);
        for (const Value& value : row.values)
            std::visit(Binder{statement->get(), ++place}, value);
        statement->next();
        if (statement->code() != SQLITE_DONE)
            fail(statement->code());
        sqlite3_reset(statement->get());
    }
}

void SqliteWriter::fail(int code)
{
    if (!m_status.ok())
        return;
    const std::string why = m_connection ? sqlite3_errmsg(m_connection) : sqlite3_errstr(code);
    m_status = Error{ErrorCode::NotWritable, "cannot write the database: " + why, m_path.string(),
                     code == SQLITE_FULL ? "Free some space, or choose another disk" : ""};
}

void SqliteInsert::prepare(SqliteWriter& writer, std::string_view table, std::int64_t split)
{
    m_writer = &writer;
    m_split = split;
    m_table = writer.beginRows(table);
    m_name = table;
    m_next = 1;
    m_columns = 0;
    if (!m_table)
        return;
    m_columns = m_table->kinds.size();
    std::copy(m_table->kinds.begin(), m_table->kinds.end(), m_kinds.begin());
    m_ownKey = std::find(m_table->kinds.begin(), m_table->kinds.end(), Kind::Key) != m_table->kinds.end();
    m_pages.open(writer.m_pages, m_table->root);
    m_upper.open(writer.m_pages, m_table->root);
}

void SqliteInsert::finish()
{
    m_pages.follow(m_upper);
    m_pages.finish();
    m_writer = nullptr;
    m_table = nullptr;
}

void SqliteInsert::addLate(std::vector<Value> values)
{
    std::optional<std::int64_t> key;
    if (m_table && !m_ownKey)
        key = m_next++;
    m_writer->m_late.push_back({m_name, key, std::move(values)});
}

} // namespace tideline
