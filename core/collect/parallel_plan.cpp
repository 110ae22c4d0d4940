// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/parallel_plan.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/collect/cost_constants.h"

namespace tideline::collect {

namespace {

constexpr std::uint32_t kUsualRanksPerHost = 8;

bool fits(const ParallelSpec& spec, std::int64_t ranks)
{
    for (std::int64_t valid = spec.leastRanks; valid <= spec.mostRanks; valid *= 2)
        if (valid == ranks)
            return true;
    return false;
}

class Grouper {
public:
    Grouper(ParallelPlan& plan, const Scenario& scenario, const DeviceSpec& device)
        : m_plan(plan), m_scenario(scenario), m_device(device)
    {
        m_plan.groupOf.assign(plan.ranks, {-1, -1, -1, -1, -1, -1});
    }

    Status build()
    {
        for (std::uint32_t rank = 0; rank < m_plan.ranks; ++rank) {
            const std::uint32_t stage = m_plan.stageOf(rank);
            const std::uint32_t data = m_plan.dataOf(rank);
            const std::uint32_t tensor = m_plan.tensorOf(rank);
            join(rank, GroupKind::Tensor, "tp", {stage, data, 0});
            join(rank, GroupKind::Data, "dp", {stage, tensor, 0});
            if (m_plan.expert > 1) {
                join(rank, GroupKind::Expert, "ep", {stage, tensor, data / m_plan.expert});
                join(rank, GroupKind::ExpertData, "edp", {stage, tensor, data % m_plan.expert});
            }
            const std::uint32_t place = data * m_plan.tensor + tensor;
            if (stage > 0)
                join(rank, GroupKind::Previous, "pp", {stage - 1, place, 0});
            if (stage + 1 < m_plan.pipeline)
                join(rank, GroupKind::Next, "pp", {stage, place, 0});
        }
        return finish();
    }

private:
    using Key = std::array<std::uint32_t, 3>;

    void join(std::uint32_t rank, GroupKind kind, const char* label, const Key& key)
    {
        const auto [found, isNew] = m_ids.try_emplace({label, key}, m_found.size());
        if (isNew)
            m_found.push_back({label, {}, {}, {}, {}, 1, false});
        m_found[found->second].ranks.push_back(rank);
        m_plan.groupOf[rank][static_cast<std::size_t>(kind)] = static_cast<std::int32_t>(found->second);
    }

    /// Drops groups of one and finds the links of the others.
    Status finish()
    {
        std::vector<std::int32_t> moved(m_found.size(), -1);
        for (std::size_t i = 0; i < m_found.size(); ++i) {
            if (m_found[i].ranks.size() < 2)
                continue;
            moved[i] = static_cast<std::int32_t>(m_plan.groups.size());
            const Status linked = link(m_found[i]);
            if (!linked)
                return linked;
            m_plan.groups.push_back(std::move(m_found[i]));
        }
        for (auto& kinds : m_plan.groupOf)
            for (std::int32_t& id : kinds)
                id = id < 0 ? -1 : moved[static_cast<std::size_t>(id)];
        return Done{};
    }

    Status link(GroupPlan& group) const
    {
        std::map<std::uint32_t, std::uint32_t> hosts;
        for (const std::uint32_t rank : group.ranks)
            ++hosts[rank / m_plan.ranksPerHost];
        group.perHost = hosts.begin()->second;
        group.spansHosts = hosts.size() > 1;
        const auto own = m_scenario.parallel.links.find(group.label);
        const std::string near = own == m_scenario.parallel.links.end() ? "HCCS" : own->second;
        group.link = group.spansHosts ? "ROCE" : near;
        for (const std::string& name : {near, group.link}) {
            const auto found = m_device.links.find(name);
            if (found == m_device.links.end())
                return Error{ErrorCode::InvalidArgument, "the device " + m_device.name + " has no link " + name,
                             m_scenario.name, "Choose a device with it"};
            (name == near ? group.near : group.far) = found->second;
        }
        return Done{};
    }

