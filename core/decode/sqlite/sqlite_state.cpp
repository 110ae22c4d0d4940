// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/sqlite/sqlite_state.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <system_error>
#include <utility>

#include "core/decode/sqlite/sqlite_copy.h"

namespace tideline {

namespace fs = std::filesystem;

std::string identifier(std::string_view name)
{
    std::string out(1, '"');
    for (const char c : name) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out += '"';
}

int forEachRow(SqliteState& state, const std::string& sql, const std::function<void(sqlite3_stmt*)>& body)
{
    state.allowSteps();
    sqlite3_stmt* raw = nullptr;
    int code = sqlite3_prepare_v2(state.connection, sql.c_str(), -1, &raw, nullptr);
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(raw, &sqlite3_finalize);
    if (code != SQLITE_OK)
        return code;
    while ((code = sqlite3_step(raw)) == SQLITE_ROW)
        body(raw);
    return code;
}

namespace {

constexpr int kStepsPerCheck = 10'000; // about 0.3 ms
constexpr int kMaxSql = 1 << 20;
constexpr std::size_t kMaxTables = 10'000;

/// Any path as an URI: every byte but the harmless ones in hexadecimal.
std::string uriOf(const fs::path& path, const char* parameters)
{
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char c : path.string()) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || c == '/' || c == '.' || c == '-' || c == '_') {
            uri += c;
        } else {
            uri += '%';
            uri += kHex[byte >> 4];
            uri += kHex[byte & 15];
        }
    }
    return uri + parameters;
}

int onSteps(void* data)
{
    auto& state = *static_cast<SqliteState*>(data);
    state.stepsSpent = state.stepsLeft < kStepsPerCheck;
    state.stepsLeft -= state.stepsSpent ? state.stepsLeft : kStepsPerCheck;
    return state.stepsSpent || state.progress.cancelled() ? 1 : 0;
}

void distrust(sqlite3* connection, int maxCellBytes)
{
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, maxCellBytes);
    sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, kMaxSql);
    sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
    sqlite3_limit(connection, SQLITE_LIMIT_WORKER_THREADS, 0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    // Mapped pages would raise a signal when the file becomes shorter while it is read.
    sqlite3_exec(connection, "PRAGMA mmap_size=0; PRAGMA cell_size_check=1; PRAGMA temp_store=2", nullptr, nullptr,
                 nullptr);
}

int connect(SqliteState& state, const std::string& uri, int flags, int maxCellBytes)
{
    sqlite3_close(std::exchange(state.connection, nullptr));
    const int code =
        sqlite3_open_v2(uri.c_str(), &state.connection, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK)
        return code;
    state.allowSteps();
    sqlite3_progress_handler(state.connection, kStepsPerCheck, &onSteps, &state);
    distrust(state.connection, maxCellBytes);
    return SQLITE_OK;
}

std::string textAt(sqlite3_stmt* statement, int column)
{
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))) : std::string();
}

int loadTables(SqliteState& state)
{
    state.tables.clear();
    // Virtual tables have no root page: their content is code.
    int code = forEachRow(state, "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0",
                          [&state](sqlite3_stmt* row) {
                              if (state.tables.size() < kMaxTables)
                                  state.tables.push_back({textAt(row, 0), {}});
                          });
    for (std::size_t i = 0; i < state.tables.size() && code == SQLITE_DONE; ++i) {
        SqliteTable& table = state.tables[i];
        code = forEachRow(state, "PRAGMA table_info(" + identifier(table.name) + ")",
                          [&table](sqlite3_stmt* row) { table.columns.push_back(textAt(row, 1)); });
    }
    return code;
}

/// Reads the schema; of a file that is shorter than its header says, what is there.
int loadWhatIsThere(SqliteState& state)
{
    const int code = loadTables(state);
    if ((code & 0xFF) != SQLITE_CORRUPT)
        return code;
    state.damaged = true;
    sqlite3_db_config(state.connection, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    sqlite3_db_config(state.connection, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
    return loadTables(state);
}

/// Opens a merged private copy; it is unlinked at once, so that nothing stays behind whatever happens to us.
Status openCopy(SqliteState& state, const fs::path& file, const SqliteOptions& options)
{
    auto scratch = ScratchDirectory::make(options.scratchDir);
    if (!scratch)
        return scratch.error();
    const auto copy = copyDatabase(file, scratch->path(), state.progress);
    if (!copy)
        return copy.error();
    int code = connect(state, uriOf(*copy, "?mode=rw"), SQLITE_OPEN_READWRITE, options.maxCellBytes);
    if (code == SQLITE_OK)
        code = sqlite3_exec(state.connection, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE", nullptr,
                            nullptr, nullptr);
    if (code == SQLITE_OK)
        code = connect(state, uriOf(*copy, "?mode=ro&immutable=1"), SQLITE_OPEN_READONLY, options.maxCellBytes);
    if (code != SQLITE_OK)
        return state.error(code, {});
    std::error_code error;
    state.bytes = std::max<std::uint64_t>(state.bytes, fs::file_size(*copy, error));
    // The file is opened when it is first read.
    code = loadWhatIsThere(state);
    return code == SQLITE_DONE ? Status(Done{}) : Status(state.error(code, {}));
}

Status openInPlace(SqliteState& state, const fs::path& file, const SqliteOptions& options)
{
    int code = connect(state, uriOf(file, "?mode=ro&immutable=1"), SQLITE_OPEN_READONLY, options.maxCellBytes);
    if (code == SQLITE_OK)
        code = loadWhatIsThere(state);
    return code == SQLITE_DONE ? Status(Done{}) : Status(state.error(code, {}));
}

} // namespace

Error SqliteState::error(int code, const std::string& table) const
{
    const std::string where = table.empty() ? path.string() : path.string() + ":" + table;
    switch (code & 0xFF) {
    case SQLITE_INTERRUPT:
        if (stepsSpent)
            return {ErrorCode::Damaged, "the database repeats its pages", where, "Export the profile again"};
        return {ErrorCode::Cancelled, "cancelled", where, {}};
    case SQLITE_NOTADB: return {ErrorCode::Damaged, "not an SQLite database, or an encrypted one", where, {}};
    case SQLITE_CORRUPT: return {ErrorCode::Damaged, "the database is damaged", where, "Export the profile again"};
    case SQLITE_TOOBIG: return {ErrorCode::TooLarge, "a row of the database is too large", where, {}};
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR: return {ErrorCode::Damaged, "the database cannot be read", where, "Check the disk"};
    default:
        return {ErrorCode::Damaged,
                std::string("the database cannot be read: ")
                    + (connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code)),
                where,
                {}};
    }
}

Status SqliteState::open(const fs::path& file, const SqliteOptions& options)
{
    return hasPendingChanges(file) ? openCopy(*this, file, options) : openInPlace(*this, file, options);
}

} // namespace tideline
