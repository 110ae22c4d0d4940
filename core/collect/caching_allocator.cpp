// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/caching_allocator.h"

#include <algorithm>
#include <iterator>

namespace tideline::collect {

namespace {

constexpr std::int64_t kGrain = 512;
constexpr std::int64_t kMiB = 1024 * 1024;
constexpr std::int64_t kSmallBlock = kMiB;         // smaller ones share small segments
constexpr std::int64_t kSmallSegment = 2 * kMiB;   // also the grain of large segments
constexpr std::int64_t kMediumBlock = 10 * kMiB;   // smaller ones share medium segments
constexpr std::int64_t kMediumSegment = 20 * kMiB; // sizes as in the framework's documentation

std::int64_t roundedUp(std::int64_t value, std::int64_t grain)
{
    return (value + grain - 1) / grain * grain;
}

std::int64_t segmentFor(std::int64_t size)
{
    if (size <= kSmallBlock)
        return kSmallSegment;
    return size < kMediumBlock ? kMediumSegment : roundedUp(size, kSmallSegment);
}

} // namespace

std::int64_t CachingAllocator::rounded(std::int64_t bytes)
{
    return std::max(roundedUp(bytes, kGrain), kGrain);
}

std::optional<CachingAllocator::Address> CachingAllocator::allocate(std::int64_t bytes, std::int64_t capacity,
                                                                    std::int64_t reservedElsewhere)
{
    const std::int64_t size = rounded(bytes);
    const auto fit = m_free.lower_bound({size, 0});
    if (fit != m_free.end())
        return cut(fit->second, size);
    const std::int64_t segment = segmentFor(size);
    if (m_reserved + reservedElsewhere + segment > capacity)
        return {};
    const Address at = m_end;
    m_blocks[at] = {segment, m_segments++, true};
    m_free.insert({segment, at});
    m_end += segment;
    m_reserved += segment;
    return cut(at, size);
}

CachingAllocator::Address CachingAllocator::cut(Address at, std::int64_t size)
{
    Block& block = m_blocks[at];
    m_free.erase({block.size, at});
    const std::int64_t rest = block.size - size;
    block.free = false;
    if (rest >= kGrain) {
        block.size = size;
        m_blocks[at + size] = {rest, block.segment, true};
        m_free.insert({rest, at + size});
    }
    m_allocated += block.size;
    return at;
}

void CachingAllocator::release(Address at)
{
    auto block = m_blocks.find(at);
    if (block == m_blocks.end() || block->second.free)
        return;
    m_allocated -= block->second.size;
    block->second.free = true;
    if (const auto next = std::next(block); next != m_blocks.end())
        join(block, next);
    if (block != m_blocks.begin()) {
        const auto before = std::prev(block);
        if (before->second.free && before->second.segment == block->second.segment) {
            m_free.erase({before->second.size, before->first});
            before->second.size += block->second.size;
            m_blocks.erase(block);
            block = before;
        }
    }
    m_free.insert({block->second.size, block->first});
}

void CachingAllocator::join(std::map<Address, Block>::iterator first, std::map<Address, Block>::iterator second)
{
    if (!second->second.free || second->second.segment != first->second.segment)
        return;
    m_free.erase({second->second.size, second->first});
    first->second.size += second->second.size;
    m_blocks.erase(second);
}

} // namespace tideline::collect
