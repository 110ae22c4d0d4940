// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"
#include "core/analyze/intervals.h"

namespace tideline {

namespace {

constexpr TextKey kNoPointToPoint = TL_TEXT("Advisor", "the profile holds no point-to-point communication");

Measured pipelineBubble(const StepContext& context)
{
    const StepProfile& step = context.step();
    Measurement out = context.measurement();
    std::vector<TimeRange> ranges;
    for (const DeviceOp& op : step.communication) {
        if (!op.pointToPoint)
            continue;
        ranges.push_back(op.range);
        const Duration open = exposedTime(step, Candidate::Kind::Communication, op.range);
        out.candidates.push_back({Candidate::Kind::Communication, op.range, 1, {}});
        out.evidence.add(open, [&] { return evidenceOf(context, op, open); });
    }
    if (ranges.empty())
        return kNoPointToPoint;
    const std::size_t count = ranges.size();
    mergeRanges(ranges);
    const Duration exposed = lengthOf(withoutRanges(ranges, step.computing));
    out.figures = {ratioOf(exposed, step.span().length())};
    out.facts = {MessageArg::time(exposed), MessageArg::count(countOf(count))};
    out.savingNote = TL_TEXT("Advisor", "upper bound: the bubble that the schedule itself needs is not known");
    return out;
}

} // namespace

const Rule kPipelineBubbleRule{
    .id = "N11",
    .title = TL_TEXT("Advisor", "Pipeline bubble"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "exposed_ratio",
                 .comparison = Comparison::Above,
                 .text =
                     TL_TEXT("Advisor", "Point-to-point operations leave the rank without work for %3, %1 of its span "
                                        "(operations: %4).")}},
    .suggestion = TL_TEXT("Advisor", "Use more micro-batches or an interleaved schedule, and balance the stages."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &pipelineBubble,
};

} // namespace tideline
