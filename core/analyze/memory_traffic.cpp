// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/memory_traffic.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analyze/host_calls.h"
#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

bool isCopy(std::string_view name, std::string_view type, std::string_view category)
{
    constexpr std::string_view kWord = "MEMCPY";
    return name.find(kWord) != name.npos || type.find(kWord) != type.npos || category == "gpu_memcpy";
}

struct Copy {
    SliceId slice;
    RankId rank;
    StringId name;
    StringId type;
    Duration duration;
};

std::vector<Copy> copiesIn(const Trace& trace, const Scope& scope)
{
    std::vector<Copy> copies;
    ScopeFilter filter(trace, scope);
    ColumnReader duration(trace.slices().duration);
    ColumnReader name(trace.slices().name);
    ColumnReader type(trace.slices().taskType);
    ColumnReader category(trace.slices().category);
    std::map<std::tuple<StringId, StringId, StringId>, bool> judged;
    for (const TrackInfo& track : trace.tracks()) {
        if (track.kind != TrackKind::Stream || filter.excludes(track))
            continue;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            const auto [known, added] = judged.try_emplace({name[row], type[row], category[row]}, false);
            if (added)
                known->second = isCopy(trace.text(name[row]), trace.text(type[row]), trace.text(category[row]));
            if (known->second && filter.holdsSlice(track, row))
                copies.push_back({SliceId{row}, track.rank, name[row], type[row], duration[row]});
        }
    }
    return copies;
}

std::string kindOf(const Trace& trace, const Copy& copy, const CopyFacts& facts)
{
    if (!facts.direction.empty())
        return facts.direction;
    const std::string_view type = trace.text(copy.type);
    return std::string(type.empty() ? trace.text(copy.name) : type);
}

/// Names of the driver's and the runtime's calls, in whatever layer they were seen ("AscendCL@aclrtMalloc").
bool isChurn(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kParts = {"MallocMemInner", "MallocPhysical", "FreePhysical"};
    if (std::any_of(kParts.begin(), kParts.end(), [name](auto part) { return name.find(part) != name.npos; }))
        return true;
    name = name.substr(name.rfind('@') + 1); // the whole name without a layer
    return name.starts_with("aclrtMalloc") || name.starts_with("aclrtFree");
}

template <typename Row>
std::vector<Row> byTime(std::map<std::pair<RankId, std::string>, Row>&& sums)
{
    std::vector<Row> rows;
    for (auto& [key, sum] : sums)
        rows.push_back(std::move(sum));
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.rank != b.rank ? a.rank < b.rank : a.time > b.time; });
    return rows;
}

} // namespace

std::vector<CopySum> copySums(const Trace& trace, const Scope& scope, const CopyFactsOf& factsOf)
{
    const std::vector<Copy> copies = copiesIn(trace, scope);
    std::vector<SliceId> slices;
    for (const Copy& copy : copies)
        slices.push_back(copy.slice);
    std::vector<CopyFacts> facts;
    if (factsOf && !slices.empty())
        facts = factsOf(slices);
    facts.resize(copies.size());
    std::map<std::pair<RankId, std::string>, CopySum> sums;
    for (std::size_t i = 0; i < copies.size(); ++i) {
        std::string kind = kindOf(trace, copies[i], facts[i]);
        CopySum& sum = sums[{copies[i].rank, kind}];
        if (sum.calls++ == 0) {
            sum.rank = copies[i].rank;
            sum.kind = std::move(kind);
            sum.bytes = 0;
        }
        sum.time += copies[i].duration;
        if (sum.bytes && facts[i].bytes)
            *sum.bytes += *facts[i].bytes;
        else
            sum.bytes.reset();
    }
    return byTime(std::move(sums));
}

std::vector<ChurnSum> churnSums(const Trace& trace, const Scope& scope)
{
    ScopeFilter filter(trace, scope);
    ColumnReader duration(trace.slices().duration);
    ColumnReader name(trace.slices().name);
    std::unordered_map<StringId, bool> judged;
    std::map<std::pair<RankId, std::string>, ChurnSum> sums;
    for (const TrackInfo& track : trace.tracks()) {
        if (!isHostTrack(trace, track) || filter.excludes(track))
            continue;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            const auto [known, added] = judged.try_emplace(name[row], false);
            if (added)
                known->second = isChurn(trace.text(name[row]));
            if (!known->second || !filter.holdsSlice(track, row))
                continue;
            std::string text(trace.text(name[row]));
            ChurnSum& sum = sums[{track.rank, text}];
            sum.rank = track.rank;
            sum.name = std::move(text);
            ++sum.calls;
            sum.time += duration[row];
        }
    }
    return byTime(std::move(sums));
}

} // namespace tideline
