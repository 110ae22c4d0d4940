// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tasks/relaxed_json.h"

#include <algorithm>

namespace tideline {

namespace {

/// The offset behind the string literal that opens at `at`.
std::size_t behindString(const std::string& text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\')
            ++at;
    }
    return std::min(at + 1, text.size());
}

void blank(std::string& text, std::size_t from, std::size_t to)
{
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(from), text.begin() + static_cast<std::ptrdiff_t>(to), ' ');
}

void blankCommentsAndDots(std::string& text)
{
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"') {
            at = behindString(text, at);
        } else if (text.compare(at, 2, "//") == 0) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            blank(text, at, end);
            at = end;
        } else if (text.compare(at, 3, "...") == 0) {
            blank(text, at, at + 3);
            at += 3;
        } else {
            ++at;
        }
    }
}

void blankIdleCommas(std::string& text)
{
    std::size_t comma = std::string::npos; // a comma still waiting for its value
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
            continue;
        const bool idle = c == ',' || c == ']' || c == '}';
        if (idle && comma != std::string::npos)
            text[comma] = ' ';
        comma = c == ',' ? at : std::string::npos;
        if (c == '"')
            at = behindString(text, at) - 1;
    }
}

} // namespace

void relaxJson(std::string& text)
{
    blankCommentsAndDots(text);
    blankIdleCommas(text);
}

} // namespace tideline
