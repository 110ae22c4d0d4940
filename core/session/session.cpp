// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "core/session/advice.h"
#include "core/session/kernel_details.h"

namespace tideline {

namespace {

ImportOptions importOptions(const OpenOptions& options)
{
    ImportOptions out;
    out.scratchDir = options.scratchDir;
    return out;
}

/// An environment variable that holds an absolute path; empty otherwise, as the XDG rules have it.
std::filesystem::path absoluteFrom(const char* variable)
{
    const char* text = std::getenv(variable);
    std::filesystem::path path = text ? text : "";
    return path.is_absolute() ? path : std::filesystem::path{};
}

} // namespace

Result<std::shared_ptr<const Session>> Session::open(const OpenOptions& options, const Progress& progress)
{
    struct Opened : Session {}; // the constructor is private
    TaskPool pool(options.threads);
    auto imported = importPaths(options.paths, importOptions(options), pool, progress);
    if (!imported)
        return imported.error();
    auto session = std::make_shared<Opened>();
    session->m_paths = options.paths;
    session->m_scratchDir = options.scratchDir;
    session->m_import = std::move(*imported);
    session->m_index = TraceIndex::build(session->trace(), pool, progress);
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", {}, {}};
    progress.report({Stage::Ready, 1, 1, session->trace().slices().size(), {}});
    return std::shared_ptr<const Session>(std::move(session));
}

std::vector<StepRow> Session::preview(const OpenOptions& options, const Progress& progress,
                                      std::shared_ptr<const Trace>* holder)
{
    TaskPool pool(1);
    ImportOptions quick = importOptions(options);
    quick.quickOnly = true;
    auto imported = importPaths(options.paths, quick, pool, progress);
    if (!imported)
        return {};
    if (holder)
        *holder = imported->trace;
    return stepRows(*imported->trace);
}

const std::vector<StepRow>& Session::steps() const
{
    std::call_once(m_stepsOnce, [this] { m_steps = stepRows(trace()); });
    return m_steps;
}

Result<std::shared_ptr<const AdvisorResult>> Session::advise(AdvisorOptions options, const Progress& progress) const
{
    constexpr std::size_t kKept = 8; // scopes that a person goes back and forth between
    const std::string key = cacheKey(options);
    {
        const std::lock_guard lock(m_adviceMutex);
        if (const auto known = m_advice.find(key); known != m_advice.end())
            return known->second;
    }
    options.dataIssues = dataIssues(issues(), files());
    auto result = tideline::advise(trace(), options, progress);
    if (!result)
        return result.error();
    auto advice = std::make_shared<const AdvisorResult>(std::move(*result));
    const std::lock_guard lock(m_adviceMutex);
    if (m_advice.size() >= kKept)
        m_advice.clear();
    return m_advice.emplace(key, std::move(advice)).first->second;
}

Result<EventDetails> Session::details(SliceId slice) const
{
    if (!slice.valid() || slice.row >= trace().slices().size())
        return Error{ErrorCode::InvalidArgument, "no such slice", {}, {}};
    const SourceRef ref = trace().slices().ref.at(slice.row);
    auto details = readEventDetails(trace(), ref, m_scratchDir);
    if (details || details.error().code != ErrorCode::NotFound)
        return details;
    const KernelId kernel = trace().kernelOf(slice);
    if (kernel.valid())
        return kernelDetails(trace(), kernel);
    return Error{ErrorCode::NotFound, "the source of this slice is not kept", {}, {}};
}

std::filesystem::path defaultCacheDir()
{
    if (const auto cache = absoluteFrom("XDG_CACHE_HOME"); !cache.empty())
        return cache / "tideline";
    if (const auto home = absoluteFrom("HOME"); !home.empty())
        return home / ".cache" / "tideline";
    std::error_code error;
    return std::filesystem::temp_directory_path(error) / "tideline-cache";
}

} // namespace tideline
