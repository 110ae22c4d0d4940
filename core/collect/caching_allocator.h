// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tideline::collect {

/// A caching allocator like the framework's: it takes segments from the device, cuts blocks out of them, best fit, and
/// keeps what is freed for the next request. Deterministic; O(log blocks) per call.
class CachingAllocator {
public:
    using Address = std::int64_t;

    /// Nothing when the device has no room for a new segment beside `reservedElsewhere` bytes.
    std::optional<Address> allocate(std::int64_t bytes, std::int64_t capacity, std::int64_t reservedElsewhere = 0);
    void release(Address block);

    std::int64_t allocated() const { return m_allocated; }
    std::int64_t reserved() const { return m_reserved; }
    /// The size that a request really takes.
    static std::int64_t rounded(std::int64_t bytes);

private:
    struct Block {
        std::int64_t size = 0;
        std::int64_t segment = 0; ///< blocks of different segments are never joined
        bool free = false;
    };

    Address cut(Address at, std::int64_t size);
    void join(std::map<Address, Block>::iterator first, std::map<Address, Block>::iterator second);

    std::map<Address, Block> m_blocks;
    std::set<std::pair<std::int64_t, Address>> m_free; // by size, then address
    Address m_end = 0;                                 // where the next segment begins
    std::int64_t m_segments = 0;
    std::int64_t m_allocated = 0;
    std::int64_t m_reserved = 0;
};

} // namespace tideline::collect
