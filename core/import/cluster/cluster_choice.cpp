// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_choice.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/import/cluster/cluster_importer.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu_db/database_importer.h"
#include "core/import/torch_npu_db/database_kind.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReason = "a summary of ranks whose own files are read: open it itself to see it";

bool isCluster(const DiscoveredPart& part)
{
    return part.importer && part.importer->id() == ClusterImporter::kId;
}

/// A lone trace or table without a rank's number may have nothing to do with the job.
bool isRank(const DiscoveredPart& part)
{
    if (!part.importer || isCluster(part))
        return false;
    return isDirectory(part.path) || part.rankHint || part.importer->id() == DatabaseImporter::kId;
}

bool isBelow(const fs::path& path, const fs::path& directory)
{
    const auto [rest, end] = std::mismatch(directory.begin(), directory.end(), path.begin(), path.end());
    (void)end;
    return rest == directory.end();
}

void list(const fs::path& path, Discovery& found, const ImportOptions& options, const Progress& progress)
{
    const std::vector<fs::path> files = isDirectory(path) ? sortedEntries(path) : std::vector<fs::path>{path};
    for (const fs::path& file : files) {
        if (!isRegularFile(file))
            continue;
        if (isDatabaseFile(file)) {
            found.passedOver.push_back(describeDatabase(file, FileStatus::Skipped, kReason, options, progress));
            continue;
        }
        std::error_code error;
        const auto bytes = fs::file_size(file, error);
        found.passedOver.push_back({file, FileStatus::Skipped, kReason, error ? 0 : bytes, {}});
    }
}

} // namespace

void chooseClusters(Discovery& found, const ImportOptions& options, const Progress& progress)
{
    std::vector<DiscoveredPart> kept;
    for (const DiscoveredPart& part : found.parts) {
        const fs::path job = part.path.parent_path();
        const bool beside = isCluster(part) && !part.given
                            && std::any_of(found.parts.begin(), found.parts.end(), [&job](const DiscoveredPart& other) {
                                   return isRank(other) && isBelow(other.path, job);
                               });
        if (beside)
            list(part.path, found, options, progress);
        else
            kept.push_back(part);
    }
    found.parts = std::move(kept);
}

} // namespace tideline
