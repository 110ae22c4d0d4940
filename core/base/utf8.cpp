// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <cstddef>

namespace tideline {

namespace {

/// Length of the well-formed sequence at text[at], or 0.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
    const unsigned b0 = byte(at);
    const unsigned b1 = byte(at + 1);
    if (b0 < 0x80)
        return 1;
    if (b0 >= 0xC2 && b0 <= 0xDF)
        return tail(at + 1) ? 2 : 0;
    if (b0 >= 0xE0 && b0 <= 0xEF) {
        const bool overlong = b0 == 0xE0 && b1 < 0xA0;
        const bool surrogate = b0 == 0xED && b1 > 0x9F;
        return tail(at + 1) && tail(at + 2) && !overlong && !surrogate ? 3 : 0;
    }
    if (b0 >= 0xF0 && b0 <= 0xF4) {
        const bool overlong = b0 == 0xF0 && b1 < 0x90;
        const bool tooHigh = b0 == 0xF4 && b1 > 0x8F;
        return tail(at + 1) && tail(at + 2) && tail(at + 3) && !overlong && !tooHigh ? 4 : 0;
    }
    return 0;
}

} // namespace

bool isValidUtf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t n = sequenceLength(text, i);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

std::string repairedUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t n = sequenceLength(text, i);
        if (n == 0) {
            out += "\xEF\xBF\xBD";
            ++i;
        } else {
            out += text.substr(i, n);
            i += n;
        }
    }
    return out;
}

std::string_view utf8Prefix(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    const auto inside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u; };
    // A character has three more bytes at most; what has more of them is no character and is cut anywhere.
    std::size_t border = bytes;
    while (border > 0 && bytes - border < 3 && inside(border))
        --border;
    return text.substr(0, inside(border) ? bytes : border);
}

} // namespace tideline
