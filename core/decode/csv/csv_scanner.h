// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tideline {

/// Finds the comma, quote, LF and CR characters of a text in order, 64 bytes at a time.
class CsvScanner {
public:
    explicit CsvScanner(std::string_view text, std::size_t from = 0) : m_text(text), m_next(from) {}

    /// The next special character; the size of the text when there is none left.
    std::size_t next()
    {
        while (m_mask == 0) {
            if (m_next >= m_text.size())
                return m_text.size();
            fill();
        }
        const auto bit = static_cast<std::size_t>(__builtin_ctzll(m_mask));
        m_mask &= m_mask - 1;
        return m_base + bit;
    }

private:
    void fill();

    std::string_view m_text;
    std::size_t m_base = 0; // of the block that m_mask describes
    std::size_t m_next;     // first byte not yet looked at
    std::uint64_t m_mask = 0;
};

} // namespace tideline
