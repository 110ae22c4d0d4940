// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/part_report.h"

#include <system_error>

namespace tideline {

namespace fs = std::filesystem;

namespace {

std::uint64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

} // namespace

void PartReport::skipped(const fs::path& path, const std::string& reason)
{
    take(path);
    m_context.files.push_back({path, FileStatus::Skipped, reason, sizeOf(path), {}});
}

void PartReport::unreadable(const fs::path& path, const std::string& reason)
{
    if (m_trouble.empty())
        m_trouble = path.filename().string() + ": " + reason;
    m_context.issues.add(IssueKind::UnreadableFile, path.string(), 1, reason);
    skipped(path, reason);
}

void PartReport::missingSlices(const fs::path& first, const std::vector<std::int64_t>& numbers)
{
    for (const std::int64_t number : numbers)
        m_context.issues.add(IssueKind::MissingSlice, first.string(), 1, "slice " + std::to_string(number));
}

} // namespace tideline
