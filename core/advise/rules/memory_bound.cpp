// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

Measured memoryBound(const StepContext& context)
{
    if (!hasPipes(context))
        return kNoCounters;
    Measurement out = context.measurement();
    const double limit = context.limit("pipe_ratio");
    const double cubeLimit = context.limit("cube_pipe_ratio");
    Duration total;
    std::size_t count = 0;
    for (const DeviceOp& op : context.step().kernels) {
        const PipeRatios pipes = context.kernels().pipes(op);
        if (!pipes.measured() || !isMemoryBound(pipes, isCubeCore(context.kernels().core(op)), cubeLimit, limit))
            continue;
        ++count;
        total += op.range.length();
        addKernel(out, context, op, 1 - pipes.secondGreatest() / pipes.greatest(),
                  {{"memory_ratio", pipes.memory()},
                   {"mac_ratio", pipes.of(Pipe::CubeMac)},
                   {"vector_ratio", pipes.of(Pipe::Vector)}});
    }
    out.figures = {shareOf(context.step(), total)};
    out.facts = {MessageArg::count(countOf(count)), MessageArg::time(total)};
    return out;
}

} // namespace

const Rule kMemoryBoundRule{
    .id = "C03",
    .title = TL_TEXT("Advisor", "Operators limited by memory traffic"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "share_ratio",
                 .text = TL_TEXT("Advisor",
                                 "%1 of the compute time (%4; kernels: %3) goes into moving data: the memory pipes "
                                 "are saturated, the compute units are not.")}},
    .suggestion = TL_TEXT("Advisor", "Move fewer bytes: fuse with neighbours, keep data in the L2 cache, use a smaller "
                                     "data type or a better layout."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &memoryBound,
};

} // namespace tideline
