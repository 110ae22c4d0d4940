// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"
#include "core/analyze/intervals.h"

namespace tideline {

namespace {

/// A hole between two small neighbours, and what of it nothing covers.
struct SmallGap {
    DeviceOp next;
    std::vector<TimeRange> open;
    Duration length;
};

std::vector<SmallGap> smallGaps(const StepContext& context, Duration small)
{
    const StepProfile& step = context.step();
    const auto isLarge = [&](const DeviceOp& op) { return context.kernels().wholeLength(op) >= small; };
    std::vector<SmallGap> gaps;
    for (std::size_t i = 1; i < step.kernels.size(); ++i) {
        const DeviceOp& before = step.kernels[i - 1];
        const DeviceOp& after = step.kernels[i];
        if (isLarge(before) || isLarge(after) || after.range.start <= before.range.end)
            continue;
        SmallGap gap;
        gap.next = after;
        gap.open = holesIn({before.range.end, after.range.start}, step.busy);
        gap.length = lengthOf(gap.open);
        if (gap.length.ns > 0)
            gaps.push_back(std::move(gap));
    }
    return gaps;
}

Measured smallKernels(const StepContext& context)
{
    const StepProfile& step = context.step();
    if (step.kernels.empty())
        return kNoDeviceWork;
    Measurement out = context.measurement();
    const Duration small{static_cast<std::int64_t>(context.limit("small_duration_ns"))};
    const auto count = std::count_if(step.kernels.begin(), step.kernels.end(),
                                     [&](const DeviceOp& op) { return context.kernels().wholeLength(op) < small; });
    const std::vector<SmallGap> gaps = smallGaps(context, small);
    Duration least{std::numeric_limits<std::int64_t>::max()};
    Duration total;
    for (const SmallGap& gap : gaps) {
        least = std::min(least, gap.length);
        total += gap.length;
    }
    for (const SmallGap& gap : gaps) {
        const double part = 1 - ratioOf(least, gap.length);
        for (const TimeRange range : gap.open)
            out.candidates.push_back({Candidate::Kind::Host, range, part, {}});
        out.evidence.add(gap.length, [&] {
            Evidence evidence = evidenceOf(context, gap.next, gap.length);
            evidence.range = {gap.open.front().start, gap.open.back().end};
            evidence.values = {{"gap_ns", static_cast<double>(gap.length.ns)}};
            return evidence;
        });
    }
    const double kernels = countOf(step.kernels.size());
    out.figures = {static_cast<double>(count) / kernels, shareOfWall(step, total), kernels};
    out.facts = {MessageArg::count(static_cast<double>(count)), MessageArg::time(total), MessageArg::time(small)};
    return out;
}

} // namespace

const Rule kSmallKernelsRule{
    .id = "C12",
    .title = TL_TEXT("Advisor", "Many small kernels"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "small_ratio",
                 .text =
                     TL_TEXT("Advisor", "%1 of the kernels (%3) are shorter than %5; the gaps between them cost %4.")},
                {.limit = "gaps_ratio",
                 .text = TL_TEXT("Advisor", "The gaps between kernels shorter than %5 take %1 of the step (%4); "
                                            "kernels: %3.")},
                {.limit = "min_kernels_count", .unit = FindingUnit::Count, .gate = true}},
    .suggestion = TL_TEXT("Advisor", "Launch fewer, larger kernels: fused operators, graph mode, a larger batch."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &smallKernels,
};

} // namespace tideline