    ParallelPlan& m_plan;
    const Scenario& m_scenario;
    const DeviceSpec& m_device;
    std::map<std::pair<std::string, Key>, std::size_t> m_ids;
    std::vector<GroupPlan> m_found;
};

double halves(CollectiveOp op)
{
    switch (op) {
    case CollectiveOp::AllReduce: return 2;
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::AllGather:
    case CollectiveOp::AllToAll:
    case CollectiveOp::AllToAllV: return 1;
    case CollectiveOp::Broadcast:
    case CollectiveOp::Send:
    case CollectiveOp::Receive: return 2;
    }
    return 2;
}

} // namespace

std::string_view collectiveName(CollectiveOp op)
{
    constexpr std::string_view kNames[] = {"allReduce", "reduceScatter", "allGather", "alltoall",
                                           "alltoallv", "broadcast",     "send",      "receive"};
    return kNames[static_cast<std::size_t>(op)];
}

std::string validRanks(const Scenario& scenario)
{
    constexpr int kListed = 4;
    const ParallelSpec& spec = scenario.parallel;
    std::string out;
    int listed = 0;
    for (std::int64_t valid = spec.leastRanks; valid <= spec.mostRanks; valid *= 2) {
        if (++listed > kListed) {
            out += ", … to " + std::to_string(spec.mostRanks);
            break;
        }
        out += (out.empty() ? "" : ", ") + std::to_string(valid);
    }
    std::string plan;
    const auto factor = [&plan](const char* word, std::int64_t size) {
        if (size > 1)
            plan += fmt::format("{} {} × ", word, size);
    };
    factor("TP", spec.tensor);
    factor("PP", spec.pipeline);
    factor("EP", spec.expert);
    return out + " (" + plan + "DP)";
}

Result<ParallelPlan> planParallel(const Scenario& scenario, const DeviceSpec& device, std::uint32_t ranks,
                                  std::uint32_t ranksPerHost)
{
    const ParallelSpec& spec = scenario.parallel;
    ParallelPlan plan;
    plan.ranks = ranks > 0 ? ranks : static_cast<std::uint32_t>(spec.defaultRanks);
    if (!fits(spec, plan.ranks))
        return Error{ErrorCode::InvalidArgument,
                     fmt::format("{} does not run on {} ranks", scenario.name, plan.ranks),
                     {},
                     "Allowed: " + validRanks(scenario)};
    plan.tensor = static_cast<std::uint32_t>(spec.tensor);
    plan.pipeline = static_cast<std::uint32_t>(spec.pipeline);
    plan.expert = static_cast<std::uint32_t>(spec.expert);
    plan.data = plan.ranks / (plan.tensor * plan.pipeline);
    plan.ranksPerHost = ranksPerHost > 0 ? ranksPerHost : kUsualRanksPerHost;
    if (ranksPerHost == 0 && spec.hosts > 0)
        plan.ranksPerHost = std::max(1U, plan.ranks / static_cast<std::uint32_t>(spec.hosts));
    const Status built = Grouper(plan, scenario, device).build();
    if (!built)
        return built.error();
    return plan;
}

std::int64_t collectiveSentBytes(CollectiveOp op, std::int64_t bytes, std::int64_t members)
{
    if (members < 2)
        return 0;
    switch (op) {
    case CollectiveOp::AllReduce: return 2 * (bytes / members) * (members - 1);
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::AllGather:
    case CollectiveOp::AllToAll:
    case CollectiveOp::AllToAllV: return bytes / members * (members - 1);
    case CollectiveOp::Broadcast:
    case CollectiveOp::Send: return bytes;
    case CollectiveOp::Receive: return 0;
    }
    return 0;
}

std::int64_t collectiveTimeNs(CollectiveOp op, std::int64_t bytes, const GroupPlan& group)
{
    // A link's rate is the buffer of an all-reduce over its time; other operations move their share of that traffic.
    const double passes = halves(op) / 2;
    const bool direct = op == CollectiveOp::Send || op == CollectiveOp::Receive;
    const double size = (static_cast<double>(bytes) + (direct ? 0 : cost::kHalfRateBytes)) * passes;
    const double hops = std::ceil(std::log2(static_cast<double>(group.ranks.size()))) * halves(op);
    double seconds = 0;
    double latency = 0;
    if (!group.spansHosts || group.perHost > 1) {
        seconds += size / group.near.bytesPerSecond;
        latency += hops * static_cast<double>(group.near.latencyNs);
    }
    if (group.spansHosts) {
        seconds += size / group.perHost / group.far.bytesPerSecond;
        latency += hops * static_cast<double>(group.far.latencyNs);
    }
    return static_cast<std::int64_t>(std::ceil(seconds * 1e9 + latency));
}

} // namespace tideline::collect
