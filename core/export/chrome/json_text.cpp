// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome/json_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace tideline {

std::string jsonText(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string jsonId(std::string_view id)
{
    constexpr std::size_t kSafeDigits = 15;
    const std::string_view digits = id.starts_with('-') ? id.substr(1) : id;
    const bool plain = !digits.empty() && digits.size() <= kSafeDigits
                       && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })
                       && (digits == id ? digits == "0" || digits[0] != '0' : digits[0] != '0');
    return plain ? std::string(id) : jsonText(id);
}

std::string jsonMicroseconds(std::int64_t ns)
{
    constexpr std::uint64_t kNsPerUs = 1000;
    const std::uint64_t magnitude =
        ns < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", magnitude / kNsPerUs, magnitude % kNsPerUs);
}

} // namespace tideline
