// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu_db/db_writer.h"

#include <algorithm>

#include "core/export/torch_npu/profiler_files.h"
#include "core/export/torch_npu/rank_folder.h"
#include "core/export/torch_npu_db/profile_tables.h"

namespace tideline::torch_npu {

Status DbWriter::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    const auto folder = makeOutputFolder(m_root, rank);
    if (!folder)
        return folder.error();
    const Status opened = m_database.open(*folder / ("ascend_pytorch_profiler_" + std::to_string(rank.rank) + ".db"));
    if (!opened)
        return opened;
    makeProfileTables(m_database);
    if (rank.syncMarkers)
        makeMarkTable(m_database);
    if (!rank.ownMetrics.empty())
        makeMetricTable(m_database);
    m_strings.open(m_database);
    m_device.open(m_database, m_strings, rank);
    m_host.open(m_database, m_strings, rank);
    m_samples.open(m_database, m_strings, rank);
    m_steps.prepare(m_database, "STEP_TIME");
    return Done{};
}

void DbWriter::host(const capture::HostRecord& record)
{
    m_host.add(record);
}

void DbWriter::kernel(const capture::KernelRecord& record)
{
    m_device.add(record);
    m_samples.add(record);
    m_host.addLaunch(record.launch);
}

void DbWriter::copy(const capture::CopyRecord& record)
{
    m_device.add(record);
    m_host.addLaunch(record.launch);
}

void DbWriter::sync(const capture::SyncRecord& record)
{
    m_device.add(record);
}

void DbWriter::communication(const capture::CommRecord& record)
{
    m_device.add(record);
    m_host.addLaunch(record.launch);
}

void DbWriter::counter(const capture::CounterRecord& record)
{
    m_samples.add(record);
}

void DbWriter::memory(const capture::MemoryRecord& record)
{
    m_samples.add(record);
}

void DbWriter::allocation(const capture::AllocationRecord& record)
{
    m_samples.add(record);
}

void DbWriter::syncMarker(const capture::SyncMarkerRecord& record)
{
    m_device.add(record);
    m_host.add(record);
}

void DbWriter::step(const capture::StepRecord& record)
{
    m_host.endStep(record.step);
    m_endWallNs = std::max(m_endWallNs, m_rank.clock.wallOfHost(record.endNs));
    m_steps.add(record.step, m_rank.clock.wallOfHost(record.startNs), m_rank.clock.wallOfHost(record.endNs));
}

Status DbWriter::finish()
{
    m_host.finish();
    m_device.finish();
    m_samples.finish();
    m_strings.finish();
    m_steps.finish();
    addFacts();
    makeProfileIndexes(m_database);
    return m_database.close();
}

void DbWriter::addFacts()
{
    SqliteInsert pairs;
    for (const char* table : {"NPU_INFO", "SESSION_TIME_INFO", "HOST_INFO", "RANK_DEVICE_MAP", "META_DATA"}) {
        pairs.prepare(m_database, table);
        const std::string_view name = table;
        if (name == "NPU_INFO")
            pairs.add(m_rank.deviceId, m_rank.deviceSpec);
        else if (name == "SESSION_TIME_INFO")
            pairs.add(m_rank.clock.hostWallNs, m_endWallNs);
        else if (name == "HOST_INFO")
            pairs.add(std::to_string(capture::groupHash(m_rank.hostName)), m_rank.hostName);
        else if (name == "RANK_DEVICE_MAP")
            pairs.add(m_rank.rank, m_rank.deviceId);
        else
            for (const auto& [key, text] : profilerMetadata(m_rank))
                pairs.add(key, text);
        pairs.finish();
    }
}

} // namespace tideline::torch_npu
