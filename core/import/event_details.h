// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/store/trace.h"

namespace tideline {

/// What an event or row says besides its columns, as the file has it: arguments flattened ("args.Input Dims"), texts
/// unescaped.
using EventDetails = std::vector<std::pair<std::string, std::string>>;

/// From the texts that the trace keeps of its events, whatever became of the file; of a database from the row, read
/// again. O(texts of one block). NotFound where nothing is kept, Damaged for a database that changed since the import.
/// scratchDir: see ImportOptions.
Result<EventDetails> readEventDetails(const Trace& trace, SourceRef ref, const std::filesystem::path& scratchDir = {});

} // namespace tideline
