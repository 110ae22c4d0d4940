// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/step_profile.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "core/analyze/intervals.h"
#include "core/analyze/scope_filter.h"
#include "core/analyze/step_members.h"

namespace tideline {

namespace {

std::vector<TimeRange> rangesOf(const std::vector<DeviceOp>& ops)
{
    std::vector<TimeRange> ranges;
    ranges.reserve(ops.size());
    for (const DeviceOp& op : ops)
        ranges.push_back(op.range);
    mergeRanges(ranges);
    return ranges;
}

void order(std::vector<DeviceOp>& ops)
{
    std::stable_sort(ops.begin(), ops.end(), [](const DeviceOp& a, const DeviceOp& b) { return a.range < b.range; });
}

/// Fills everything that follows from the operations.
void takeApart(StepProfile& step, std::optional<TimeRange> host)
{
    order(step.kernels);
    order(step.communication);
    step.computing = rangesOf(step.kernels);
    step.transfers = rangesOf(step.communication);
    step.busy = step.computing;
    step.busy.insert(step.busy.end(), step.transfers.begin(), step.transfers.end());
    mergeRanges(step.busy);
    step.window = host ? *host : step.span();
    step.idle = holesIn(step.window, step.busy);
    step.gaps = holesIn(step.span(), step.busy);
}

bool lists(const std::vector<std::int64_t>& numbers, const std::optional<std::int64_t>& number)
{
    return numbers.empty() || (number && std::find(numbers.begin(), numbers.end(), *number) != numbers.end());
}

StepProfile profileOf(RankId rank, StepMember& member, ScopeFilter& filter)
{
    StepProfile step;
    step.rank = rank;
    step.id = member.id;
    step.marked = member.host && member.hostMarked;
    step.detected = member.host && !member.hostMarked;
    step.file = member.file;
    step.startCut = member.startCut;
    step.kernels = std::move(member.ops.compute);
    step.communication = std::move(member.ops.communication);
    // Which step an operation belongs to and what of it is inside the time has been decided; the filter decides the
    // rest.
    const auto outside = [&](const DeviceOp& op) { return !filter.holdsOperation(op); };
    if (!filter.limitsNothing()) {
        std::erase_if(step.kernels, outside);
        std::erase_if(step.communication, outside);
    }
    takeApart(step, member.host);
    return step;
}

} // namespace

Duration StepProfile::computingTime() const
{
    return lengthOf(computing);
}

Duration StepProfile::communicationTime() const
{
    return lengthOf(transfers);
}

Duration StepProfile::overlappedTime() const
{
    return commonLength(computing, transfers);
}

Duration StepProfile::freeTime() const
{
    return lengthOf(gaps);
}

std::optional<Duration> StepProfile::preparing() const
{
    if (startCut)
        return std::nullopt;
    if (marked && !empty())
        return span().start - window.start;
    return fileFigure(file, "preparing");
}

std::optional<Duration> fileFigure(const FileStepRow* row, std::string_view squashedName)
{
    if (!row)
        return std::nullopt;
    for (const auto& [name, value] : row->figures) {
        std::string squashed;
        for (const unsigned char c : name) {
            if (std::isalnum(c))
                squashed += static_cast<char>(std::tolower(c));
        }
        if (squashed == squashedName)
            return value;
    }
    return std::nullopt;
}

std::vector<StepProfile> stepProfiles(const Trace& trace, RankId rank, const Scope& scope)
{
    // The step of an operation is known from the deal; asking for it again would lose operations without a step id.
    Scope rest = scope;
    rest.steps.clear();
    rest.range.reset();
    ScopeFilter filter(trace, rest);
    std::vector<StepProfile> steps;
    if (filter.excludes(rank))
        return steps;
    DeviceOps ops = deviceOps(trace, rank);
    const bool known = ops.known;
    for (StepMember& member : stepMembers(trace, rank, std::move(ops))) {
        if (!lists(scope.steps, member.id))
            continue;
        if (scope.range && !clipTo(member, trace, rank, *scope.range))
            continue;
        StepProfile step = profileOf(rank, member, filter);
        step.deviceKnown = known;
        if (scope.range && step.window.empty())
            continue;
        steps.push_back(std::move(step));
    }
    return steps;
}

std::string_view nameOf(const Trace& trace, const DeviceOp& op)
{
    if (op.kernel.valid())
        return trace.text(trace.kernels().name.at(op.kernel.row));
    return op.slice.valid() ? trace.text(trace.slices().name.at(op.slice.row)) : std::string_view{};
}

} // namespace tideline
