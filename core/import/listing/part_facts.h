// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/import/discovery.h"

namespace tideline {

/// Files of one part that are not read because others of the same capture are.
struct PassedFiles {
    std::filesystem::path path; ///< of one file; of several the first
    std::string format;
    std::uint64_t bytes = 0;
    double seconds = 0;
    std::string reason;
    bool opensAlone = false; ///< may be read instead by its path
};

/// What a part is known to be before it is read.
struct PartFacts {
    std::string format;
    std::optional<std::int64_t> device;
    std::string host;
    std::uint64_t bytes = 0; ///< of the files that will be read
    double seconds = 0;
    std::vector<PassedFiles> passed;
};

/// Looks at names and sizes; O(entries of the part's directories). Which file is read follows the importers' rules: text
/// before a database, of several exports the newest.
PartFacts factsOf(const DiscoveredPart& part);

/// The rank of a part before it is read: from the names of its files, from profiler_info.json and info.json, from the
/// beginning of a trace, from RANK_DEVICE_MAP of a database. Nothing where only reading it tells. A few KiB are read.
std::optional<std::int64_t> rankBeforeReading(const DiscoveredPart& part, const ImportOptions& options,
                                              const Progress& progress);

} // namespace tideline
