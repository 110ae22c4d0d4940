// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

/// Bytes per ns that vector kernels with known shapes move; none without such kernels.
std::optional<double> vectorRate(const StepContext& context)
{
    double bytes = 0;
    Duration time;
    for (const DeviceOp& op : context.step().kernels) {
        if (context.kernels().core(op) != "AI_VECTOR_CORE")
            continue;
        if (const auto size = context.kernels().tensorBytes(op)) {
            bytes += *size * ratioOf(op.range.length(), context.kernels().wholeLength(op));
            time += op.range.length();
        }
    }
    return bytes > 0 && time.ns > 0 ? std::optional(bytes / static_cast<double>(time.ns)) : std::nullopt;
}

/// The part of the kernel that the vector core would not need; all of it where its size is unknown.
double avoidablePart(const StepContext& context, const DeviceOp& op, std::optional<double> rate)
{
    const auto bytes = context.kernels().tensorBytes(op);
    if (!rate || !bytes || op.range.empty())
        return 1;
    return std::clamp(1 - *bytes / *rate / static_cast<double>(context.kernels().wholeLength(op).ns), 0.0, 1.0);
}

Measured aiCpu(const StepContext& context)
{
    if (!hasTypes(context))
        return kNoTypes;
    Measurement out = context.measurement();
    const auto rate = vectorRate(context);
    Duration longest;
    Duration total;
    std::size_t count = 0;
    std::string_view type;
    for (const DeviceOp& op : context.step().kernels) {
        if (context.kernels().core(op) != "AI_CPU")
            continue;
        ++count;
        total += op.range.length();
        if (op.range.length() > longest) {
            longest = op.range.length();
            type = context.kernels().type(op);
        }
        addKernel(out, context, op, avoidablePart(context, op, rate));
    }
    out.figures = {static_cast<double>(longest.ns)};
    out.facts = {MessageArg::name(type), MessageArg::count(countOf(count)), MessageArg::time(total)};
    return out;
}

} // namespace

const Rule kAiCpuRule{
    .id = "C08",
    .title = TL_TEXT("Advisor", "Operators on the AI CPU"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "duration_ns",
                 .unit = FindingUnit::Ns,
                 .text = TL_TEXT("Advisor",
                                 "Kernels run on the slow AI CPU: %4, together %5; the longest, %3, takes %1.")}},
    .suggestion = TL_TEXT("Advisor", "Bring them to the AI Core: cast double precision and 64-bit integers to smaller "
                                     "types, use an equivalent operator, or a newer CANN version."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &aiCpu,
};

} // namespace tideline
