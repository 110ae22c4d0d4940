// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "core/import/service/service_tracks.h"

namespace tideline {

/// What the readers of one service's files share.
struct ServiceInput {
    RankId rank;
    ServiceTracks* tracks = nullptr; ///< null where a trace has the timeline
    std::set<std::string> read;      ///< tables that were read
};

/// One text table: kept as it is, and put onto the timeline where no trace is. Adds the file's report; an Error means
/// that nothing could be read.
Status readServiceTable(const std::filesystem::path& path, ServiceInput& input, ImportContext& context);

/// The tables of profiler.db that were not read from text. Likewise.
Status readServiceDatabase(const std::filesystem::path& path, ServiceInput& input, ImportContext& context);

} // namespace tideline
