// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/session/store_name.h"

namespace tideline {

/// The directory of stores. Several programs may use it at once: stores come into being under names of their own and
/// are renamed, never changed; one that is removed stays readable for those who have it open.
class StoreCache {
public:
    /// Stores above this sum go, the longest unused first.
    static constexpr std::uint64_t kDefaultLimit = std::uint64_t{20} << 30;

    explicit StoreCache(std::filesystem::path cacheDir, std::uint64_t limitBytes = kDefaultLimit);

    const std::filesystem::path& directory() const { return m_directory; }
    std::filesystem::path pathOf(const StoreName& name) const { return m_directory / name.file(); }

    /// Notes that a store was used now.
    void touch(const std::filesystem::path& store) const;
    /// After a store was written: removes older states of the same profile, leftovers, and what is above the limit, but
    /// never the one just written.
    void tidy(const StoreName& written) const;
    void remove(const std::filesystem::path& store) const;
    /// Removes all stores; returns how many bytes that freed.
    std::uint64_t clear() const;
    std::uint64_t bytes() const;
    /// Free space of the disk that holds a directory, which need not be there yet; the largest number when it cannot be
    /// told.
    static std::uint64_t freeBytesAt(std::filesystem::path directory);

private:
    std::filesystem::path m_directory;
    std::uint64_t m_limit;
};

} // namespace tideline
