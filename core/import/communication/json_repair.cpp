// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/communication/json_repair.h"

#include <algorithm>
#include <string_view>

#include "core/base/utf8.h"

namespace tideline {

namespace {

/// The length of a word at `at` that stands for no number; 0 when there is none.
std::size_t wordLength(std::string_view text, std::size_t at)
{
    for (const std::string_view word : {"NaN", "nan", "Infinity", "-Infinity", "-NaN", "inf", "-inf"}) {
        if (text.substr(at, word.size()) == word)
            return word.size();
    }
    return 0;
}

/// The offset behind the string that opens at `at`; its control characters become visible marks.
std::size_t repairString(std::string& text, std::size_t at, JsonRepairs& repairs)
{
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (static_cast<unsigned char>(text[at]) < 0x20) {
            text[at] = '?';
            ++repairs.controls;
        }
    }
    return std::min(at + 1, text.size());
}

} // namespace

JsonRepairs repairJson(std::string& text)
{
    JsonRepairs repairs;
    repairs.invalidUtf8 = !isValidUtf8(text);
    if (repairs.invalidUtf8)
        text = repairedUtf8(text);
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            at = repairString(text, at, repairs);
            continue;
        }
        const bool possible = c == 'N' || c == 'n' || c == 'I' || c == 'i' || c == '-';
        const std::size_t length = possible ? wordLength(text, at) : 0;
        if (length > 0) {
            std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), length, ' ');
            text[at] = text[at + 1] = '"';
        }
        at += std::max<std::size_t>(length, 1);
    }
    return repairs;
}

} // namespace tideline
