// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_handler.h"

#include <charconv>
#include <utility>

namespace tideline {

namespace {

constexpr std::size_t kDepthLimit = 512;

/// -1 for anything but the digits of a number.
std::int64_t wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && number >= 0 ? number : -1;
}

} // namespace

ClusterHandler::ClusterHandler(std::string file, ClusterFile kind, ClusterRanks& ranks, const std::uint64_t& position,
                               ImportContext& context)
    : m_kind(kind),
      m_ranks(ranks),
      m_context(context),
      m_records(std::move(file),
                kind == ClusterFile::Matrix ? CommunicationKind::Matrix : CommunicationKind::Operations, RankId{},
                position, context)
{
}

bool ClusterHandler::key(string_t& name)
{
    if (m_inEntry)
        return m_records.key(name);
    if (m_ignored == 0 && m_depth <= kLevels)
        m_keys[m_depth - 1] = name;
    return true;
}

bool ClusterHandler::start_object(std::size_t size)
{
    if (!enter())
        return false;
    if (m_inEntry)
        return m_records.start_object(size);
    return m_ignored != 0 || m_depth <= kLevels || beginEntry();
}

bool ClusterHandler::end_object()
{
    bool good = true;
    if (m_inEntry)
        good = m_depth == kLevels + 1 ? endEntry() : m_records.end_object();
    leave();
    return good;
}

bool ClusterHandler::start_array(std::size_t size)
{
    if (!enter())
        return false;
    if (m_inEntry)
        return m_records.start_array(size);
    return m_ignored != 0 || skip("a list where an object is expected");
}

bool ClusterHandler::end_array()
{
    const bool good = !m_inEntry || m_records.end_array();
    leave();
    return good;
}

bool ClusterHandler::parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&)
{
    m_trouble = "the rest of the file is no JSON";
    return false;
}

bool ClusterHandler::enter()
{
    if (++m_depth < kDepthLimit)
        return true;
    m_trouble = "objects are nested too deeply";
    return false;
}

void ClusterHandler::leave()
{
    if (m_ignored == m_depth)
        m_ignored = 0;
    --m_depth;
}

bool ClusterHandler::value()
{
    if (m_ignored == 0) {
        ++m_rejected;
        m_context.issues.add(IssueKind::BadRow, m_records.place(), 1, "a value where an object is expected");
    }
    return true;
}

/// Leaves out everything down to the end of the object or list at work.
bool ClusterHandler::skip(const std::string& reason)
{
    ++m_rejected;
    m_ignored = m_depth;
    m_context.issues.add(IssueKind::BadRow, m_records.place(), 1, reason);
    return true;
}

bool ClusterHandler::beginEntry()
{
    learnGroup();
    return m_kind == ClusterFile::Matrix ? forwardLink() : forwardRank();
}

/// Older files have the members of the group where newer ones have "collective".
void ClusterHandler::learnGroup()
{
    const std::string_view hash = group();
    if (hash.empty() || !keyAt(1).starts_with('('))
        return;
    ParallelGroup known;
    known.hash = known.key = std::string(hash);
    known.ranks = rankSet(keyAt(1));
    m_ranks.addGroup(std::move(known));
}

bool ClusterHandler::forwardRank()
{
    const auto rank = m_ranks.rankOf(wholeNumber(keyAt(kLevels)));
    if (!rank)
        return skip(keyAt(kLevels).substr(0, 40) + " is no rank");
    m_records.setRank(*rank);
    m_inEntry = true;
    return forwardLevels();
}

bool ClusterHandler::forwardLink()
{
    const std::string_view ends = keyAt(kLevels);
    const std::size_t dash = ends.find('-');
    const std::int64_t source = wholeNumber(ends.substr(0, dash));
    const std::int64_t target = dash == std::string_view::npos ? -1 : wholeNumber(ends.substr(dash + 1));
    if (source < 0 || target < 0)
        return skip(std::string(ends.substr(0, 40)) + " is no link");
    const auto from = m_ranks.positionIn(group(), source);
    const auto to = m_ranks.positionIn(group(), target);
    if (!from || !to)
        return skip(std::string(ends.substr(0, 40)) + " is no link of its group");
    const auto rank = m_ranks.rankOf(source);
    if (!rank || !m_ranks.rankOf(target))
        return skip(std::string(ends.substr(0, 40)) + " is no link between ranks");
    m_records.setRank(*rank);
    m_inEntry = true;
    std::string link = std::to_string(*from) + "-" + std::to_string(*to);
    return forwardLevels() && m_records.key(link) && m_records.start_object(0);
}

bool ClusterHandler::forwardLevels()
{
    for (const std::size_t level : {std::size_t{2}, std::size_t{1}, std::size_t{3}}) {
        std::string name = keyAt(level);
        if (!m_records.start_object(0) || !m_records.key(name))
            return false;
    }
    return m_records.start_object(0);
}

bool ClusterHandler::endEntry()
{
    m_inEntry = false;
    const int opened = m_kind == ClusterFile::Matrix ? 5 : 4;
    for (int level = 0; level < opened; ++level) {
        if (!m_records.end_object())
            return false;
    }
    return true;
}

std::string_view ClusterHandler::group() const
{
    const std::string_view name = keyAt(3);
    const std::size_t at = name.rfind('@');
    return at == std::string_view::npos ? std::string_view{} : name.substr(at + 1);
}

} // namespace tideline
