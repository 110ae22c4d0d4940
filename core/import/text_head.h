// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace tideline {

/// The first bytes of a regular file, as sniff() functions look at them; nothing when it cannot be read.
std::optional<std::string> textHead(const std::filesystem::path& path, std::size_t bytes);

/// The whole of a small regular file; nothing when it cannot be read or is larger than the limit.
std::optional<std::string> smallFile(const std::filesystem::path& path, std::size_t limit);

/// A regular file or a link to one; never throws.
bool isRegularFile(const std::filesystem::path& path);
/// A directory or a link to one; never throws.
bool isDirectory(const std::filesystem::path& path);

} // namespace tideline
