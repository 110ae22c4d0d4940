// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace tideline {

/// Numbers distinct byte strings in the order of their first sight. One worker owns it; ids are its own.
class RawDictionary {
public:
    RawDictionary();

    /// The id of the bytes; O(length). The bytes are copied at first sight only.
    std::uint32_t id(std::string_view bytes);
    std::string_view bytes(std::uint32_t id) const { return m_entries[id].bytes; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_entries.size()); }

private:
    struct Entry {
        std::string_view bytes;
        std::uint64_t hash = 0;
    };
    std::string_view keep(std::string_view bytes);
    void grow();

    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_slots; // id + 1; 0 is free
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockUsed = 0;
    std::size_t m_blockSize = 0;
};

} // namespace tideline
