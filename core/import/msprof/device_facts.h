// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/import/importer.h"

namespace tideline {

/// What the files beside the records of one device say.
struct DeviceFacts {
    std::int64_t device = 0;
    std::optional<std::int64_t> rank; ///< device and rank number differ in general
    std::string host;
    std::string hostUid;
    std::map<std::string, std::string> switches; ///< settings of the collector, frequencies, numbers of cores
    std::vector<std::filesystem::path> files;    ///< that were read
};

/// One entry for each device_<id> directory of a capture, from info.json.<id> and sample.json in it. Damaged files are
/// passed over. Reads a few KiB per device.
std::vector<DeviceFacts> deviceFacts(const std::filesystem::path& root);

/// Fills in ranks that are still unknown: from profiler_info_<n>.json of a framework's directory around the capture when
/// it has one device, else from RANK_DEVICE_MAP of its newest msprof database.
void addRanks(const std::filesystem::path& root, std::vector<DeviceFacts>& facts, const ImportOptions& options,
              const Progress& progress);

} // namespace tideline
