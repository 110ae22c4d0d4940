// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/import/importer.h"
#include "core/import/listing/profile_listing.h"

namespace tideline {

/// A frozen trace with the account of how it was read.
struct ImportResult {
    std::shared_ptr<const Trace> trace;
    ImportIssues issues;
    std::vector<FileReport> files;
    ProfileListing listing; ///< of what was found, as it was before it was read
    LeftOut leftOut;        ///< by a partial import
};

/// Takes what is read, part by part (most often a rank) in the order of discovery.
class PartSink {
public:
    virtual ~PartSink() = default;
    /// Once, before the first part: what will be read.
    virtual Status expect(const ProfileListing&) { return Done{}; }
    /// An error ends the import with it.
    virtual Status take(std::shared_ptr<const Trace> part) = 0;
};

/// Reads one or many paths (files, rank directories, parents of many ranks): discovery, the importer of each part, its
/// freeze. Each part goes to the sink as a trace of its own; ImportResult::trace stays null. A part that fails is
/// reported and skipped; if nothing can be read the error names what was found and what is readable. Small parts are
/// read side by side. Cancelled within 100 ms of the request.
Result<ImportResult> importParts(const std::vector<std::filesystem::path>& paths, const ImportOptions& options,
                                 TaskPool& pool, const Progress& progress, PartSink& sink);

/// The same with all parts joined into one trace in memory, ranks by number.
Result<ImportResult> importPaths(const std::vector<std::filesystem::path>& paths, const ImportOptions& options,
                                 TaskPool& pool, const Progress& progress);

/// Parts by the number of their first rank, those without one last, else in their order.
void sortParts(std::vector<std::shared_ptr<const Trace>>& parts);
/// The parts as one trace in memory, sorted; a single one is returned as it is.
Result<std::shared_ptr<const Trace>> joinParts(std::vector<std::shared_ptr<const Trace>> parts, TaskPool& pool);

} // namespace tideline
