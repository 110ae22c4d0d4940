// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tideline {

/// True if the bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool isValidUtf8(std::string_view text);

/// The text with every ill-formed byte replaced by U+FFFD.
std::string repairedUtf8(std::string_view text);

/// The longest beginning of at most `bytes` bytes that does not end inside a character. O(1).
std::string_view utf8Prefix(std::string_view text, std::size_t bytes);

} // namespace tideline
