// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/raw_dictionary.h"

#include <algorithm>

#define XXH_INLINE_ALL // short texts: the call would cost as much as the hash
#include <xxhash.h>

namespace tideline {

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

} // namespace

RawDictionary::RawDictionary() : m_slots(kFirstSlots, 0)
{
}

std::uint32_t RawDictionary::id(std::string_view bytes)
{
    const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    for (; m_slots[slot] != 0; slot = (slot + 1) & mask) {
        const Entry& entry = m_entries[m_slots[slot] - 1];
        if (entry.hash == hash && entry.bytes == bytes)
            return m_slots[slot] - 1;
    }
    m_entries.push_back({keep(bytes), hash});
    m_slots[slot] = size();
    if (m_entries.size() * 2 > m_slots.size())
        grow();
    return size() - 1;
}

std::string_view RawDictionary::keep(std::string_view bytes)
{
    if (m_blockSize - m_blockUsed < bytes.size()) {
        m_blockSize = std::max(kBlockBytes, bytes.size());
        m_blocks.push_back(std::make_unique<char[]>(m_blockSize));
        m_blockUsed = 0;
    }
    if (bytes.empty())
        return {};
    char* const at = m_blocks.back().get() + m_blockUsed;
    std::copy(bytes.begin(), bytes.end(), at);
    m_blockUsed += bytes.size();
    return {at, bytes.size()};
}

void RawDictionary::grow()
{
    std::vector<std::uint32_t> slots(m_slots.size() * 2, 0);
    const std::size_t mask = slots.size() - 1;
    for (std::uint32_t i = 0; i < size(); ++i) {
        std::size_t slot = static_cast<std::size_t>(m_entries[i].hash) & mask;
        while (slots[slot] != 0)
            slot = (slot + 1) & mask;
        slots[slot] = i + 1;
    }
    m_slots = std::move(slots);
}

} // namespace tideline
