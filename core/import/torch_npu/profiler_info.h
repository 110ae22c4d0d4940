// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/track.h"

namespace tideline {

/// Fills rank number, level, switches, environment, parallel plan and groups of a rank from profiler_info_<n>.json and profiler_metadata.json
/// of its directory. Returns the files read; a file that is no JSON object is passed over and named in `damaged`.
std::vector<std::filesystem::path> readProfilerInfo(const std::filesystem::path& root,
                                                    const std::filesystem::path& output, RankInfo& rank,
                                                    std::vector<std::filesystem::path>& damaged);

/// Takes one entry of a database's META_DATA: the names are those of the members of profiler_metadata.json, the values
/// their JSON. Other names and damaged values are passed over.
void takeProfilerMetadata(const std::string& name, std::string_view value, RankInfo& rank);

} // namespace tideline
