// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/capture/rank_info.h"

namespace tideline::torch_npu {

/// <host>_<pid>_<time>_ascend_pt
std::string rankFolderName(const capture::RankInfo& rank);

/// The directory of the rank's exported files below `root`, made if it is not there.
Result<std::filesystem::path> makeOutputFolder(const std::filesystem::path& root, const capture::RankInfo& rank);

Status makeFolders(const std::filesystem::path& folder);

} // namespace tideline::torch_npu
