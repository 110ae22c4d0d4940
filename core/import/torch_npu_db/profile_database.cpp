// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/profile_database.h"

#include <optional>
#include <utility>

#include "core/import/torch_npu_db/analysis_tables.h"
#include "core/import/torch_npu_db/counter_tables.h"
#include "core/import/torch_npu_db/device_tables.h"
#include "core/import/torch_npu_db/host_tables.h"
#include "core/import/torch_npu_db/memory_rows.h"
#include "core/import/torch_npu_db/rank_facts.h"

namespace tideline {

namespace {

/// The framework's tables tell its profiler's databases from those of plain msprof.
std::string formatOf(const DatabaseReader& reader)
{
    for (const char* table : {"PYTORCH_API", "CONNECTION_IDS", "STEP_TIME", "MEMORY_RECORD", "OP_MEMORY"}) {
        if (reader.has(table))
            return "torch-npu-db";
    }
    const std::string name = reader.database().path().filename().string();
    return name.starts_with("ascend_") ? "torch-npu-db" : "msprof-db";
}

Status outcome(DatabaseReader& reader)
{
    if (!reader.cancelled())
        reader.finish();
    return reader.cancelled() ? Status(reader.cancelledError()) : Status(Done{});
}

} // namespace

Status readProfileDatabase(const std::filesystem::path& path, RankId rank, ImportContext& context)
{
    auto reader = DatabaseReader::open(path, context);
    if (!reader)
        return reader.error();
    context.builder.rank(rank).format = formatOf(*reader);
    readStrings(*reader);
    const DatabaseRanks ranks = readRanks(*reader, rank);
    DatabaseLanes lanes(context.builder, ranks);
    DeviceLinks links;
    DatabaseSteps steps;
    steps.read(*reader, ranks);
    readRuntimeCalls(*reader, lanes, links);
    DeviceTables(*reader, lanes, links, steps).read();
    readFrameworkCalls(*reader, lanes, links);
    readOtherHostRows(*reader, lanes, links);
    readOverlap(*reader, lanes);
    readCounterTables(*reader, ranks);
    readMemoryTables(*reader, ranks);
    links.addTo(*reader);
    return outcome(*reader);
}

Status readAnalysisDatabase(const std::filesystem::path& path, AnalysisParts parts, RankId rank, ImportContext& context)
{
    auto reader = DatabaseReader::open(path, context);
    if (!reader)
        return reader.error();
    const RankOfRow rankOf = [rank](std::int64_t) { return std::optional(rank); };
    if (parts.steps)
        readStepTrace(*reader, "StepTraceTime", rankOf);
    if (parts.communication)
        readCommunicationTables(*reader, kRankSchema, rankOf);
    return outcome(*reader);
}

} // namespace tideline
