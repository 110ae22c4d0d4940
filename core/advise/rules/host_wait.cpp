// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoLinks = TL_TEXT("Advisor", "the profile does not link kernels with their launches");
constexpr TextKey kNoWaits = TL_TEXT("Advisor", "the kernels have no waiting time");

Measured hostWait(const StepContext& context)
{
    if (context.step().empty())
        return kNoDeviceWork;
    if (context.rank.host().launches.empty())
        return kNoLinks;
    Measurement out = context.measurement();
    Duration total;
    std::size_t count = 0;
    for (const IdleGap& gap : context.rank.gaps(context.index)) {
        if (!gap.hostBound())
            continue;
        ++count;
        total += gap.range.length();
        out.candidates.push_back({Candidate::Kind::Host, gap.range, 1, {}});
        out.evidence.add(gap.range.length(), [&] { return evidenceOf(context, gap); });
    }
    out.figures = {shareOfWall(context.step(), total)};
    out.facts = {MessageArg::count(countOf(count)), MessageArg::time(total),
                 MessageArg::count(countOf(context.step().gaps.size()))};
    out.savingNote = TL_TEXT("Advisor", "upper bound: the host always ahead of the device");
    return out;
}

/// A note: its time is that of host-bound gaps, so it claims nothing itself.
Measured schedulingDelay(const StepContext& context)
{
    Measurement out = context.measurement();
    std::vector<Duration> waits;
    const double limit = context.limit("wait_ns");
    for (const DeviceOp& op : context.step().kernels) {
        const auto wait = context.kernels().wait(op);
        if (!wait)
            continue;
        waits.push_back(*wait);
        if (static_cast<double>(wait->ns) <= limit)
            continue;
        out.evidence.add(*wait, [&] {
            Evidence evidence = evidenceOf(context, op, *wait);
            evidence.values = {{"wait_ns", static_cast<double>(wait->ns)}};
            return evidence;
        });
    }
    if (waits.empty())
        return kNoWaits;
    const std::size_t count = waits.size();
    out.figures = {HealthyInstances::median(std::move(waits))};
    out.facts = {MessageArg::count(countOf(out.evidence.total())), MessageArg::count(countOf(count))};
    out.savingNote = TL_TEXT("Advisor", "counted where the host is the cause of gaps (H02)");
    return out;
}

} // namespace

const Rule kHostWaitRule{
    .id = "H02",
    .title = TL_TEXT("Advisor", "The device waits for the host"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "waiting_ratio",
                 .text =
                     TL_TEXT("Advisor", "Gaps whose next work was launched only after they had begun: %3 of %5; they "
                                        "take %4, %1 of the step.")}},
    .suggestion =
        TL_TEXT("Advisor", "Give the host less to do per step: fewer operators, fused ones, graph mode, a larger "
                           "batch, processor binding."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &hostWait,
};

const Rule kSchedulingDelayRule{
    .id = "H11",
    .title = TL_TEXT("Advisor", "Kernels wait long for their start"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "wait_ns",
                 .unit = FindingUnit::Ns,
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor",
                                 "Half of the kernels wait longer than %1 before they start (%2 is healthy; kernels: "
                                 "%4).")}},
    .suggestion = TL_TEXT("Advisor", "Switch the task queue on and launch fewer, larger kernels."),
    .severity = {.bySaving = false},
    .measure = &schedulingDelay,
    .explainedBy = {"H02"},
};

} // namespace tideline
