// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/rank_numbers.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "core/import/msprof/device_facts.h"
#include "core/import/msprof/layout.h"
#include "core/import/msprof/msprof_importer.h"

namespace tideline {

namespace fs = std::filesystem;

std::optional<std::int64_t> rankOfCapture(const fs::path& path)
{
    const auto layout = msprofLayout(path);
    if (!layout)
        return {};
    std::vector<DeviceFacts> facts = deviceFacts(layout->root);
    if (facts.size() != 1)
        return {};
    addRanks(layout->root, facts, {}, Progress{});
    return facts.front().rank;
}

void numberCaptures(std::vector<DiscoveredPart>& parts)
{
    std::vector<std::tuple<std::string, std::int64_t, DiscoveredPart*>> captures; // by host and device
    for (DiscoveredPart& part : parts) {
        if (!part.importer || part.importer->id() != MsprofTextImporter::kId)
            continue;
        if (part.rankHint)
            return;
        const auto layout = msprofLayout(part.path);
        const std::vector<DeviceFacts> facts = layout ? deviceFacts(layout->root) : std::vector<DeviceFacts>{};
        if (facts.size() != 1)
            return;
        const DeviceFacts& one = facts.front();
        captures.emplace_back(one.hostUid.empty() ? one.host : one.hostUid, one.device, &part);
    }
    if (captures.size() < 2)
        return;
    std::stable_sort(captures.begin(), captures.end(), [](const auto& a, const auto& b) {
        return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    std::int64_t number = 0;
    for (auto& [host, device, part] : captures)
        part->rankHint = number++;
}

} // namespace tideline
