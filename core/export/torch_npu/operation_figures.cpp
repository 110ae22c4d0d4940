// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/operation_figures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

namespace {

constexpr double kLargeLinkPacketMb = 32.0;
constexpr double kLargeRdmaPacketMb = 0.5;

double rounded4(double value)
{
    return std::round(value * 1e4) / 1e4;
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// The matrix calls the network of several hosts by its transport, the others by their link.
std::string transportOf(const std::string& link)
{
    return link == "ROCE" || link == "STANDARD_ROCE" ? "RDMA" : link;
}

/// The passes of a ring; an exchange sends one packet to each of the others.
std::int64_t packetsOf(const std::string& operation, std::int64_t members)
{
    if (isPointToPoint(operation) || operation == "broadcast")
        return 1;
    const std::int64_t passes = std::max<std::int64_t>(members - 1, 1);
    return operation == "allReduce" ? 2 * passes : passes;
}

void addLink(std::vector<LinkUse>& links, LinkUse use)
{
    for (LinkUse& link : links) {
        if (link.source == use.source && link.target == use.target && link.transport == use.transport) {
            link.bytes += use.bytes;
            link.ns += use.ns;
            return;
        }
    }
    links.push_back(std::move(use));
}

/// How long the link to one of the group carried data; `usual` where it is like the others.
std::int64_t linkTime(const capture::CommRecord& record, std::uint32_t peer, std::int64_t usual)
{
    return record.slowPeer == static_cast<std::int64_t>(peer) && record.linkNs > 0 ? record.slowLinkNs : usual;
}

/// Each of the others its part, side by side, or everything to the next of the ring.
std::vector<LinkUse> plannedLinks(const capture::CommRecord& record, const capture::ParallelGroup& group,
                                  const OperationFigures& figures)
{
    const auto members = static_cast<std::uint32_t>(group.ranks.size());
    const std::uint32_t own = group.ownPosition;
    const std::int64_t ns = record.linkNs > 0 ? record.linkNs : figures.transitNs;
    std::vector<LinkUse> links;
    if (members < 2 || record.linkBytes <= 0)
        return links;
    if (record.operation == "receive")
        return {{(own + members - 1) % members, own, figures.transport, record.linkBytes,
                 linkTime(record, (own + members - 1) % members, ns)}};
    const bool exchange = record.operation.starts_with("allToAll") || record.operation.starts_with("alltoall");
    const std::int64_t bytes = exchange ? record.linkBytes / (members - 1) : record.linkBytes;
    for (std::uint32_t i = 1; i < (exchange ? members : 2); ++i) {
        const std::uint32_t target = (own + i) % members;
        links.push_back({own, target, figures.transport, bytes, linkTime(record, target, ns)});
    }
    return links;
}

std::vector<LinkUse> linksOf(const capture::CommRecord& record, const capture::ParallelGroup& group,
                             const OperationFigures& figures)
{
    std::vector<LinkUse> links;
    for (const capture::CommTask& task : record.tasks) {
        const bool moves =
            task.kind == capture::CommTaskKind::Memcpy || task.kind == capture::CommTaskKind::ReduceInline;
        if (moves && task.bytes > 0)
            addLink(links,
                    {task.sourceRank, task.targetRank, transportOf(task.link), task.bytes, task.endNs - task.startNs});
    }
    // The parts last as long as the slowest link of the group lets them; the link itself may be faster.
    for (LinkUse& link : links)
        if (record.linkNs > 0 && figures.transitNs > 0)
            link.ns = std::llround(static_cast<double>(link.ns)
                                   * static_cast<double>(linkTime(record, link.target, record.linkNs))
                                   / static_cast<double>(figures.transitNs));
    return links.empty() ? plannedLinks(record, group, figures) : links;
}

std::string timesJson(const OperationSums& sums, std::optional<std::int64_t> startWallNs)
{
    const std::int64_t wait = sums.elapseNs - sums.transitNs;
    const double ratio = sums.elapseNs > 0 ? rounded4(milliseconds(wait) / milliseconds(sums.elapseNs)) : 0.0;
    std::string out = "{";
    if (startWallNs)
        out += fmt::format("\"Start Timestamp(us)\": {}, ", static_cast<double>(*startWallNs) * 1e-3);
    out += fmt::format("\"Elapse Time(ms)\": {}, \"Transit Time(ms)\": {}, \"Wait Time(ms)\": {}, "
                       "\"Synchronization Time(ms)\": {}, \"Idle Time(ms)\": 0.0, \"Wait Time Ratio\": {}, "
                       "\"Synchronization Time Ratio\": {}}}",
                       milliseconds(sums.elapseNs), milliseconds(sums.transitNs), milliseconds(wait),
                       milliseconds(wait), ratio, ratio);
    return out;
}

std::string transportJson(const TransportSum& sum)
{
    std::string sizes;
    for (const auto& [size, packets] : sum.sizes)
        sizes +=
            fmt::format("{}\"{}\": [{}, {}]", sizes.empty() ? "" : ", ", size, packets.count, milliseconds(packets.ns));
    return fmt::format("{{\"Transit Size(MB)\": {}, \"Transit Time(ms)\": {}, \"Bandwidth(GB/s)\": {}, "
                       "\"Large Packet Ratio\": {}, \"Size Distribution\": {{{}}}}}",
                       sum.megabytes(), milliseconds(sum.ns), sum.gigabytesPerSecond(), sum.largeRatio(), sizes);
}

} // namespace

double milliseconds(std::int64_t ns)
{
    return static_cast<double>(ns) * 1e-6;
}

double TransportSum::megabytes() const
{
    return static_cast<double>(bytes) * 1e-6;
}

double TransportSum::gigabytesPerSecond() const
{
    return ns > 0 ? rounded4(static_cast<double>(bytes) / static_cast<double>(ns)) : 0.0;
}

double TransportSum::largeRatio() const
{
    return packets > 0 ? rounded4(static_cast<double>(large) / static_cast<double>(packets)) : 0.0;
}

OperationFigures figuresOf(const capture::RankInfo& rank, const capture::CommRecord& record)
{
    const capture::ParallelGroup& group = rank.groups[record.group];
    OperationFigures out;
    out.step = record.step;
    out.name = record.name;
    out.kind = lower(record.operation);
    out.groupId = std::to_string(capture::groupHash(group.name));
    out.pointToPoint = isPointToPoint(record.operation);
    out.startWallNs = rank.clock.wallOfDevice(record.startNs);
    out.elapseNs = record.endNs - record.startNs;
    out.transitNs = record.endNs - record.transitStartNs;
    out.packets = packetsOf(record.operation, static_cast<std::int64_t>(group.ranks.size()));
    out.transport = transportOf(record.link);
    out.bytes = record.linkBytes;
    out.links = linksOf(record, group, out);
    return out;
}

void OperationSums::add(const OperationFigures& operation)
{
    elapseNs += operation.elapseNs;
    transitNs += operation.transitNs;
    if (operation.bytes <= 0)
        return;
    const double packetMb = static_cast<double>(operation.bytes / operation.packets) * 1e-6;
    TransportSum& sum = transports[operation.transport];
    sum.bytes += operation.bytes;
    sum.ns += operation.transitNs;
    sum.packets += operation.packets;
    if (packetMb > (operation.transport == "RDMA" ? kLargeRdmaPacketMb : kLargeLinkPacketMb))
        sum.large += operation.packets;
    TransportSum::Packets& size = sum.sizes[decimal(packetMb, 6)];
    size.count += operation.packets;
    size.ns += operation.transitNs;
}

std::vector<std::pair<std::string, TransportSum>> allTransports(const std::map<std::string, TransportSum>& used)
{
    std::vector<std::pair<std::string, TransportSum>> out;
    TransportSum sdma;
    for (const char* name : {"HCCS", "PCIE", "SIO"}) {
        const auto found = used.find(name);
        if (found == used.end())
            continue;
        sdma.bytes += found->second.bytes;
        sdma.ns += found->second.ns;
    }
    for (const char* name : {"RDMA", "HCCS", "PCIE", "SDMA", "SIO"}) {
        const auto found = used.find(name);
        if (found != used.end())
            out.emplace_back(name, found->second);
        else
            out.emplace_back(name, std::string(name) == "SDMA" ? sdma : TransportSum{});
    }
    return out;
}

std::string operationJson(const OperationSums& sums, std::optional<std::int64_t> startWallNs)
{
    std::string links;
    for (const auto& [name, sum] : allTransports(sums.transports))
        links += fmt::format("{}\"{}\": {}", links.empty() ? "" : ", ", name, transportJson(sum));
    return fmt::format("{{\"Communication Time Info\": {}, \"Communication Bandwidth Info\": {{{}}}}}",
                       timesJson(sums, startWallNs), links);
}

} // namespace tideline::torch_npu
