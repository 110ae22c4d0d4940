// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

Evidence placeOf(const StepContext& context, const CommOperation& operation, Duration exposed)
{
    Evidence out;
    out.rank = context.rank.id();
    out.track = trackOf(context.trace(), operation.slice);
    out.name = std::string(context.trace().text(operation.name));
    out.range = operation.range;
    out.values = {{"elapse_ns", static_cast<double>(operation.elapse.ns)},
                  {"transfer_ns", static_cast<double>(operation.transfer.ns)},
                  {"wait_ns", static_cast<double>(operation.wait().ns)},
                  {"exposed_ns", static_cast<double>(exposed.ns)}};
    return out;
}

Measured waitDominated(const StepContext& context)
{
    const std::vector<CommOperation>& operations = context.rank.operations(context.index);
    const auto ratio = waitRatio(operations);
    if (!ratio)
        return kNoCommunicationFile;
    const StepProfile& step = context.step();
    Measurement out = context.measurement();
    const ShortestOperations& shortest = context.job.shortest();
    Duration wait;
    for (const CommOperation& operation : operations) {
        const Duration healthy = shortest.of(context.index, operation.name).value_or(operation.transfer);
        const double part = 1 - ratioOf(std::min(healthy, operation.elapse), operation.elapse);
        wait += operation.wait();
        out.candidates.push_back({Candidate::Kind::Communication, operation.range, part, {}});
        const Duration exposed = exposedTime(step, Candidate::Kind::Communication, operation.range);
        out.evidence.add(exposed, [&] { return placeOf(context, operation, exposed); });
    }
    if (!shortest.comparable(context.index))
        out.savingNote = TL_TEXT("Advisor", "upper bound: with one rank the waiting cannot be compared with others");
    else
        out.savingNote = TL_TEXT("Advisor", "compared with the rank that came last to each collective");
    out.figures = {*ratio, ratioOf(step.communicationTime(), step.span().length())};
    out.facts = {MessageArg::time(wait), MessageArg::count(countOf(operations.size()))};
    return out;
}

} // namespace

const Rule kWaitDominatedRule{
    .id = "N04",
    .title = TL_TEXT("Advisor", "Collectives mostly wait"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "wait_ratio",
                 .text = TL_TEXT("Advisor",
                                 "%1 of the time of the collectives (%4) is waiting for other ranks (%3), not moving "
                                 "data.")},
                {.limit = "share_ratio", .gate = true}},
    .suggestion =
        TL_TEXT("Advisor", "Make all ranks arrive together: balance their work and remove delays on the host of "
                           "the late one."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &waitDominated,
    .explainedBy = {"N10", "N13", "H01"},
};

} // namespace tideline
