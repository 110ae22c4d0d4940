// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/byte_source.h"

namespace tideline {

/// Reads a source forward through a small window.
class ByteCursor {
public:
    explicit ByteCursor(const ByteSource& source, std::size_t windowBytes = std::size_t{256} << 10)
        : m_source(&source), m_window(windowBytes)
    {
    }

    std::uint64_t position() const { return m_base + m_at; }
    void seek(std::uint64_t position)
    {
        m_base = position;
        m_at = 0;
        m_size = 0;
    }
    /// The bytes at hand from the position on; empty at the end only.
    std::string_view available()
    {
        if (m_at == m_size) {
            seek(position());
            m_size = m_source->readAt(m_base, m_window.data(), m_window.size());
        }
        return {m_window.data() + m_at, m_size - m_at};
    }
    /// Steps over bytes that available() gave.
    void advance(std::size_t bytes) { m_at += bytes; }
    /// The next byte, or -1 at the end.
    int peek()
    {
        const std::string_view bytes = available();
        return bytes.empty() ? -1 : static_cast<unsigned char>(bytes.front());
    }
    void skipBlanks()
    {
        for (int c = peek(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek())
            advance(1);
    }

private:
    const ByteSource* m_source;
    std::vector<char> m_window;
    std::uint64_t m_base = 0;
    std::size_t m_at = 0;
    std::size_t m_size = 0;
};

} // namespace tideline
