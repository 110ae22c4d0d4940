// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoCollections = TL_TEXT("Advisor", "garbage collection was not recorded");
constexpr TextKey kNoLoader = TL_TEXT("Advisor", "the profile holds no data loader calls");
constexpr TextKey kNoOptimizer = TL_TEXT("Advisor", "the profile holds no optimizer marks");

/// At least one collection must have been recorded: none may also mean that recording was off.
Measured garbageCollection(const StepContext& context)
{
    if (context.rank.calls().of(HostCallKind::Collection).empty())
        return kNoCollections;
    Measurement out = context.measurement();
    const double least = context.limit("min_duration_ns");
    std::vector<HostCall> calls = context.calls(HostCallKind::Collection);
    std::erase_if(calls, [least](const HostCall& call) { return static_cast<double>(call.range.length().ns) < least; });
    addCalls(out, context, calls);
    out.figures = {countOf(calls.size())};
    out.facts = {MessageArg::time(exposedCalls(context.step(), calls))};
    return out;
}

Measured unfusedOptimizer(const StepContext& context)
{
    if (!context.rank.calls().hasHost)
        return context.rank.hasTimeline() ? kNoOptimizer : kNoTimeline;
    Measurement out = context.measurement();
    std::vector<HostCall> calls = context.calls(HostCallKind::OptimizerStep);
    std::erase_if(calls, [&](const HostCall& call) {
        const StringId name = context.trace().slices().name.at(call.slice.row);
        return context.trace().text(name).find("NpuFused") != std::string_view::npos;
    });
    addCalls(out, context, calls);
    const std::string_view name = calls.empty()
                                      ? std::string_view{}
                                      : context.trace().text(context.trace().slices().name.at(calls.front().slice.row));
    out.figures = {countOf(calls.size())};
    out.facts = {MessageArg::name(name), MessageArg::time(exposedCalls(context.step(), calls))};
    out.savingNote =
        TL_TEXT("Advisor", "upper bound: the idle time under the optimizer; its small kernels come on top");
    return out;
}

Measured slowLoader(const StepContext& context)
{
    if (context.rank.calls().of(HostCallKind::DataLoader).empty())
        return context.rank.hasTimeline() ? kNoLoader : kNoTimeline;
    Measurement out = context.measurement();
    const std::vector<HostCall> calls = context.calls(HostCallKind::DataLoader);
    addCalls(out, context, calls);
    Duration longest;
    for (const HostCall& call : calls)
        longest = std::max(longest, call.range.length());
    const Duration exposed = exposedCalls(context.step(), calls);
    out.figures = {static_cast<double>(longest.ns), shareOfWall(context.step(), exposed)};
    out.facts = {MessageArg::time(exposed), MessageArg::count(countOf(calls.size()))};
    return out;
}

Measured longPreparing(const StepContext& context)
{
    const auto preparing = context.step().preparing();
    if (!preparing && context.step().startCut)
        return TL_TEXT("Advisor", "the start of the step lies outside the time range");
    if (!preparing)
        return TL_TEXT("Advisor", "the profile marks no steps");
    Duration span = context.step().span().length();
    if (context.step().empty())
        return kNoDeviceWork;
    Measurement out = context.measurement();
    const Duration lost = std::max(*preparing, Duration{});
    const TimeRange range{context.step().span().start - lost, context.step().span().start};
    if (context.step().marked)
        out.candidates.push_back({Candidate::Kind::Host, range, 1, {}});
    out.evidence.add(lost, [&] {
        Evidence evidence = evidenceOf(context, DeviceOp{}, lost);
        evidence.range = range;
        evidence.name = "Preparing";
        return evidence;
    });
    out.figures = {ratioOf(*preparing, span + *preparing)};
    out.facts = {MessageArg::time(*preparing)};
    return out;
}

} // namespace

const Rule kGarbageCollectionRule{
    .id = "H06",
    .title = TL_TEXT("Advisor", "Garbage collection"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "collections_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor",
                                 "Python collected garbage for a millisecond or more (collections per step: %1); the "
                                 "device idled %3 meanwhile.")}},
    .suggestion =
        TL_TEXT("Advisor", "Freeze long-lived objects, raise the threshold or collect at fixed points, and avoid "
                           "reference cycles in the loop."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &garbageCollection,
};

const Rule kUnfusedOptimizerRule{
    .id = "H10",
    .title = TL_TEXT("Advisor", "Optimizer that is not fused"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "steps_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor",
                                 "%3 is not the fused form (calls per step: %1); the device idles %4 under it.")}},
    .suggestion = TL_TEXT("Advisor", "Use the fused form of this optimizer, whose name begins with NpuFused."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &unfusedOptimizer,
};

const Rule kSlowLoaderRule{
    .id = "D01",
    .title = TL_TEXT("Advisor", "Slow data loading"),
    .category = FindingCategory::Data,
    .clauses = {{.limit = "call_ns",
                 .unit = FindingUnit::Ns,
                 .text =
                     TL_TEXT("Advisor", "The longest data loader call takes %1; the device idles %3 under such calls "
                                        "(calls: %4).")},
                {.limit = "exposed_ratio",
                 .text = TL_TEXT("Advisor",
                                 "The device idles for %3, %1 of the step, under data loader calls (calls: %4).")}},
    .suggestion = TL_TEXT("Advisor", "Load ahead: more workers, pinned memory, prefetching, faster storage or a packed "
                                     "data format."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &slowLoader,
};

const Rule kLongPreparingRule{
    .id = "H15",
    .title = TL_TEXT("Advisor", "Long preparation before the first kernel"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "preparing_ratio",
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor", "The step begins %3 before the device gets its first work: %1 of both "
                                            "together.")}},
    .suggestion = TL_TEXT("Advisor", "Prefetch the input and move host work out of the start of the step."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &longPreparing,
};

} // namespace tideline
