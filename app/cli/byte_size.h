// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tideline {

/// "4GiB", "512 MiB", "2G", "1500MB", "65536": bytes. Units of 1024 (KiB, K, …) and of 1000 (KB, …); nothing for any
/// other text and for what 64 bits do not hold.
std::optional<std::uint64_t> parseByteSize(std::string_view text);

/// "12.3 GiB", "640 MiB", "17 bytes".
std::string byteSizeText(std::uint64_t bytes);

} // namespace tideline
