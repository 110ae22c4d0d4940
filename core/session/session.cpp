// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "core/import/transfer_details.h"
#include "core/session/advice.h"
#include "core/session/kernel_details.h"
#include "core/session/preview.h"

namespace tideline {

namespace {

ImportOptions importOptions(const OpenOptions& options)
{
    ImportOptions out;
    out.scratchDir = options.scratchDir;
    out.partial = options.partial;
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

std::vector<StepRow> Session::preview(const OpenOptions& options, const Progress& progress,
                                      std::shared_ptr<const Trace>* holder)
{
    JobPreview preview = previewJob(options.paths, importOptions(options), options.threads, progress);
    if (holder)
        *holder = preview.trace;
    return std::move(preview.rows);
}

const std::vector<StepRow>& Session::steps() const
{
    std::call_once(m_stepsOnce, [this] { m_steps = stepRows(trace()); });
    return m_steps;
}

namespace {

/// Reads the arguments of the parts of collectives, about 10 us each. What a job holds beyond the budget is not read.
TransferFactsOf transferFacts(const Trace& trace, const std::filesystem::path& scratchDir, const Progress& progress)
{
    constexpr std::size_t kMostParts = 200'000; // 2 s
    return [&trace, &scratchDir, &progress, left = kMostParts](const std::vector<SliceId>& slices) mutable {
        std::vector<TransferFacts> facts;
        if (slices.size() > left)
            return facts;
        left -= slices.size();
        for (TransferDetails& details : readTransferDetails(trace, slices, scratchDir, progress))
            facts.push_back({std::move(details.transport), std::move(details.link), details.bytes});
        return facts;
    };
}

} // namespace

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
    if (m_clockUse == ClockUse::AsRecorded) {
        for (DataIssue& issue : clockIssues(trace().ranks(), trace().axisExtent().length()))
            options.dataIssues.push_back(std::move(issue));
    }
    options.transfers = transferFacts(trace(), m_scratchDir, progress);
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
    const KernelId kernel = trace().kernelOf(slice);
    if (!m_profile.partial.arguments && !kernel.valid())
        return Error{ErrorCode::NotFound, "the arguments were left out on request", {}, "Open the profile with them"};
    if (m_profile.partial.arguments) {
        const SourceRef ref = trace().slices().ref.at(slice.row);
        auto details = readEventDetails(trace(), ref, m_scratchDir);
        if (details || details.error().code != ErrorCode::NotFound)
            return details;
    }
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
