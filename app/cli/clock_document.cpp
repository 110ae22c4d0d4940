// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/clock_document.h"

#include "core/analyze/clocks/clock_notes.h"

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
    case ClockDoubt::StepNumbers: return "step-numbers";
    }
    return "";
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
    std::string lines;
    for (const Message& note : clockNotes(session.trace().ranks(), session.clockUse()))
        lines += englishText(note) + '\n';
    return lines.empty() ? lines : "\nClocks\n" + lines;
}

} // namespace tideline
