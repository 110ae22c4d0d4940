// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

/// Idle time under a synchronising call lasts until the device starts again: the whole idle stretch from its start.
void addSynchronisations(Measurement& out, const StepContext& context, const std::vector<HostCall>& calls)
{
    const std::vector<TimeRange>& idle = context.step().idle;
    for (const HostCall& call : calls) {
        const Duration exposed = exposedTime(context.step(), Candidate::Kind::Host, call.range);
        out.evidence.add(exposed, [&] { return evidenceOf(context, call, exposed); });
        const auto touched = std::upper_bound(idle.begin(), idle.end(), call.range.start,
                                              [](Instant time, const TimeRange& range) { return time < range.end; });
        for (auto range = touched; range != idle.end() && range->start < call.range.end; ++range)
            out.candidates.push_back(
                {Candidate::Kind::Host, {std::max(range->start, call.range.start), range->end}, 1, {}});
    }
}

Measured deviceSynchronisation(const StepContext& context)
{
    if (!context.rank.calls().hasApi)
        return kNoApi;
    Measurement out = context.measurement();
    const std::vector<HostCall> calls = context.calls(HostCallKind::Synchronise);
    addSynchronisations(out, context, calls);
    const Duration exposed = exposedCalls(context.step(), calls);
    out.figures = {shareOfWall(context.step(), exposed)};
    out.facts = {MessageArg::count(countOf(calls.size())), MessageArg::time(exposed)};
    out.savingNote = TL_TEXT("Advisor", "upper bound: the idle time up to the next device work");
    return out;
}

/// Launches and synchronisations of all threads in order of time; a pair is a synchronisation right after a launch.
Measured launchBlocking(const StepContext& context)
{
    if (!context.rank.calls().hasApi)
        return kNoApi;
    Measurement out = context.measurement();
    const std::vector<HostCall> launches = context.calls(HostCallKind::Launch);
    std::vector<std::pair<HostCall, bool>> calls; // true: a synchronisation
    for (const HostCall& call : launches)
        calls.emplace_back(call, false);
    for (const HostCall& call : context.calls(HostCallKind::SynchroniseStream))
        calls.emplace_back(call, true);
    std::stable_sort(calls.begin(), calls.end(),
                     [](const auto& a, const auto& b) { return a.first.range.start < b.first.range.start; });
    std::vector<HostCall> blocking;
    for (std::size_t i = 1; i < calls.size(); ++i) {
        if (!calls[i - 1].second && calls[i].second)
            blocking.push_back(calls[i].first);
    }
    addSynchronisations(out, context, blocking);
    out.figures = {launches.empty() ? 0 : countOf(blocking.size()) / countOf(launches.size())};
    out.facts = {MessageArg::count(countOf(blocking.size())), MessageArg::count(countOf(launches.size()))};
    return out;
}

} // namespace

const Rule kSynchronisationRule{
    .id = "H04",
    .title = TL_TEXT("Advisor", "Synchronisation leaves the device idle"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "exposed_ratio",
                 .text = TL_TEXT("Advisor",
                                 "The device idles for %4, %1 of the step, under synchronising calls (calls: %3).")}},
    .suggestion =
        TL_TEXT("Advisor", "Read values on the host less often: remove item() and explicit synchronisation from "
                           "the loop, log every n-th step."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &deviceSynchronisation,
};

const Rule kLaunchBlockingRule{
    .id = "H03",
    .title = TL_TEXT("Advisor", "Every launch is waited for"),
    .category = FindingCategory::Schedule,
    .clauses = {{.limit = "pairs_ratio",
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor", "Launches after which the host synchronises at once: %3 of %4 (%1).")}},
    .suggestion = TL_TEXT("Advisor", "Unset ASCEND_LAUNCH_BLOCKING outside of debugging."),
    .severity = {.bySaving = false, .otherwise = FindingSeverity::High},
    .measure = &launchBlocking,
};

} // namespace tideline
