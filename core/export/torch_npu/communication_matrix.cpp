// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/communication_matrix.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

namespace {

using Json = nlohmann::ordered_json;

Json cell(const std::string& transport, std::int64_t bytes, std::int64_t ns)
{
    const double gigabytesPerSecond = ns > 0 ? static_cast<double>(bytes) / static_cast<double>(ns) : 0;
    return {{"Transport Type", transport},
            {"Transit Size(MB)", static_cast<double>(bytes) * 1e-6},
            {"Transit Time(ms)", static_cast<double>(ns) * 1e-6},
            {"Bandwidth(GB/s)", std::round(gigabytesPerSecond * 1e4) / 1e4}};
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// Which of `count` operations, fastest first, stand in the file, and under which word.
std::vector<std::pair<std::string, std::size_t>> chosen(std::size_t count)
{
    std::vector<std::pair<std::string, std::size_t>> out = {{"top1", 0}};
    if (count > 2)
        out.emplace_back("middle", count / 2);
    for (std::size_t i = 1; i <= 3 && i < count; ++i)
        out.emplace_back("bottom" + std::to_string(i), count - i);
    return out;
}

} // namespace

void CommunicationMatrix::begin(const std::filesystem::path& folder, const capture::RankInfo& rank)
{
    m_folder = folder;
    m_rank = rank;
}

void CommunicationMatrix::add(const capture::CommRecord& record)
{
    const capture::ParallelGroup& group = m_rank.groups[record.group];
    const auto members = static_cast<std::uint32_t>(group.ranks.size());
    if (members < 2 || record.linkBytes <= 0)
        return;
    // A ring: everything goes to the next member.
    const Ends ends{group.ownPosition, (group.ownPosition + 1) % members};
    const Key key{record.step, lower(record.operation), std::to_string(capture::groupHash(group.name))};
    Link& link = m_links[key][ends];
    link.transport = record.link == "ROCE" ? "RDMA" : record.link;
    link.transfers.push_back({record.name, record.linkBytes, record.endNs - record.transitStartNs});
}

Status CommunicationMatrix::write() const
{
    if (m_links.empty())
        return Done{};
    Json root = Json::object();
    for (const auto& [key, links] : m_links) {
        const auto& [step, operation, group] = key;
        Json& collective = root["step" + std::to_string(step)];
        if (collective.is_null())
            collective = {{"p2p", Json::object()}, {"collective", Json::object()}};
        for (const auto& [ends, link] : links) {
            const std::string name = std::to_string(ends.first) + "-" + std::to_string(ends.second);
            std::vector<Transfer> sorted = link.transfers;
            std::stable_sort(sorted.begin(), sorted.end(),
                             [](const Transfer& a, const Transfer& b) { return a.rate() > b.rate(); });
            Transfer total;
            for (const Transfer& transfer : sorted) {
                total.bytes += transfer.bytes;
                total.ns += transfer.ns;
            }
            const auto place = [&](const std::string& word) -> Json& {
                return collective["collective"][operation + "-" + word + "@" + group][name];
            };
            for (const auto& [word, index] : chosen(sorted.size())) {
                Json entry = cell(link.transport, sorted[index].bytes, sorted[index].ns);
                entry["Op Name"] = sorted[index].operation;
                place(word) = std::move(entry);
            }
            place("total") = cell(link.transport, total.bytes, total.ns);
        }
    }
    OutputFile file;
    const Status opened = file.open(m_folder / "communication_matrix.json");
    if (!opened)
        return opened;
    file.write(root.dump());
    return file.close();
}

} // namespace tideline::torch_npu
