// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/store_name.h"

#include <algorithm>
#include <cstdint>
#include <dirent.h>
#include <memory>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "core/store/store_layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

/// Feeds a hash with texts and numbers, each with its length, so that no two lists look alike.
class Digest {
public:
    Digest() : m_state(XXH3_createState(), &XXH3_freeState) { XXH3_128bits_reset(m_state.get()); }
    void add(std::string_view text)
    {
        add(text.size());
        XXH3_128bits_update(m_state.get(), text.data(), text.size());
    }
    void add(std::uint64_t number) { XXH3_128bits_update(m_state.get(), &number, sizeof(number)); }
    XXH128_hash_t value() const { return XXH3_128bits_digest(m_state.get()); }

private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> m_state;
};

/// Directories of raw records inside a capture, which no importer enters: thousands of files.
bool isRaw(const std::string& name, const std::string& parent)
{
    const bool inCapture = parent.ends_with("_ascend_pt") || parent.ends_with("_ascend_ms");
    const bool inSide = parent == "host" || parent.starts_with("device_");
    return (inCapture && (name == "FRAMEWORK" || name == "logs")) || (inSide && (name == "data" || name == "sqlite"))
           || name == "mindstudio_profiler_log";
}

class TreeDigest {
public:
    explicit TreeDigest(Digest& digest) : m_digest(digest) {}

    bool add(const fs::path& path)
    {
        struct stat info = {};
        if (::stat(path.c_str(), &info) != 0 || (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
            return false;
        addStatus(info);
        if (S_ISDIR(info.st_mode))
            addTree(path, info);
        else
            addNeighbour(path.string() + "-wal");
        return true;
    }

private:
    void addStatus(const struct stat& info)
    {
        m_digest.add(static_cast<std::uint64_t>(info.st_mode & S_IFMT));
        if (S_ISDIR(info.st_mode))
            return; // a directory's own time changes with entries that nobody reads
        m_digest.add(static_cast<std::uint64_t>(info.st_size));
        m_digest.add(static_cast<std::uint64_t>(info.st_mtim.tv_sec));
        m_digest.add(static_cast<std::uint64_t>(info.st_mtim.tv_nsec));
        m_digest.add(static_cast<std::uint64_t>(info.st_dev));
        m_digest.add(static_cast<std::uint64_t>(info.st_ino));
    }

    /// What a database has not taken over yet.
    void addNeighbour(const std::string& path)
    {
        struct stat info = {};
        if (::stat(path.c_str(), &info) == 0)
            addStatus(info);
    }

    void addTree(const fs::path& root, const struct stat& rootInfo)
    {
        m_seen.emplace(rootInfo.st_dev, rootInfo.st_ino);
        std::vector<fs::path> open{root};
        while (!open.empty()) {
            const fs::path directory = std::move(open.back());
            open.pop_back();
            m_digest.add(directory.string());
            for (const std::string& name : entries(directory)) {
                struct stat info = {};
                const fs::path path = directory / name;
                if (::stat(path.c_str(), &info) != 0)
                    continue;
                m_digest.add(name);
                addStatus(info);
                if (S_ISDIR(info.st_mode) && !isRaw(name, directory.filename().string())
                    && m_seen.emplace(info.st_dev, info.st_ino).second)
                    open.push_back(path);
            }
        }
    }

    static std::vector<std::string> entries(const fs::path& directory)
    {
        std::vector<std::string> names;
        const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(directory.c_str()), &::closedir);
        if (!listed)
            return names;
        while (const dirent* entry = ::readdir(listed.get())) {
            if (const std::string_view name = entry->d_name; name != "." && name != "..")
                names.emplace_back(name);
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    Digest& m_digest;
    std::set<std::pair<dev_t, ino_t>> m_seen;
};

} // namespace

std::optional<StoreName> storeName(const std::vector<fs::path>& paths, const std::string& asked)
{
    Digest profile;
    Digest state;
    profile.add(asked);
    state.add(kStoreLayout);
    for (const fs::path& path : paths) {
        std::error_code error;
        const fs::path whole = path == "-" ? fs::path() : fs::canonical(path, error);
        if (whole.empty() || error)
            return std::nullopt;
        profile.add(whole.string());
        if (!TreeDigest(state).add(whole))
            return std::nullopt;
    }
    const XXH128_hash_t all = state.value();
    return StoreName{fmt::format("{:016x}", profile.value().low64),
                     fmt::format("{:016x}{:016x}", all.high64, all.low64)};
}

} // namespace tideline
