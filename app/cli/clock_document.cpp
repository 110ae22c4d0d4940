// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/clock_document.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tideline {

namespace {

const char* doubtWord(ClockDoubt doubt)
{
    switch (doubt) {
    case ClockDoubt::None: break;
    case ClockDoubt::NoPartner: return "no-partner";
    case ClockDoubt::TooFew: return "too-few";
    case ClockDoubt::OneSided: return "one-sided";
    case ClockDoubt::WholeStep: return "whole-step";
    case ClockDoubt::Contradiction: return "contradiction";
    case ClockDoubt::TooFarApart: return "too-far-apart";
    }
    return "";
}

const char* doubtText(ClockDoubt doubt)
{
    switch (doubt) {
    case ClockDoubt::None: break;
    case ClockDoubt::NoPartner: return "it shares no collective with the others";
    case ClockDoubt::TooFew: return "fewer than 8 symmetric collectives";
    case ClockDoubt::OneSided: return "its calls bound the shift from one side only";
    case ClockDoubt::WholeStep: return "a shift by a whole step fits as well";
    case ClockDoubt::Contradiction: return "its records contradict each other";
    case ClockDoubt::TooFarApart: return "the times of the files are years apart";
    }
    return "";
}

/// With the signs and units of print: −1.843 ms, 1.2 µs.
std::string shiftText(Duration shift)
{
    const double ns = std::fabs(static_cast<double>(shift.ns));
    const char* sign = shift.ns < 0 ? "−" : "";
    if (ns < 1e6)
        return fmt::format("{}{:.1f} µs", sign, ns / 1e3);
    if (ns < 1e9)
        return fmt::format("{}{:.3f} ms", sign, ns / 1e6);
    return fmt::format("{}{:.6f} s", sign, ns / 1e9);
}

std::string driftText(double ppm)
{
    return ppm == 0 ? std::string() : fmt::format(", drift {:.3f} ppm", ppm);
}

Document hostDocument(const HostClock& host)
{
    const bool known = host.doubt == ClockDoubt::None;
    return {{"shift_ns", known ? host.shift.ns : 0},
            {"drift_ppm", known ? host.driftPpm : 0.0},
            {"residual_ns", known ? Document(host.residual.ns) : Document(nullptr)},
            {"launches", host.launches},
            {"synchronisations", host.synchronisations},
            {"markers", host.markers},
            {"refused", known ? Document(nullptr) : Document(doubtWord(host.doubt))}};
}

bool knowsNothing(const RankClock& clock)
{
    return clock.doubt == ClockDoubt::NoPartner && clock.host.doubt == ClockDoubt::NoPartner;
}

std::string rankLine(const std::string& name, const RankClock& clock, bool reference)
{
    if (clock.doubt == ClockDoubt::None && reference)
        return fmt::format("rank {} is the reference, with {} collectives\n", name, clock.collectives);
    if (clock.doubt == ClockDoubt::None)
        return fmt::format("rank {} shifted by {}, residual {} over {} collectives{}\n", name, shiftText(clock.shift),
                           shiftText(clock.residual), clock.collectives, driftText(clock.driftPpm));
    std::string out = fmt::format("rank {} not shifted: {}", name, doubtText(clock.doubt));
    if (clock.least && clock.most)
        out += fmt::format("; arrivals and ends leave {} to {}", shiftText(*clock.least), shiftText(*clock.most));
    return out + '\n';
}

std::string hostLine(const std::string& name, const HostClock& host)
{
    if (host.doubt == ClockDoubt::NoPartner)
        return {};
    if (host.doubt != ClockDoubt::None)
        return fmt::format("rank {} host not shifted against its device: {}\n", name, doubtText(host.doubt));
    return fmt::format("rank {} host shifted by {} against its device, residual {} over {} launches, {} synchronising "
                       "calls, {} markers{}\n",
                       name, shiftText(host.shift), shiftText(host.residual), host.launches, host.synchronisations,
                       host.markers, driftText(host.driftPpm));
}

} // namespace

Document clockDocument(const RankInfo& rank, ClockUse use)
{
    if (use == ClockUse::AsRecorded || !rank.clock || knowsNothing(*rank.clock))
        return nullptr;
    const RankClock& clock = *rank.clock;
    const bool known = clock.doubt == ClockDoubt::None;
    return {{"shift_ns", known ? clock.shift.ns : 0},
            {"drift_ppm", known ? clock.driftPpm : 0.0},
            {"residual_ns", known ? Document(clock.residual.ns) : Document(nullptr)},
            {"collectives", clock.collectives},
            {"least_ns", orNull(clock.least)},
            {"most_ns", orNull(clock.most)},
            {"refused", known ? Document(nullptr) : Document(doubtWord(clock.doubt))},
            {"host", hostDocument(clock.host)}};
}

std::string clocksText(const Session& session)
{
    const std::vector<RankInfo>& ranks = session.trace().ranks();
    if (session.clockUse() == ClockUse::AsRecorded)
        return ranks.empty() ? std::string() : "\nClocks\nas recorded (--align off)\n";
    std::string lines;
    bool reference = true; // the first rank that is settled
    for (const RankInfo& rank : ranks) {
        if (!rank.clock)
            continue;
        const std::string name = rank.rank ? std::to_string(*rank.rank) : "-";
        if (ranks.size() > 1 && !knowsNothing(*rank.clock))
            lines += rankLine(name, *rank.clock, reference);
        reference = reference && rank.clock->doubt != ClockDoubt::None;
        lines += hostLine(name, rank.clock->host);
    }
    return lines.empty() ? lines : "\nClocks\n" + lines;
}

} // namespace tideline
