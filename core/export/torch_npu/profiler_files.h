// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/capture/rank_info.h"

namespace tideline::torch_npu {

/// profiler_info_<rank>.json: options, start pair and end of the capture.
Status writeProfilerInfo(const std::filesystem::path& folder, const capture::RankInfo& rank, std::int64_t endWallNs);

/// profiler_metadata.json: environment, and in distributed runs the parallel plan and groups.
Status writeProfilerMetadata(const std::filesystem::path& folder, const capture::RankInfo& rank);

} // namespace tideline::torch_npu
