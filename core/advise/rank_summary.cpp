// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/rank_summary.h"

#include <algorithm>
#include <set>

#include "core/advise/context.h"

namespace tideline {

namespace {

using Times = RankSummary::Times;

Times timesFrom(Duration computing, Duration exposed, Duration free)
{
    return {static_cast<double>(computing.ns), static_cast<double>(exposed.ns), static_cast<double>(free.ns)};
}

std::optional<Times> timesOf(const StepProfile& step)
{
    if (!step.kernels.empty())
        return timesFrom(step.computingTime(), step.exposedCommunication(), step.freeTime());
    const auto computing = fileFigure(step.file, "computing");
    const auto exposed = fileFigure(step.file, "communicationnotoverlapped");
    const auto free = fileFigure(step.file, "free");
    if (!computing || !exposed || !free)
        return std::nullopt;
    return timesFrom(*computing, *exposed, *free);
}

std::optional<Times> meanTimes(const std::vector<StepProfile>& steps)
{
    Times sum;
    double count = 0;
    for (const StepProfile& step : steps) {
        const auto times = timesOf(step);
        if (!times)
            continue;
        ++count;
        sum.computing += times->computing;
        sum.exposedCommunication += times->exposedCommunication;
        sum.free += times->free;
    }
    if (count == 0)
        return std::nullopt;
    return Times{sum.computing / count, sum.exposedCommunication / count, sum.free / count};
}

/// Rows of all inputs but the last two, the weights and the list of the groups.
double tokensOf(std::string_view shapes)
{
    const auto parsed = parseShapes(shapes);
    double tokens = 0;
    for (std::size_t i = 0; parsed && i + 2 < parsed->size(); ++i)
        tokens += (*parsed)[i].empty() ? 0 : (*parsed)[i].front();
    return tokens;
}

std::optional<RankSummary::Experts> expertsOf(const RankContext& rank, KernelReader& kernels)
{
    RankSummary::Experts sum;
    for (const StepProfile& step : rank.steps()) {
        for (const DeviceOp& op : step.kernels) {
            const std::string_view type = kernels.type(op);
            if (!type.starts_with("GroupedMatmul") && !type.starts_with("GroupedMatMul"))
                continue;
            sum.tokens += tokensOf(kernels.inputShapes(op));
            sum.ns += static_cast<double>(op.range.length().ns);
        }
    }
    if (sum.ns <= 0)
        return std::nullopt;
    const auto steps = static_cast<double>(rank.steps().size());
    return RankSummary::Experts{sum.tokens / steps, sum.ns / steps};
}

std::vector<RankSummary::FarTransfer> farTransfersOf(const RankContext& rank)
{
    std::vector<RankSummary::FarTransfer> out;
    for (std::size_t step = 0; step < rank.steps().size(); ++step) {
        for (const CommOperation& operation : rank.operations(step)) {
            if (operation.rdmaBytes > 0)
                out.push_back({operation.name, operation.transfer, operation.range});
        }
    }
    return out;
}

} // namespace

PipelineStages::PipelineStages(const Trace& trace)
{
    std::set<std::pair<std::int64_t, std::int64_t>> neighbours;
    for (const RankInfo& rank : trace.ranks()) {
        for (const ParallelGroup& group : rank.groups) {
            for (std::size_t i = 1; group.name == "pp" && i < group.ranks.size(); ++i)
                neighbours.emplace(group.ranks[i - 1], group.ranks[i]);
        }
    }
    // Each pass places one stage more; a ring, which no pipeline has, ends with the last pass.
    bool changed = true;
    for (std::size_t pass = 0; changed && pass <= neighbours.size(); ++pass) {
        changed = false;
        for (const auto& [before, after] : neighbours) {
            const std::int64_t stage = m_stages[before] + 1;
            changed = changed || m_stages[after] < stage;
            m_stages[after] = std::max(m_stages[after], stage);
        }
    }
}

std::int64_t PipelineStages::of(const RankInfo& rank) const
{
    const auto known = rank.rank ? m_stages.find(*rank.rank) : m_stages.end();
    if (known != m_stages.end())
        return known->second;
    const ParallelGroup* group = rank.groupNamed("pp");
    return group && group->position ? *group->position : 0;
}

RankSummary summaryOf(const RankContext& rank, KernelReader& kernels)
{
    RankSummary out;
    out.id = rank.id();
    out.steps = rank.steps().size();
    out.wall = rank.wall();
    if (!rank.steps().empty())
        out.firstWindow = rank.steps().front().window;
    out.times = meanTimes(rank.steps());
    out.experts = expertsOf(rank, kernels);
    out.far = farTransfersOf(rank);
    return out;
}

void ShortestOperations::add(const RankContext& rank)
{
    for (std::size_t step = 0; step < rank.steps().size(); ++step) {
        m_comparable.resize(std::max(m_comparable.size(), step + 1), false);
        for (const CommOperation& operation : rank.operations(step)) {
            Seen& seen = m_seen.try_emplace({step, operation.name}, Seen{operation.elapse, 0}).first->second;
            seen.shortest = std::min(seen.shortest, operation.elapse);
            m_comparable[step] = m_comparable[step] || ++seen.times > 1;
        }
    }
}

std::optional<Duration> ShortestOperations::of(std::size_t step, StringId name) const
{
    const auto seen = m_seen.find({step, name});
    return seen != m_seen.end() && seen->second.times > 1 ? std::optional(seen->second.shortest) : std::nullopt;
}

bool ShortestOperations::comparable(std::size_t step) const
{
    return step < m_comparable.size() && m_comparable[step];
}

} // namespace tideline
