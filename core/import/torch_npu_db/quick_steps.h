// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/import/importer.h"

namespace tideline {

/// The step times of a profile's database from two of its small tables: the profiler's own overlap analysis, cut to the
/// steps of the host; one row without a number where there are no steps. Empty where the tables are absent or cannot be
/// read. O(rows of OVERLAP_ANALYSIS): nothing else is read.
std::vector<FileStepRow> quickSteps(const std::filesystem::path& path, RankId rank, const ImportOptions& options,
                                    const Progress& progress);

} // namespace tideline
