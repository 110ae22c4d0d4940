// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/idle_gaps.h"

#include <algorithm>

#include "core/analyze/intervals.h"
#include "core/analyze/scope_filter.h"

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

/// Slices that stand for whole steps or frames say nothing about what the host did.
bool isMark(std::string_view name, std::string_view category)
{
    return category == "python_function" || name.starts_with("ProfilerStep#") || name.starts_with("Iteration");
}

std::vector<TimeRange> hostActivity(const Trace& trace, RankId rank, const Scope& scope)
{
    std::vector<TimeRange> ranges;
    ColumnReader start(trace.slices().start);
    ColumnReader duration(trace.slices().duration);
    ColumnReader name(trace.slices().name);
    ColumnReader category(trace.slices().category);
    Scope limits;
    limits.range = scope.range;
    ScopeFilter filter(trace, limits);
    for (const TrackInfo& track : trace.tracks()) {
        const ProcessRole role = track.process.valid() ? trace.process(track.process).role : ProcessRole::Unknown;
        const bool host = role == ProcessRole::Host || role == ProcessRole::Cann;
        if (track.rank != rank || !isCounted(track.kind) || track.kind == TrackKind::Stream || !host)
            continue;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            if (!isMark(trace.text(name[row]), trace.text(category[row])) && filter.holdsSlice(track, row))
                ranges.push_back({start[row], start[row] + duration[row]});
        }
    }
    mergeRanges(ranges);
    return ranges;
}

/// Takes from `rest` what `cover` covers and adds its length to the class.
void claim(std::vector<TimeRange>& rest, const std::vector<TimeRange>& cover, IdleClass kind, IdleTimes& times)
{
    if (rest.empty())
        return;
    const TimeRange window{rest.front().start, rest.back().end};
    const std::vector<TimeRange> local = clippedRanges(window, cover);
    times[static_cast<std::size_t>(kind)] += commonLength(rest, local);
    rest = withoutRanges(rest, local);
}

void claimAll(std::vector<TimeRange>& rest, IdleClass kind, IdleTimes& times)
{
    times[static_cast<std::size_t>(kind)] += lengthOf(rest);
    rest.clear();
}

/// `waiting` is the part in which the next work had not been launched.
void classify(IdleGap& gap, const HostSide& host)
{
    std::vector<TimeRange> rest{gap.range};
    claim(rest, host.loader, IdleClass::Loader, gap.times);
    claim(rest, host.synchronisation, IdleClass::Synchronisation, gap.times);
    if (gap.hostBound()) {
        const std::vector<TimeRange> waiting{{gap.range.start, std::min(*gap.launch, gap.range.end)}};
        std::vector<TimeRange> before = commonRanges(rest, waiting);
        rest = withoutRanges(rest, waiting);
        claim(before, host.activity, IdleClass::Launch, gap.times);
        claimAll(before, IdleClass::Framework, gap.times);
    }
    claim(rest, host.tasks.other, IdleClass::DeviceTask, gap.times);
    claim(rest, host.tasks.waits, IdleClass::EventWait, gap.times);
    claimAll(rest, IdleClass::Unexplained, gap.times);
}

/// The kernel that starts at a time, else the communication operation; no ids when neither does.
DeviceOp startingAt(const StepProfile& step, Instant time)
{
    for (const auto* list : {&step.kernels, &step.communication}) {
        const auto first = std::lower_bound(list->begin(), list->end(), time,
                                            [](const DeviceOp& op, Instant t) { return op.range.start < t; });
        if (first != list->end() && first->range.start == time)
            return *first;
    }
    return {};
}

} // namespace

TextKey textOf(IdleClass kind)
{
    switch (kind) {
    case IdleClass::Loader: return TL_TEXT("Advisor", "data loading");
    case IdleClass::Synchronisation: return TL_TEXT("Advisor", "waiting in a synchronisation");
    case IdleClass::Launch: return TL_TEXT("Advisor", "launching on the host");
    case IdleClass::Framework: return TL_TEXT("Advisor", "framework idle");
    case IdleClass::DeviceTask: return TL_TEXT("Advisor", "another device task");
    case IdleClass::EventWait: return TL_TEXT("Advisor", "waiting for an event");
    case IdleClass::Unexplained: break;
    }
    return TL_TEXT("Advisor", "unexplained");
}

IdleClass IdleGap::mostly() const
{
    const auto greatest = std::max_element(times.begin(), times.end());
    return static_cast<IdleClass>(greatest - times.begin());
}

HostSide hostSide(const Trace& trace, RankId rank, const HostCalls& calls, const Scope& scope)
{
    HostSide host;
    host.loader = rangesOf(calls.of(HostCallKind::DataLoader));
    host.synchronisation = rangesOf(calls.of(HostCallKind::Synchronise));
    host.activity = hostActivity(trace, rank, scope);
    host.tasks = deviceTasks(trace, rank, scope);
    host.launches = LaunchTimes(trace, rank);
    return host;
}

std::vector<IdleGap> classifiedGaps(const StepProfile& step, const std::vector<TimeRange>& stretches,
                                    const HostSide& host)
{
    std::vector<IdleGap> gaps;
    const TimeRange span = step.span();
    for (const TimeRange range : stretches) {
        IdleGap gap;
        gap.range = range;
        gap.inside = !step.empty() && span.start < range.start && range.end < span.end;
        gap.next = startingAt(step, range.end);
        gap.launch = host.launches.of(gap.next.slice);
        classify(gap, host);
        gaps.push_back(gap);
    }
    return gaps;
}

IdleTimes sumOf(const std::vector<IdleGap>& gaps)
{
    IdleTimes sum{};
    for (const IdleGap& gap : gaps) {
        for (std::size_t i = 0; i < kIdleClasses; ++i)
            sum[i] += gap.times[i];
    }
    return sum;
}

} // namespace tideline
