// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/store/frame_codec.h"
#include "core/store/store_file.h"

namespace tideline {

/// The numbers of rows that ids of a store must stay below.
struct IdLimits {
    std::uint32_t strings = ~std::uint32_t{0};
    std::uint32_t ranks = ~std::uint32_t{0};
    std::uint32_t processes = ~std::uint32_t{0};
    std::uint32_t tracks = ~std::uint32_t{0};
    std::uint32_t counters = ~std::uint32_t{0};
    std::uint32_t slices = ~std::uint32_t{0};
    std::uint32_t flows = ~std::uint32_t{0};
    std::uint32_t kernels = ~std::uint32_t{0};
    std::uint32_t transports = ~std::uint32_t{0};
};

/// Decodes the blobs of a store when they are asked for and keeps the latest of them in memory, up to a budget. What is
/// pinned by its users lives on outside the budget. Any thread may ask.
class FramePager {
public:
    using Object = std::shared_ptr<const void>;
    /// Makes the object of a blob and adds its size in memory; null when the bytes cannot be one.
    using Decode = std::function<Object(std::string_view raw, std::size_t& bytes)>;

    FramePager(std::shared_ptr<StoreFile> file, std::size_t budgetBytes);

    /// The object of a blob, from memory or decoded now. Null where the store is damaged: damaged() is true from then
    /// on, and whatever was computed with it must be thrown away.
    Object object(const BlobRef& ref, const Decode& decode) const;
    /// The bytes of a blob, not kept; nothing as above.
    std::optional<std::string> read(const BlobRef& ref) const;

    bool damaged() const { return m_damaged; }
    void reportDamage() const { m_damaged = true; }

    const StoreFile& file() const { return *m_file; }
    const IdLimits& limits() const { return m_limits; }
    /// Before the first frame of ids is asked for.
    void setLimits(const IdLimits& limits) { m_limits = limits; }
    std::size_t residentBytes() const;

private:
    struct Kept {
        std::uint64_t offset;
        Object object;
        std::size_t bytes;
    };
    /// A part of the blobs with a lock of its own; the latest used first.
    struct Shard {
        std::mutex mutex;
        std::list<Kept> kept;
        std::unordered_map<std::uint64_t, std::list<Kept>::iterator> byOffset;
        std::size_t bytes = 0;
    };
    static constexpr std::size_t kShards = 8;

    Shard& shardOf(std::uint64_t offset) const { return m_shards[(offset * 0x9E3779B97F4A7C15U) >> 61]; }
    void keep(Shard& shard, std::uint64_t offset, const Object& object, std::size_t bytes) const;

    std::shared_ptr<StoreFile> m_file;
    std::size_t m_shardBudget;
    IdLimits m_limits;
    mutable std::array<Shard, kShards> m_shards;
    mutable std::atomic<bool> m_damaged = false;
};

/// The frames of one column in a store.
struct PagedFrames {
    std::shared_ptr<const FramePager> pager;
    std::vector<BlobRef> frames;
    FrameFormat format;
};

} // namespace tideline
