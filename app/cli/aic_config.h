// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace tideline {

/// The part "profiler" of a file for --aic-config. The parts "dump" and "metrics" are refused: they come with a later
/// version.
struct AicConfig {
    std::optional<bool> enabled;        ///< "switch"
    std::optional<std::string> metrics; ///< "aic_metrics": counter groups as --aic-metrics takes them
};

/// Mistakes are InvalidArgument and name the file and the JSON pointer.
Result<AicConfig> readAicConfig(const std::filesystem::path& path);

} // namespace tideline
