// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu/torch_npu_importer.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "core/import/chrome/trace_json.h"
#include "core/import/communication/communication_json.h"
#include "core/import/table/small_tables.h"
#include "core/import/table/table_sink.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu/profiler_info.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/profile_database.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

std::uint64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

/// True if the entries of a directory can be listed and opened by us.
bool isOpenDirectory(const fs::path& path)
{
    return ::faccessat(AT_FDCWD, path.c_str(), R_OK | X_OK, AT_EACCESS) == 0;
}

/// Tables whose content the database of a profile has as well.
bool isInDatabase(const KnownTable& table)
{
    switch (table.kind) {
    case TableKind::Kernels:
    case TableKind::TaskTime:
    case TableKind::Memory:
    case TableKind::Allocations:
    case TableKind::ModuleMemory: return true;
    case TableKind::StepTrace:
    case TableKind::Iterations:
    case TableKind::DeviceMemory:
    case TableKind::Extra:
    case TableKind::Ragged:
    case TableKind::Unknown: return false;
    }
    return false;
}

/// Reads one rank. The parts are independent: what cannot be read is reported and the rest is kept.
class RankReader {
public:
    RankReader(TorchLayout layout, const fs::path& path, ImportContext& context)
        : m_layout(std::move(layout)), m_path(path), m_context(context), m_sink(context)
    {
    }

    Status read()
    {
        if (!isOpenDirectory(m_layout.output))
            return Error{ErrorCode::PermissionDenied, "the directory cannot be read", m_layout.output.string(),
                         "Check its permissions"};
        addRank();
        if (!m_context.options.quickOnly) {
            if (const Status status = readTimeline(); !status)
                return status;
            if (const Status status = m_hasTimeline ? Status(Done{}) : readDatabase(); !status)
                return status;
        }
        if (const Status status = readTables(); !status)
            return status;
        if (!m_context.options.quickOnly) {
            if (const Status status = readCommunicationFiles(); !status)
                return status;
        }
        if (const Status status = readAnalysis(); !status)
            return status;
        if (!m_context.options.quickOnly)
            reportOthers();
        if (m_usable || m_context.options.quickOnly)
            return Done{};
        return Error{ErrorCode::Damaged, m_trouble.empty() ? "no timeline and no table that can be read" : m_trouble,
                     m_path.string(), "Export the profile again, as text or as a database"};
    }

private:
    void addRank()
    {
        RankInfo info;
        info.format = "torch-npu-text";
        info.path = m_path.string();
        info.host = hostInName(m_layout.root.filename().string());
        std::vector<fs::path> damaged;
        for (const fs::path& file : readProfilerInfo(m_layout.root, m_layout.output, info, damaged)) {
            m_seen.push_back(file);
            m_context.files.push_back({file, FileStatus::Ok, {}, sizeOf(file), {}});
        }
        for (const fs::path& file : damaged)
            reportUnreadable(file, "not a JSON object");
        if (m_layout.root != m_layout.output && !isOpenDirectory(m_layout.root))
            reportUnreadable(m_layout.root, "the directory cannot be read; check its permissions");
        m_rank = m_context.builder.addRank(std::move(info));
    }

    Status readTimeline()
    {
        for (const char* name : {"trace_view.json", "trace_view.json.gz", "trace_view.json.zip"}) {
            const fs::path trace = m_layout.output / name;
            if (!isRegularFile(trace))
                continue;
            if (sizeOf(trace) == 0) {
                reportUnreadable(trace, "empty file");
                return Done{};
            }
            const std::size_t reports = m_context.files.size();
            const Status status = readTraceJson({trace}, m_rank, m_context);
            m_seen.push_back(trace);
            if (status) {
                m_usable = m_hasTimeline = true;
            } else {
                if (status.error().code == ErrorCode::Cancelled)
                    return status;
                m_context.files.resize(std::min(reports, m_context.files.size()));
                reportUnreadable(trace, status.error().what);
            }
            return Done{};
        }
        return Done{};
    }

