// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/database_importer.h"

#include <limits>
#include <utility>

#include "core/import/cluster/cluster_database.h"
#include "core/import/service/service_importer.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/profile_database.h"

namespace tideline {

namespace {

RankId addRank(const std::filesystem::path& path, const char* format, ImportContext& context)
{
    RankInfo info;
    info.format = format;
    info.path = path.string();
    return context.builder.addRank(std::move(info));
}

/// A rank for each one the database speaks of.
Status readClusterAlone(const std::filesystem::path& path, ImportContext& context)
{
    ClusterRanks ranks(path, context.builder);
    const Status status = readClusterDatabase(path, {}, ranks, context);
    if (!status)
        return status;
    ranks.shareGroups();
    ranks.first();
    return Done{};
}

Status listUnknown(const std::filesystem::path& path, ImportContext& context)
{
    addRank(path, "database", context);
    context.issues.add(IssueKind::UnknownFormat, path.string());
    context.files.push_back(describeDatabase(path, FileStatus::Unsupported, "no database with these tables is known",
                                             context.options, context.progress,
                                             std::numeric_limits<std::uint64_t>::max()));
    if (context.progress.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    return Done{};
}

} // namespace

bool DatabaseImporter::sniff(const std::filesystem::path& path) const
{
    return isDatabaseFile(path);
}

Status DatabaseImporter::read(const std::filesystem::path& path, ImportContext& context) const
{
    DatabaseKind kind = DatabaseKind::Unknown;
    {
        const auto database = SqliteDatabase::open(path, {context.options.scratchDir}, context.progress);
        if (!database)
            return database.error();
        kind = kindOf(*database);
    }
    if (context.options.quickOnly && kind != DatabaseKind::Analysis)
        return Done{};
    switch (kind) {
    case DatabaseKind::Profile: return readProfileDatabase(path, addRank(path, "torch-npu-db", context), context);
    case DatabaseKind::Analysis:
        return readAnalysisDatabase(path, {true, !context.options.quickOnly}, addRank(path, "torch-npu-db", context),
                                    context);
    case DatabaseKind::Cluster: return readClusterAlone(path, context);
    case DatabaseKind::Service: return readServiceAlone(path, context);
    case DatabaseKind::Unknown: return listUnknown(path, context);
    }
    return Done{};
}

} // namespace tideline
