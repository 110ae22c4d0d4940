// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/collect/collector.h"
#include "core/export/metrics/own_metrics.h"

namespace tideline {

/// A metric of the user, and where it was written.
struct PlacedMetric {
    OwnMetric metric;
    std::string where; ///< file and JSON pointer of its formula
};

/// What a file for --aic-config asks for.
struct AicConfig {
    std::optional<bool> enabled;        ///< profiler/switch
    std::optional<std::string> metrics; ///< profiler/aic_metrics: counter groups as --aic-metrics takes them
    std::optional<capture::DumpPart> dump;
    std::filesystem::path dumpPath; ///< empty: the usual one
    std::vector<PlacedMetric> own;  ///< metrics
};

/// Mistakes are InvalidArgument and name the file, the JSON pointer and the character.
Result<AicConfig> readAicConfig(const std::filesystem::path& path);

/// Whether these groups count what the metrics need: each metric all of it in one group.
Status checkCounted(const std::vector<PlacedMetric>& metrics, const std::vector<capture::PmuGroup>& groups);

} // namespace tideline
