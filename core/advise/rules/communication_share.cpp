// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoCommunication = TL_TEXT("Advisor", "a single device: the profile holds no communication");

/// What share of the wall time the exposed communication takes grades the finding.
FindingSeverity gradeOf(double exposedShare, const StepContext& context)
{
    if (exposedShare >= context.limit("extreme_ratio"))
        return FindingSeverity::High;
    if (exposedShare >= context.limit("severe_ratio"))
        return FindingSeverity::Medium;
    return exposedShare >= context.limit("share_ratio") ? FindingSeverity::Low : FindingSeverity::Note;
}

/// All but the time that the data would take at the best rate that any operation of this link kind reached.
void addSavings(Measurement& out, const StepContext& context)
{
    const std::vector<CommOperation>& operations = context.rank.operations(context.index);
    double sdma = 0;
    double rdma = 0;
    for (const CommOperation& operation : operations) {
        sdma = std::max(sdma, operation.sdmaBytesPerSecond);
        rdma = std::max(rdma, operation.rdmaBytesPerSecond);
    }
    for (const CommOperation& operation : operations) {
        const auto elapse = static_cast<double>(operation.elapse.ns);
        double ideal = sdma > 0 ? operation.sdmaBytes / sdma : 0;
        ideal = (ideal + (rdma > 0 ? operation.rdmaBytes / rdma : 0)) * 1e9 / countOf(operation.links) * operation.part;
        if (elapse > 0 && ideal > 0)
            out.candidates.push_back({Candidate::Kind::Communication, operation.range, 1 - ideal / elapse, {}});
    }
    if (out.candidates.empty())
        out.savingNote = TL_TEXT("Advisor", "not quantified: sizes and rates of the operations are not known");
    else
        out.savingNote = TL_TEXT("Advisor", "upper bound: all waiting gone and every link at its best rate");
}

Measured communicationShare(const StepContext& context)
{
    const StepProfile& step = context.step();
    if (step.communication.empty())
        return kNoCommunication;
    Measurement out = context.measurement();
    const Duration span = step.span().length();
    const Duration exposed = step.exposedCommunication();
    out.atLeast = gradeOf(ratioOf(exposed, span), context);
    for (const DeviceOp& op : step.communication) {
        const Duration open = exposedTime(step, Candidate::Kind::Communication, op.range);
        out.evidence.add(open, [&] { return evidenceOf(context, op, open); });
    }
    addSavings(out, context);
    out.figures = {ratioOf(step.communicationTime(), span)};
    out.facts = {MessageArg::count(countOf(step.communication.size())), MessageArg::time(exposed),
                 MessageArg::ratio(ratioOf(exposed, span))};
    return out;
}

} // namespace

const Rule kCommunicationShareRule{
    .id = "N01",
    .title = TL_TEXT("Advisor", "Communication takes a large share"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "share_ratio",
                 .text =
                     TL_TEXT("Advisor", "Communication takes %1 of the device's span; %4 of it, %5 of the span, is not "
                                        "hidden by computation (collectives: %3).")}},
    .suggestion = TL_TEXT("Advisor", "Move less data or move it better: compress gradients, choose another algorithm, "
                                     "change the parallel plan."),
    .severity = {.bySaving = false},
    .measure = &communicationShare,
    .explainedBy = {"N04", "N10", "N11", "N13"},
    .explainedSuggestion = TL_TEXT("Advisor", "The rules named as explanation say what to do: most of this time is not "
                                              "spent moving data."),
};

} // namespace tideline
