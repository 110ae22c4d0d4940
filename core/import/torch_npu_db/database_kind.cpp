// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/database_kind.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "core/import/text_head.h"

namespace tideline {

namespace {

constexpr std::size_t kHeadBytes = 16;

/// A table with one of its columns: words as common as TASK alone say nothing.
struct Sign {
    std::string_view table;
    std::string_view column;
};
constexpr std::array<Sign, 12> kProfileSigns = {{{"TASK", "startNs"},
                                                 {"COMPUTE_TASK_INFO", "globalTaskId"},
                                                 {"COMMUNICATION_OP", "startNs"},
                                                 {"CANN_API", "startNs"},
                                                 {"PYTORCH_API", "startNs"},
                                                 {"MSTX_EVENTS", "startNs"},
                                                 {"MEMORY_RECORD", "totalAllocated"},
                                                 {"OP_MEMORY", "allocationTime"},
                                                 {"STEP_TIME", "startNs"},
                                                 {"NPU_MEM", "timestampNs"},
                                                 {"AICORE_FREQ", "timestampNs"},
                                                 {"SESSION_TIME_INFO", "startTimeNs"}}};
constexpr std::array<Sign, 4> kAnalysisSigns = {{{"StepTraceTime", "computing"},
                                                 {"CommAnalyzerTime", "hccl_op_name"},
                                                 {"CommAnalyzerBandwidth", "transport_type"},
                                                 {"CommAnalyzerMatrix", "src_rank"}}};
constexpr std::array<Sign, 9> kClusterSigns = {{{"ClusterStepTraceTime", "computing"},
                                                {"ClusterCommunicationTime", "rank_id"},
                                                {"ClusterCommunicationBandwidth", "rank_id"},
                                                {"ClusterCommunicationMatrix", "src_rank"},
                                                {"ClusterCommAnalyzerTime", "rank_id"},
                                                {"ClusterCommAnalyzerBandwidth", "rank_id"},
                                                {"ClusterCommAnalyzerMatrix", "src_rank"},
                                                {"CommunicationGroupMapping", "rank_set"},
                                                {"CommunicationGroup", "rank_set"}}};
constexpr std::array<Sign, 5> kServiceSigns = {{{"batch", "res_list"},
                                                {"request", "recv_token_size"},
                                                {"kvcache", "kvcache_usage_rate"},
                                                {"request_status", "WAITING"},
                                                {"data_table", "view_name"}}};

template <std::size_t size>
bool hasAny(const SqliteDatabase& database, const std::array<Sign, size>& signs)
{
    return std::any_of(signs.begin(), signs.end(),
                       [&database](const Sign& sign) { return database.has(sign.table, sign.column); });
}

} // namespace

DatabaseKind kindOf(const SqliteDatabase& database)
{
    if (hasAny(database, kProfileSigns))
        return DatabaseKind::Profile;
    if (hasAny(database, kClusterSigns))
        return DatabaseKind::Cluster;
    if (hasAny(database, kAnalysisSigns))
        return DatabaseKind::Analysis;
    return hasAny(database, kServiceSigns) ? DatabaseKind::Service : DatabaseKind::Unknown;
}

bool isDatabaseFile(const std::filesystem::path& path)
{
    const auto head = textHead(path, kHeadBytes);
    return head && isSqliteHead(*head);
}

DatabaseKind databaseKind(const std::filesystem::path& path, const ImportOptions& options)
{
    if (!isDatabaseFile(path))
        return DatabaseKind::Unknown;
    const auto database = SqliteDatabase::open(path, {options.scratchDir}, Progress{});
    return database ? kindOf(*database) : DatabaseKind::Unknown;
}

FileReport describeDatabase(const std::filesystem::path& path, FileStatus status, std::string reason,
                            const ImportOptions& options, const Progress& progress, std::uint64_t countedBytes)
{
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    FileReport report{path, status, std::move(reason), error ? 0 : bytes, {}, {}};
    const auto database = SqliteDatabase::open(path, {options.scratchDir}, progress);
    if (!database) {
        report.reason = database.error().what;
        return report;
    }
    std::uint64_t sum = 0;
    for (const SqliteTable& table : database->tables()) {
        std::optional<std::uint64_t> rows;
        if (database->bytes() <= countedBytes) {
            if (const auto counted = database->countRows(table))
                rows = *counted;
        }
        sum += rows.value_or(0);
        report.tables.push_back({table.name, rows});
    }
    if (database->bytes() <= countedBytes)
        report.rows = sum;
    return report;
}

} // namespace tideline
