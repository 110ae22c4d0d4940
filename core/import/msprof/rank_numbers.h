// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/import/discovery.h"

namespace tideline {

/// The rank that the files beside the records of a capture state; nothing for one of several devices.
std::optional<std::int64_t> rankOfCapture(const std::filesystem::path& path);

/// Numbers captures by plain msprof when no file states the rank of any: from 0, by host and device. One alone, and those
/// of several devices, stay without a number.
void numberCaptures(std::vector<DiscoveredPart>& parts);

} // namespace tideline
