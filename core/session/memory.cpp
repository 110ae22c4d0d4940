// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/memory.h"

#include "core/import/copy_details.h"

namespace tideline {

MemoryFigures memoryFigures(const Session& session, const Scope& scope, const Progress& progress)
{
    const Trace& trace = session.trace();
    const auto facts = [&](const std::vector<SliceId>& copies) {
        std::vector<CopyFacts> out;
        for (CopyDetails& details : readCopyDetails(trace, copies, session.scratchDir(), progress))
            out.push_back({std::move(details.direction), details.bytes});
        return out;
    };
    MemoryFigures out;
    out.peaks = memoryPeaks(trace, scope);
    out.live = liveAtPeak(trace, out.peaks, scope);
    out.operators = operatorMemory(trace, scope);
    out.modules = modulePeaks(trace, scope);
    out.copies = copySums(trace, scope, facts);
    out.churn = churnSums(trace, scope);
    return out;
}

} // namespace tideline
