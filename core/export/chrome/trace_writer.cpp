// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome/trace_writer.h"

#include <string>

#include "core/export/torch_npu/rank_folder.h"

namespace tideline {

Status TraceWriter::begin(const capture::RankInfo& rank)
{
    m_lanes.begin(rank);
    const std::filesystem::path folder = m_root / torch_npu::rankFolderName(rank);
    const Status made = torch_npu::makeFolders(folder);
    if (!made)
        return made;
    return m_trace.open(folder / ("chrome_trace_rank_" + std::to_string(rank.rank) + ".json"), rank, {true, true});
}

void TraceWriter::kernel(const capture::KernelRecord& record)
{
    m_trace.add(record);
    m_lanes.add(record);
}

void TraceWriter::communication(const capture::CommRecord& record)
{
    m_trace.add(record);
    m_lanes.add(record);
}

void TraceWriter::step(const capture::StepRecord& record)
{
    const torch_npu::StepLane lane = m_lanes.take(record);
    m_trace.addOverlap(lane.computing, lane.communicating);
}

} // namespace tideline
