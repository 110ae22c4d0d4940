// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/session/session.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

/// Below this a profile is read faster than it is worth to keep.
constexpr std::uint64_t kSmallProfile = std::uint64_t{4} << 20;
constexpr std::uint64_t kLeastFrames = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostFrames = std::uint64_t{1} << 30;

Error cancelled()
{
    return {ErrorCode::Cancelled, "cancelled", {}, {}};
}

std::uint64_t frameBudget(std::uint64_t memoryBytes)
{
    return std::clamp(memoryBytes / 4, kLeastFrames, kMostFrames);
}

} // namespace

std::uint64_t defaultMemoryBytes()
{
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long size = ::sysconf(_SC_PAGE_SIZE);
    constexpr std::uint64_t kUnknown = std::uint64_t{2} << 30;
    return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 4 : kUnknown;
}

/// Opens one profile: from a store, else from its files.
class SessionOpener {
public:
    SessionOpener(const OpenOptions& options, const Progress& progress)
        : m_options(options),
          m_progress(progress),
          m_pool(options.threads),
          m_cache(options.scratchDir, options.cacheLimitBytes)
    {
        if (m_options.memoryBytes == 0)
            m_options.memoryBytes = defaultMemoryBytes();
    }

    Result<std::shared_ptr<const Session>> open()
    {
        if (m_options.paths.size() == 1 && isStoreFile(m_options.paths.front()))
            return openStoreFile(m_options.paths.front());
        const bool keeps = !m_options.scratchDir.empty() && m_options.store != StoreUse::None;
        if (keeps)
            m_name = storeName(m_options.paths, m_options.partial.text());
        if (m_name && m_options.store != StoreUse::Anew) {
            if (auto session = fromCache())
                return std::shared_ptr<const Session>(std::move(session));
        }
        if (m_progress.cancelled())
            return cancelled();
        auto imported = import(true);
        if (!imported && m_spillFailed && !m_progress.cancelled())
            imported = import(false); // a full disk costs the store, not the profile
        return imported;
    }

private:
    struct Opened : Session {}; // the constructor is private

    std::shared_ptr<Session> made()
    {
        auto session = std::make_shared<Opened>();
        session->m_scratchDir = m_options.scratchDir;
        session->m_cacheLimit = m_options.cacheLimitBytes;
        session->m_threads = m_options.threads;
        session->m_clockUse = m_options.clocks;
        session->m_storeName = m_name;
        return session;
    }

    Result<std::shared_ptr<const Session>> openStoreFile(const fs::path& path)
    {
        auto profile = readProfile(path, frameBudget(m_options.memoryBytes), m_options.clocks);
        if (!profile)
            return profile.error();
        if (m_options.store != StoreUse::Later
            && !verifyProfile(*profile->import.trace, profile->index, m_pool, m_progress))
            return Error{ErrorCode::Damaged, "the store is damaged", path.string(), "Write it again from the profile"};
        auto session = made();
        session->m_profile = std::move(*profile);
        session->m_profile.paths = {path};
        session->m_fromStore = true;
        session->m_storePath = path;
        return ready(std::move(session));
    }

    /// Null when there is no store, or none that can be used: that is removed.
    std::shared_ptr<Session> fromCache()
    {
        const fs::path path = m_cache.pathOf(*m_name);
        auto profile = readProfile(path, frameBudget(m_options.memoryBytes), m_options.clocks);
        if (!profile) {
            if (profile.error().code != ErrorCode::NotFound)
                m_cache.remove(path);
            return nullptr;
        }
        const bool checks = m_options.store == StoreUse::Now;
        if (checks && !verifyProfile(*profile->import.trace, profile->index, m_pool, m_progress)) {
            m_cache.remove(path);
            return nullptr;
        }
        if (m_progress.cancelled())
            return nullptr; // not all of it was checked
        m_cache.touch(path);
        auto session = made();
        session->m_profile = std::move(*profile);
        session->m_profile.paths = m_options.paths;
        session->m_fromStore = true;
        session->m_storePath = path;
        m_progress.report({Stage::Ready, 1, 1, session->trace().slices().size(), {}});
        return session;
    }

    Result<std::shared_ptr<const Session>> import(bool maySpill)
    {
        ImportOptions importing;
        importing.scratchDir = m_options.scratchDir;
        importing.partial = m_options.partial;
        ProfileBuilder builder(builderOptions(maySpill), m_pool, m_progress);
        auto imported = importParts(m_options.paths, importing, m_pool, m_progress, builder);
        m_spillFailed = builder.writerFailed();
        if (!imported)
            return imported.error();
        auto session = made();
        session->m_profile.paths = m_options.paths;
        session->m_profile.partial = m_options.partial;
        session->m_profile.import = std::move(*imported);
        if (Status whole = builder.finish(session->m_profile.import.trace, session->m_profile.index); !whole)
            return whole.error();
        if (Status kept = keep(*session, builder.writer()); !kept && kept.error().code == ErrorCode::Cancelled)
            return cancelled();
        m_spillFailed = builder.writerFailed();
        if (m_spillFailed)
            return Error{ErrorCode::NotWritable, "the disk is full", m_cache.directory().string(), {}};
        return ready(std::move(session));
    }

