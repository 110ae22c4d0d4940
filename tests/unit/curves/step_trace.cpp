// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/curves/step_trace.h"

namespace tideline::test {

StepFunction functionOf(const PlainSamples& samples, std::int64_t end, std::int64_t longestHold, std::int64_t holdInGap)
{
    ColumnBuilder<Instant> time;
    ColumnBuilder<double> value;
    for (const auto& [at, what] : samples) {
        time.push(Instant{at});
        value.push(what);
    }
    StepFunction::Source source;
    source.time = std::move(time).finish();
    source.value = std::move(value).finish();
    source.rows = {0, source.time.size()};
    source.end = Instant{end};
    if (longestHold > 0) {
        source.longestHold = Duration{longestHold};
        source.holdInGap = Duration{holdInGap};
    }
    return StepFunction(std::move(source));
}

void addKernels(TraceBuilder& builder, RankId rank, const std::vector<PlainKernel>& kernels)
{
    const std::size_t cycles = builder.kernelMetric("aic_total_cycles");
    const std::size_t utilization = builder.kernelMetric("cube_utilization(%)");
    std::uint64_t order = 0;
    for (const PlainKernel& kernel : kernels) {
        KernelRow row;
        row.rank = rank;
        row.start = Instant{kernel.start};
        row.duration = Duration{kernel.length};
        row.name = builder.intern("k");
        row.core = builder.intern(kernel.core);
        row.blockDim = kernel.blocks;
        row.mixBlockDim = kernel.mixBlocks;
        row.ref = SourceRef(0, order++);
        row.metrics.resize(std::max(cycles, utilization) + 1);
        row.metrics[cycles] = kernel.cycles;
        row.metrics[utilization] = kernel.utilization;
        builder.addKernel(std::move(row));
    }
}

void addCounter(TraceBuilder& builder, RankId rank, const char* process, const char* name, const char* series,
                const char* unit, const PlainSamples& samples)
{
    builder.process(builder.process(rank, process)).name = process;
    const CounterId id = builder.counter(rank, process, name, series);
    builder.counter(id).unit = unit;
    std::uint64_t order = 0;
    for (const auto& [at, value] : samples)
        builder.addSample(id, {Instant{at}, value, SourceRef(0, order++)});
}

} // namespace tideline::test
