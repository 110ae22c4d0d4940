// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <algorithm>
#include <cmath>
#include <cwchar>

#include <fmt/format.h>

#include "app/cli/output.h"

namespace tideline {

namespace {

struct Character {
    std::string_view bytes;
    std::size_t cells = 1;
};

/// The ranges of East Asian wide and full-width characters and of emoji, coarse but monotone.
bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3)
           || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60)
           || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

bool isCombining(char32_t c)
{
    return (c >= 0x0300 && c <= 0x036F) || c == 0x200B || c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F);
}

std::vector<Character> charactersOf(std::string_view text)
{
    std::vector<Character> characters;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        const std::string_view bytes = text.substr(i, length);
        char32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
        for (std::size_t k = 1; k < bytes.size(); ++k)
            code = code << 6 | (static_cast<unsigned char>(bytes[k]) & 0x3FU);
        characters.push_back({bytes, isCombining(code) ? 0U : isWide(code) ? 2U : 1U});
        i += bytes.size();
    }
    return characters;
}

/// The text within `width` cells, cut in the middle: both ends of a kernel name tell what it is.
std::string fitted(const std::string& text, std::size_t width)
{
    if (width == 0 || displayWidth(text) <= width)
        return text;
    const std::vector<Character> characters = charactersOf(text);
    std::string front;
    std::string back;
    std::size_t used = 1;
    std::size_t first = 0;
    std::size_t last = characters.size();
    for (bool fromFront = true; first < last; fromFront = !fromFront) {
        const Character& next = fromFront ? characters[first] : characters[last - 1];
        if (used + next.cells > width)
            break;
        used += next.cells;
        if (fromFront) {
            front += next.bytes;
            ++first;
        } else {
            back.insert(0, next.bytes);
            --last;
        }
    }
    return front.append("…").append(back);
}

} // namespace

std::size_t displayWidth(std::string_view utf8)
{
    std::size_t cells = 0;
    for (const Character& character : charactersOf(utf8))
        cells += character.cells;
    return cells;
}

std::string TextTable::text() const
{
    std::vector<std::vector<std::string>> lines(1);
    for (const Head& head : m_heads)
        lines[0].push_back(head.title);
    for (const auto& cells : m_rows) {
        lines.emplace_back();
        for (std::size_t i = 0; i < m_heads.size(); ++i)
            lines.back().push_back(fitted(visible(i < cells.size() ? cells[i] : std::string()), m_heads[i].maxWidth));
    }
    std::vector<std::size_t> widths(m_heads.size(), 0);
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], displayWidth(line[i]));
    }
    std::string out;
    for (const auto& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string pad(widths[i] - displayWidth(line[i]), ' ');
            row.append(m_heads[i].right ? pad + line[i] : line[i] + pad).append(i + 1 < line.size() ? "  " : "");
        }
        row.erase(row.find_last_not_of(' ') + 1);
        out.append(row).append("\n");
    }
    return out;
}

std::string timeText(std::optional<Duration> duration)
{
    if (!duration)
        return "-";
    const auto ns = static_cast<double>(duration->ns);
    const double size = std::abs(ns);
    if (size < 1e3)
        return fmt::format("{} ns", duration->ns);
    if (size < 1e6)
        return fmt::format("{:.3f} us", ns / 1e3);
    if (size < 1e9)
        return fmt::format("{:.3f} ms", ns / 1e6);
    return fmt::format("{:.3f} s", ns / 1e9);
}

std::string percentText(std::optional<double> ratio)
{
    return ratio && std::isfinite(*ratio) ? fmt::format("{:.1f} %", *ratio * 100) : "-";
}

std::string bytesText(std::uint64_t bytes)
{
    const auto value = static_cast<double>(bytes);
    if (bytes < 1024)
        return fmt::format("{} B", bytes);
    if (value < 1048576)
        return fmt::format("{:.1f} KiB", value / 1024);
    if (value < 1073741824)
        return fmt::format("{:.1f} MiB", value / 1048576);
    return fmt::format("{:.1f} GiB", value / 1073741824);
}

} // namespace tideline
