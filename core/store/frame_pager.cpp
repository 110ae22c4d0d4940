// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/frame_pager.h"

#include <utility>

namespace tideline {

FramePager::FramePager(std::shared_ptr<StoreFile> file, std::size_t budgetBytes)
    : m_file(std::move(file)), m_shardBudget(budgetBytes / kShards)
{
}

FramePager::Object FramePager::object(const BlobRef& ref, const Decode& decode) const
{
    Shard& shard = shardOf(ref.offset);
    {
        const std::lock_guard lock(shard.mutex);
        if (const auto found = shard.byOffset.find(ref.offset); found != shard.byOffset.end()) {
            shard.kept.splice(shard.kept.begin(), shard.kept, found->second);
            return found->second->object;
        }
    }
    // Decoded outside the lock: two threads may do it at once, which costs less than waiting for each other.
    const auto raw = read(ref);
    std::size_t bytes = 0;
    Object made = raw ? decode(*raw, bytes) : nullptr;
    if (!made) {
        m_damaged = true;
        return nullptr;
    }
    keep(shard, ref.offset, made, bytes);
    return made;
}

std::optional<std::string> FramePager::read(const BlobRef& ref) const
{
    auto raw = m_file->blob(ref);
    if (!raw)
        m_damaged = true;
    return raw;
}

void FramePager::keep(Shard& shard, std::uint64_t offset, const Object& object, std::size_t bytes) const
{
    std::vector<Object> dropped; // freed after the lock
    const std::lock_guard lock(shard.mutex);
    if (shard.byOffset.contains(offset))
        return;
    shard.kept.push_front({offset, object, bytes});
    shard.byOffset.emplace(offset, shard.kept.begin());
    shard.bytes += bytes;
    while (shard.bytes > m_shardBudget && shard.kept.size() > 1) {
        Kept& last = shard.kept.back();
        shard.bytes -= last.bytes;
        shard.byOffset.erase(last.offset);
        dropped.push_back(std::move(last.object));
        shard.kept.pop_back();
    }
}

std::size_t FramePager::residentBytes() const
{
    std::size_t bytes = 0;
    for (Shard& shard : m_shards) {
        const std::lock_guard lock(shard.mutex);
        bytes += shard.bytes;
    }
    return bytes;
}

} // namespace tideline
