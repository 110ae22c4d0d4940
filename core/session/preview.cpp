// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/preview.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/analyze/comm_figures.h"
#include "core/import/communication/communication_json.h"
#include "core/import/discovery.h"
#include "core/import/import.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/quick_steps.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

/// What one part of the input gives; ranks count from 0 inside the part.
struct PartPreview {
    std::vector<RankInfo> ranks;
    std::vector<StepRow> rows;
    Duration waits;
    Duration elapsed;
};

bool hasFigures(const std::vector<StepRow>& rows)
{
    return std::any_of(rows.begin(), rows.end(), [](const StepRow& row) { return row.computing || row.free; });
}

/// Reads one part into a builder of its own, so that parts may be read side by side.
class PartReader {
public:
    PartReader(const DiscoveredPart& part, const ImportOptions& options, const Progress& progress)
        : m_part(part), m_options(options), m_progress(progress), m_context{m_builder, m_issues,   m_files,
                                                                            m_pool,    m_progress, m_options}
    {
        if (const auto layout = torchLayout(part.path))
            m_directory = layout->output;
    }

    PartPreview read()
    {
        PartPreview out;
        if (!m_part.importer || !m_part.importer->read(m_part.path, m_context))
            return out;
        const bool single = m_builder.rankCount() == 1;
        if (single)
            readCommunicationFiles();
        std::vector<RankInfo> ranks;
        for (std::uint32_t r = 0; r < m_builder.rankCount(); ++r)
            ranks.push_back(m_builder.rank(RankId{r}));
        const auto trace = TraceBuilder::freeze(std::move(m_builder), m_pool, m_progress);
        if (!trace)
            return out;
        out.ranks = std::move(ranks);
        if (out.ranks.size() == 1 && !out.ranks.front().rank)
            out.ranks.front().rank = m_part.rankHint;
        out.rows = stepRows(**trace);
        addWaits(**trace, out);
        if (!hasFigures(out.rows) && out.ranks.size() <= 1)
            fallBack(out);
        return out;
    }

private:
    void readCommunicationFiles()
    {
        if (m_directory.empty())
            return;
        for (const fs::path& path : sortedEntries(m_directory)) {
            if (path.extension() != ".json" || m_progress.cancelled())
                continue;
            if (const auto kind = communicationKind(path))
                static_cast<void>(readCommunication(path, *kind, RankId{0}, m_context)); // the import reports faults
        }
    }

    static void addWaits(const Trace& trace, PartPreview& out)
    {
        for (std::uint32_t r = 0; r < trace.ranks().size(); ++r) {
            for (const CommOperation& operation : commOperations(trace, RankId{r}, std::nullopt)) {
                out.elapsed += operation.elapse;
                out.waits += operation.wait();
            }
        }
    }

    /// No step times: the kernel table has them, or the database its own analysis.
    void fallBack(PartPreview& out)
    {
        ImportOptions whole = m_options;
        whole.quickOnly = false;
        for (const fs::path& path : sortedEntries(m_directory)) {
            if (m_progress.cancelled() || hasFigures(out.rows))
                return;
            if (path.filename().string().starts_with("kernel_details") && path.extension() == ".csv") {
                if (const auto table = importPaths({path}, whole, m_pool, m_progress))
                    out.rows = stepRows(*table->trace);
            } else if (path.extension() == ".db") {
                takeDatabase(path, out);
            }
        }
        if (m_directory.empty() && isDatabaseFile(m_part.path))
            takeDatabase(m_part.path, out);
    }

    void takeDatabase(const fs::path& path, PartPreview& out)
    {
        if (databaseKind(path, m_options) != DatabaseKind::Profile)
            return;
        TraceBuilder builder;
        RankInfo info;
        info.rank = m_part.rankHint;
        info.format = "torch-npu-db";
        info.path = m_part.path.string();
        const RankId rank = builder.addRank(info);
        for (FileStepRow& row : quickSteps(path, rank, m_options, m_progress))
            builder.addFileStep(std::move(row));
        const auto trace = TraceBuilder::freeze(std::move(builder), m_pool, m_progress);
        if (!trace)
            return;
        out.rows = stepRows(**trace);
        if (out.ranks.empty())
            out.ranks.push_back(std::move(info));
    }

    const DiscoveredPart& m_part;
    const ImportOptions& m_options;
    const Progress& m_progress;
    TaskPool m_pool{1};
    TraceBuilder m_builder;
    ImportIssues m_issues;
    std::vector<FileReport> m_files;
    ImportContext m_context;
    fs::path m_directory; // of a rank's directory; empty else
};

/// False for what the user left out: by its path, or by a rank that its name tells.
bool isWanted(const DiscoveredPart& part, const PartialImport& partial)
{
    const auto& parts = partial.parts;
    if (!parts.empty() && std::find(parts.begin(), parts.end(), part.path) == parts.end())
        return false;
    return partial.ranks.empty() || !part.rankHint || partial.ranks.contains(*part.rankHint);
}

bool isWanted(const RankInfo& rank, const StepRow& row, const PartialImport& partial)
{
    const bool rankWanted = partial.ranks.empty() || (rank.rank && partial.ranks.contains(*rank.rank));
    return rankWanted && (partial.steps.empty() || (row.step && partial.steps.contains(*row.step)));
}

/// One trace that only names the ranks, and the rows with their places in it.
void join(std::vector<PartPreview>& parts, const PartialImport& partial, JobPreview& out)
{
    TraceBuilder builder;
    Duration waits;
    Duration elapsed;
    for (PartPreview& part : parts) {
        const auto first = static_cast<std::uint32_t>(builder.rankCount());
        for (RankInfo& info : part.ranks)
            builder.addRank(std::move(info));
        for (StepRow& row : part.rows) {
            row.rank = RankId{first + row.rank.row};
            const bool known = row.computing || row.notOverlapped || row.free;
            if (known && row.rank.row < builder.rankCount() && isWanted(builder.rank(row.rank), row, partial))
                out.rows.push_back(std::move(row));
        }
        waits += part.waits;
        elapsed += part.elapsed;
    }
    const auto order = [&builder](const StepRow& row) {
        const auto number = builder.rank(row.rank).rank;
        return std::tuple(!number, number.value_or(0), row.rank.row, row.step.has_value(), row.step.value_or(0));
    };
    std::stable_sort(out.rows.begin(), out.rows.end(),
                     [&order](const StepRow& a, const StepRow& b) { return order(a) < order(b); });
    if (elapsed.ns > 0)
        out.waitRatio = static_cast<double>(waits.ns) / static_cast<double>(elapsed.ns);
    TaskPool pool(1);
    if (auto trace = TraceBuilder::freeze(std::move(builder), pool, Progress{}))
        out.trace = std::move(*trace);
}

} // namespace

JobPreview previewJob(const std::vector<fs::path>& paths, const ImportOptions& options, unsigned threads,
                      const Progress& progress)
{
    JobPreview out;
    ImportOptions quick = options;
    quick.quickOnly = true;
    const auto importers = builtinImporters();
    const Discovery found = discover(paths, importers, quick, progress);
    if (found.cancelled)
        return out;
    std::vector<PartPreview> parts(found.parts.size());
    TaskPool pool(threads);
    pool.forEach(parts.size(), [&](std::size_t i) {
        if (!progress.cancelled() && isWanted(found.parts[i], options.partial))
            parts[i] = PartReader(found.parts[i], quick, progress).read();
    });
    if (progress.cancelled())
        return {};
    join(parts, options.partial, out);
    out.verdict = jobVerdict(out.rows, out.waitRatio);
    return out;
}

} // namespace tideline
