// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/communication_document.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/advice_text.h"
#include "app/cli/text_table.h"

namespace tideline {

namespace {

constexpr std::size_t kGroupWidth = 9; // of 80 columns
constexpr std::size_t kPrimitiveWidth = 13;
constexpr std::size_t kLinks = 20; // rows of the matrix for people

/// Whole bytes, as sizes are.
Document bytesOrNull(const std::optional<double>& bytes)
{
    return bytes && std::isfinite(*bytes) ? Document(std::llround(*bytes)) : Document(nullptr);
}

Document nameOrNull(const std::string& name)
{
    return name.empty() ? Document(nullptr) : Document(name);
}

std::string rankText(const Trace& trace, RankId id)
{
    const auto rank = trace.rank(id).rank;
    return rank ? std::to_string(*rank) : "-";
}

std::string groupText(const std::string& group)
{
    return group.empty() ? "-" : group;
}

std::string sizeText(const std::optional<double>& bytes)
{
    return bytes && *bytes >= 0 ? bytesText(static_cast<std::uint64_t>(*bytes + 0.5)) : "-";
}

/// Rates of links are decimal, as in the profilers' own files.
std::string rateText(const std::optional<double>& bytesPerSecond)
{
    constexpr double kMega = 1e6;
    constexpr double kGiga = 1e9;
    if (!bytesPerSecond)
        return "-";
    return *bytesPerSecond < kGiga ? fmt::format("{:.2f} MB/s", *bytesPerSecond / kMega)
                                   : fmt::format("{:.2f} GB/s", *bytesPerSecond / kGiga);
}

std::string timesText(const Trace& trace, const std::vector<CommSum>& rows)
{
    TextTable table({{"rank", true},
                     {"group", false, kGroupWidth},
                     {"primitive", false, kPrimitiveWidth},
                     {"calls", true},
                     {"total", true},
                     {"average", true},
                     {"share", true}});
    for (const CommSum& row : rows)
        table.row({rankText(trace, row.rank), groupText(row.group), row.primitive, std::to_string(row.calls),
                   timeText(row.total), timeText(Duration{std::llround(row.averageNs())}), percentText(row.share)});
    return table.text();
}

std::string movedText(const Trace& trace, const std::vector<CommSum>& rows)
{
    TextTable table({{"rank", true},
                     {"group", false, kGroupWidth},
                     {"primitive", false, kPrimitiveWidth},
                     {"size", true},
                     {"moving", true},
                     {"waiting", true},
                     {"per link", true}});
    for (const CommSum& row : rows)
        table.row({rankText(trace, row.rank), groupText(row.group), row.primitive, sizeText(row.bytes),
                   timeText(row.transfer), timeText(row.wait), rateText(row.bytesPerSecond())});
    return table.text();
}

std::string endText(const std::optional<std::int64_t>& rank, std::int32_t position)
{
    return rank ? std::to_string(*rank) : "#" + std::to_string(position);
}

std::string linksText(const Trace& trace, std::vector<LinkSum> links)
{
    std::stable_sort(links.begin(), links.end(), [](const LinkSum& a, const LinkSum& b) { return a.bytes > b.bytes; });
    const std::size_t all = links.size();
    links.resize(std::min(all, kLinks));
    TextTable table({{"rank", true},
                     {"group", false, kGroupWidth},
                     {"from", true},
                     {"to", true},
                     {"transport", false, kPrimitiveWidth},
                     {"size", true},
                     {"time", true},
                     {"rate", true}});
    for (const LinkSum& link : links)
        table.row({rankText(trace, link.rank), groupText(link.groupName.empty() ? link.group : link.groupName),
                   endText(link.sourceRank, link.source), endText(link.targetRank, link.target), link.transport,
                   sizeText(link.bytes), timeText(link.time), rateText(link.bytesPerSecond())});
    std::string out = table.text();
    if (links.size() < all)
        out += fmt::format("{} of {} links, those that move most; --json has all\n", links.size(), all);
    return out;
}

} // namespace

Document communicationDocument(const Trace& trace, const Communication& communication)
{
    Document out = {{"schema_version", 1}, {"tool", "tideline"}};
    out["rows"] = Document::array();
    for (const CommSum& row : communication.rows)
        out["rows"].push_back({{"rank", orNull(trace.rank(row.rank).rank)},
                               {"group", nameOrNull(row.group)},
                               {"group_name", nameOrNull(row.groupName)},
                               {"primitive", row.primitive},
                               {"calls", row.calls},
                               {"total_ns", row.total.ns},
                               {"avg_ns", row.averageNs()},
                               {"share_ratio", orNull(row.share)},
                               {"size_bytes", bytesOrNull(row.bytes)},
                               {"transit_ns", orNull(row.transfer)},
                               {"wait_ns", orNull(row.wait)},
                               {"bandwidth_bytes_per_s", orNull(row.bytesPerSecond())},
                               {"file",
                                {{"transit_ns", orNull(row.file.transit)},
                                 {"wait_ns", orNull(row.file.wait)},
                                 {"synchronization_ns", orNull(row.file.synchronization)},
                                 {"idle_ns", orNull(row.file.idle)}}}});
    out["matrix"] = Document::array();
    for (const LinkSum& link : communication.links)
        out["matrix"].push_back({{"rank", orNull(trace.rank(link.rank).rank)},
                                 {"group", nameOrNull(link.group)},
                                 {"group_name", nameOrNull(link.groupName)},
                                 {"src", link.sourceRank.value_or(link.source)},
                                 {"dst", link.targetRank.value_or(link.target)},
                                 {"global_ranks", link.sourceRank && link.targetRank},
                                 {"src_in_group", link.source},
                                 {"dst_in_group", link.target},
                                 {"transport", link.transport},
                                 {"size_bytes", bytesOrNull(link.bytes)},
                                 {"time_ns", link.time.ns},
                                 {"bandwidth_bytes_per_s", orNull(link.bytesPerSecond())}});
    return out;
}

std::string communicationText(const Trace& trace, const Communication& communication, const Scope& scope)
{
    if (communication.rows.empty())
        return {};
    const bool split = std::any_of(communication.rows.begin(), communication.rows.end(),
                                   [](const CommSum& row) { return row.transfer || row.bytes; });
    std::string out = timesText(trace, communication.rows) + '\n';
    if (split)
        out += "Size and time: moving data, waiting for other ranks\n" + movedText(trace, communication.rows);
    else
        out += wrapped("missing data: sizes, moving and waiting come from communication.json, which is written at "
                       "profiler level 1 and above",
                       0);
    out += '\n';
    if (!communication.links.empty())
        return out + "Links by rank; #n: n is the number inside the group, its ranks are not known\n"
               + linksText(trace, communication.links);
    const bool untimed = scope.range || !scope.streams.empty();
    return out
           + wrapped(untimed && trace.records().links.size() > 0
                         ? "missing data: links have neither time nor stream; leave time: and stream: out of --scope"
                         : "missing data: links come from communication_matrix.json, which is written at profiler "
                           "level 1 and above",
                     0);
}

} // namespace tideline
