// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

bool isMatrixOperator(std::string_view type)
{
    return type.find("MatMul") != std::string_view::npos || type.starts_with("Conv");
}

/// True if any entry of "FLOAT;INT64" is exactly FLOAT, quotes ignored.
bool anyIsFloat(std::string_view types)
{
    while (true) {
        const std::size_t end = types.find(';');
        std::string entry(types.substr(0, end));
        std::erase(entry, '"');
        if (entry == "FLOAT")
            return true;
        if (end == std::string_view::npos)
            return false;
        types.remove_prefix(end + 1);
    }
}

Measured fp32OnCube(const StepContext& context)
{
    if (!hasTypes(context))
        return kNoTypes;
    Measurement out = context.measurement();
    Duration total;
    std::size_t count = 0;
    for (const DeviceOp& op : context.step().kernels) {
        if (!isMatrixOperator(context.kernels().type(op)) || !anyIsFloat(context.kernels().inputTypes(op)))
            continue;
        ++count;
        total += op.range.length();
        // Half the bytes: half of what the load pipe is busy. What the cube gains depends on a rate that is not known.
        const PipeRatios pipes = context.kernels().pipes(op);
        addKernel(out, context, op, std::min(1.0, std::max(pipes.of(Pipe::CubeMte2), pipes.of(Pipe::VectorMte2))) / 2);
    }
    out.figures = {shareOf(context.step(), total)};
    out.facts = {MessageArg::count(countOf(count)), MessageArg::time(total)};
    out.savingNote = TL_TEXT("Advisor", "of the memory traffic only; the faster cube comes on top");
    return out;
}

} // namespace

const Rule kFp32CubeRule{
    .id = "C17",
    .title = TL_TEXT("Advisor", "Matrix operators in 32-bit precision"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "share_ratio",
                 .text = TL_TEXT("Advisor",
                                 "Matrix and convolution kernels that read 32-bit floats take %1 of the compute time "
                                 "(%4; kernels: %3).")}},
    .suggestion = TL_TEXT("Advisor", "Use bf16 or fp16 with mixed precision, or HF32 where the accuracy allows it."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &fp32OnCube,
};

} // namespace tideline
