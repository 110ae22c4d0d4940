// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_axis.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace tideline {

namespace {

/// A base outside the limit would make sums of times overflow; it says nothing about the rank.
std::optional<std::int64_t> usableBase(const RankInfo& rank)
{
    const bool usable = rank.timeBaseNs && *rank.timeBaseNs >= -kTimeLimitNs && *rank.timeBaseNs <= kTimeLimitNs;
    return usable ? rank.timeBaseNs : std::nullopt;
}

void extend(std::optional<TimeRange>& extent, TimeRange range)
{
    const TimeRange old = extent.value_or(range);
    extent = {std::min(old.start, range.start), std::max(old.end, range.end)};
}

/// From the first to the last of sorted times.
TimeRange span(const Column<Instant>& times, RowRange rows)
{
    return {times.at(rows.first), times.at(rows.last - 1)};
}

} // namespace

void setAxisShifts(std::vector<RankInfo>& ranks, ClockUse use)
{
    std::optional<std::int64_t> least;
    for (const RankInfo& rank : ranks) {
        if (const auto base = usableBase(rank))
            least = std::min(least.value_or(*base), *base);
    }
    for (RankInfo& rank : ranks) {
        rank.axisShift = Duration{usableBase(rank).value_or(least.value_or(0)) - least.value_or(0)};
        const bool aligned = use == ClockUse::Aligned && rank.clock;
        if (aligned && rank.clock->doubt == ClockDoubt::None)
            rank.axisShift += rank.clock->shift;
        rank.hostShift = aligned && rank.clock->host.doubt == ClockDoubt::None ? rank.clock->host.shift : Duration{};
    }
}

std::optional<TimeRange> eventExtent(const std::vector<RankInfo>& ranks, const std::vector<ProcessInfo>& processes,
                                     const std::vector<TrackInfo>& tracks, const std::vector<CounterInfo>& counters,
                                     const InstantColumns& instants, const SampleColumns& samples, bool shifted)
{
    std::optional<TimeRange> extent;
    const auto shiftOf = [&](RankId rank) { return shifted ? ranks[rank.row].axisShift : Duration{}; };
    for (const TrackInfo& track : tracks) {
        const bool host = shifted && track.process.valid() && isOfHost(track, processes[track.process.row].role);
        const Duration shift = shiftOf(track.rank) + (host ? ranks[track.rank.row].hostShift : Duration{});
        if (track.extent)
            extend(extent, track.extent->shifted(shift));
        if (track.instants.size() > 0)
            extend(extent, span(instants.time, track.instants).shifted(shift));
    }
    for (const CounterInfo& counter : counters) {
        if (counter.samples.size() > 0)
            extend(extent, span(samples.time, counter.samples).shifted(shiftOf(counter.rank)));
    }
    return extent;
}

} // namespace tideline
