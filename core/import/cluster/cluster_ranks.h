// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/importer.h"

namespace tideline {

/// The ranks of a job as the files of an analyser name them, and the groups in which they talk.
class ClusterRanks {
public:
    ClusterRanks(std::filesystem::path path, TraceBuilder& builder) : m_path(std::move(path)), m_builder(builder) {}

    /// The rank of that number, added if new; nothing for a number that is no rank's.
    std::optional<RankId> rankOf(std::int64_t number);
    /// Where tables of the whole job are kept: the first rank, added without a number if there is none yet.
    RankId first();
    bool empty() const { return m_ranks.empty() && !m_unnumbered.valid(); }
    /// All ranks that have a number.
    const std::map<std::int64_t, RankId>& all() const { return m_ranks; }

    /// A group is known by its hash; one that is known already keeps its members.
    void addGroup(ParallelGroup group);
    /// Position of a global rank in the group of that hash; the number itself where the group is not known, nothing
    /// where it is no member.
    std::optional<std::int32_t> positionIn(std::string_view hash, std::int64_t rank) const;
    /// Gives every rank the groups whose member it is, the largest left out where they would take too much memory. Ranks
    /// that the groups alone name are added.
    void shareGroups();

private:
    std::filesystem::path m_path;
    TraceBuilder& m_builder;
    std::map<std::int64_t, RankId> m_ranks;
    RankId m_unnumbered;
    std::map<std::string, ParallelGroup, std::less<>> m_groups; // by hash
};

/// The numbers in "(0, 1, 2)", "[0,1]" or "0,1".
std::vector<std::int64_t> rankSet(std::string_view text);

} // namespace tideline
