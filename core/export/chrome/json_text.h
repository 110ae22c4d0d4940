// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tideline {

/// The text as a JSON string, quotes included. The text must be UTF-8.
std::string jsonText(std::string_view text);

/// A process or thread id: a JSON number where the text is a plain integer, else a string.
std::string jsonId(std::string_view id);

/// Nanoseconds as exact decimal microseconds: 1234 is 1.234.
std::string jsonMicroseconds(std::int64_t ns);

} // namespace tideline
