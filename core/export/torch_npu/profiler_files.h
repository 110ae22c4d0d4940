// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/capture/rank_info.h"

namespace tideline::torch_npu {

/// profiler_info_<rank>.json: options, start pair and end of the capture. `exports`: text, db.
Status writeProfilerInfo(const std::filesystem::path& folder, const capture::RankInfo& rank, std::int64_t endWallNs,
                         const std::vector<std::string>& exports);

/// The entries of profiler_metadata.json as JSON texts: environment, and in distributed runs the parallel plan and
/// groups.
std::vector<std::pair<std::string, std::string>> profilerMetadata(const capture::RankInfo& rank);
Status writeProfilerMetadata(const std::filesystem::path& folder, const capture::RankInfo& rank);

} // namespace tideline::torch_npu
