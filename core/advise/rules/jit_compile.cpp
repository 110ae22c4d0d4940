// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoOpState = TL_TEXT("Advisor", "the kernels have no OP State");

enum class States { Unknown, OnlyDynamic, Mixed };

States statesOf(const StepContext& context)
{
    States states = States::Unknown;
    for (const DeviceOp& op : context.step().kernels) {
        const std::string_view state = context.kernels().opState(op);
        if (state.empty() || state == "N/A")
            continue;
        if (state != "dynamic")
            return States::Mixed;
        states = States::OnlyDynamic;
    }
    return states;
}

/// Dynamic shapes: compiling counts only where no kernel is static.
Measured dynamicShapes(const StepContext& context)
{
    const States states = statesOf(context);
    if (states == States::Unknown)
        return kNoOpState;
    if (!context.rank.calls().hasApi)
        return kNoApi;
    Measurement out = context.measurement();
    if (states == States::Mixed) {
        out.figures = {0};
        return out;
    }
    const std::vector<HostCall> calls = context.calls(HostCallKind::Compile);
    addCalls(out, context, calls);
    const Duration exposed = exposedCalls(context.step(), calls);
    out.figures = {shareOfWall(context.step(), exposed)};
    out.facts = {MessageArg::count(countOf(calls.size())), MessageArg::time(exposed)};
    return out;
}

Measured compiling(const StepContext& context)
{
    if (!context.rank.calls().hasApi)
        return kNoApi;
    Measurement out = context.measurement();
    const std::vector<HostCall> calls = context.calls(HostCallKind::Compile);
    addCalls(out, context, calls);
    const Duration exposed = exposedCalls(context.step(), calls);
    out.figures = {countOf(calls.size()), shareOfWall(context.step(), exposed)};
    out.facts = {MessageArg::count(countOf(calls.size())), MessageArg::time(exposed)};
    return out;
}

} // namespace

const Rule kDynamicShapeRule{
    .id = "C10",
    .title = TL_TEXT("Advisor", "Kernels compiled for changing shapes"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "exposed_ratio",
                 .text = TL_TEXT("Advisor",
                                 "All kernels are dynamic, and compiling leaves the device idle for %4, %1 of the step "
                                 "(calls: %3).")}},
    .suggestion =
        TL_TEXT("Advisor", "Switch just-in-time compilation off, keep shapes fixed, or warm the tiling cache."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &dynamicShapes,
};

const Rule kCompileRule{
    .id = "H05",
    .title = TL_TEXT("Advisor", "Operators compiled while training"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "calls_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor",
                                 "Operators are compiled in a step (calls: %3); the device idles %4 meanwhile.")},
                {.limit = "exposed_ratio",
                 .text = TL_TEXT("Advisor", "Compiling leaves the device idle for %4, %1 of the step (calls: %3).")}},
    .suggestion =
        TL_TEXT("Advisor", "Switch just-in-time compilation off or keep the compile cache warm between runs."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &compiling,
};

} // namespace tideline
