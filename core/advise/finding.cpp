// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/finding.h"

#include "core/store/trace.h"

namespace tideline {

std::string_view wordOf(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::High: return "high";
    case FindingSeverity::Medium: return "medium";
    case FindingSeverity::Low: return "low";
    case FindingSeverity::Note: break;
    }
    return "note";
}

std::string_view wordOf(FindingCategory category)
{
    switch (category) {
    case FindingCategory::Compute: return "compute";
    case FindingCategory::Memory: return "memory";
    case FindingCategory::Communication: return "communication";
    case FindingCategory::Schedule: return "schedule";
    case FindingCategory::Data: return "data";
    case FindingCategory::Environment: return "environment";
    case FindingCategory::Quality: return "quality";
    case FindingCategory::Regression: break;
    }
    return "regression";
}

std::string_view wordOf(FindingUnit unit)
{
    switch (unit) {
    case FindingUnit::Ratio: return "ratio";
    case FindingUnit::Ns: return "ns";
    case FindingUnit::Bytes: return "bytes";
    case FindingUnit::Count: break;
    }
    return "count";
}

std::string_view wordOf(SavingBasis basis)
{
    switch (basis) {
    case SavingBasis::Replay: return "replay";
    case SavingBasis::ClosedForm: return "closed-form";
    case SavingBasis::None: break;
    }
    return "none";
}

Duration axisShift(const Trace& trace, const Evidence& evidence)
{
    const bool known = evidence.track.valid() && evidence.track.row < trace.tracks().size();
    return known ? trace.axisShift(evidence.track) : trace.rank(evidence.rank).axisShift;
}

} // namespace tideline
