// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/store_cache.h"

#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

#include "core/store/store_file.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

struct Stored {
    fs::path path;
    std::uint64_t bytes = 0;
    fs::file_time_type used;
};

/// The stores of a directory, the longest unused first.
std::vector<Stored> storesIn(const fs::path& directory)
{
    std::vector<Stored> stores;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone;
        if (it->path().extension() != ".tld" || !it->is_regular_file(gone))
            continue;
        Stored stored{it->path(), it->file_size(gone), it->last_write_time(gone)};
        if (!gone)
            stores.push_back(std::move(stored));
    }
    std::sort(stores.begin(), stores.end(), [](const Stored& a, const Stored& b) { return a.used < b.used; });
    return stores;
}

} // namespace

StoreCache::StoreCache(fs::path cacheDir, std::uint64_t limitBytes)
    : m_directory(std::move(cacheDir) / "stores"), m_limit(limitBytes)
{
}

void StoreCache::touch(const fs::path& store) const
{
    ::utimensat(AT_FDCWD, store.c_str(), nullptr, 0);
}

void StoreCache::tidy(const StoreName& written) const
{
    StoreWriter::removeLeftovers(m_directory);
    const fs::path own = pathOf(written);
    std::uint64_t sum = 0;
    std::vector<Stored> others;
    for (Stored& stored : storesIn(m_directory)) {
        if (stored.path != own && stored.path.filename().string().starts_with(written.profile + "-")) {
            remove(stored.path);
            continue;
        }
        sum += stored.bytes;
        if (stored.path != own)
            others.push_back(std::move(stored));
    }
    for (const Stored& stored : others) {
        if (sum <= m_limit)
            break;
        remove(stored.path);
        sum -= stored.bytes;
    }
}

void StoreCache::remove(const fs::path& store) const
{
    std::error_code ignored;
    fs::remove(store, ignored);
}

std::uint64_t StoreCache::clear() const
{
    std::uint64_t freed = 0;
    for (const Stored& stored : storesIn(m_directory)) {
        remove(stored.path);
        freed += stored.bytes;
    }
    StoreWriter::removeLeftovers(m_directory);
    return freed;
}

std::uint64_t StoreCache::bytes() const
{
    std::uint64_t sum = 0;
    for (const Stored& stored : storesIn(m_directory))
        sum += stored.bytes;
    return sum;
}

std::uint64_t StoreCache::freeBytesAt(fs::path directory)
{
    std::error_code error;
    while (!fs::exists(directory, error) && directory.has_parent_path() && directory.parent_path() != directory)
        directory = directory.parent_path();
    const fs::space_info space = fs::space(directory, error);
    return error ? std::numeric_limits<std::uint64_t>::max() : space.available;
}

} // namespace tideline