    /// The database stands in for a timeline that is absent or damaged; the tables that it has too are then not read
    /// from the text files.
    Status readDatabase()
    {
        for (const fs::path& path : databasesOf(DatabaseKind::Profile)) {
            if (!m_database.empty())
                break; // reportOthers() lists it
            const Status status = readProfileDatabase(path, m_rank, m_context);
            if (!status && status.error().code == ErrorCode::Cancelled)
                return status;
            if (!status) {
                reportUnreadable(path, status.error().what);
                continue;
            }
            m_seen.push_back(path);
            m_database = path.filename().string();
            m_usable = true;
        }
        return Done{};
    }

    /// The analyser's database fills in what no text file gave.
    Status readAnalysis()
    {
        const AnalysisParts parts{!m_hasSteps, !m_hasCommunication && !m_context.options.quickOnly};
        for (const fs::path& path : databasesOf(DatabaseKind::Analysis)) {
            if (!parts.steps && !parts.communication)
                break;
            const Status status = readAnalysisDatabase(path, parts, m_rank, m_context);
            if (!status && status.error().code == ErrorCode::Cancelled)
                return status;
            m_seen.push_back(path);
            if (!status) {
                reportUnreadable(path, status.error().what);
                continue;
            }
            m_usable = true;
            break;
        }
        return Done{};
    }

    std::vector<fs::path> databasesOf(DatabaseKind kind) const
    {
        std::vector<fs::path> found;
        for (const fs::path& path : sortedEntries(m_layout.output)) {
            if (path.extension() == ".db" && isRegularFile(path) && databaseKind(path, m_context.options) == kind)
                found.push_back(path);
        }
        return found;
    }

    Status readTables()
    {
        std::optional<fs::path> taskTime;
        for (const fs::path& path : sortedEntries(m_layout.output)) {
            if (path.extension() != ".csv" || !isRegularFile(path))
                continue;
            if (const Status status = readTable(path, taskTime, false); !status)
                return status;
        }
        if (taskTime) {
            if (const Status status = readTable(*taskTime, taskTime, true); !status)
                return status;
        }
        m_sink.finish();
        return Done{};
    }

    /// A task_time table is put off until all tables are known: it stands in for a missing kernel table, else it is kept.
    Status readTable(const fs::path& path, std::optional<fs::path>& taskTime, bool useTaskTime)
    {
        auto table = TableReader::open(path, m_context);
        m_seen.push_back(path);
        if (!table || table->header().empty()) {
            reportUnreadable(path, table ? "empty file" : table.error().what);
            return Done{};
        }
        const KnownTable known = table->known();
        if (m_context.options.quickOnly && known.kind != TableKind::StepTrace)
            return Done{};
        if (!m_database.empty() && isInDatabase(known)) {
            countRows(*table, FileStatus::Skipped, "the same was read from " + m_database);
            return Done{};
        }
        switch (known.kind) {
        case TableKind::Kernels: return readKernelTable(*table, path);
        case TableKind::TaskTime:
            if (useTaskTime)
                return m_kernelTable.empty() ? readKernelTable(*table, path)
                                             : m_sink.keep(*table, path, m_rank, known.name);
            taskTime = path;
            return Done{};
        case TableKind::StepTrace: m_hasSteps = true; break;
        case TableKind::Iterations:
        case TableKind::Memory:
        case TableKind::Allocations:
        case TableKind::ModuleMemory:
        case TableKind::DeviceMemory:
        case TableKind::Extra:
        case TableKind::Ragged:
        case TableKind::Unknown: break;
        }
        m_usable = m_usable || known.kind != TableKind::Unknown;
        return m_sink.read(*table, path, m_rank, KernelSlices::FromTrace);
    }

    Status readKernelTable(TableReader& table, const fs::path& path)
    {
        if (!m_kernelTable.empty()) {
            countRows(table, FileStatus::Skipped, "the kernels were read from " + m_kernelTable);
            return Done{};
        }
        m_kernelTable = path.filename().string();
        m_usable = true;
        return m_sink.read(table, path, m_rank, m_hasTimeline ? KernelSlices::FromTrace : KernelSlices::FromRows);
    }

