// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/info_writer.h"

#include <algorithm>

#include "core/export/torch_npu/profiler_files.h"
#include "core/export/torch_npu/rank_folder.h"

namespace tideline::torch_npu {

Status InfoWriter::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    m_folder = m_root / rankFolderName(rank);
    m_endWallNs = rank.clock.hostWallNs;
    return makeFolders(m_folder);
}

void InfoWriter::step(const capture::StepRecord& record)
{
    m_endWallNs = std::max(m_endWallNs, m_rank.clock.wallOfHost(record.endNs));
}

Status InfoWriter::finish()
{
    const Status info = writeProfilerInfo(m_folder, m_rank, m_endWallNs, m_exports);
    const Status metadata = writeProfilerMetadata(m_folder, m_rank);
    return info ? metadata : info;
}

} // namespace tideline::torch_npu
