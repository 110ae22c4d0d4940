// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/export_traces.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/import/chrome/trace_json.h"
#include "core/import/communication/communication_json.h"
#include "core/import/msprof/export_name.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

using Families = std::map<std::string, std::vector<fs::path>>; // by kind

bool isPacked(const fs::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".json.gz") || name.ends_with(".json.zip");
}

/// Parts of a timeline that have files of their own beside the whole.
bool isPart(const std::string& kind)
{
    constexpr std::string_view kParts[] = {"step_trace", "hccl", "task_time", "msprof_tx", "thread_group", "ge"};
    return std::find(std::begin(kParts), std::end(kParts), kind) != std::end(kParts);
}

class TraceChoice {
public:
    TraceChoice(const MsprofPlace& place, DeviceRanks& ranks, PartReport& report, ImportContext& context)
        : m_place(place), m_ranks(ranks), m_report(report), m_context(context)
    {
    }

    Result<bool> read()
    {
        sort();
        std::vector<fs::path> chosen = m_whole.empty() ? partsOfAll() : newest(m_whole, "msprof");
        if (!m_whole.empty()) {
            for (const auto& [kind, files] : m_parts) {
                for (const fs::path& path : files)
                    m_report.skipped(path, "the same is in " + chosen.front().filename().string());
            }
        }
        return chosen.empty() ? Result<bool>(false) : readAll(chosen);
    }

private:
    void sort()
    {
        for (const fs::path& path : sortedEntries(m_place.directory)) {
            const bool json = path.extension() == ".json" || isPacked(path);
            if (!json || !isRegularFile(path) || communicationKind(path))
                continue;
            std::error_code error;
            if (fs::file_size(path, error) == 0 && !error) {
                m_report.unreadable(path, "empty file");
                continue;
            }
            if (!looksLikeTraceJson(path))
                continue;
            const std::string kind = exportName(path).kind;
            if (isPart(kind))
                m_parts[kind].push_back(path);
            else
                m_whole.push_back(path);
        }
    }

    std::vector<fs::path> newest(const std::vector<fs::path>& files, const std::string& kind)
    {
        ExportFamily family = newestFamily(files, kind);
        for (const fs::path& path : family.older)
            m_report.skipped(path, "another export; the newest is " + family.files.front().filename().string());
        m_report.missingSlices(family.files.front(), family.missing);
        return std::move(family.files);
    }

    /// Without a whole. Every step_trace of an old export has all iterations: one is enough.
    std::vector<fs::path> partsOfAll()
    {
        std::vector<fs::path> all;
        for (const auto& [kind, files] : m_parts) {
            std::vector<fs::path> part = newest(files, kind);
            const bool repeated = kind == "step_trace" && !exportName(part.front()).slice;
            for (std::size_t i = 1; i < part.size() && repeated; ++i)
                m_report.skipped(part[i], "the same is in " + part.front().filename().string());
            part.resize(repeated ? 1 : part.size());
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }

    Result<bool> readAll(const std::vector<fs::path>& files)
    {
        TraceJsonOptions options;
        RankId rank = m_ranks.first();
        if (m_place.device)
            rank = m_ranks.of(*m_place.device);
        else
            options.rankOfDevice = [this](std::int64_t device) { return m_ranks.of(device); };
        const std::size_t reports = m_context.files.size();
        const Status status = readTraceJson(files, rank, m_context, options);
        if (!status && status.error().code == ErrorCode::Cancelled)
            return status.error();
        for (const fs::path& path : files)
            m_report.take(path);
        if (!status)
            m_context.files.resize(std::min(reports, m_context.files.size()));
        for (std::size_t i = 0; !status && i < files.size(); ++i)
            m_report.unreadable(files[i], status.error().what);
        for (std::size_t i = reports; status && i < m_context.files.size(); ++i)
            complete(m_context.files[i]);
        m_report.usable = m_report.usable || status.ok();
        return status.ok();
    }

    /// No file of the present names was seen, of the old ones some were.
    void complete(FileReport& file)
    {
        if (file.status == FileStatus::Skipped)
            m_context.issues.add(IssueKind::UnreadableFile, file.path.string(), 1, file.reason);
        else if (exportName(file.path).numbers.empty())
            file.note = kFromDocumentation;
    }

    const MsprofPlace& m_place;
    DeviceRanks& m_ranks;
    PartReport& m_report;
    ImportContext& m_context;
    std::vector<fs::path> m_whole;
    Families m_parts;
};

} // namespace

Result<bool> readExportedTrace(const MsprofPlace& place, DeviceRanks& ranks, PartReport& report, ImportContext& context)
{
    return TraceChoice(place, ranks, report, context).read();
}

} // namespace tideline
