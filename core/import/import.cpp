// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <unistd.h>
#include <utility>

#include "core/import/discovery.h"
#include "core/import/marked_steps.h"
#include "core/import/part_progress.h"
#include "core/import/partial/partial_filter.h"
#include "core/import/passes/pass_columns.h"
#include "core/import/standard_input.h"
#include "core/import/trace_issues.h"
#include "core/store/trace_joiner.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReadable = "Readable are *_ascend_pt, *_ascend_ms and PROF_* directories, "
                                  "cluster_analysis_output, the output of the service profiler, Chrome and Kineto "
                                  "traces (.json, .gz, .zip), databases (.db), kernel tables (.csv), tasks JSON and "
                                  "Tideline's own stores (.tld)";

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

/// Parts below this size are read side by side, one thread each; larger ones one after the other with the whole pool.
constexpr std::uint64_t kSmallPart = std::uint64_t{16} << 20;
/// Small parts read at once, per thread: their results wait for each other.
constexpr std::size_t kSmallPartsPerThread = 4;

Error cancelled()
{
    return {ErrorCode::Cancelled, "cancelled", {}, {}};
}

/// What became of one part.
struct PartOutcome {
    Status status = Done{};
    std::shared_ptr<const Trace> trace; // null when the status is an error
    ImportIssues issues;
    std::vector<FileReport> files;
};

/// Reads one part into a trace of its own.
class PartReader {
public:
    PartReader(const ImportOptions& options, TaskPool& pool, const Progress& progress)
        : m_options(options), m_pool(pool), m_progress(progress)
    {
    }

    PartOutcome read(const DiscoveredPart& part, PartialFilter& partial)
    {
        PartOutcome outcome;
        TraceBuilder builder;
        ImportContext context{builder, outcome.issues, outcome.files, m_pool, m_progress, m_options};
        partial.begin(context);
        outcome.status = part.importer ? part.importer->read(part.path, context) : readStandardInput(context);
        for (std::size_t i = 0; i < builder.rankCount(); ++i) {
            RankInfo& rank = builder.rank(RankId{static_cast<std::uint32_t>(i)});
            if (!rank.rank && part.rankHint)
                rank.rank = part.rankHint;
        }
        if (outcome.status.ok() && !part.passes.empty() && !m_options.quickOnly)
            addPassColumns(*part.importer, part.passes, context);
        partial.end(context);
        if (m_progress.cancelled())
            outcome.status = cancelled();
        if (!outcome.status)
            return outcome;
        if (!m_options.quickOnly)
            addMarkedSteps(builder);
        auto trace = TraceBuilder::freeze(std::move(builder), m_pool, m_progress);
        if (!trace) {
            outcome.status = trace.error();
            return outcome;
        }
        outcome.trace = std::move(*trace);
        if (!m_options.quickOnly)
            addTraceIssues(*outcome.trace, outcome.issues);
        return outcome;
    }

private:
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
        return readTraceJson(*inputs, context.builder.addRank(std::move(info)), context, options);
    }

    const ImportOptions& m_options;
    TaskPool& m_pool;
    const Progress& m_progress;
};

/// Reads the parts and hands them over in their order.
class Import {
public:
    Import(const ImportOptions& options, TaskPool& pool, const Progress& progress, PartSink& sink)
        : m_options(options), m_pool(pool), m_progress(progress), m_sink(sink)
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
        if (Status ready = m_sink.expect(m_result.listing); !ready)
            return ready.error();
        if (Status status = readParts(found.parts); !status)
            return status.error();
        if (m_read == 0 && m_firstFailure)
            return *m_firstFailure;
        if (Status wanted = m_partial.finish(); !wanted)
            return wanted.error();
        m_result.leftOut = m_partial.leftOut();
        if (!m_options.quickOnly)
            addProfileIssues(m_ranks, m_slices, m_result.issues);
        return std::move(m_result);
    }

