// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/operator_hint.h"

namespace tideline {

namespace {

int distanceFromOperator(FindingCategory category)
{
    switch (category) {
    case FindingCategory::Compute: return 0;
    case FindingCategory::Memory: return 1;
    case FindingCategory::Communication:
    case FindingCategory::Schedule:
    case FindingCategory::Data:
    case FindingCategory::Environment:
    case FindingCategory::Quality:
    case FindingCategory::Regression: break;
    }
    return 2;
}

} // namespace

std::map<std::string_view, const Finding*> operatorHints(const AdvisorResult& advice)
{
    std::map<std::string_view, const Finding*> hints;
    for (int distance = 0; distance <= 2; ++distance) {
        for (const Finding& finding : advice.findings) { // worst first
            if (distanceFromOperator(finding.category) != distance)
                continue;
            for (const Evidence& place : finding.evidence)
                hints.try_emplace(place.name, &finding);
        }
    }
    return hints;
}

} // namespace tideline
