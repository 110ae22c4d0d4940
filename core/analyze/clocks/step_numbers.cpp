// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/analyze/clocks/clock_events.h"

namespace tideline::clocks {

StepNumbers::StepNumbers(const Trace& trace) : m_steps(trace.ranks().size())
{
    std::set<RankId> marking;
    for (const StepInfo& step : trace.steps()) {
        if (step.source != StepSource::Marked)
            continue; // detected ones count from the first that each rank recorded
        m_steps[step.rank.row].push_back(step);
        marking.insert(step.rank);
    }
    for (std::vector<StepInfo>& steps : m_steps)
        std::sort(steps.begin(), steps.end(),
                  [](const StepInfo& a, const StepInfo& b) { return a.range.start < b.range.start; });
    const StringId launches = trace.strings().find("HostToDevice");
    if (marking.size() < 2 || !launches.valid())
        return;
    const FlowColumns& flows = trace.flows();
    ColumnReader category(flows.category);
    ColumnReader fromTime(flows.fromTime);
    ColumnReader toTrack(flows.toTrack);
    ColumnReader toSlice(flows.toSlice);
    for (std::uint32_t row = 0; row < flows.size(); ++row) {
        if (category[row] == launches && toSlice[row].valid() && trace.track(toTrack[row]).kind == TrackKind::CommGroup)
            m_launches.try_emplace(toSlice[row], fromTime[row]);
    }
}

std::int64_t StepNumbers::of(RankId rank, SliceId slice, Instant start) const
{
    const std::vector<StepInfo>& steps = m_steps[rank.row];
    const auto launch = m_launches.find(slice);
    const Instant asked = launch == m_launches.end() ? start : launch->second;
    const auto after = std::partition_point(steps.begin(), steps.end(),
                                            [asked](const StepInfo& step) { return step.range.start <= asked; });
    return after != steps.begin() && asked < (after - 1)->range.end ? (after - 1)->id : kNoInteger;
}

} // namespace tideline::clocks
