// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoConflicts = TL_TEXT("Advisor", "the counters of conflicts (ResourceConflictRatio) were not "
                                                    "collected");

/// The kernels of one type.
struct TypeSum {
    Duration time;
    double lost = 0; ///< ns in conflicts
    double ratio() const { return time.ns > 0 ? lost / static_cast<double>(time.ns) : 0; }
};

/// The columns of the group: conflicts of memory banks, groups of banks and units.
std::vector<ColumnReader<double>> conflictColumns(const Trace& trace)
{
    std::vector<ColumnReader<double>> columns;
    for (const NamedColumn& column : trace.kernels().metrics) {
        if (column.name.ends_with("_cflt_ratio"))
            columns.emplace_back(column.values);
    }
    return columns;
}

double conflictRatio(std::vector<ColumnReader<double>>& columns, const DeviceOp& op)
{
    double sum = 0;
    for (ColumnReader<double>& column : columns) {
        const double value = op.kernel.valid() ? column[op.kernel.row] : 0;
        sum += std::isnan(value) ? 0 : value;
    }
    return std::clamp(sum, 0.0, 1.0);
}

Measured bankConflicts(const StepContext& context)
{
    std::vector<ColumnReader<double>> columns = conflictColumns(context.trace());
    if (columns.empty())
        return kNoConflicts;
    Measurement out = context.measurement();
    std::map<std::string_view, TypeSum> types;
    for (const DeviceOp& op : context.step().kernels) {
        TypeSum& type = types[context.kernels().type(op)];
        type.time += op.range.length();
        type.lost += conflictRatio(columns, op) * static_cast<double>(op.range.length().ns);
    }
    const double least = context.limit("share_ratio");
    const double limit = context.limit("conflict_ratio");
    std::string_view worst;
    for (const auto& [type, sum] : types) {
        if (shareOf(context.step(), sum.time) >= least && (worst.empty() || sum.ratio() > types[worst].ratio()))
            worst = type;
    }
    for (const DeviceOp& op : context.step().kernels) {
        const TypeSum& type = types[context.kernels().type(op)];
        if (type.ratio() < limit || shareOf(context.step(), type.time) < least)
            continue;
        const double ratio = conflictRatio(columns, op);
        addKernel(out, context, op, ratio, {{"conflict_ratio", ratio}});
    }
    out.figures = {worst.empty() ? 0 : types[worst].ratio()};
    out.facts = {MessageArg::name(worst), MessageArg::time(worst.empty() ? Duration{} : types[worst].time)};
    return out;
}

} // namespace

const Rule kBankConflictsRule{
    .id = "C20",
    .title = TL_TEXT("Advisor", "Vector units wait for memory banks"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "conflict_ratio",
                 .text =
                     TL_TEXT("Advisor", "Kernels of type %3 (%4) lose %1 of their time to conflicts of memory banks "
                                        "and units.")}},
    .suggestion =
        TL_TEXT("Advisor", "Change the tiling or the layout in the local memory so that neighbouring accesses fall "
                           "into different banks (TUNE_BANK_CONFLICT)."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &bankConflicts,
};

} // namespace tideline
