// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_ranks.h"

#include <algorithm>
#include <charconv>

namespace tideline {

namespace {

constexpr std::int64_t kMostRanks = 1 << 16; // no job is larger; a damaged number is
constexpr std::size_t kMostGroups = 1 << 16;
constexpr std::size_t kMostShared = std::size_t{4} << 20; // members of groups, over all ranks: 32 MB

} // namespace

std::optional<RankId> ClusterRanks::rankOf(std::int64_t number)
{
    if (number < 0 || number >= kMostRanks)
        return {};
    const auto [at, fresh] = m_ranks.try_emplace(number);
    if (fresh) {
        RankInfo info;
        info.format = "cluster-analysis";
        info.path = m_path.string();
        info.rank = number;
        at->second = m_builder.addRank(std::move(info));
    }
    return at->second;
}

RankId ClusterRanks::first()
{
    if (!m_ranks.empty())
        return m_ranks.begin()->second;
    if (!m_unnumbered.valid()) {
        RankInfo info;
        info.format = "cluster-analysis";
        info.path = m_path.string();
        m_unnumbered = m_builder.addRank(std::move(info));
    }
    return m_unnumbered;
}

void ClusterRanks::addGroup(ParallelGroup group)
{
    if (m_groups.size() < kMostGroups)
        m_groups.try_emplace(group.hash, std::move(group));
}

std::optional<std::int32_t> ClusterRanks::positionIn(std::string_view hash, std::int64_t rank) const
{
    const auto found = m_groups.find(hash);
    if (found == m_groups.end())
        return static_cast<std::int32_t>(rank);
    const std::vector<std::int64_t>& ranks = found->second.ranks;
    const auto at = std::find(ranks.begin(), ranks.end(), rank);
    return at == ranks.end() ? std::nullopt : std::optional(static_cast<std::int32_t>(at - ranks.begin()));
}

void ClusterRanks::shareGroups()
{
    std::size_t shared = 0;
    for (const auto& [hash, group] : m_groups) {
        const std::size_t cost = group.ranks.size() * group.ranks.size();
        if (cost > kMostShared - shared)
            continue; // the table of groups still has it
        shared += cost;
        for (std::size_t position = 0; position < group.ranks.size(); ++position) {
            const auto id = rankOf(group.ranks[position]);
            if (!id)
                continue;
            ParallelGroup own = group;
            own.position = static_cast<std::int64_t>(position);
            m_builder.rank(*id).groups.push_back(std::move(own));
        }
    }
}

std::vector<std::int64_t> rankSet(std::string_view text)
{
    std::vector<std::int64_t> ranks;
    const char* at = text.data();
    const char* const stop = text.data() + text.size();
    while (at != stop) {
        std::int64_t rank = 0;
        const auto [end, error] = std::from_chars(at, stop, rank);
        if (error == std::errc{})
            ranks.push_back(rank);
        at = end == at ? at + 1 : end;
    }
    return ranks;
}

} // namespace tideline
