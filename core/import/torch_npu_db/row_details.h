// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/import/event_details.h"

namespace tideline {

/// The row of a database that a SourceRef names, and what other tables say about the same task or call: texts instead
/// of their ids, the call stack, empty cells left out. Opens the database again; O(log rows), for a call with a stack
/// one pass over the stacks. scratchDir: see ImportOptions.
Result<EventDetails> readRowDetails(const SourceInfo& source, SourceRef ref, const std::filesystem::path& scratchDir);

} // namespace tideline