    ProfileBuilder::Options builderOptions(bool maySpill)
    {
        ProfileBuilder::Options options;
        options.memoryBytes = m_options.memoryBytes;
        options.cacheBytes = frameBudget(m_options.memoryBytes);
        options.keepTexts = m_options.partial.arguments ? KeepTexts::Yes : KeepTexts::No;
        options.clocks = m_options.clocks;
        options.announce = m_options.announce;
        if (maySpill && !m_options.scratchDir.empty())
            options.target = m_name ? m_cache.pathOf(*m_name) : m_cache.directory() / "unnamed.tld";
        if (m_options.firstPart && !m_firstPartShown)
            options.firstPart = [this](std::shared_ptr<const Trace> trace, TraceIndex index) {
                auto session = made();
                session->m_profile.paths = m_options.paths;
                session->m_profile.partial = m_options.partial;
                session->m_profile.import.trace = std::move(trace);
                session->m_profile.index = std::move(index);
                session->m_firstPart = true;
                m_firstPartShown = true; // also when the rest must be read once more
                m_options.firstPart(std::move(session));
            };
        return options;
    }

    /// Gives the spilled rows their name, or writes the store that was asked for now.
    Status keep(Session& session, StoreWriter* spilled)
    {
        if (spilled) {
            // Without a name nobody finds the store again: the file goes away and stays readable for this session.
            if (!m_name || m_name != storeName(m_options.paths, m_options.partial.text()))
                return Done{};
            Status written = writeProfile(session.m_profile, *spilled, m_pool, m_progress);
            if (written) {
                m_cache.tidy(*m_name);
                session.m_storePath = m_cache.pathOf(*m_name);
            } else {
                session.m_storeProblem = written.error().text();
            }
            return written;
        }
        const bool now = m_options.store == StoreUse::Now || m_options.store == StoreUse::Anew;
        const bool large = session.m_profile.import.listing.bytes() >= kSmallProfile;
        if (!now || !m_name || (!large && m_options.store != StoreUse::Anew))
            return Done{};
        Status written = session.keepStore(m_pool, m_progress);
        if (written)
            session.m_storePath = m_cache.pathOf(*m_name);
        else
            session.m_storeProblem = written.error().text();
        return written;
    }

    Result<std::shared_ptr<const Session>> ready(std::shared_ptr<Session> session)
    {
        if (m_progress.cancelled())
            return cancelled();
        m_progress.report({Stage::Ready, 1, 1, session->trace().slices().size(), {}});
        return std::shared_ptr<const Session>(std::move(session));
    }

    OpenOptions m_options;
    const Progress& m_progress;
    TaskPool m_pool;
    StoreCache m_cache;
    std::optional<StoreName> m_name;
    bool m_spillFailed = false;
    bool m_firstPartShown = false;
};

Result<std::shared_ptr<const Session>> Session::open(const OpenOptions& options, const Progress& progress)
{
    return SessionOpener(options, progress).open();
}

Status Session::keepStore(TaskPool& pool, const Progress& progress) const
{
    // Files that changed while they were read would make a store that nobody can tell from a good one.
    if (!m_storeName || m_storeName != storeName(m_profile.paths, m_profile.partial.text()))
        return Error{ErrorCode::NotWritable, "the files changed while they were read", {}, {}};
    const StoreCache cache(m_scratchDir, m_cacheLimit);
    auto writer = StoreWriter::create(cache.pathOf(*m_storeName));
    if (!writer)
        return writer.error();
    if (Status written = writeProfile(m_profile, **writer, pool, progress); !written)
        return written;
    cache.tidy(*m_storeName);
    return Done{};
}

Status Session::writeStore(const Progress& progress) const
{
    if (m_fromStore || m_firstPart || !m_storePath.empty() || !m_storeName
        || m_profile.import.listing.bytes() < kSmallProfile)
        return Done{};
    TaskPool pool(m_threads);
    return keepStore(pool, progress);
}

bool Session::settleStore(const Progress& progress) const
{
    if (m_fromStore)
        return verifyStore(progress);
    (void)writeStore(progress); // without it the next opening takes longer; nothing else
    return true;
}

Status Session::pack(const fs::path& target, const Progress& progress) const
{
    TaskPool pool(m_threads);
    auto writer = StoreWriter::create(target);
    if (!writer)
        return writer.error();
    return writeProfile(m_profile, **writer, pool, progress);
}

bool Session::verifyStore(const Progress& progress) const
{
    TaskPool pool(1);
    const bool whole = verifyProfile(trace(), index(), pool, progress);
    if (!whole && m_storeName && !m_storePath.empty())
        StoreCache(m_scratchDir, m_cacheLimit).remove(m_storePath);
    return whole;
}

} // namespace tideline
