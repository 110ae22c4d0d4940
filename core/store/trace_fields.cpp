// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trace_fields.h"

#include <algorithm>
#include <cmath>

namespace tideline {

void fields(Packer& packer, ProcessInfo& process)
{
    packer(process.rank, process.pid, process.name, process.labels, process.sortIndex, process.role);
}

void fields(Packer& packer, TrackInfo& track)
{
    packer(track.rank, track.process, track.tid, track.name, track.kind, track.sortIndex, track.slices, track.rows,
           track.instants, track.busy, track.sum, track.overlapping, track.enclosing, track.extent);
}

void fields(Packer& packer, CounterInfo& counter)
{
    packer(counter.rank, counter.process, counter.name, counter.series, counter.unit, counter.samples, counter.min,
           counter.max);
}

void fields(Packer& packer, StepInfo& step)
{
    packer(step.rank, step.id, step.range, step.source);
}

void fields(Packer& packer, FileStepRow& row)
{
    packer(row.rank, row.step, row.figures);
}

void fields(Packer& packer, ParallelGroup& group)
{
    packer(group.key, group.hash, group.name, group.position, group.ranks);
}

void fields(Packer& packer, HostClock& clock)
{
    packer(clock.shift, clock.driftPpm, clock.residual, clock.launches, clock.synchronisations, clock.markers,
           clock.doubt);
}

void fields(Packer& packer, RankClock& clock)
{
    packer(clock.shift, clock.driftPpm, clock.residual, clock.collectives, clock.least, clock.most, clock.doubt,
           clock.host);
}

void fields(Packer& packer, RankInfo& rank)
{
    packer(rank.rank, rank.device, rank.host, rank.format, rank.path, rank.timeBaseNs, rank.clock, rank.axisShift,
           rank.hostShift, rank.profilerLevel, rank.switches, rank.environment, rank.parallelPlan, rank.groups);
}

void fields(Packer& packer, TraceTotals& totals)
{
    packer(totals.slices, totals.instants, totals.asyncSpans, totals.counterSamples, totals.flows,
           totals.flowStartsUnmatched, totals.flowEndsUnmatched, totals.beginUnmatched, totals.endUnmatched,
           totals.fromEvents, totals.eventsByPhase, totals.first, totals.last);
}

void fields(Packer& packer, StringPool& strings)
{
    std::string all;
    std::vector<std::uint32_t> lengths;
    for (std::uint32_t i = 0; !packer.reading() && i < strings.size(); ++i) {
        const std::string_view text = strings.text(StringId{i});
        lengths.push_back(static_cast<std::uint32_t>(text.size()));
        all += text;
    }
    packer(all);
    packer.planes(lengths);
    if (!packer.reading())
        return;
    if (auto pool = packer.ok() ? StringPool::fromTexts(all, lengths) : std::nullopt)
        strings = std::move(*pool);
    else
        packer.fail();
}

namespace {

bool inside(RowRange rows, std::uint32_t limit)
{
    return rows.first <= rows.last && rows.last <= limit;
}

template <typename Enum>
bool isOneOf(Enum value, Enum last)
{
    return value >= Enum{} && value <= last;
}

/// Rows that name a rank or a track without saying "none" need one to be there.
bool hasOwners(const Trace& trace, const IdLimits& limits)
{
    const RecordTables& records = trace.records();
    const bool needsRank = trace.kernels().size() > 0 || records.communication.size() > 0 || records.links.size() > 0
                           || records.memory.size() > 0 || records.allocations.size() > 0;
    const bool needsTrack = trace.slices().size() > 0 || trace.instants().size() > 0 || trace.flows().size() > 0;
    return (limits.ranks > 0 || !needsRank) && (limits.tracks > 0 || !needsTrack);
}

/// The slices of the tracks stand one behind the other and are all there are: what asks for the track of a slice
/// finds one.
bool tracksCoverSlices(const Trace& trace, const IdLimits& limits)
{
    std::uint32_t next = 0;
    for (const TrackInfo& track : trace.tracks()) {
        if (track.slices.first != next || track.slices.last < next)
            return false;
        next = track.slices.last;
    }
    return next == limits.slices;
}

/// Sums of a time and two such shifts do not overflow.
bool isShift(Duration shift)
{
    return isTime(Instant{shift.ns / 2});
}

bool isPlausible(const RankClock& clock)
{
    const HostClock& host = clock.host;
    return isShift(clock.shift) && isShift(clock.residual) && isShift(clock.least.value_or(Duration{}))
           && isShift(clock.most.value_or(Duration{})) && isShift(host.shift) && isShift(host.residual)
           && isOneOf(clock.doubt, ClockDoubt::StepNumbers) && isOneOf(host.doubt, ClockDoubt::StepNumbers)
           && std::isfinite(clock.driftPpm) && std::isfinite(host.driftPpm);
}

bool isPlausible(const TrackInfo& track, const Trace& trace, const IdLimits& limits)
{
    if (track.rank.row >= limits.ranks || track.process.row >= limits.processes
        || !inside(track.instants, trace.instants().size()) || !isOneOf(track.kind, TrackKind::Unfinished)
        || !isLength(track.busy) || !isLength(track.sum)
        || (track.extent && (!isTime(track.extent->start) || !isTime(track.extent->end))))
        return false;
    std::uint32_t next = track.slices.first;
    for (const RowRange& row : track.rows) {
        if (row.first != next || row.last < row.first)
            return false;
        next = row.last;
    }
    return next == track.slices.last;
}

} // namespace

bool isPlausible(const Trace& trace, const IdLimits& limits)
{
    const auto inRank = [&](const auto& row) { return row.rank.row < limits.ranks; };
    const auto inProcess = [&](const CounterInfo& counter) {
        return inRank(counter) && counter.process.row < limits.processes
               && inside(counter.samples, trace.samples().size());
    };
    const auto isTrack = [&](const TrackInfo& track) { return isPlausible(track, trace, limits); };
    const auto isProcess = [&](const ProcessInfo& process) {
        return inRank(process) && isOneOf(process.role, ProcessRole::Counter);
    };
    const auto isStep = [&](const StepInfo& step) {
        return inRank(step) && isOneOf(step.source, StepSource::Detected) && isTime(step.range.start)
               && isTime(step.range.end);
    };
    const auto isRank = [](const RankInfo& rank) {
        return isShift(rank.axisShift) && isShift(rank.hostShift) && (!rank.clock || isPlausible(*rank.clock));
    };
    const auto isFileStep = [&](const FileStepRow& row) {
        return inRank(row) && std::all_of(row.figures.begin(), row.figures.end(), [](const auto& figure) {
                   return isLength(figure.second);
               });
    };
    const TimeRange extent = trace.axisExtent();
    return isTime(extent.start) && isTime(extent.end) && std::all_of(trace.ranks().begin(), trace.ranks().end(), isRank)
           && hasOwners(trace, limits) && tracksCoverSlices(trace, limits)
           && std::all_of(trace.tracks().begin(), trace.tracks().end(), isTrack)
           && std::all_of(trace.counters().begin(), trace.counters().end(), inProcess)
           && std::all_of(trace.processes().begin(), trace.processes().end(), isProcess)
           && std::all_of(trace.steps().begin(), trace.steps().end(), isStep)
           && std::all_of(trace.fileSteps().begin(), trace.fileSteps().end(), isFileStep)
           && std::all_of(trace.extraTables().begin(), trace.extraTables().end(), inRank);
}

} // namespace tideline
