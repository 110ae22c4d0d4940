// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoUtilisation = TL_TEXT("Advisor", "the cube utilisation of kernels was not collected");

Measured lowUtilisation(const StepContext& context)
{
    Measurement out = context.measurement();
    const double target = context.limit("utilization_ratio");
    double weighted = 0;
    Duration total;
    std::size_t below = 0;
    for (const DeviceOp& op : context.step().kernels) {
        const auto use = context.kernels().cubeUse(op);
        if (!use || !isCubeCore(context.kernels().core(op)))
            continue;
        weighted += *use * static_cast<double>(op.range.length().ns);
        total += op.range.length();
        if (*use >= target)
            continue;
        ++below;
        addKernel(out, context, op, 1 - *use / target, {{"utilization_ratio", *use}});
    }
    if (total.ns <= 0)
        return kNoUtilisation;
    out.figures = {weighted / static_cast<double>(total.ns), shareOf(context.step(), total)};
    out.facts = {MessageArg::count(countOf(below)), MessageArg::time(total)};
    return out;
}

} // namespace

const Rule kLowUtilisationRule{
    .id = "C02",
    .title = TL_TEXT("Advisor", "Cores poorly occupied inside kernels"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "utilization_ratio",
                 .comparison = Comparison::Below,
                 .text =
                     TL_TEXT("Advisor", "Inside their kernels the cube cores are occupied %1 of the time (target %2; "
                                        "kernels below it: %3).")},
                {.limit = "share_ratio", .gate = true}},
    .suggestion = TL_TEXT("Advisor", "Give each kernel more blocks: larger tiles or batch, fused operators, a 16-bit "
                                     "data type."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &lowUtilisation,
    .explainedBy = {"C09"},
};

} // namespace tideline
