// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/decode/sqlite/sqlite_database.h"
#include "core/import/importer.h"

namespace tideline {

/// What a database holds, by its tables: names of files are changed and copied about.
enum class DatabaseKind {
    Profile,  ///< ascend_pytorch_profiler_*.db, ascend_mindspore_profiler_*.db, msprof_*.db
    Analysis, ///< analysis.db, communication_analyzer.db
    Cluster,  ///< cluster_analysis.db
    Service,  ///< profiler.db of an inference service
    Unknown,
};

DatabaseKind kindOf(const SqliteDatabase& database);

/// True for a file that begins as a database does; reads 16 bytes.
bool isDatabaseFile(const std::filesystem::path& path);

/// The kind of a database file; Unknown for one that cannot be opened. Reads its schema, a few pages.
DatabaseKind databaseKind(const std::filesystem::path& path, const ImportOptions& options);

/// Larger databases that are not read are listed without the numbers of their rows: counting reads the whole file.
constexpr std::uint64_t kCountedBytes = std::uint64_t{64} << 20;

/// The report of a database that is not read, with its tables; their rows are counted up to a size of `countedBytes`.
FileReport describeDatabase(const std::filesystem::path& path, FileStatus status, std::string reason,
                            const ImportOptions& options, const Progress& progress,
                            std::uint64_t countedBytes = kCountedBytes);

} // namespace tideline
