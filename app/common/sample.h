// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/collect/collector.h"

namespace tideline {

/// The built-in sample: two ranks and three steps of resnet50-train, always the same bytes.
collect::CollectOptions sampleOptions();

/// Collects into `directory` as the framework profiler's text export, one directory a rank. The result appears
/// whole or not at all: it is written beside `directory` and renamed. A directory that holds anything is refused
/// (NotWritable) unless force; with force, rank directories of the same name are replaced and the rest stays.
Result<collect::CollectSummary> collectInto(const std::filesystem::path& directory,
                                            const collect::CollectOptions& options, bool force,
                                            const Progress& progress);

/// Writes the built-in sample and returns the directory. Cost: about half a second.
Result<std::filesystem::path> writeSample(const std::filesystem::path& directory, bool force, const Progress& progress);

} // namespace tideline
