// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"
#include "core/analyze/fusion.h"

namespace tideline {

namespace {

FusionLimits limitsOf(const StepContext& context)
{
    FusionLimits out;
    out.moreThan = static_cast<std::size_t>(context.limit("occurrences_count"));
    out.windowRatio = context.limit("window_ratio");
    out.hostRatio = context.limit("host_ratio");
    out.memoryRatio = context.limit("memory_ratio");
    out.stalls = stallsOf(context.rank.calls());
    return out;
}

Measured fusibleSequence(const StepContext& context)
{
    if (!hasTypes(context))
        return kNoTypes;
    Measurement out = context.measurement();
    const auto sequences = fusibleSequences(context.trace(), context.step(), limitsOf(context));
    Duration waiting; // for launches
    Duration moving;  // data
    std::string greatest;
    Duration most;
    for (const FusibleSequence& sequence : sequences) {
        (sequence.hostBound ? waiting : moving) += sequence.windowTime;
        if (sequence.windowTime > most) {
            most = sequence.windowTime;
            greatest = sequence.pattern();
        }
        const double part = ratioOf(sequence.windowTime - sequence.fusedTime, sequence.windowTime);
        for (std::size_t i = 0; i < sequence.occurrences.size(); ++i) {
            const TimeRange range = sequence.occurrences[i];
            out.candidates.push_back({Candidate::Kind::Compute, range, part, {}});
            const Duration exposed = exposedTime(context.step(), Candidate::Kind::Compute, range);
            out.evidence.add(exposed, [&] {
                Evidence evidence = evidenceOf(context, sequence.firsts[i], exposed);
                evidence.name = sequence.pattern();
                evidence.range = range;
                return evidence;
            });
        }
    }
    out.figures = {shareOfWall(context.step(), waiting), shareOfWall(context.step(), moving)};
    out.facts = {MessageArg::count(countOf(sequences.size())), MessageArg::time(waiting), MessageArg::time(moving),
                 MessageArg::name(greatest)};
    return out;
}

} // namespace

const Rule kFusibleSequenceRule{
    .id = "C13",
    .title = TL_TEXT("Advisor", "Sequences that could be fused"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "window_ratio",
                 .comparison = Comparison::Above,
                 .text =
                     TL_TEXT("Advisor", "Sequences of kernels repeat (%3): those that wait for launches take %4, %1 of "
                                        "the step, those that mostly move data %5. The largest is %6.")},
                {.limit = "window_ratio",
                 .comparison = Comparison::Above,
                 .text =
                     TL_TEXT("Advisor", "Sequences of kernels (%3) repeat and mostly move data between them: %5, %1 of "
                                        "the step. The largest is %6.")}},
    .suggestion = TL_TEXT("Advisor", "Use a fused operator for the sequence, or write one; in graph mode the launches "
                                     "disappear by themselves."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &fusibleSequence,
};

} // namespace tideline
