// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

Measured driverMemory(const StepContext& context)
{
    if (!context.rank.calls().hasApi)
        return kNoApi;
    Measurement out = context.measurement();
    const std::vector<HostCall> calls = context.calls(HostCallKind::DriverMemory);
    addCalls(out, context, calls);
    Duration total;
    for (const HostCall& call : calls)
        total += call.range.length();
    const Duration exposed = exposedCalls(context.step(), calls);
    out.figures = {static_cast<double>(total.ns), shareOfWall(context.step(), exposed)};
    out.facts = {MessageArg::count(countOf(calls.size())), MessageArg::time(exposed)};
    return out;
}

} // namespace

const Rule kDriverMemoryRule{
    .id = "M05",
    .title = TL_TEXT("Advisor", "Memory is asked of the driver again and again"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "calls_ns",
                 .unit = FindingUnit::Ns,
                 .text = TL_TEXT("Advisor", "Calls that take memory from the driver or give it back last %1 per step "
                                            "(calls: %3); the device idles %4 meanwhile.")},
                {.limit = "exposed_ratio",
                 .text = TL_TEXT("Advisor", "The device idles for %4, %1 of the step, while memory is taken from the "
                                            "driver or given back (calls: %3).")}},
    .suggestion =
        TL_TEXT("Advisor", "Set PYTORCH_NPU_ALLOC_CONF to expandable_segments:True and remove empty_cache() from the "
                           "loop."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &driverMemory,
};

} // namespace tideline
