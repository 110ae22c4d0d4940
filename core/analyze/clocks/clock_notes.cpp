// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/clock_notes.h"

#include <cmath>
#include <string>

#include <fmt/format.h>

namespace tideline {

namespace {

TextKey reasonOf(ClockDoubt doubt)
{
    switch (doubt) {
    case ClockDoubt::None: break;
    case ClockDoubt::NoPartner: return TL_TEXT("Clocks", "it shares no collective with the others");
    case ClockDoubt::TooFew: return TL_TEXT("Clocks", "fewer than 8 symmetric collectives");
    case ClockDoubt::OneSided: return TL_TEXT("Clocks", "its calls bound the shift from one side only");
    case ClockDoubt::WholeStep: return TL_TEXT("Clocks", "a shift by a whole step fits as well");
    case ClockDoubt::Contradiction: return TL_TEXT("Clocks", "its records contradict each other");
    case ClockDoubt::TooFarApart: return TL_TEXT("Clocks", "the times of the files are years apart");
    case ClockDoubt::StepNumbers: return TL_TEXT("Clocks", "steps of one number do not go together on both ranks");
    }
    return {};
}

/// With the signs and units of print: −1.843 ms, 1.2 µs. Finer than times are written elsewhere.
MessageArg shiftText(Duration shift)
{
    const double ns = std::fabs(static_cast<double>(shift.ns));
    const char* sign = shift.ns < 0 ? "−" : "";
    if (ns < 1e6)
        return MessageArg::name(fmt::format("{}{:.1f} µs", sign, ns / 1e3));
    if (ns < 1e9)
        return MessageArg::name(fmt::format("{}{:.3f} ms", sign, ns / 1e6));
    return MessageArg::name(fmt::format("{}{:.6f} s", sign, ns / 1e9));
}

MessageArg ppmText(double ppm)
{
    return MessageArg::name(fmt::format("{}{:.3f}", ppm < 0 ? "−" : "", std::fabs(ppm)));
}

MessageArg countOf(std::uint64_t count)
{
    return MessageArg::count(static_cast<double>(count));
}

bool knowsNothing(const RankClock& clock)
{
    return clock.doubt == ClockDoubt::NoPartner && clock.host.doubt == ClockDoubt::NoPartner;
}

Message rankNote(const std::string& name, const RankClock& clock, bool reference)
{
    const MessageArg rank = MessageArg::name(name);
    if (clock.doubt == ClockDoubt::None && reference)
        return {TL_TEXT("Clocks", "rank %1 is the reference, with %2 collectives"), {rank, countOf(clock.collectives)}};
    if (clock.doubt == ClockDoubt::None) {
        Message out{TL_TEXT("Clocks", "rank %1 shifted by %2, residual %3 over %4 collectives"),
                    {rank, shiftText(clock.shift), shiftText(clock.residual), countOf(clock.collectives)}};
        if (clock.driftPpm != 0) {
            out.text = TL_TEXT("Clocks", "rank %1 shifted by %2, residual %3 over %4 collectives, drift %5 ppm");
            out.args.push_back(ppmText(clock.driftPpm));
        }
        return out;
    }
    const MessageArg reason = MessageArg::of(reasonOf(clock.doubt));
    if (clock.least && clock.most)
        return {TL_TEXT("Clocks", "rank %1 not shifted: %2; arrivals and ends leave %3 to %4"),
                {rank, reason, shiftText(*clock.least), shiftText(*clock.most)}};
    return {TL_TEXT("Clocks", "rank %1 not shifted: %2"), {rank, reason}};
}

/// Empty where the host's clock was never seen beside the device's.
Message hostNote(const std::string& name, const HostClock& host)
{
    const MessageArg rank = MessageArg::name(name);
    if (host.doubt == ClockDoubt::NoPartner)
        return {};
    if (host.doubt != ClockDoubt::None)
        return {TL_TEXT("Clocks", "rank %1 host not shifted against its device: %2"),
                {rank, MessageArg::of(reasonOf(host.doubt))}};
    Message out{TL_TEXT("Clocks", "rank %1 host shifted by %2 against its device, residual %3 over %4 launches, %5 "
                                  "synchronising calls, %6 markers"),
                {rank, shiftText(host.shift), shiftText(host.residual), countOf(host.launches),
                 countOf(host.synchronisations), countOf(host.markers)}};
    if (host.driftPpm != 0) {
        out.text = TL_TEXT("Clocks", "rank %1 host shifted by %2 against its device, residual %3 over %4 launches, %5 "
                                     "synchronising calls, %6 markers, drift %7 ppm");
        out.args.push_back(ppmText(host.driftPpm));
    }
    return out;
}

} // namespace

std::vector<Message> clockNotes(const std::vector<RankInfo>& ranks, ClockUse use)
{
    std::vector<Message> out;
    if (use == ClockUse::AsRecorded) {
        if (!ranks.empty())
            out.push_back({TL_TEXT("Clocks", "as recorded (--align off)"), {}});
        return out;
    }
    bool reference = true; // the first rank that is settled
    for (const RankInfo& rank : ranks) {
        if (!rank.clock)
            continue;
        const std::string name = rank.rank ? std::to_string(*rank.rank) : "-";
        if (ranks.size() > 1 && !knowsNothing(*rank.clock))
            out.push_back(rankNote(name, *rank.clock, reference));
        reference = reference && rank.clock->doubt != ClockDoubt::None;
        if (Message note = hostNote(name, rank.clock->host); !note.empty())
            out.push_back(std::move(note));
    }
    return out;
}

} // namespace tideline
