// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/align_clocks.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <set>

#include "core/analyze/clocks/clock_events.h"
#include "core/analyze/clocks/rank_pair.h"

namespace tideline {

namespace {

using clocks::CollectiveSequence;
using clocks::HostDevice;
using clocks::Line;
using clocks::RankPair;
using clocks::SequencesByGroup;
using clocks::SharedGroup;

constexpr double kPpm = 1e6;
/// A rank whose clock cannot be settled against so many others is left alone: time must not grow with ranks squared.
constexpr int kMostTrials = 4;

/// The middle of what the device of each rank did, on the times of the files.
std::vector<Instant> deviceMiddles(const Trace& trace)
{
    std::vector<std::optional<TimeRange>> extents(trace.ranks().size());
    for (const TrackInfo& track : trace.tracks()) {
        if (!track.extent || (track.kind != TrackKind::Stream && track.kind != TrackKind::CommGroup))
            continue;
        std::optional<TimeRange>& extent = extents[track.rank.row];
        const TimeRange old = extent.value_or(*track.extent);
        extent = {std::min(old.start, track.extent->start), std::max(old.end, track.extent->end)};
    }
    std::vector<Instant> out;
    for (const std::optional<TimeRange>& extent : extents)
        out.push_back(extent ? Instant{extent->start.ns / 2 + extent->end.ns / 2} : Instant{});
    return out;
}

HostClock hostClock(const HostDevice& device, Instant middle)
{
    HostClock out;
    out.launches = device.launches;
    out.synchronisations = device.synchronisations;
    out.markers = device.markers;
    out.doubt = device.doubt;
    if (device.pieces.empty())
        return out;
    out.shift = middle - device.onHost(middle);
    const auto piece = std::find_if(device.pieces.begin(), device.pieces.end() - 1,
                                    [middle](const HostDevice::Piece& one) { return middle.ns < one.end; });
    out.driftPpm = piece->line.slope * kPpm;
    out.residual = Duration{std::llround(device.residualNs())};
    return out;
}

/// Operations of a group in one step: the median over the steps of the rank.
std::int64_t operationsPerStep(const Trace& trace, RankId rank, const CollectiveSequence& sequence)
{
    std::vector<Instant> starts;
    for (const clocks::Collective& one : sequence)
        starts.push_back(one.start);
    std::sort(starts.begin(), starts.end());
    std::vector<std::int64_t> counts;
    const Duration base = trace.rank(rank).axisShift;
    for (const StepInfo& step : trace.steps()) {
        if (step.rank != rank)
            continue;
        const auto first = std::lower_bound(starts.begin(), starts.end(), step.range.start + base);
        const auto last = std::lower_bound(first, starts.end(), std::max(step.range.start, step.range.end) + base);
        counts.push_back(last - first);
    }
    if (counts.empty())
        return 0;
    const auto half = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    std::nth_element(counts.begin(), half, counts.end());
    return *half;
}

/// Goes from the first rank to those it has collectives with, and on from them.
class RankAligner {
public:
    RankAligner(const Trace& trace, const Progress& progress, std::vector<RankAlignment>& out)
        : m_trace(trace),
          m_progress(progress),
          m_sequences(clocks::collectiveSequences(trace)),
          m_middles(deviceMiddles(trace)),
          m_settled(trace.ranks().size(), false),
          m_trials(trace.ranks().size(), 0),
          m_out(out)
    {
        for (std::uint32_t rank = 0; rank < m_sequences.size(); ++rank) {
            for (const auto& [group, sequence] : m_sequences[rank])
                m_members[group].push_back(rank);
        }
    }

    void run()
    {
        const auto first = std::find_if(m_sequences.begin(), m_sequences.end(),
                                        [](const SequencesByGroup& groups) { return !groups.empty(); });
        for (RankAlignment& one : m_out)
            one.clock.doubt = ClockDoubt::NoPartner;
        if (first == m_sequences.end())
            return;
        settleFirst(static_cast<std::uint32_t>(first - m_sequences.begin()));
        while (!m_next.empty() && !m_progress.cancelled()) {
            const std::uint32_t rank = m_next.front();
            m_next.pop_front();
            for (const std::uint32_t other : partnersOf(rank))
                tryPair(rank, other);
        }
    }

private:
    void settleFirst(std::uint32_t rank)
    {
        RankClock& clock = m_out[rank].clock;
        for (const auto& [group, sequence] : m_sequences[rank]) {
            if (m_members[group].size() > 1)
                clock.collectives += static_cast<std::uint64_t>(
                    std::count_if(sequence.begin(), sequence.end(), [](const auto& one) { return one.symmetric; }));
        }
        clock.doubt = ClockDoubt::None;
        m_settled[rank] = true;
        m_next.push_back(rank);
    }

