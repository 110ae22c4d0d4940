// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/text_head.h"

#include <algorithm>
#include <system_error>

#include "core/base/mapped_file.h"

namespace tideline {

std::optional<std::string> textHead(const std::filesystem::path& path, std::size_t bytes)
{
    const auto file = FileReader::open(path);
    if (!file)
        return {};
    std::string head(std::min<std::uint64_t>(bytes, file->size()), '\0');
    head.resize(file->readAt(0, head.data(), head.size()));
    return head;
}

std::optional<std::string> smallFile(const std::filesystem::path& path, std::size_t limit)
{
    const auto file = FileReader::open(path);
    if (!file || file->size() > limit)
        return {};
    std::string text(file->size(), '\0');
    text.resize(file->readAt(0, text.data(), text.size()));
    return text;
}

bool isRegularFile(const std::filesystem::path& path)
{
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

bool isDirectory(const std::filesystem::path& path)
{
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

} // namespace tideline
