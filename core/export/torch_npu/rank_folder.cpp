// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/rank_folder.h"

#include <system_error>

#include <fmt/format.h>

#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

std::string rankFolderName(const capture::RankInfo& rank)
{
    return fmt::format("{}_{}_{}_ascend_pt", rank.hostName, rank.pid, compactDate(rank.clock.hostWallNs));
}

Result<std::filesystem::path> makeOutputFolder(const std::filesystem::path& root, const capture::RankInfo& rank)
{
    std::filesystem::path folder = root / rankFolderName(rank) / "ASCEND_PROFILER_OUTPUT";
    const Status made = makeFolders(folder);
    if (!made)
        return made.error();
    return folder;
}

Status makeFolders(const std::filesystem::path& folder)
{
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure)
        return Error{ErrorCode::NotWritable, "cannot create the directory: " + failure.message(), folder.string(), {}};
    return Done{};
}

} // namespace tideline::torch_npu
