// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

Measured freeShare(const StepContext& context)
{
    const StepProfile& step = context.step();
    if (step.empty())
        return kNoDeviceWork;
    Measurement out = context.measurement();
    Duration least{std::numeric_limits<std::int64_t>::max()};
    for (const TimeRange gap : step.gaps)
        least = std::min(least, gap.length());
    for (const IdleGap& gap : context.rank.gaps(context.index)) {
        const Duration length = gap.range.length();
        out.candidates.push_back({Candidate::Kind::Host, gap.range, 1 - ratioOf(least, length), {}});
        out.evidence.add(length, [&] { return evidenceOf(context, gap); });
    }
    const IdleTimes times = sumOf(context.rank.gaps(context.index));
    const auto most = std::max_element(times.begin(), times.end());
    const auto kind = static_cast<IdleClass>(most - times.begin());
    const double share = ratioOf(step.freeTime(), step.span().length());
    if (share > context.limit("high_ratio"))
        out.atLeast = FindingSeverity::High;
    out.figures = {share};
    out.facts = {MessageArg::count(countOf(step.gaps.size())), MessageArg::time(step.freeTime()),
                 MessageArg::of(textOf(kind)), MessageArg::time(*most)};
    out.savingNote = TL_TEXT("Advisor", "upper bound: every gap as short as the shortest");
    return out;
}

Measured largeGap(const StepContext& context)
{
    const StepProfile& step = context.step();
    if (step.empty())
        return kNoDeviceWork;
    Measurement out = context.measurement();
    const double limit = context.limit("gap_ratio");
    const IdleGap* longest = nullptr;
    std::size_t count = 0;
    for (const IdleGap& gap : context.rank.gaps(context.index)) {
        if (!longest || gap.range.length() > longest->range.length())
            longest = &gap;
        if (shareOfWall(step, gap.range.length()) < limit)
            continue;
        ++count;
        out.candidates.push_back({Candidate::Kind::Host, gap.range, 1, {}});
        out.evidence.add(gap.range.length(), [&] { return evidenceOf(context, gap); });
    }
    const Duration length = longest ? longest->range.length() : Duration{};
    out.figures = {shareOfWall(step, length)};
    out.facts = {MessageArg::time(length), MessageArg::count(countOf(count)),
                 MessageArg::of(textOf(longest ? longest->mostly() : IdleClass::Unexplained))};
    return out;
}

} // namespace

const Rule kFreeShareRule{
    .id = "H01",
    .title = TL_TEXT("Advisor", "The device is idle between its work"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "free_ratio",
                 .comparison = Comparison::Above,
                 .text =
                     TL_TEXT("Advisor", "%1 of the device's span is free, together %4 (gaps: %3); the main cause is %5 "
                                        "(%6).")}},
    .suggestion =
        TL_TEXT("Advisor", "Find what the host does in the longest gaps; the rules named as explanation break "
                           "them down."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &freeShare,
    .explainedBy = {"H02", "H04", "H05", "H14", "D01"},
};

const Rule kLargeGapRule{
    .id = "H14",
    .title = TL_TEXT("Advisor", "Large gaps"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "gap_ratio",
                 .text = TL_TEXT("Advisor",
                                 "The longest gap takes %3 (%1 of the step), mostly %5; gaps longer than %2 of the "
                                 "step: %4.")}},
    .suggestion = TL_TEXT("Advisor", "Jump to the gap and look at the host at that time: loading, logging, "
                                     "synchronisation, compilation."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &largeGap,
};

} // namespace tideline
