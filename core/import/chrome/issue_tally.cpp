// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/issue_tally.h"

#include <algorithm>

namespace tideline {

namespace {

constexpr std::size_t kPlaces = 20;

} // namespace

void IssueTally::add(IssueKind kind, SourceRef place, const char* reason)
{
    Kind& tally = m_kinds[kind];
    ++tally.count;
    if (tally.places.size() < kPlaces)
        tally.places.push_back({place, reason});
}

void IssueTally::merge(const IssueTally& other)
{
    for (const auto& [kind, theirs] : other.m_kinds) {
        Kind& tally = m_kinds[kind];
        tally.count += theirs.count;
        tally.places.insert(tally.places.end(), theirs.places.begin(), theirs.places.end());
    }
}

void IssueTally::report(ImportIssues& issues, std::uint32_t firstSource, const std::vector<std::string>& names) const
{
    for (const auto& [kind, tally] : m_kinds) {
        std::vector<Place> places = tally.places;
        std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.ref < b.ref; });
        places.resize(std::min(places.size(), kPlaces));
        std::string last;
        for (const Place& place : places) {
            const std::size_t index = place.ref.source() - firstSource;
            last = (index < names.size() ? names[index] : std::string()) + '@' + std::to_string(place.ref.offset());
            issues.add(kind, last, 1, place.reason);
        }
        issues.add(kind, last, tally.count - places.size());
    }
}

} // namespace tideline
