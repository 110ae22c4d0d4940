// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"
#include "core/analyze/intervals.h"

namespace tideline {

namespace {

constexpr TextKey kNoOverlapData = TL_TEXT("Advisor", "the profile holds no computation beside communication");

Measured poorOverlap(const StepContext& context)
{
    const StepProfile& step = context.step();
    if (step.communication.empty() || step.kernels.empty())
        return kNoOverlapData;
    Measurement out = context.measurement();
    const Duration overlapped = step.overlappedTime();
    const Duration exposed = step.exposedCommunication();
    // At best all computation that runs alone now would run beside communication.
    const Duration hideable = std::min(exposed, step.computingTime() - overlapped);
    const double part = ratioOf(hideable, exposed);
    for (const TimeRange range : withoutRanges(step.transfers, step.computing))
        out.candidates.push_back({Candidate::Kind::Communication, range, part, {}});
    for (const DeviceOp& op : step.communication) {
        const Duration open = exposedTime(step, Candidate::Kind::Communication, op.range);
        if (open.ns > 0)
            out.evidence.add(open, [&] { return evidenceOf(context, op, open); });
    }
    out.figures = {ratioOf(overlapped, step.communicationTime()),
                   ratioOf(step.communicationTime(), step.span().length())};
    out.facts = {MessageArg::time(exposed), MessageArg::time(hideable)};
    out.savingNote =
        TL_TEXT("Advisor", "upper bound: dependencies between computation and communication are not known");
    return out;
}

} // namespace

const Rule kPoorOverlapRule{
    .id = "N02",
    .title = TL_TEXT("Advisor", "Communication hardly overlaps computation"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "overlap_ratio",
                 .comparison = Comparison::Below,
                 .text =
                     TL_TEXT("Advisor", "Only %1 of the communication runs beside computation; %3 is exposed, of which "
                                        "at most %4 could be hidden.")},
                {.limit = "share_ratio", .gate = true}},
    .suggestion =
        TL_TEXT("Advisor", "Start collectives earlier and asynchronously: smaller gradient buckets, an order that "
                           "follows the backward pass."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &poorOverlap,
};

} // namespace tideline
