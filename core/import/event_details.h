// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/store/trace.h"

namespace tideline {

/// The members of one event as the file has them, arguments flattened ("args.Input Dims"), texts unescaped.
using EventDetails = std::vector<std::pair<std::string, std::string>>;

/// Reads and parses the event object, or the row of a database, again from its source; O(size of the event). NotFound
/// for a slice without source, Damaged when the file changed since the import. scratchDir: see ImportOptions.
Result<EventDetails> readEventDetails(const Trace& trace, SourceRef ref, const std::filesystem::path& scratchDir = {});

} // namespace tideline
