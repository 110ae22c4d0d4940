// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/import/cluster/cluster_steps.h"
#include "core/import/communication/json_repair.h"
#include "core/import/text_head.h"

namespace tideline {

namespace {

using nlohmann::json;

constexpr std::size_t kFileLimit = std::size_t{64} << 20; // a document is built from it
constexpr int kDepthLimit = 16;

/// The groups as a table: also those that older files list without a name.
class GroupTable {
public:
    explicit GroupTable(TraceBuilder& builder) : m_builder(builder) {}

    void add(const std::string& type, const std::string& ranks, const ParallelGroup& group)
    {
        const std::string* const cells[] = {&type, &ranks, &group.hash, &group.key, &group.name};
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            m_columns[i].cells.push_back(m_builder.intern(*cells[i]));
    }
    std::uint64_t rows() const { return m_columns.front().cells.size(); }
    void finish(RankId rank) { m_builder.addExtraTable(rank, "communication_group", std::move(m_columns)); }

private:
    TraceBuilder& m_builder;
    std::vector<ExtraColumn> m_columns = {
        {"type", {}}, {"rank_set", {}}, {"group_name", {}}, {"group_id", {}}, {"pg_name", {}}};
};

class GroupReader {
public:
    GroupReader(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context)
        : m_path(path), m_ranks(ranks), m_context(context), m_table(context.builder)
    {
    }

    /// Newer files name every group, and list the same members without names before.
    Status read(const json& document, std::uint64_t bytes)
    {
        const auto named = document.find("comm_group_parallel_info");
        if (named != document.end() && named->is_array()) {
            for (const json& entry : *named)
                addNamed(entry);
        } else {
            for (const auto& [type, lists] : document.items())
                addLists(type, lists);
        }
        const std::string reason =
            m_rejected > 0 ? std::to_string(m_rejected) + " entries could not be read" : std::string();
        if (m_table.rows() == 0 && m_rejected > 0)
            return Error{ErrorCode::Damaged, "no group in it could be read", m_path.string(), {}};
        m_context.files.push_back(
            {m_path, reason.empty() ? FileStatus::Ok : FileStatus::Partial, reason, bytes, m_table.rows()});
        for (const std::int64_t rank : m_members)
            m_ranks.rankOf(rank);
        if (m_table.rows() > 0)
            m_table.finish(m_ranks.first());
        return Done{};
    }

private:
    static std::string text(const json& entry, const char* name)
    {
        const auto found = entry.find(name);
        if (found == entry.end() || found->is_null())
            return {};
        return found->is_string() ? found->get<std::string>() : found->dump();
    }

    /// A list of numbers, or their text.
    std::optional<std::vector<std::int64_t>> members(const json& set)
    {
        std::vector<std::int64_t> ranks;
        if (set.is_string())
            ranks = rankSet(set.get<std::string>());
        for (const json& rank : set.is_array() ? set : json::array()) {
            if (!rank.is_number_integer() || rank.get<std::int64_t>() < 0)
                return {};
            ranks.push_back(rank.get<std::int64_t>());
        }
        return ranks.empty() ? std::nullopt : std::optional(ranks);
    }

    void addNamed(const json& entry)
    {
        const auto set = entry.is_object() ? entry.find("rank_set") : entry.end();
        const auto ranks = set != entry.end() ? members(*set) : std::nullopt;
        ParallelGroup group;
        if (ranks) {
            group.ranks = *ranks;
            group.hash = text(entry, "group_name");
            group.key = text(entry, "group_id");
            group.name = text(entry, "pg_name");
        }
        if (!ranks)
            return reject("a group without members");
        if (group.key.empty())
            group.key = group.hash;
        keep(text(entry, "type"), std::move(group));
    }

    void addLists(const std::string& type, const json& lists)
    {
        if (!lists.is_array())
            return reject(type + " is no list of groups");
        for (const json& list : lists) {
            const auto ranks = members(list);
            if (!ranks) {
                reject("a group without members");
                continue;
            }
            ParallelGroup group;
            group.ranks = *ranks;
            keep(type, std::move(group));
        }
    }

    void keep(const std::string& type, ParallelGroup group)
    {
        std::string set;
        for (const std::int64_t rank : group.ranks)
            set += (set.empty() ? "" : ",") + std::to_string(rank);
        m_table.add(type, set, group);
        m_members.insert(group.ranks.begin(), group.ranks.end());
        if (!group.hash.empty())
            m_ranks.addGroup(std::move(group));
    }

    void reject(const std::string& reason)
    {
        ++m_rejected;
        m_context.issues.add(IssueKind::BadRow, m_path.string(), 1, reason);
    }

    const std::filesystem::path& m_path;
    ClusterRanks& m_ranks;
    ImportContext& m_context;
    GroupTable m_table;
    std::set<std::int64_t> m_members;
    std::uint64_t m_rejected = 0;
};

} // namespace

Status readClusterGroups(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context)
{
    auto text = smallFile(path, kFileLimit);
    if (!text)
        return Error{ErrorCode::TooLarge, "the file cannot be read or is larger than 64 MiB", path.string(), {}};
    if (text->empty())
        return Error{ErrorCode::Damaged, "empty file", path.string(), {}};
    const std::uint64_t bytes = text->size();
    const JsonRepairs repairs = repairJson(*text);
    context.issues.add(IssueKind::ControlCharacters, path.string(), repairs.controls);
    context.issues.add(IssueKind::InvalidUtf8, path.string(), repairs.invalidUtf8 ? 1 : 0);
    const auto shallow = [](int depth, json::parse_event_t, json&) { return depth < kDepthLimit; };
    const json document = json::parse(*text, shallow, false);
    if (!document.is_object())
        return Error{ErrorCode::Damaged, "the file is no JSON object or ends early", path.string(), {}};
    return GroupReader(path, ranks, context).read(document, bytes);
}

} // namespace tideline
