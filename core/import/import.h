// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/import/importer.h"

namespace tideline {

/// A frozen trace with the account of how it was read.
struct ImportResult {
    std::shared_ptr<const Trace> trace;
    ImportIssues issues;
    std::vector<FileReport> files;
};

/// Reads one or many paths (files, rank directories, parents of many ranks) into one trace: discovery, the importer of
/// each part, freeze. A part that fails is reported and skipped; if nothing can be read the error names what was found
/// and what is readable. Cancelled within 100 ms of the request.
Result<ImportResult> importPaths(const std::vector<std::filesystem::path>& paths, const ImportOptions& options,
                                 TaskPool& pool, const Progress& progress);

} // namespace tideline