    /// Ranks without a settled clock that are in a group with this one.
    std::set<std::uint32_t> partnersOf(std::uint32_t rank) const
    {
        std::set<std::uint32_t> out;
        for (const auto& [group, sequence] : m_sequences[rank]) {
            for (const std::uint32_t other : m_members.find(group)->second) {
                if (!m_settled[other] && m_trials[other] < kMostTrials)
                    out.insert(other);
            }
        }
        return out;
    }

    void tryPair(std::uint32_t rank, std::uint32_t other)
    {
        std::vector<SharedGroup> groups;
        for (const auto& [group, sequence] : m_sequences[rank]) {
            if (const auto theirs = m_sequences[other].find(group); theirs != m_sequences[other].end())
                groups.push_back({&sequence, &theirs->second, perStep(rank, group, sequence)});
        }
        ++m_trials[other];
        RankAlignment& one = m_out[other];
        const std::int64_t middle = std::clamp(m_middles[other].ns + one.base.ns, -kTimeLimitNs, kTimeLimitNs);
        const RankPair pair = clocks::alignRanks(groups, middle);
        RankClock& clock = one.clock;
        clock.doubt = pair.doubt;
        clock.collectives = pair.collectives;
        if (pair.doubt != ClockDoubt::None) {
            keepBounds(clock, pair, m_out[rank]);
            return;
        }
        const RankAlignment& reference = m_out[rank];
        const std::int64_t there = middle + pair.line.valueAt(middle);
        const Line line{middle, there - middle + reference.toFirst.valueAt(there),
                        pair.line.slope + reference.toFirst.slope};
        if (!clocks::isShift(line.offset)) { // small steps, but far in the end
            clock.doubt = ClockDoubt::TooFarApart;
            return;
        }
        one.toFirst = line;
        clock.shift = Duration{one.toFirst.offset};
        clock.driftPpm = one.toFirst.slope == 0 ? 0 : -one.toFirst.slope * kPpm;
        clock.residual = Duration{std::llround(pair.residualNs)} + reference.clock.residual;
        keepBounds(clock, pair, reference);
        m_settled[other] = true;
        m_next.push_back(other);
    }

    static void keepBounds(RankClock& clock, const RankPair& pair, const RankAlignment& reference)
    {
        clock.least = pair.least ? std::optional(Duration{*pair.least} + reference.clock.shift) : std::nullopt;
        clock.most = pair.most ? std::optional(Duration{*pair.most} + reference.clock.shift) : std::nullopt;
    }

    std::int64_t perStep(std::uint32_t rank, const std::string& group, const CollectiveSequence& sequence)
    {
        const auto [known, added] = m_perStep.try_emplace({rank, group});
        if (added)
            known->second = operationsPerStep(m_trace, RankId{rank}, sequence);
        return known->second;
    }

    const Trace& m_trace;
    const Progress& m_progress;
    std::vector<SequencesByGroup> m_sequences;
    std::vector<Instant> m_middles;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> m_members; ///< ranks of a group
    std::map<std::pair<std::uint32_t, std::string>, std::int64_t> m_perStep;
    std::vector<bool> m_settled;
    std::vector<int> m_trials;
    std::deque<std::uint32_t> m_next;
    std::vector<RankAlignment>& m_out;
};

} // namespace

Instant RankAlignment::deviceOnAxis(Instant device) const
{
    const Instant based = device + base;
    return based + Duration{toFirst.valueAt(based.ns)};
}

Instant RankAlignment::hostOnAxis(Instant host) const
{
    if (hostDevice.pieces.empty())
        return deviceOnAxis(host);
    // The shift changes by less than 200 ppm, so that the time on the other clock is as good as the own to look it up.
    Instant device = host;
    for (int round = 0; round < 3; ++round)
        device = host - (hostDevice.onHost(device) - device);
    return deviceOnAxis(device);
}

std::vector<RankAlignment> alignClocks(const Trace& trace, const Progress& progress)
{
    std::vector<RankAlignment> out(trace.ranks().size());
    const std::vector<Instant> middles = deviceMiddles(trace);
    const clocks::SharedEventReader reader(trace);
    for (std::uint32_t rank = 0; rank < out.size(); ++rank) {
        if (progress.cancelled())
            return {};
        out[rank].base = trace.rank(RankId{rank}).axisShift;
        out[rank].hostDevice = clocks::alignHostDevice(reader.read(RankId{rank}));
    }
    RankAligner(trace, progress, out).run();
    for (std::uint32_t rank = 0; rank < out.size(); ++rank)
        out[rank].clock.host = hostClock(out[rank].hostDevice, middles[rank]);
    return progress.cancelled() ? std::vector<RankAlignment>{} : out;
}

} // namespace tideline
