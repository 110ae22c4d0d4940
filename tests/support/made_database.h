// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

struct sqlite3;

namespace tideline::test {

/// Versions of the profilers' schema.
enum class Schema { First, Second }; ///< 1.0 and 1.2

/// A database that a test or a bench fills through SQLite itself. Throws std::runtime_error when SQLite refuses.
class MadeDatabase {
public:
    explicit MadeDatabase(const std::filesystem::path& path);
    ~MadeDatabase();
    MadeDatabase(const MadeDatabase&) = delete;
    MadeDatabase& operator=(const MadeDatabase&) = delete;

    sqlite3* handle() const { return m_connection; }
    MadeDatabase& run(const std::string& sql);
    /// The id of a text in STRING_IDS, added if new; numbered from `first` on.
    std::int64_t text(const std::string& value, std::int64_t first = 0);

    /// Makes the tables of a framework profiler's database.
    MadeDatabase& makeProfileTables(Schema schema);
    MadeDatabase& makeAnalysisTables();

private:
    sqlite3* m_connection = nullptr;
    std::map<std::string, std::int64_t> m_texts;
    std::map<std::int64_t, std::int64_t> m_nextText;
};

} // namespace tideline::test
