// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

#include "core/import/discovery.h"
#include "core/import/marked_steps.h"
#include "core/import/standard_input.h"
#include "core/import/trace_issues.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReadable = "Readable are *_ascend_pt and *_ascend_ms directories, Chrome and Kineto "
                                  "traces (.json, .gz, .zip), databases (.db), kernel tables (.csv) and tasks JSON";

Error nothingFound(const std::vector<fs::path>& paths, const Discovery& found)
{
    std::string where = paths.empty() ? std::string() : paths.front().string();
    if (paths.size() > 1)
        where += " and " + std::to_string(paths.size() - 1) + " more";
    std::string what = "no profile found";
    if (!found.passedOver.empty()) {
        const FileReport& first = found.passedOver.front();
        what +=
            " (" + (found.nameCount > 1 ? first.path.filename().string() + ": " : std::string()) + first.reason + ")";
    }
    std::string advice = found.names.empty() ? "The directory is empty. " : "Found: ";
    for (std::size_t i = 0; i < found.names.size(); ++i)
        advice += (i > 0 ? ", " : "") + found.names[i];
    if (found.nameCount > found.names.size())
        advice += " and " + std::to_string(found.nameCount - found.names.size()) + " more";
    advice += found.names.empty() ? "" : ". ";
    return {ErrorCode::Unrecognised, std::move(what), std::move(where), advice + kReadable};
}

/// Reads the parts one after the other into one builder; each uses the whole pool.
class Import {
public:
    Import(const ImportOptions& options, TaskPool& pool, const Progress& progress)
        : m_options(options), m_pool(pool), m_progress(progress)
    {
    }

    Result<ImportResult> run(const std::vector<fs::path>& paths)
    {
        const std::vector<std::unique_ptr<Importer>> importers = builtinImporters();
        const Discovery found = discover(paths, importers, m_options, m_progress);
        if (found.cancelled || m_progress.cancelled())
            return cancelled();
        if (found.parts.empty())
            return found.failures.empty() ? nothingFound(paths, found) : found.failures.front();
        takeOver(found);
        for (const DiscoveredPart& part : found.parts) {
            const std::uint64_t counted = m_result.issues.countOf(IssueKind::UnreadableFile);
            const Status status = readPart(part);
            if (m_progress.cancelled() || (!status && status.error().code == ErrorCode::Cancelled))
                return cancelled();
            if (status)
                ++m_read;
            else
                reportFailure(part.path, status.error(), counted);
        }
        if (m_read == 0 && m_firstFailure)
            return *m_firstFailure;
        return freeze();
    }

private:
    static Error cancelled() { return {ErrorCode::Cancelled, "cancelled", {}, {}}; }

    void takeOver(const Discovery& found)
    {
        m_result.files = found.passedOver;
        for (const Error& failure : found.failures) {
            const auto& raw = found.notAnalysed;
            const bool notAnalysed = std::find(raw.begin(), raw.end(), fs::path(failure.where)) != raw.end();
            m_result.issues.add(notAnalysed ? IssueKind::NotAnalysed : IssueKind::UnreadableFile, failure.where, 1,
                                failure.advice.empty() ? failure.what : failure.advice);
            m_result.files.push_back({failure.where, FileStatus::Skipped, failure.what, 0, {}});
        }
    }

    Status readPart(const DiscoveredPart& part)
    {
        ImportContext context{m_builder, m_result.issues, m_result.files, m_pool, m_progress, m_options};
        const std::size_t ranks = m_builder.rankCount();
        const Status status = part.importer ? part.importer->read(part.path, context) : readStandardInput(context);
        if (!status && m_builder.rankCount() == ranks + 1)
            m_builder.removeEmptyRank(RankId{static_cast<std::uint32_t>(ranks)});
        for (std::size_t i = ranks; i < m_builder.rankCount(); ++i) {
            RankInfo& rank = m_builder.rank(RankId{static_cast<std::uint32_t>(i)});
            if (!rank.rank && part.rankHint)
                rank.rank = part.rankHint;
        }
        return status;
    }

    Status readStandardInput(ImportContext& context)
    {
        if (m_options.quickOnly)
            return Done{}; // it can be read only once
        const auto inputs = readStream(STDIN_FILENO, m_options, m_progress);
        if (!inputs)
            return inputs.error();
        RankInfo info;
        info.format = "chrome-trace";
        info.path = kStandardInput;
        TraceJsonOptions options;
        options.identityFromFile = true;
        return readTraceJson(*inputs, m_builder.addRank(std::move(info)), context, options);
    }

    /// The importer may have counted the files at fault: one bad file is one issue. The part is listed in any case.
    void reportFailure(const fs::path& path, const Error& error, std::uint64_t countedBefore)
    {
        if (!m_firstFailure)
            m_firstFailure = error;
        if (m_result.issues.countOf(IssueKind::UnreadableFile) == countedBefore)
            m_result.issues.add(IssueKind::UnreadableFile, path.string(), 1, error.what);
        const bool listed = std::any_of(m_result.files.begin(), m_result.files.end(),
                                        [&path](const FileReport& report) { return report.path == path; });
        if (!listed)
            m_result.files.push_back({path, FileStatus::Skipped, error.what, 0, {}});
    }

    Result<ImportResult> freeze()
    {
        if (!m_options.quickOnly)
            addMarkedSteps(m_builder);
        auto trace = TraceBuilder::freeze(std::move(m_builder), m_pool, m_progress);
        if (!trace)
            return trace.error();
        m_result.trace = std::move(*trace);
        if (!m_options.quickOnly)
            addTraceIssues(*m_result.trace, m_result.issues);
        return std::move(m_result);
    }

    const ImportOptions& m_options;
    TaskPool& m_pool;
    const Progress& m_progress;
    TraceBuilder m_builder;
    ImportResult m_result;
    std::size_t m_read = 0;
    std::optional<Error> m_firstFailure;
};

} // namespace

Result<ImportResult> importPaths(const std::vector<fs::path>& paths, const ImportOptions& options, TaskPool& pool,
                                 const Progress& progress)
{
    if (paths.empty())
        return Error{ErrorCode::InvalidArgument, "no path given", {}, {}};
    return Import(options, pool, progress).run(paths);
}

} // namespace tideline
