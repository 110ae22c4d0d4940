// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/task_pool.h"
#include "core/import/issues.h"
#include "core/import/partial/partial_import.h"
#include "core/store/trace_builder.h"

namespace tideline {

enum class FileStatus { Ok, Partial, Skipped, Unsupported };

/// A table of a database and how many rows it has; nothing where it cannot be counted.
struct TableRows {
    std::string name;
    std::optional<std::uint64_t> rows;
};

/// What became of one file of the input.
struct FileReport {
    std::filesystem::path path;
    FileStatus status = FileStatus::Ok;
    std::string reason; ///< why it is not Ok
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> rows;  ///< events or data rows, those that could not be read among them
    std::vector<TableRows> tables = {}; ///< of a database
    std::string note = {};              ///< what to know of a file that was read: kFromDocumentation
};

/// The note of a file whose format was taken from descriptions and never checked against a real one.
constexpr const char* kFromDocumentation = "from documentation";

struct ImportOptions {
    std::filesystem::path scratchDir;                       ///< for unpacked archives; empty: memory only
    std::size_t maxEventBytes = std::size_t{256} << 20;     ///< a larger event is left out
    std::uint64_t maxStreamBytes = std::uint64_t{16} << 30; ///< standard input: it must be kept, as it cannot be reread
    PartialImport partial;                                  ///< what of it is wanted
    bool quickOnly = false; ///< only the small tables (step_trace_time.csv, profiler JSON): the preview
};

/// Everything an importer needs besides its input. Lives as long as one import.
struct ImportContext {
    TraceBuilder& builder;
    ImportIssues& issues;
    std::vector<FileReport>& files;
    TaskPool& pool;
    const Progress& progress;
    const ImportOptions& options;
};

/// One format. sniff() decides by content (a name is only a hint) and is cheap: it reads at most a few KiB per file.
class Importer {
public:
    virtual ~Importer() = default;
    virtual std::string_view id() const = 0;
    virtual bool sniff(const std::filesystem::path& path) const = 0;
    /// Adds what path holds to the builder. Bad rows are issues; an Error means that nothing of path could be used.
    virtual Status read(const std::filesystem::path& path, ImportContext& context) const = 0;
};

/// In the order in which they are asked. The only list of formats.
std::vector<std::unique_ptr<Importer>> builtinImporters();

} // namespace tideline
