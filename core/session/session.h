// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
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

namespace tideline {

struct OpenOptions {
    std::vector<std::filesystem::path> paths;
    unsigned threads = 0;             ///< 0: all
    std::filesystem::path scratchDir; ///< see ImportOptions
};

/// An opened profile: the door for the command line and the window. Immutable after open(); all methods may be called
/// from any thread. Analyses are computed once, on first use.
class Session {
public:
    static Result<std::shared_ptr<const Session>> open(const OpenOptions& options, const Progress& progress);

    /// Step rows from the small files alone, before any trace is parsed; empty when there are none. Milliseconds.
    static std::vector<StepRow> preview(const OpenOptions& options, const Progress& progress,
                                        std::shared_ptr<const Trace>* holder);

    const std::vector<std::filesystem::path>& paths() const { return m_paths; }
    const Trace& trace() const { return *m_import.trace; }
    std::shared_ptr<const Trace> sharedTrace() const { return m_import.trace; }
    const TraceIndex& index() const { return m_index; }
    const ImportIssues& issues() const { return m_import.issues; }
    const std::vector<FileReport>& files() const { return m_import.files; }

    const std::vector<StepRow>& steps() const;
    Result<Ranking> ranking(const RankingOptions& options) const { return rank(trace(), options); }
    /// The advisor's judgement; computed once per limits, scope and the like. What import found wrong is added to the
    /// options here. Only Cancelled and an unknown rule fail.
    Result<std::shared_ptr<const AdvisorResult>> advise(AdvisorOptions options, const Progress& progress = {}) const;
    Result<EventDetails> details(SliceId slice) const;

private:
    Session() = default;

    std::vector<std::filesystem::path> m_paths;
    std::filesystem::path m_scratchDir; // for details that are read later
    ImportResult m_import;
    TraceIndex m_index;
    mutable std::once_flag m_stepsOnce;
    mutable std::vector<StepRow> m_steps;
    mutable std::mutex m_adviceMutex;
    mutable std::map<std::string, std::shared_ptr<const AdvisorResult>> m_advice;
};

/// $XDG_CACHE_HOME/tideline (or ~/.cache/tideline); not created here.
std::filesystem::path defaultCacheDir();

} // namespace tideline
