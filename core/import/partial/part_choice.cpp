// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/partial/part_choice.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "core/import/listing/part_facts.h"
#include "core/import/partial/partial_filter.h"
#include "core/import/text_head.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

std::uint64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
}

void leaveOut(Discovery& found, DiscoveredPart part, const std::string& reason)
{
    ++found.leftOut;
    const std::uint64_t bytes = isRegularFile(part.path) ? sizeOf(part.path) : 0;
    found.passedOver.push_back({part.path, FileStatus::Skipped, "left out: " + reason, bytes, {}});
    found.notChosen.push_back({std::move(part), reason, true});
}

/// Reads exactly the parts that were picked from a listing.
void keepPicked(Discovery& found, const std::vector<std::unique_ptr<Importer>>& importers,
                const std::vector<fs::path>& picked)
{
    std::set<fs::path> wanted(picked.begin(), picked.end());
    std::vector<DiscoveredPart> parts;
    for (DiscoveredPart& part : std::exchange(found.parts, {})) {
        if (wanted.erase(part.path) > 0)
            parts.push_back(std::move(part));
        else
            leaveOut(found, std::move(part), "not picked");
    }
    for (const fs::path& path : wanted) {
        std::erase_if(found.notChosen, [&path](const NotChosenPart& other) { return other.part.path == path; });
        std::erase_if(found.passedOver, [&path](const FileReport& report) { return report.path == path; });
        const auto importer =
            std::find_if(importers.begin(), importers.end(), [&path](const auto& each) { return each->sniff(path); });
        if (importer != importers.end())
            parts.push_back({importer->get(), path, {}, true});
        else
            found.failures.push_back({ErrorCode::NotFound, "no such part of the profile", path.string(), {}});
    }
    found.parts = std::move(parts);
}

void keepRanks(Discovery& found, const ImportOptions& options, const Progress& progress)
{
    std::set<std::int64_t> ranks;
    bool allKnown = true;
    std::vector<DiscoveredPart> parts;
    for (DiscoveredPart& part : std::exchange(found.parts, {})) {
        const auto rank = progress.cancelled() ? std::nullopt : rankBeforeReading(part, options, progress);
        allKnown = allKnown && rank;
        if (rank)
            ranks.insert(*rank);
        if (!rank || options.partial.ranks.contains(*rank)) {
            parts.push_back(std::move(part));
            continue;
        }
        found.leftOutRanks.insert(*rank);
        leaveOut(found, std::move(part), "rank " + std::to_string(*rank) + " was not asked for");
    }
    found.parts = std::move(parts);
    const auto unmatched = unmatchedSpan(options.partial.ranks, ranks);
    if (!allKnown || !unmatched || ranks.empty())
        return; // reading tells
    found.failures.insert(found.failures.begin(), notThere("rank", *unmatched, ranks));
    found.parts.clear();
}

} // namespace

void choosePartsAsked(Discovery& found, const std::vector<std::unique_ptr<Importer>>& importers,
                      const ImportOptions& options, const Progress& progress)
{
    if (!options.partial.parts.empty())
        keepPicked(found, importers, options.partial.parts);
    if (!options.partial.ranks.empty())
        keepRanks(found, options, progress);
}

} // namespace tideline
