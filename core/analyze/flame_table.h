// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tideline {

/// (parent, key) -> node, open addressing: one cache line for most look-ups, where std::unordered_map needs three.
class FlameTable {
public:
    FlameTable() : m_slots(kFirstSlots) {}

    /// The place of a node number, kEmpty when it is new; valid until the next call. Write the number at once.
    std::uint32_t& at(std::uint32_t parent, std::uint32_t key)
    {
        if (m_used * 2 > m_slots.size())
            grow();
        const std::uint64_t wanted = std::uint64_t{parent} << 32 | key;
        Slot& slot = find(wanted);
        if (slot.node == kEmpty) {
            slot.key = wanted;
            ++m_used;
        }
        return slot.node;
    }

    static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t node = kEmpty;
    };
    static constexpr std::size_t kFirstSlots = 1024;

    Slot& find(std::uint64_t key)
    {
        const std::size_t mask = m_slots.size() - 1;
        std::uint64_t mixed = (key ^ key >> 32) * 0x9E3779B97F4A7C15U;
        mixed ^= mixed >> 29;
        std::size_t at = mixed & mask;
        while (m_slots[at].node != kEmpty && m_slots[at].key != key)
            at = (at + 1) & mask;
        return m_slots[at];
    }
    void grow()
    {
        std::vector<Slot> old(m_slots.size() * 2);
        old.swap(m_slots);
        for (const Slot& slot : old) {
            if (slot.node != kEmpty)
                find(slot.key) = slot;
        }
    }

    std::vector<Slot> m_slots;
    std::size_t m_used = 0;
};

} // namespace tideline