    Status readCommunicationFiles()
    {
        std::map<CommunicationKind, std::string> read;
        for (const fs::path& path : sortedEntries(m_layout.output)) {
            if (path.extension() != ".json" || !isRegularFile(path)
                || std::find(m_seen.begin(), m_seen.end(), path) != m_seen.end())
                continue;
            const auto kind = communicationKind(path);
            if (!kind)
                continue;
            if (read.contains(*kind)) {
                m_seen.push_back(path);
                m_context.files.push_back(
                    {path, FileStatus::Skipped, "the same was read from " + read[*kind], sizeOf(path), {}});
                continue;
            }
            const Status status = readCommunication(path, *kind, m_rank, m_context);
            if (!status && status.error().code == ErrorCode::Cancelled)
                return status;
            if (!status) {
                reportUnreadable(path, status.error().what);
                continue;
            }
            m_seen.push_back(path);
            m_usable = m_hasCommunication = true;
            read[*kind] = path.filename().string();
        }
        return Done{};
    }

    void reportOthers()
    {
        for (const fs::path& directory : {m_layout.output, m_layout.root}) {
            for (const fs::path& path : sortedEntries(directory)) {
                if (isDirectory(path) || std::find(m_seen.begin(), m_seen.end(), path) != m_seen.end())
                    continue;
                m_seen.push_back(path);
                const bool regular = isRegularFile(path);
                if (regular && path.extension() == ".db") {
                    reportDatabase(path);
                    continue;
                }
                m_context.files.push_back(
                    {path, FileStatus::Skipped, whyNotRead(path, regular), regular ? sizeOf(path) : 0, {}});
            }
        }
    }

    /// Some tables stand beside a JSON file of the same name and content.
    std::string whyNotRead(const fs::path& path, bool regular) const
    {
        const fs::path table = fs::path(path).replace_extension(".csv");
        if (path.extension() == ".json" && std::find(m_seen.begin(), m_seen.end(), table) != m_seen.end())
            return "the same was read from " + table.filename().string();
        return regular ? "not a file that this version reads" : "not a regular file";
    }

    /// A database that was not read: why, and what is in it.
    void reportDatabase(const fs::path& path)
    {
        const auto database = SqliteDatabase::open(path, {m_context.options.scratchDir}, m_context.progress);
        if (!database)
            return reportUnreadable(path, database.error().what);
        FileStatus status = FileStatus::Skipped;
        std::string reason = "the same was read from the text files; open the database itself to read it instead";
        if (kindOf(*database) == DatabaseKind::Profile && !m_hasTimeline)
            reason = "the profile was read from " + m_database;
        if (kindOf(*database) == DatabaseKind::Unknown || kindOf(*database) == DatabaseKind::Cluster) {
            status = FileStatus::Unsupported;
            reason = "no database of one rank with these tables is known";
        }
        m_context.files.push_back(
            describeDatabase(path, status, std::move(reason), m_context.options, m_context.progress));
    }

    void reportUnreadable(const fs::path& path, const std::string& reason)
    {
        m_seen.push_back(path);
        if (m_trouble.empty())
            m_trouble = path.filename().string() + ": " + reason;
        m_context.issues.add(IssueKind::UnreadableFile, path.string(), 1, reason);
        m_context.files.push_back({path, FileStatus::Skipped, reason, sizeOf(path), {}});
    }

    TorchLayout m_layout;
    fs::path m_path;
    ImportContext& m_context;
    TableSink m_sink;
    RankId m_rank;
    std::vector<fs::path> m_seen; // reported already
    std::string m_kernelTable;
    std::string m_database; // the one read instead of a timeline
    std::string m_trouble;
    bool m_hasTimeline = false;
    bool m_hasSteps = false;
    bool m_hasCommunication = false;
    bool m_usable = false;
};

} // namespace

bool TorchNpuTextImporter::sniff(const fs::path& path) const
{
    return torchLayout(path).has_value();
}

Status TorchNpuTextImporter::read(const fs::path& path, ImportContext& context) const
{
    auto layout = torchLayout(path);
    if (!layout)
        return Error{ErrorCode::Unrecognised, "not a profile of the Ascend framework profilers", path.string(), {}};
    return RankReader(std::move(*layout), path, context).read();
}

} // namespace tideline
