// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/service/service_importer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <utility>

#include "core/decode/csv/csv_reader.h"
#include "core/import/chrome/trace_json.h"
#include "core/import/service/service_reader.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu_db/database_kind.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kHeadBytes = 16'384;
constexpr std::string_view kTraceName = "chrome_tracing.json";
constexpr std::string_view kDatabaseName = "profiler.db";
constexpr std::string_view kSpanDirectory = "span_info";
constexpr std::array<std::string_view, 5> kTableNames = {"request.csv", "batch.csv", "kvcache.csv", "forward.csv",
                                                         "request_status.csv"};

std::uint64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

bool isTable(const fs::path& path)
{
    const auto head = textHead(path, kHeadBytes);
    if (!head || head->empty() || std::find(head->begin(), head->end(), '\0') != head->end())
        return false;
    const CsvReader csv{std::string_view(*head)};
    return serviceTable(csv.header()).has_value();
}

/// By the names that the profiler gives, and their headers.
bool isServiceDirectory(const fs::path& path)
{
    if (!isDirectory(path))
        return false;
    for (const std::string_view name : kTableNames) {
        const fs::path table = path / name;
        if (isRegularFile(table) && isTable(table))
            return true;
    }
    const fs::path database = path / kDatabaseName;
    return isRegularFile(database) && databaseKind(database, {}) == DatabaseKind::Service;
}

RankId addRank(const fs::path& path, ImportContext& context)
{
    RankInfo info;
    info.format = "service-profiler";
    info.path = path.string();
    return context.builder.addRank(std::move(info));
}

/// Reads the files of one directory; what cannot be read is reported and the rest is kept.
class DirectoryReader {
public:
    DirectoryReader(const fs::path& path, ImportContext& context) : m_path(path), m_context(context)
    {
        m_input.rank = addRank(path, context);
    }

    Status read()
    {
        if (const Status status = readTrace(); !status)
            return status;
        std::optional<ServiceTracks> tracks;
        if (!m_usable)
            m_input.tracks = &tracks.emplace(m_input.rank, m_context);
        if (const Status status = readTables(m_path); !status)
            return status;
        if (const Status status = readTables(m_path / kSpanDirectory); !status)
            return status;
        for (const fs::path& database : m_databases) {
            if (const Status status = readDatabase(database); !status)
                return status;
        }
        if (tracks)
            tracks->finish();
        if (m_usable)
            return Done{};
        return Error{ErrorCode::Damaged, m_trouble.empty() ? "no trace and no table that can be read" : m_trouble,
                     m_path.string(), "Parse the service's records again"};
    }

private:
    Status readTrace()
    {
        const fs::path trace = m_path / kTraceName;
        if (!isRegularFile(trace))
            return Done{};
        const std::size_t reports = m_context.files.size();
        const Status status = sizeOf(trace) == 0 ? Status(Error{ErrorCode::Damaged, "empty file", trace.string(), {}})
                                                 : readTraceJson({trace}, m_input.rank, m_context);
        m_usable = status.ok();
        if (status) {
            for (std::size_t i = reports; i < m_context.files.size(); ++i)
                m_context.files[i].note = kFromDocumentation;
            return Done{};
        }
        if (status.error().code == ErrorCode::Cancelled)
            return status;
        m_context.files.resize(std::min(reports, m_context.files.size()));
        reportUnreadable(trace, status.error().what);
        return Done{};
    }

    Status readTables(const fs::path& directory)
    {
        for (const fs::path& path : sortedEntries(directory)) {
            if (path == m_path / kTraceName || path == m_path / kSpanDirectory)
                continue;
            const bool regular = isRegularFile(path);
            if (regular && isDatabaseFile(path)) {
                m_databases.push_back(path);
                continue;
            }
            if (!regular || path.extension() != ".csv") {
                report(path, FileStatus::Skipped,
                       isDirectory(path) ? "a directory beside the service's files: open it itself"
                                         : "not a file that this version reads");
                continue;
            }
            if (const Status status = readTable(path); !status)
                return status;
        }
        return Done{};
    }

    Status readTable(const fs::path& path)
    {
        const Status status = readServiceTable(path, m_input, m_context);
        if (status)
            m_usable = true;
        else if (status.error().code == ErrorCode::Cancelled)
            return status;
        else if (status.error().code == ErrorCode::Unrecognised)
            report(path, FileStatus::Unsupported, status.error().what);
        else
            reportUnreadable(path, status.error().what);
        return Done{};
    }

    Status readDatabase(const fs::path& path)
    {
        if (databaseKind(path, m_context.options) != DatabaseKind::Service) {
            m_context.files.push_back(describeDatabase(path, FileStatus::Unsupported,
                                                       "no database of an inference service: open this file itself",
                                                       m_context.options, m_context.progress));
            return Done{};
        }
        const Status status = readServiceDatabase(path, m_input, m_context);
        if (!status && status.error().code == ErrorCode::Cancelled)
            return status;
        if (status)
            m_usable = true;
        else
            reportUnreadable(path, status.error().what);
        return Done{};
    }

    void report(const fs::path& path, FileStatus status, const std::string& reason)
    {
        m_context.files.push_back({path, status, reason, isRegularFile(path) ? sizeOf(path) : 0, {}});
    }

    void reportUnreadable(const fs::path& path, const std::string& reason)
    {
        if (m_trouble.empty())
            m_trouble = path.filename().string() + ": " + reason;
        m_context.issues.add(IssueKind::UnreadableFile, path.string(), 1, reason);
        report(path, FileStatus::Skipped, reason);
    }

    fs::path m_path;
    ImportContext& m_context;
    ServiceInput m_input;
    std::vector<fs::path> m_databases;
    std::string m_trouble;
    bool m_usable = false;
};

} // namespace

bool ServiceImporter::sniff(const fs::path& path) const
{
    return isServiceDirectory(path) || (isRegularFile(path) && isTable(path));
}

Status ServiceImporter::read(const fs::path& path, ImportContext& context) const
{
    if (context.options.quickOnly)
        return Done{};
    if (isDirectory(path))
        return DirectoryReader(path, context).read();
    const RankId rank = addRank(path, context);
    ServiceTracks tracks(rank, context);
    ServiceInput input{rank, &tracks, {}};
    const Status status = readServiceTable(path, input, context);
    tracks.finish();
    return status;
}

Status readServiceAlone(const fs::path& path, ImportContext& context)
{
    const RankId rank = addRank(path, context);
    ServiceTracks tracks(rank, context);
    ServiceInput input{rank, &tracks, {}};
    const Status status = readServiceDatabase(path, input, context);
    tracks.finish();
    return status;
}

} // namespace tideline