private:
    void takeOver(const Discovery& found)
    {
        m_result.files = found.passedOver;
        m_result.listing = listProfile(found, m_options, m_progress);
        m_partial.note(found);
        for (const Error& failure : found.failures) {
            const auto& raw = found.notAnalysed;
            const bool notAnalysed = std::find(raw.begin(), raw.end(), fs::path(failure.where)) != raw.end();
            m_result.issues.add(notAnalysed ? IssueKind::NotAnalysed : IssueKind::UnreadableFile, failure.where, 1,
                                failure.advice.empty() ? failure.what : failure.advice);
            m_result.files.push_back({failure.where, FileStatus::Skipped, failure.what, 0, {}});
        }
    }

    Status readParts(const std::vector<DiscoveredPart>& parts)
    {
        std::map<fs::path, std::uint64_t> bytes;
        std::uint64_t sum = 0;
        for (const ListedPart& part : m_result.listing.parts)
            bytes[part.path] += part.bytes;
        for (const DiscoveredPart& part : parts)
            sum += bytes[part.path];
        const PartProgress progress(m_progress, sum, parts.size());
        const auto progressOf = [&](const DiscoveredPart& part) { return progress.part(bytes[part.path]); };
        const std::size_t most = kSmallPartsPerThread * m_pool.threadCount();
        for (std::size_t first = 0, last = 0; first < parts.size(); first = last) {
            const auto isSmall = [&](const DiscoveredPart& part) { return bytes[part.path] < kSmallPart; };
            for (last = first + 1; isSmall(parts[first]) && last < parts.size() && last - first < most; ++last) {
                if (!isSmall(parts[last]))
                    break;
            }
            const std::span wave(parts.data() + first, last - first);
            if (Status status = wave.size() > 1 ? readSideBySide(wave, progressOf)
                                                : readAlone(parts[first], progressOf(parts[first]));
                !status)
                return status;
        }
        return Done{};
    }

    Status readAlone(const DiscoveredPart& part, Progress progress)
    {
        PartialFilter partial(m_options);
        PartOutcome outcome = PartReader(m_options, m_pool, progress).read(part, partial);
        progress = {}; // the part is read
        return take(part, std::move(outcome), partial);
    }

    template <typename ProgressOf>
    Status readSideBySide(std::span<const DiscoveredPart> wave, const ProgressOf& progressOf)
    {
        std::vector<PartOutcome> outcomes(wave.size());
        std::vector<PartialFilter> partials(wave.size(), PartialFilter(m_options));
        m_pool.forEach(wave.size(), [&](std::size_t i) {
            if (m_progress.cancelled())
                return;
            TaskPool own(1);
            const Progress progress = progressOf(wave[i]);
            outcomes[i] = PartReader(m_options, own, progress).read(wave[i], partials[i]);
        });
        for (std::size_t i = 0; i < wave.size(); ++i) {
            if (Status status = take(wave[i], std::move(outcomes[i]), partials[i]); !status)
                return status;
        }
        return Done{};
    }

    Status take(const DiscoveredPart& part, PartOutcome outcome, const PartialFilter& partial)
    {
        if (m_progress.cancelled() || (!outcome.status && outcome.status.error().code == ErrorCode::Cancelled))
            return cancelled();
        const std::uint64_t counted = outcome.issues.countOf(IssueKind::UnreadableFile);
        m_result.issues.merge(outcome.issues);
        m_result.files.insert(m_result.files.end(), std::make_move_iterator(outcome.files.begin()),
                              std::make_move_iterator(outcome.files.end()));
        m_partial.merge(partial);
        if (!outcome.trace) {
            reportFailure(part.path, outcome.status.error(), counted > 0);
            return Done{};
        }
        ++m_read;
        m_slices += outcome.trace->slices().size();
        m_ranks.insert(m_ranks.end(), outcome.trace->ranks().begin(), outcome.trace->ranks().end());
        return m_sink.take(std::move(outcome.trace));
    }

    /// The importer may have counted the files at fault: one bad file is one issue. The part is listed in any case.
    void reportFailure(const fs::path& path, const Error& error, bool counted)
    {
        if (!m_firstFailure)
            m_firstFailure = error;
        if (!counted)
            m_result.issues.add(IssueKind::UnreadableFile, path.string(), 1, error.what);
        const bool listed = std::any_of(m_result.files.begin(), m_result.files.end(),
                                        [&path](const FileReport& report) { return report.path == path; });
        if (!listed)
            m_result.files.push_back({path, FileStatus::Skipped, error.what, 0, {}});
    }

    const ImportOptions& m_options;
    TaskPool& m_pool;
    const Progress& m_progress;
    PartSink& m_sink;
    ImportResult m_result;
    PartialFilter m_partial{m_options};
    std::vector<RankInfo> m_ranks; // of all parts
    std::uint64_t m_slices = 0;
    std::size_t m_read = 0;
    std::optional<Error> m_firstFailure;
};

/// Keeps all parts and joins them in memory.
class PartCollector final : public PartSink {
public:
    Status take(std::shared_ptr<const Trace> part) override
    {
        m_parts.push_back(std::move(part));
        return Done{};
    }
    Result<std::shared_ptr<const Trace>> joined(TaskPool& pool) { return joinParts(std::move(m_parts), pool); }

private:
    std::vector<std::shared_ptr<const Trace>> m_parts;
};

std::pair<bool, std::int64_t> rankPlace(const Trace& part)
{
    const auto number = part.ranks().empty() ? std::nullopt : part.ranks().front().rank;
    return {!number.has_value(), number.value_or(0)};
}

} // namespace

Result<std::shared_ptr<const Trace>> joinParts(std::vector<std::shared_ptr<const Trace>> parts, TaskPool& pool)
{
    if (parts.size() == 1)
        return parts.front();
    sortParts(parts);
    TraceJoiner joiner(pool);
    for (std::shared_ptr<const Trace>& part : parts) {
        if (auto places = joiner.append(*part); !places)
            return places.error();
        part.reset();
    }
    return joiner.finish();
}

void sortParts(std::vector<std::shared_ptr<const Trace>>& parts)
{
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return rankPlace(*a) < rankPlace(*b); });
}

Result<ImportResult> importParts(const std::vector<fs::path>& paths, const ImportOptions& options, TaskPool& pool,
                                 const Progress& progress, PartSink& sink)
{
    if (paths.empty())
        return Error{ErrorCode::InvalidArgument, "no path given", {}, {}};
    return Import(options, pool, progress, sink).run(paths);
}

Result<ImportResult> importPaths(const std::vector<fs::path>& paths, const ImportOptions& options, TaskPool& pool,
                                 const Progress& progress)
{
    PartCollector collector;
    auto result = importParts(paths, options, pool, progress, collector);
    if (!result)
        return result;
    auto trace = collector.joined(pool);
    if (!trace)
        return trace.error();
    result->trace = std::move(*trace);
    return result;
}

} // namespace tideline
