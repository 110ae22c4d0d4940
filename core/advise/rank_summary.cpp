// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/rank_summary.h"

#include <algorithm>

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

} // namespace

RankSummary summaryOf(const RankContext& rank)
{
    RankSummary out;
    out.id = rank.id();
    out.steps = rank.steps().size();
    out.wall = rank.wall();
    if (!rank.steps().empty())
        out.firstWindow = rank.steps().front().window;
    out.times = meanTimes(rank.steps());
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
