// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/decode/sqlite/sqlite_database.h"

// Private to core/decode/sqlite.
namespace tideline {

struct SqliteState {
    SqliteState(std::filesystem::path file, Progress report) : path(std::move(file)), progress(std::move(report)) {}
    SqliteState(const SqliteState&) = delete;
    SqliteState& operator=(const SqliteState&) = delete;
    ~SqliteState() { sqlite3_close(connection); }

    /// Opens a file, or a merged private copy of it, and reads its schema.
    Status open(const std::filesystem::path& file, const SqliteOptions& options);
    /// What SQLite's code means for the user; `table` may be empty.
    Error error(int code, const std::string& table) const;
    /// Before each statement: how many instructions it may run.
    void allowSteps() { stepsLeft = maxRows() * kStepsPerRow + kStepsFree; }
    /// No file holds more rows: each takes a pointer and a cell of four bytes at least. More of them come only from
    /// pages that are used again and again, which a damaged or hostile file can do without end.
    std::uint64_t maxRows() const { return bytes / 4 + 64; }

    static constexpr std::uint64_t kStepsPerRow = 256;
    static constexpr std::uint64_t kStepsFree = 10'000'000;

    std::filesystem::path path; ///< as the user named it
    Progress progress;
    sqlite3* connection = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t stepsLeft = 0;
    bool stepsSpent = false;
    bool damaged = false;
    std::vector<SqliteTable> tables;
};

/// A name as SQL has it.
std::string identifier(std::string_view name);

/// Calls body(statement) for each row; the code of the last step.
int forEachRow(SqliteState& state, const std::string& sql, const std::function<void(sqlite3_stmt*)>& body);

} // namespace tideline
