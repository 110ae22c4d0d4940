// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/import/import.h"
#include "core/index/trace_index.h"
#include "core/store/axis.h"
#include "core/store/frame_pager.h"

namespace tideline {

/// What a store holds: a profile as it was imported, with its index.
struct StoredProfile {
    std::vector<std::filesystem::path> paths; ///< it was read from
    PartialImport partial;
    ImportResult import;
    TraceIndex index;
};

/// Writes a profile; rows that lie in this store already are only listed. Cancelled, or NotWritable: nothing is left.
Status writeProfile(const StoredProfile& profile, StoreWriter& writer, TaskPool& pool, const Progress& progress);

/// Reads what all views need at once, the coarse view: tables of contents, texts, lanes, names. Frames and levels of
/// detail are decoded when they are asked for; at most budgetBytes of them stay in memory. NotFound, Unrecognised (another
/// kind of file, another version) or Damaged.
/// What its clocks differ by is known to the store; whether it counts is for the caller to say.
Result<StoredProfile> readProfile(const std::filesystem::path& path, std::size_t budgetBytes,
                                  ClockUse clocks = ClockUse::Aligned);

/// Reads and checks every byte of a store that is in use; false where one is damaged.
bool verifyProfile(const Trace& trace, const TraceIndex& index, TaskPool& pool, const Progress& progress);

/// True for a file that begins like a store.
bool isStoreFile(const std::filesystem::path& path);

} // namespace tideline
