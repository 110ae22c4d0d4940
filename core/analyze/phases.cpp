// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/phases.h"

#include <algorithm>
#include <map>

#include "core/analyze/intervals.h"

namespace tideline {

namespace {

std::vector<TimeRange> rangesOf(const std::vector<HostCall>& calls)
{
    std::vector<TimeRange> ranges;
    for (const HostCall& call : calls)
        ranges.push_back(call.range);
    mergeRanges(ranges);
    return ranges;
}

/// The index of the step that holds a time, or -1: the extents of phases do not reach from one step into the next.
std::ptrdiff_t stepAt(const std::vector<TimeRange>& steps, Instant time)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].contains(time))
            return static_cast<std::ptrdiff_t>(i);
    }
    return -1;
}

void extend(std::map<std::ptrdiff_t, TimeRange>& extents, std::ptrdiff_t step, TimeRange range)
{
    const auto [known, added] = extents.try_emplace(step, range);
    known->second = {std::min(known->second.start, range.start), std::max(known->second.end, range.end)};
}

std::vector<TimeRange> valuesOf(const std::map<std::ptrdiff_t, TimeRange>& extents)
{
    std::vector<TimeRange> ranges;
    for (const auto& [step, range] : extents)
        ranges.push_back(range);
    mergeRanges(ranges);
    return ranges;
}

bool contains(const std::vector<TimeRange>& merged, Instant time)
{
    return !clippedRanges({time, time + Duration{1}}, merged).empty();
}

Phase phaseAt(const PhaseWindows& windows, Instant launch)
{
    if (contains(windows.optimizer, launch))
        return Phase::Optimizer;
    if (contains(windows.backward, launch))
        return Phase::Backward;
    if (contains(windows.forward, launch))
        return Phase::Forward;
    return contains(windows.data, launch) ? Phase::Data : Phase::Unassigned;
}

Duration& timeOf(PhaseTimes& times, Phase phase)
{
    return times[static_cast<std::size_t>(phase)];
}

} // namespace

PhaseWindows phaseWindows(const Trace& trace, RankId rank, const HostCalls& calls)
{
    PhaseWindows windows;
    windows.data = rangesOf(calls.of(HostCallKind::DataLoader));
    windows.optimizer = rangesOf(calls.of(HostCallKind::OptimizerStep));
    std::vector<TimeRange> steps;
    for (const StepInfo& step : trace.steps()) {
        if (step.rank == rank)
            steps.push_back(step.range);
    }
    std::map<std::ptrdiff_t, TimeRange> forward;
    std::map<std::ptrdiff_t, TimeRange> backward;
    const StringId wanted = trace.strings().find("fwdbwd");
    const FlowColumns& flows = trace.flows();
    ColumnReader category(flows.category);
    for (std::uint32_t row = 0; wanted.valid() && row < flows.size(); ++row) {
        if (category[row] != wanted || trace.track(flows.toTrack.at(row)).rank != rank)
            continue;
        const SliceId from = flows.fromSlice.at(row);
        const SliceId to = flows.toSlice.at(row);
        if (from.valid())
            extend(forward, stepAt(steps, flows.fromTime.at(row)), trace.rangeOf(from));
        if (to.valid())
            extend(backward, stepAt(steps, flows.toTime.at(row)), trace.rangeOf(to));
    }
    windows.forward = valuesOf(forward);
    windows.backward = valuesOf(backward);
    windows.known = !windows.forward.empty() || !windows.optimizer.empty() || !windows.data.empty();
    return windows;
}

PhaseTimes phaseTimes(const StepProfile& step, const PhaseWindows& windows, const LaunchTimes& launches)
{
    PhaseTimes times{};
    std::array<std::vector<TimeRange>, kPhases> kernels;
    for (const DeviceOp& op : step.kernels) {
        const auto launch = launches.of(op.slice);
        const Phase phase = launch ? phaseAt(windows, *launch) : Phase::Unassigned;
        const TimeRange range = op.range.clippedTo(step.window);
        if (!range.empty())
            kernels[static_cast<std::size_t>(phase)].push_back(range);
    }
    std::vector<TimeRange> rest = clippedRanges(step.window, step.computing);
    for (const Phase phase : {Phase::Optimizer, Phase::Backward, Phase::Forward, Phase::Data}) {
        std::vector<TimeRange>& own = kernels[static_cast<std::size_t>(phase)];
        mergeRanges(own);
        timeOf(times, phase) += commonLength(rest, own);
        rest = withoutRanges(rest, own);
    }
    timeOf(times, Phase::Unassigned) += lengthOf(rest);
    const std::vector<TimeRange> exposed = withoutRanges(step.transfers, step.computing);
    timeOf(times, Phase::Communication) += lengthOf(clippedRanges(step.window, exposed));
    const Duration loading = commonLength(step.idle, windows.data);
    timeOf(times, Phase::Data) += loading;
    timeOf(times, Phase::Unassigned) += lengthOf(step.idle) - loading;
    return times;
}

} // namespace tideline
