// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

using Groups = std::map<std::pair<StringId, StringId>, std::vector<const DeviceOp*>>;

Groups groupsOf(const StepContext& context)
{
    Groups groups;
    for (const DeviceOp& op : context.step().kernels)
        groups[{context.kernels().nameId(op), context.kernels().shapeId(op)}].push_back(&op);
    return groups;
}

double medianOf(KernelReader& kernels, const std::vector<const DeviceOp*>& ops)
{
    std::vector<Duration> durations;
    for (const DeviceOp* op : ops)
        durations.push_back(kernels.wholeLength(*op));
    return HealthyInstances::median(std::move(durations));
}

Measured durationOutliers(const StepContext& context)
{
    if (context.step().kernels.empty())
        return kNoDeviceWork;
    Measurement out = context.measurement();
    const double factor = context.limit("outlier_factor");
    double excess = 0;
    std::size_t count = 0;
    for (const auto& [key, ops] : groupsOf(context)) {
        if (countOf(ops.size()) < context.limit("min_instances_count"))
            continue;
        const double median = medianOf(context.kernels(), ops);
        for (const DeviceOp* op : ops) {
            const auto duration = static_cast<double>(context.kernels().wholeLength(*op).ns);
            if (duration <= factor * median)
                continue;
            ++count;
            excess += (1 - median / duration) * static_cast<double>(op->range.length().ns);
            addKernel(out, context, *op, 1 - median / duration, {{"median_ns", median}});
        }
    }
    out.figures = {shareOfWall(context.step(), Duration{std::llround(excess)})};
    out.savingNote = TL_TEXT("Advisor", "compared with the median of the same name and shape");
    out.facts = {MessageArg::count(countOf(count)), MessageArg::timeNs(excess), MessageArg::count(factor)};
    return out;
}

} // namespace

const Rule kDurationOutliersRule{
    .id = "C16",
    .title = TL_TEXT("Advisor", "Kernels that sometimes take much longer"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "excess_ratio",
                 .text = TL_TEXT("Advisor",
                                 "Kernels that take more than %5 times the median of their like: %3; the excess is "
                                 "%4 or %1 of the step.")}},
    .suggestion =
        TL_TEXT("Advisor", "Look at what runs beside them: copies or communication on the same memory, a lowered "
                           "clock, unequal data."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &durationOutliers,
};

} // namespace tideline
