// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

Measured noBound(const StepContext& context)
{
    if (!hasPipes(context))
        return kNoCounters;
    Measurement out = context.measurement();
    const double limit = context.limit("pipe_ratio");
    const double least = context.limit("min_duration_ns");
    Duration total;
    std::size_t count = 0;
    for (const DeviceOp& op : context.step().kernels) {
        const PipeRatios pipes = context.kernels().pipes(op);
        if (!pipes.measured() || static_cast<double>(context.kernels().wholeLength(op).ns) < least
            || pipes.greatest() >= limit)
            continue;
        ++count;
        total += op.range.length();
        addKernel(out, context, op, 1 - pipes.greatest() / limit, {{"greatest_ratio", pipes.greatest()}});
    }
    out.figures = {shareOf(context.step(), total)};
    out.facts = {MessageArg::count(countOf(count)), MessageArg::time(total)};
    return out;
}

} // namespace

const Rule kNoBoundRule{
    .id = "C04",
    .title = TL_TEXT("Advisor", "Operators that use no unit well"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "share_ratio",
                 .text = TL_TEXT("Advisor", "%1 of the compute time (%4; kernels: %3) keeps no pipe busy.")}},
    .suggestion =
        TL_TEXT("Advisor", "Retune these kernels: check the number of blocks against the cores, the tiling and "
                           "the shapes."),
    .severity = {.otherwise = FindingSeverity::Low, .atMost = FindingSeverity::Medium},
    .measure = &noBound,
};

} // namespace tideline
