// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/sqlite/sqlite_copy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/mapped_file.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 3> kParts = {"", "-wal", "-journal"}; // the -shm is made anew
constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr int kAttempts = 3;

fs::path partOf(const fs::path& database, const char* ending)
{
    fs::path part = database;
    part += ending;
    return part;
}

std::uint64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

/// What changes when somebody writes to one of the files.
std::vector<std::int64_t> stampOf(const fs::path& database)
{
    std::vector<std::int64_t> stamp;
    for (const char* ending : kParts) {
        struct stat info = {};
        const bool there = ::stat(partOf(database, ending).c_str(), &info) == 0;
        stamp.push_back(there ? info.st_size : -1);
        stamp.push_back(there ? info.st_mtim.tv_sec : 0);
        stamp.push_back(there ? info.st_mtim.tv_nsec : 0);
        stamp.push_back(there ? static_cast<std::int64_t>(info.st_ino) : 0);
    }
    return stamp;
}

Status copyFile(const fs::path& from, const fs::path& to, const Progress& progress)
{
    const auto source = FileReader::open(from);
    if (!source)
        return source.error();
    std::ofstream out(to, std::ios::binary | std::ios::trunc);
    std::vector<char> block(kBlock);
    for (std::uint64_t at = 0; at < source->size();) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "cancelled", from.string(), {}};
        const std::size_t got = source->readAt(at, block.data(), block.size());
        if (got == 0)
            break; // it became shorter: the stamps will differ
        out.write(block.data(), static_cast<std::streamsize>(got));
        at += got;
    }
    out.close();
    if (!out)
        return Error{ErrorCode::NotWritable, "the private copy of the database cannot be written", to.string(),
                     "Free some disk space or name another cache directory"};
    return Done{};
}

Status copyParts(const fs::path& database, const fs::path& copy, const Progress& progress)
{
    for (const char* ending : kParts) {
        const fs::path part = partOf(database, ending);
        std::error_code error;
        fs::remove(partOf(copy, ending), error);
        if (!fs::exists(part, error))
            continue;
        if (const Status status = copyFile(part, partOf(copy, ending), progress); !status)
            return status;
    }
    return Done{};
}

Status checkSpace(const fs::path& database, const fs::path& directory)
{
    std::uint64_t needed = 0;
    for (const char* ending : kParts)
        needed += 2 * sizeOf(partOf(database, ending)); // the log is merged into the copy
    std::error_code error;
    const fs::space_info space = fs::space(directory, error);
    if (error || space.available >= needed)
        return Done{};
    return Error{ErrorCode::NotWritable,
                 "the database has unmerged changes and needs a private copy of " + std::to_string(needed) + " bytes",
                 directory.string(), "Free some disk space or name another cache directory"};
}

} // namespace

Result<ScratchDirectory> ScratchDirectory::make(const fs::path& parent)
{
    std::error_code error;
    for (const fs::path& place : {parent, fs::temp_directory_path(error)}) {
        error.clear();
        if (!place.empty())
            fs::create_directories(place, error);
        std::string name = (place / "tideline-db-XXXXXX").string();
        if (!place.empty() && !error && ::mkdtemp(name.data()) != nullptr)
            return ScratchDirectory(fs::path(name));
    }
    return Error{ErrorCode::NotWritable, "no private copy of the database can be made", parent.string(),
                 "Name another cache directory"};
}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept : m_path(std::exchange(other.m_path, {}))
{
}

ScratchDirectory::~ScratchDirectory()
{
    std::error_code error;
    if (!m_path.empty())
        fs::remove_all(m_path, error);
}

bool hasPendingChanges(const fs::path& database)
{
    return sizeOf(partOf(database, "-wal")) > 0 || sizeOf(partOf(database, "-journal")) > 0;
}

Result<fs::path> copyDatabase(const fs::path& database, const fs::path& directory, const Progress& progress)
{
    if (const Status space = checkSpace(database, directory); !space)
        return space.error();
    const fs::path copy = directory / "copy.db";
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const auto before = stampOf(database);
        if (const Status status = copyParts(database, copy, progress); !status)
            return status.error();
        if (stampOf(database) == before)
            return copy;
    }
    return Error{ErrorCode::Damaged, "another program is writing to the database", database.string(),
                 "Open it again when that program is done"};
}

} // namespace tideline
