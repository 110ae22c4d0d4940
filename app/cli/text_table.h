// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"

namespace tideline {

/// Columns of text aligned for a terminal: by display width, the first columns left, numbers right.
class TextTable {
public:
    struct Head {
        std::string title;
        bool right = false;
        std::size_t maxWidth = 0; ///< longer cells are cut in the middle; 0: never
    };
    explicit TextTable(std::vector<Head> heads) : m_heads(std::move(heads)) {}

    void row(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    bool empty() const { return m_rows.empty(); }
    std::string text() const;

private:
    std::vector<Head> m_heads;
    std::vector<std::vector<std::string>> m_rows;
};

/// Terminal cells that the text takes: East Asian wide characters two, combining marks none.
std::size_t displayWidth(std::string_view utf8);

/// "1.234 ms", for people; exact figures are in --json and --csv. "-" when missing.
std::string timeText(std::optional<Duration> duration);
std::string percentText(std::optional<double> ratio);
/// "12.3 MiB".
std::string bytesText(std::uint64_t bytes);

} // namespace tideline
