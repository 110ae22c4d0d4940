// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

bool isConversion(std::string_view type)
{
    return type == "TransData" || type == "Cast" || type == "TensorMove" || type.starts_with("Transpose");
}

Measured formatConversion(const StepContext& context)
{
    if (!hasTypes(context))
        return kNoTypes;
    Measurement out = context.measurement();
    Duration total;
    std::size_t count = 0;
    for (const DeviceOp& op : context.step().kernels) {
        if (!isConversion(context.kernels().type(op)))
            continue;
        ++count;
        total += op.range.length();
        addKernel(out, context, op, 1);
    }
    const double share = shareOf(context.step(), total);
    if (share >= context.limit("high_ratio"))
        out.atLeast = FindingSeverity::High;
    out.figures = {share};
    out.facts = {MessageArg::count(countOf(count)), MessageArg::time(total)};
    out.savingNote = TL_TEXT("Advisor", "upper bound: all conversions gone, launches as they are");
    return out;
}

} // namespace

const Rule kFormatConversionRule{
    .id = "C11",
    .title = TL_TEXT("Advisor", "Conversions of format and type"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "share_ratio",
                 .text = TL_TEXT("Advisor",
                                 "%1 of the compute time (%4) only converts layouts or data types (kernels: %3).")}},
    .suggestion =
        TL_TEXT("Advisor", "Declare layout and data type once at the input, avoid private formats, and keep one "
                           "data type through the model."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &formatConversion,
};

} // namespace tideline
