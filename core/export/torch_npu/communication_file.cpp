// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/communication_file.h"

#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "core/export/torch_npu/output_file.h"
#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kLargeLinkPacketMb = 32.0;
constexpr double kLargeRdmaPacketMb = 0.5;

double ms(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-6;
}

double rounded4(double value)
{
    return std::round(value * 1e4) / 1e4;
}

/// Sums of one link over one or several collectives.
struct LinkSum {
    std::int64_t bytes = 0;
    std::int64_t ns = 0;
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> sizes; ///< packet MB -> count, ns
    std::int64_t packets = 0;
    std::int64_t large = 0;
};

Json linkJson(const LinkSum& sum, bool sizes)
{
    const double mb = static_cast<double>(sum.bytes) * 1e-6;
    Json distribution = Json::object();
    if (sizes)
        for (const auto& [size, part] : sum.sizes)
            distribution[size] = {part.first, ms(part.second)};
    return {{"Transit Size(MB)", mb},
            {"Transit Time(ms)", ms(sum.ns)},
            {"Bandwidth(GB/s)", sum.ns > 0 ? rounded4(mb / ms(sum.ns)) : 0.0},
            {"Large Packet Ratio", sizes && sum.packets > 0
                                       ? rounded4(static_cast<double>(sum.large) / static_cast<double>(sum.packets))
                                       : 0.0},
            {"Size Distribution", distribution}};
}

Json bandwidthJson(const std::map<std::string, LinkSum>& links)
{
    Json out = Json::object();
    LinkSum sdma;
    for (const char* name : {"HCCS", "PCIE", "SIO"}) {
        const auto found = links.find(name);
        if (found != links.end()) {
            sdma.bytes += found->second.bytes;
            sdma.ns += found->second.ns;
        }
    }
    for (const char* name : {"RDMA", "HCCS", "PCIE", "SDMA", "SIO"}) {
        const auto found = links.find(name);
        out[name] = found != links.end() ? linkJson(found->second, true)
                                         : linkJson(std::string(name) == "SDMA" ? sdma : LinkSum{}, false);
    }
    return out;
}

Json timeJson(std::int64_t elapse, std::int64_t transit)
{
    const std::int64_t wait = elapse - transit;
    const double ratio = elapse > 0 ? rounded4(ms(wait) / ms(elapse)) : 0.0;
    return {{"Elapse Time(ms)", ms(elapse)},
            {"Transit Time(ms)", ms(transit)},
            {"Wait Time(ms)", ms(wait)},
            {"Synchronization Time(ms)", ms(wait)},
            {"Idle Time(ms)", 0.0},
            {"Wait Time Ratio", ratio},
            {"Synchronization Time Ratio", ratio}};
}

/// Everything of one step.
struct StepSum {
    Json operations = Json::object();
    std::map<std::string, LinkSum> links;
    std::int64_t elapse = 0;
    std::int64_t transit = 0;
};

} // namespace

void CommunicationFile::begin(const std::filesystem::path& folder, const capture::RankInfo& rank)
{
    m_folder = folder;
    m_rank = rank;
}

void CommunicationFile::add(const capture::CommRecord& record)
{
    const capture::ParallelGroup& group = m_rank.groups[record.group];
    Operation operation;
    operation.step = record.step;
    operation.key = record.name + "@" + std::to_string(capture::groupHash(group.name));
    operation.startWallNs = m_rank.clock.wallOfDevice(record.startNs);
    operation.elapseNs = record.endNs - record.startNs;
    operation.transitNs = record.endNs - record.transitStartNs;
    operation.bytes = record.linkBytes;
    operation.packets = 2 * (static_cast<std::int64_t>(group.ranks.size()) - 1);
    operation.link = record.link == "ROCE" ? "RDMA" : record.link;
    m_operations.push_back(std::move(operation));
}

Status CommunicationFile::write() const
{
    if (m_operations.empty())
        return Done{};
    std::map<std::uint32_t, StepSum> steps;
    for (const Operation& operation : m_operations) {
        StepSum& step = steps[operation.step];
        const double packetMb = static_cast<double>(operation.bytes / operation.packets) * 1e-6;
        LinkSum link{operation.bytes, operation.transitNs, {}, operation.packets, 0};
        link.sizes[decimal(packetMb, 6)] = {operation.packets, operation.transitNs};
        link.large = packetMb > (operation.link == "RDMA" ? kLargeRdmaPacketMb : kLargeLinkPacketMb) ? link.packets : 0;
        Json time = {{"Start Timestamp(us)", static_cast<double>(operation.startWallNs) * 1e-3}};
        time.update(timeJson(operation.elapseNs, operation.transitNs));
        step.operations[operation.key] = {{"Communication Time Info", time},
                                          {"Communication Bandwidth Info", bandwidthJson({{operation.link, link}})}};
        LinkSum& sum = step.links[operation.link];
        sum.bytes += link.bytes;
        sum.ns += link.ns;
        sum.packets += link.packets;
        sum.large += link.large;
        auto& size = sum.sizes[link.sizes.begin()->first];
        size.first += operation.packets;
        size.second += operation.transitNs;
        step.elapse += operation.elapseNs;
        step.transit += operation.transitNs;
    }
    Json root = Json::object();
    for (auto& [number, step] : steps) {
        step.operations["Total Op Info"] = {{"Communication Time Info", timeJson(step.elapse, step.transit)},
                                            {"Communication Bandwidth Info", bandwidthJson(step.links)}};
        root["step" + std::to_string(number)] = {{"p2p", Json::object()}, {"collective", step.operations}};
    }
    OutputFile file;
    const Status opened = file.open(m_folder / "communication.json");
    if (!opened)
        return opened;
    file.write(root.dump());
    return file.close();
}

} // namespace tideline::torch_npu
