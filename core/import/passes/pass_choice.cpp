// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/passes/pass_choice.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReason = "a repetition of the same run with other counters, which are joined to the first pass";

/// Which pass a part belongs to.
struct Pass {
    fs::path job; ///< the directory of all passes
    int number = 0;
};

/// pass<n>_<letters>
int passNumber(const std::string& name)
{
    constexpr std::string_view kPrefix = "pass";
    if (!name.starts_with(kPrefix))
        return 0;
    int number = 0;
    const char* const first = name.data() + kPrefix.size();
    const char* const last = name.data() + name.size();
    const auto [end, error] = std::from_chars(first, last, number);
    const bool named = error == std::errc{} && end + 1 < last && *end == '_'
                       && std::all_of(end + 1, last, [](unsigned char c) { return std::isalnum(c) != 0; });
    return named && number > 0 ? number : 0;
}

/// The innermost pass directory above the part, or a number 0.
Pass passOf(const fs::path& part)
{
    for (fs::path place = part; place.has_relative_path() && place != place.parent_path(); place = place.parent_path())
        if (const int number = passNumber(place.filename().string()); number > 0)
            return {place.parent_path(), number};
    return {};
}

} // namespace

void choosePasses(Discovery& found)
{
    std::vector<DiscoveredPart> kept;
    std::vector<std::pair<Pass, DiscoveredPart>> repeated;
    for (DiscoveredPart& part : found.parts) {
        Pass pass = passOf(part.path);
        if (pass.number > 1 && !part.given)
            repeated.emplace_back(std::move(pass), std::move(part));
        else
            kept.push_back(std::move(part));
    }
    for (auto& [pass, part] : repeated) {
        const auto first = std::find_if(kept.begin(), kept.end(), [&](const DiscoveredPart& one) {
            const Pass other = passOf(one.path);
            return other.number == 1 && other.job == pass.job && one.rankHint == part.rankHint
                   && one.importer == part.importer;
        });
        if (first == kept.end()) {
            kept.push_back(std::move(part));
            continue;
        }
        first->passes.push_back(part.path);
        found.passedOver.push_back({part.path, FileStatus::Skipped, kReason, 0, {}});
    }
    found.parts = std::move(kept);
}

} // namespace tideline
