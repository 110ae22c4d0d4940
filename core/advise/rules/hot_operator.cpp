// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

/// The type that takes most of the kernel time.
std::string_view hottestType(const StepContext& context, Duration& total)
{
    std::map<std::string_view, Duration> byType;
    for (const DeviceOp& op : context.step().kernels)
        byType[context.kernels().type(op)] += op.range.length();
    std::string_view hottest;
    for (const auto& [type, sum] : byType) {
        if (sum > total) {
            hottest = type;
            total = sum;
        }
    }
    return hottest;
}

Measured hotOperator(const StepContext& context)
{
    if (!hasTypes(context))
        return kNoTypes;
    Measurement out = context.measurement();
    Duration total;
    const std::string_view hottest = hottestType(context, total);
    const HealthyInstances healthy(context);
    std::size_t calls = 0;
    for (const DeviceOp& op : context.step().kernels) {
        if (context.kernels().type(op) != hottest)
            continue;
        ++calls;
        addKernel(out, context, op, excessPart(healthy, context.kernels(), op).value_or(0));
    }
    if (!out.candidates.empty())
        out.savingNote = TL_TEXT("Advisor", "compared with healthy instances of the same name and shape");
    out.figures = {shareOf(context.step(), total), countOf(context.step().kernels.size())};
    out.facts = {MessageArg::name(hottest), MessageArg::count(countOf(calls)), MessageArg::time(total)};
    return out;
}

} // namespace

const Rule kHotOperatorRule{
    .id = "C01",
    .title = TL_TEXT("Advisor", "Hot operator"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "share_ratio",
                 .text =
                     TL_TEXT("Advisor", "Kernels of type %3 take %1 of the compute time: %5 per step (calls: %4).")},
                {.limit = "min_kernels_count", .unit = FindingUnit::Count, .gate = true}},
    .suggestion =
        TL_TEXT("Advisor", "Tune or replace this operator first: check that it runs on the intended core type, "
                           "and try the vendor's operator tuning on its shapes."),
    .measure = &hotOperator,
};

} // namespace tideline
