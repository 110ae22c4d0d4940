// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace tideline {

enum class Packing { Plain, Gzip, Zip };

/// By the first bytes of the content.
Packing packingOf(std::string_view firstBytes);

/// The first bytes of a file after unpacking (of a zip: of the first of its members that starts like JSON, else of one of them); fewer when the content is shorter
/// or damaged. For deciding what a file is.
Result<std::string> firstUnpackedBytes(const std::filesystem::path& path, std::size_t bytes);

} // namespace tideline
