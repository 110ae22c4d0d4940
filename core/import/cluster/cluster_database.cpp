// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_database.h"

#include <map>
#include <utility>

#include "core/import/torch_npu/profiler_info.h"
#include "core/import/torch_npu_db/analysis_tables.h"
#include "core/import/torch_npu_db/database_reader.h"

namespace tideline {

namespace {

std::string_view present(const DatabaseReader& reader, std::string_view newer, std::string_view older)
{
    return reader.has(newer) || !reader.has(older) ? newer : older;
}

/// Both generations of tables have the same figures under partly different names.
CommunicationSchema schemaOf(const DatabaseReader& reader, ClusterParts parts)
{
    CommunicationSchema schema{};
    const SqliteDatabase& database = reader.database();
    if (parts.operations) {
        schema.times = present(reader, "ClusterCommunicationTime", "ClusterCommAnalyzerTime");
        schema.bandwidths = present(reader, "ClusterCommunicationBandwidth", "ClusterCommAnalyzerBandwidth");
    }
    if (parts.matrix)
        schema.matrix = present(reader, "ClusterCommunicationMatrix", "ClusterCommAnalyzerMatrix");
    schema.elapse = database.has(schema.times, "elapsed_time") ? "elapsed_time" : "elapse_time";
    schema.transport = database.has(schema.bandwidths, "band_type") ? "band_type" : "transport_type";
    return schema;
}

/// group_name is the number behind '@', group_id the name on the wire.
void readGroups(DatabaseReader& reader, ClusterRanks& ranks)
{
    TableScan table(reader, present(reader, "CommunicationGroupMapping", "CommunicationGroup"),
                    {"rank_set", "group_name", "group_id", "pg_name"});
    while (table.next()) {
        ParallelGroup group;
        group.ranks = rankSet(table.rawText(0));
        group.hash = table.rawText(1);
        group.key = table.rawText(2).empty() ? table.rawText(1) : table.rawText(2);
        group.name = table.rawText(3);
        if (group.ranks.empty() || group.hash.empty())
            table.reject(IssueKind::BadRow, "a group without members or without a name");
        else
            ranks.addGroup(std::move(group));
    }
}

void readDevices(DatabaseReader& reader, ClusterRanks& ranks)
{
    std::map<std::string, std::string> hosts;
    TableScan names(reader, "HostInfo", {"hostUid", "hostName"});
    while (names.next())
        hosts.emplace(names.rawText(0), names.rawText(1));
    TableScan devices(reader, "RankDeviceMap", {"rankId", "deviceId", "hostUid"});
    while (devices.next()) {
        const auto rank = ranks.rankOf(devices.integer(0));
        if (!rank) {
            devices.reject(IssueKind::BadRow, "no rank");
            continue;
        }
        RankInfo& info = reader.builder().rank(*rank);
        if (const std::int64_t device = devices.integer(1); device != kNoInteger)
            info.device = device;
        if (const auto host = hosts.find(std::string(devices.rawText(2))); host != hosts.end())
            info.host = host->second;
    }
}

/// The parallel plan of the job, which is every rank's.
void readBaseInfo(DatabaseReader& reader, ClusterRanks& ranks)
{
    TableScan table(reader, "ClusterBaseInfo", {"key", "value"});
    while (table.next()) {
        const std::string key(table.rawText(0));
        if (key != "distributed_args")
            continue;
        for (const auto& [number, rank] : ranks.all())
            takeProfilerMetadata(key, table.rawText(1), reader.builder().rank(rank));
    }
}

/// Ends of links are global ranks here; records have positions in the group.
bool placeLink(const ClusterRanks& ranks, std::string_view group, LinkRecord& link)
{
    const auto source = ranks.positionIn(group, link.source);
    const auto target = ranks.positionIn(group, link.target);
    if (!source || !target)
        return false;
    link.source = *source;
    link.target = *target;
    return true;
}

} // namespace

Status readClusterDatabase(const std::filesystem::path& path, ClusterParts parts, ClusterRanks& ranks,
                           ImportContext& context)
{
    auto reader = DatabaseReader::open(path, context);
    if (!reader)
        return reader.error();
    readDevices(*reader, ranks);
    readGroups(*reader, ranks);
    const RankOfRow rankOf = [&ranks](std::int64_t number) { return ranks.rankOf(number); };
    if (parts.steps)
        readStepTrace(*reader, "ClusterStepTraceTime", rankOf);
    readCommunicationTables(
        *reader, schemaOf(*reader, parts), rankOf,
        [&ranks](std::string_view group, LinkRecord& link) { return placeLink(ranks, group, link); });
    readBaseInfo(*reader, ranks);
    if (!reader->cancelled())
        reader->finish();
    if (reader->cancelled())
        return reader->cancelledError();
    context.files.back().note = kFromDocumentation;
    return Done{};
}

} // namespace tideline
