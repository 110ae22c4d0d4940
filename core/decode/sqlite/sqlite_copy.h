// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace tideline {

/// A directory of our own that is removed with everything in it.
class ScratchDirectory {
public:
    /// Makes one below `parent`, or below the system's directory for temporary files where that is empty or cannot be
    /// written to.
    static Result<ScratchDirectory> make(const std::filesystem::path& parent);
    ScratchDirectory(ScratchDirectory&& other) noexcept;
    ScratchDirectory& operator=(ScratchDirectory&&) = delete;
    ~ScratchDirectory();

    const std::filesystem::path& path() const { return m_path; }

private:
    explicit ScratchDirectory(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

/// True where changes of the database lie in a file beside it: a write-ahead log, or a journal left by a crash.
bool hasPendingChanges(const std::filesystem::path& database);

/// Copies a database with its -wal and -journal into `directory`, all of one moment: a file that changes meanwhile is
/// copied again. Returns the path of the copy. The disk space needed is checked first.
Result<std::filesystem::path> copyDatabase(const std::filesystem::path& database,
                                           const std::filesystem::path& directory, const Progress& progress);

} // namespace tideline
