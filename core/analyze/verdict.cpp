// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tideline {

namespace {

constexpr double kDominating = 0.4; // of the wall time

} // namespace

std::string_view wordOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Host: return "host";
    case Verdict::Compute: return "compute";
    case Verdict::Transfer: return "transfer";
    case Verdict::Waiting: return "waiting";
    case Verdict::Loader: return "loader";
    case Verdict::Unknown: return "unknown";
    case Verdict::Balanced: break;
    }
    return "balanced";
}

TextKey sentenceOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Host: return TL_TEXT("Advisor", "The device mostly has nothing to do: the host is the limit.");
    case Verdict::Compute: return TL_TEXT("Advisor", "Computation takes most of the time.");
    case Verdict::Transfer: return TL_TEXT("Advisor", "Moving data between devices takes most of the time.");
    case Verdict::Waiting: return TL_TEXT("Advisor", "Most of the time is spent waiting for other ranks.");
    case Verdict::Loader: return TL_TEXT("Advisor", "The device mostly waits for the data loader.");
    case Verdict::Unknown:
        return TL_TEXT("Advisor", "No verdict: there is no device work that shows where the time goes.");
    case Verdict::Balanced: break;
    }
    return TL_TEXT("Advisor", "No single cause takes most of the time.");
}

Verdict verdictOf(const WallParts& parts)
{
    const auto communication = static_cast<double>(parts.exposedCommunication.ns);
    const double waiting = communication * std::clamp(parts.waitRatio.value_or(0), 0.0, 1.0);
    const std::array<std::pair<double, Verdict>, 5> shares = {
        {{static_cast<double>(parts.computing.ns), Verdict::Compute},
         {communication - waiting, Verdict::Transfer},
         {waiting, Verdict::Waiting},
         {static_cast<double>(parts.idle.ns), Verdict::Host},
         {static_cast<double>(parts.loader.ns), Verdict::Loader}}};
    double sum = 0;
    for (const auto& [share, verdict] : shares)
        sum += share;
    const auto greatest =
        std::max_element(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return sum > 0 && greatest->first >= kDominating * sum ? greatest->second : Verdict::Balanced;
}

} // namespace tideline
