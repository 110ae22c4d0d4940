// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"
#include "core/analyze/intervals.h"

namespace tideline {

namespace {

constexpr TextKey kNoTasks = TL_TEXT("Advisor", "no device tasks on the timeline");

/// When the host waits for the device or copies synchronously; merged.
std::vector<TimeRange> waitingTimes(const StepContext& context)
{
    std::vector<TimeRange> ranges;
    for (const HostCallKind kind : {HostCallKind::SyncCopy, HostCallKind::Synchronise}) {
        for (const HostCall& call : context.rank.calls().of(kind))
            ranges.push_back(call.range);
    }
    mergeRanges(ranges);
    return ranges;
}

/// Copies that begin after the step does and before its first device work: those of its input. The profile's records
/// do not say whether their memory was pinned; a host that waits for more than half of a copy did not pin it.
Measured unpinnedCopy(const StepContext& context)
{
    const DeviceTasks& tasks = context.rank.host().tasks;
    if (!tasks.known)
        return kNoTasks;
    if (!context.rank.calls().hasApi)
        return kNoApi;
    if (!context.step().marked)
        return TL_TEXT("Advisor", "the profile marks no steps");
    if (context.step().empty())
        return kNoDeviceWork;
    Measurement out = context.measurement();
    const TimeRange before{context.step().window.start, context.step().span().start};
    const std::vector<TimeRange> waiting = waitingTimes(context);
    std::vector<HostCall> copies;
    for (const HostCall& copy : tasks.copies) {
        const Duration waited = lengthOf(clippedRanges(copy.range, waiting));
        if (before.contains(copy.range.start) && 2 * waited.ns > copy.range.length().ns)
            copies.push_back(copy);
    }
    addCalls(out, context, copies);
    const Duration exposed = exposedCalls(context.step(), copies);
    out.figures = {shareOfWall(context.step(), exposed)};
    out.facts = {MessageArg::count(countOf(copies.size())), MessageArg::time(exposed)};
    return out;
}

} // namespace

const Rule kUnpinnedCopyRule{
    .id = "D02",
    .title = TL_TEXT("Advisor", "The step waits for its input to be copied"),
    .category = FindingCategory::Data,
    .clauses = {{.limit = "exposed_ratio",
                 .text = TL_TEXT("Advisor", "Before its first work the device gets its input by copies that the host "
                                            "waits for (copies: %3): %4, %1 of the step.")}},
    .suggestion =
        TL_TEXT("Advisor", "Load into pinned memory (pin_memory) and copy with non_blocking while the step before is "
                           "still running."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &unpinnedCopy,
};

} // namespace tideline
