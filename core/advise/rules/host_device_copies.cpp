// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoTasks = TL_TEXT("Advisor", "no device tasks on the timeline");

Measured hostDeviceCopies(const StepContext& context)
{
    const DeviceTasks& tasks = context.rank.host().tasks;
    if (!tasks.known)
        return kNoTasks;
    Measurement out = context.measurement();
    const TimeRange window = context.step().window;
    std::vector<HostCall> copies;
    std::copy_if(tasks.copies.begin(), tasks.copies.end(), std::back_inserter(copies),
                 [window](const HostCall& copy) { return copy.range.intersects(window); });
    addCalls(out, context, copies);
    const Duration exposed = exposedCalls(context.step(), copies);
    const std::vector<HostCall>& calls = context.rank.calls().of(HostCallKind::SyncCopy);
    const auto synchronous = std::count_if(
        calls.begin(), calls.end(), [window](const HostCall& call) { return window.contains(call.range.start); });
    const double count = context.rank.calls().hasApi ? static_cast<double>(synchronous) : std::nan("");
    out.figures = {shareOfWall(context.step(), exposed), count};
    out.facts = {MessageArg::count(countOf(copies.size())), MessageArg::time(exposed)};
    return out;
}

} // namespace

const Rule kHostDeviceCopiesRule{
    .id = "M08",
    .title = TL_TEXT("Advisor", "Copies between host and device"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "exposed_ratio",
                 .text =
                     TL_TEXT("Advisor", "Copies keep the device from computing for %4, %1 of the step (copies: %3).")},
                {.limit = "sync_copies_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor",
                                 "Synchronous copies make the host wait (per step: %1); copies keep the device from "
                                 "computing for %4 (copies: %3).")}},
    .suggestion =
        TL_TEXT("Advisor", "Use pinned memory and non-blocking copies, and leave values on the device instead of "
                           "reading them every step."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &hostDeviceCopies,
};

} // namespace tideline
