// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_importer.h"

#include <map>
#include <system_error>
#include <utility>

#include "core/import/cluster/cluster_communication.h"
#include "core/import/cluster/cluster_database.h"
#include "core/import/cluster/cluster_kind.h"
#include "core/import/cluster/cluster_steps.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu_db/database_kind.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

std::uint64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

/// Reads the files of one directory; what cannot be read is reported and the rest is kept.
class DirectoryReader {
public:
    DirectoryReader(const fs::path& path, ImportContext& context)
        : m_path(path), m_context(context), m_ranks(path, context.builder)
    {
    }

    Status read()
    {
        sort();
        // Groups come before the matrix, whose ends they place.
        for (const ClusterFile kind :
             {ClusterFile::Steps, ClusterFile::Groups, ClusterFile::Operations, ClusterFile::Matrix}) {
            if (m_context.options.quickOnly && kind != ClusterFile::Steps)
                continue;
            if (const Status status = readKind(kind); !status)
                return status;
        }
        if (const Status status = m_context.options.quickOnly ? Status(Done{}) : readDatabases(); !status)
            return status;
        m_ranks.shareGroups();
        if (m_read.empty() && !m_context.options.quickOnly)
            return Error{ErrorCode::Damaged, m_trouble.empty() ? "no file in it can be read" : m_trouble,
                         m_path.string(), "Run the cluster analysis again"};
        m_ranks.first();
        return Done{};
    }

private:
    void sort()
    {
        for (const fs::path& entry : sortedEntries(m_path)) {
            const bool regular = isRegularFile(entry);
            if (regular && isDatabaseFile(entry))
                m_databases.push_back(entry);
            else if (const auto kind = regular ? clusterFile(entry) : std::nullopt)
                m_files.emplace(*kind, entry);
            else if (!m_context.options.quickOnly)
                m_context.files.push_back(
                    {entry,
                     FileStatus::Skipped,
                     regular ? "no table of the cluster analysis that this version reads" : "not a regular file",
                     regular ? sizeOf(entry) : 0,
                     {}});
        }
    }

    /// Of several files of one kind the first is read.
    Status readKind(ClusterFile kind)
    {
        const auto [first, last] = m_files.equal_range(kind);
        for (auto at = first; at != last; ++at) {
            const fs::path& path = at->second;
            if (m_read.contains(kind)) {
                m_context.files.push_back(
                    {path, FileStatus::Skipped, "the same was read from " + m_read[kind], sizeOf(path), {}});
                continue;
            }
            const Status status = readFile(path, kind);
            if (!status && status.error().code == ErrorCode::Cancelled)
                return status;
            if (status)
                m_read[kind] = path.filename().string();
            else
                reportUnreadable(path, status.error().what);
        }
        return Done{};
    }

    Status readFile(const fs::path& path, ClusterFile kind)
    {
        switch (kind) {
        case ClusterFile::Steps: return readClusterSteps(path, m_ranks, m_context);
        case ClusterFile::Operations: return readClusterOperations(path, m_ranks, m_context);
        case ClusterFile::Matrix: return readClusterMatrix(path, m_ranks, m_context);
        case ClusterFile::Groups: return readClusterGroups(path, m_ranks, m_context);
        }
        return Done{};
    }

    Status readDatabases()
    {
        for (const fs::path& path : m_databases) {
            const ClusterParts parts{!m_read.contains(ClusterFile::Steps), !m_read.contains(ClusterFile::Operations),
                                     !m_read.contains(ClusterFile::Matrix)};
            const DatabaseKind kind = databaseKind(path, m_context.options);
            const bool needed = parts.steps || parts.operations || parts.matrix;
            if (kind != DatabaseKind::Cluster || !needed || !m_database.empty()) {
                reportDatabase(path, kind);
                continue;
            }
            const Status status = readClusterDatabase(path, parts, m_ranks, m_context);
            if (!status && status.error().code == ErrorCode::Cancelled)
                return status;
            if (!status) {
                reportUnreadable(path, status.error().what);
                continue;
            }
            m_database = path.filename().string();
            m_read.try_emplace(ClusterFile::Groups, m_database);
        }
        return Done{};
    }

    void reportDatabase(const fs::path& path, DatabaseKind kind)
    {
        FileStatus status = FileStatus::Skipped;
        std::string reason = m_database.empty() ? "the same was read from the text files; open the database itself to "
                                                  "read it instead"
                                                : "the same was read from " + m_database;
        if (kind != DatabaseKind::Cluster) {
            status = FileStatus::Unsupported;
            reason = "no database of the cluster analysis: open this file itself";
        }
        m_context.files.push_back(
            describeDatabase(path, status, std::move(reason), m_context.options, m_context.progress));
    }

    void reportUnreadable(const fs::path& path, const std::string& reason)
    {
        if (m_trouble.empty())
            m_trouble = path.filename().string() + ": " + reason;
        m_context.issues.add(IssueKind::UnreadableFile, path.string(), 1, reason);
        m_context.files.push_back({path, FileStatus::Skipped, reason, sizeOf(path), {}});
    }

    fs::path m_path;
    ImportContext& m_context;
    ClusterRanks m_ranks;
    std::multimap<ClusterFile, fs::path> m_files;
    std::vector<fs::path> m_databases;
    std::map<ClusterFile, std::string> m_read; // the file that gave it
    std::string m_database;
    std::string m_trouble;
};

Status readAlone(const fs::path& path, ClusterFile kind, ClusterRanks& ranks, ImportContext& context)
{
    switch (kind) {
    case ClusterFile::Steps: return readClusterSteps(path, ranks, context);
    case ClusterFile::Operations: return readClusterOperations(path, ranks, context);
    case ClusterFile::Matrix: return readClusterMatrix(path, ranks, context);
    case ClusterFile::Groups: return readClusterGroups(path, ranks, context);
    }
    return Done{};
}

} // namespace

bool ClusterImporter::sniff(const fs::path& path) const
{
    return isClusterDirectory(path) || (isRegularFile(path) && clusterFile(path).has_value());
}

Status ClusterImporter::read(const fs::path& path, ImportContext& context) const
{
    if (isDirectory(path))
        return DirectoryReader(path, context).read();
    const auto kind = clusterFile(path);
    if (!kind)
        return Error{ErrorCode::Unrecognised, "not a file of the cluster analysis", path.string(), {}};
    if (context.options.quickOnly && *kind != ClusterFile::Steps)
        return Done{};
    ClusterRanks ranks(path, context.builder);
    if (const Status status = readAlone(path, *kind, ranks, context); !status)
        return status;
    ranks.shareGroups();
    ranks.first();
    return Done{};
}

} // namespace tideline
