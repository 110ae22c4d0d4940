// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/advise/advisor.h"
#include "core/analyze/ranking.h"
#include "core/analyze/steps.h"
#include "core/import/event_details.h"
#include "core/import/import.h"
#include "core/index/trace_index.h"
#include "core/session/profile_builder.h"
#include "core/session/profile_store.h"
#include "core/session/store_cache.h"

namespace tideline {

class Session;

/// What open() does with the store of a profile in the cache directory.
enum class StoreUse {
    None,  ///< neither read nor written, but for what does not fit into memory
    Later, ///< read; written when writeStore() is called
    Now,   ///< read and checked to the last byte; written before open() returns, unless the profile is small
    Anew,  ///< written in any case, and never read
};

struct OpenOptions {
    std::vector<std::filesystem::path> paths;
    unsigned threads = 0;             ///< 0: all
    std::filesystem::path scratchDir; ///< the cache directory: unpacked archives (see ImportOptions) and stores
    PartialImport partial;            ///< what of it is wanted
    StoreUse store = StoreUse::None;
    ClockUse clocks = ClockUse::Aligned; ///< of ranks, and of both sides of each
    std::uint64_t memoryBytes = 0;       ///< for rows and frames; 0: defaultMemoryBytes()
    std::uint64_t cacheLimitBytes = StoreCache::kDefaultLimit;
    /// Says what the store will take before rows are written to it because they do not fit into memory.
    std::function<void(const DiskNeed&)> announce;
    /// The first rank of several as a session of its own, before the others are read. Called from the opening thread.
    std::function<void(std::shared_ptr<const Session>)> firstPart;
};

/// A quarter of the machine's memory.
std::uint64_t defaultMemoryBytes();

/// An opened profile: the door for the command line and the window. Immutable after open(); all methods may be called
/// from any thread. Analyses are computed once, on first use.
class Session {
public:
    static Result<std::shared_ptr<const Session>> open(const OpenOptions& options, const Progress& progress);

    /// Step rows from the small files alone, before any trace is parsed; empty when there are none. Milliseconds.
    static std::vector<StepRow> preview(const OpenOptions& options, const Progress& progress,
                                        std::shared_ptr<const Trace>* holder);

    const std::vector<std::filesystem::path>& paths() const { return m_profile.paths; }
    const Trace& trace() const { return *m_profile.import.trace; }
    std::shared_ptr<const Trace> sharedTrace() const { return m_profile.import.trace; }
    const TraceIndex& index() const { return m_profile.index; }
    const ImportIssues& issues() const { return m_profile.import.issues; }
    const std::filesystem::path& scratchDir() const { return m_scratchDir; }
    const std::vector<FileReport>& files() const { return m_profile.import.files; }
    const ProfileListing& listing() const { return m_profile.import.listing; }
    /// What was asked for, and what it left out.
    const PartialImport& partial() const { return m_profile.partial; }
    const LeftOut& leftOut() const { return m_profile.import.leftOut; }

    const std::vector<StepRow>& steps() const;
    Result<Ranking> ranking(const RankingOptions& options) const { return rank(trace(), options); }
    /// The advisor's judgement; computed once per limits, scope and the like. What import found wrong is added to the
    /// options here. Only Cancelled and an unknown rule fail.
    Result<std::shared_ptr<const AdvisorResult>> advise(AdvisorOptions options, const Progress& progress = {}) const;
    Result<EventDetails> details(SliceId slice) const;

    /// Whether what the clocks of ranks differ by (RankInfo::clock) has been taken out.
    ClockUse clockUse() const { return m_clockUse; }
    /// True for the first rank of a job whose others are still being read.
    bool isFirstPart() const { return m_firstPart; }
    /// The store that the profile came from or went to; empty when there is none.
    const std::filesystem::path& storePath() const { return m_storePath; }
    bool isFromStore() const { return m_fromStore; }
    /// Why the profile was not kept; empty when it was, or nobody asked.
    const std::string& storeProblem() const { return m_storeProblem; }

    /// Writes the store where open() did not (StoreUse::Later) and the profile is not small. Blocks.
    Status writeStore(const Progress& progress) const;
    /// Writes the whole profile as one file. Blocks.
    Status pack(const std::filesystem::path& target, const Progress& progress) const;
    /// Reads every byte of the store; false where it is damaged: what was shown may be wrong, and the profile must be
    /// opened again, which reads the files. The damaged store is removed.
    bool verifyStore(const Progress& progress) const;

    /// What can wait until the profile is on the screen: writes the store, or verifies the one that the profile came from
    /// and says whether it is whole. Blocks.
    bool settleStore(const Progress& progress) const;

private:
    friend class SessionOpener;

    Session() = default;
    Status keepStore(TaskPool& pool, const Progress& progress) const;

    StoredProfile m_profile;
    std::filesystem::path m_scratchDir; // for details that are read later
    std::filesystem::path m_storePath;
    std::string m_storeProblem;
    std::optional<StoreName> m_storeName; // of the files as they were read
    std::uint64_t m_cacheLimit = StoreCache::kDefaultLimit;
    unsigned m_threads = 0;
    bool m_fromStore = false;
    bool m_firstPart = false;
    ClockUse m_clockUse = ClockUse::Aligned;
    mutable std::once_flag m_stepsOnce;
    mutable std::vector<StepRow> m_steps;
    mutable std::mutex m_adviceMutex;
    mutable std::map<std::string, std::shared_ptr<const AdvisorResult>> m_advice;
};

/// $XDG_CACHE_HOME/tideline (or ~/.cache/tideline); not created here.
std::filesystem::path defaultCacheDir();

} // namespace tideline
