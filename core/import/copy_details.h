// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/store/trace.h"

namespace tideline {

/// What the source of a copy between memories says beside its time.
struct CopyDetails {
    std::string direction; ///< as in the file ("host to device"); "" when it does not say
    std::optional<std::int64_t> bytes;
};

/// The details of the slices, in their order: from the arguments of their events, read again one by one (about 10 µs
/// each), or from one pass over the tables of a database. A source whose first copies have none is not read on; what
/// cannot be read has no details. Empty when cancelled. scratchDir: see ImportOptions.
std::vector<CopyDetails> readCopyDetails(const Trace& trace, const std::vector<SliceId>& copies,
                                         const std::filesystem::path& scratchDir, const Progress& progress);

} // namespace tideline
