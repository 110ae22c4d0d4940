// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/trace_issues.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tideline {

namespace {

std::string placeOf(const Trace& trace, const TrackInfo& track)
{
    std::string place = trace.process(track.process).name;
    if (!place.empty())
        place += " / ";
    return place + track.name;
}

/// Counts over tracks: the number of slices, the first lane, and how many lanes are concerned.
void addLaneIssue(const Trace& trace, IssueKind kind, std::uint32_t TrackInfo::*count, ImportIssues& issues)
{
    std::uint64_t slices = 0;
    std::uint64_t tracks = 0;
    std::string first;
    for (const TrackInfo& track : trace.tracks()) {
        if (track.*count == 0)
            continue;
        if (tracks++ == 0)
            first = placeOf(trace, track);
        slices += track.*count;
    }
    if (slices > 0)
        issues.add(kind, first, slices, "on " + std::to_string(tracks) + (tracks == 1 ? " track" : " tracks"));
}

/// "NAME encloses N kernels" for the slice of the track around most others.
std::string mostEnclosing(const Trace& trace, const TrackInfo& track)
{
    ColumnReader<SliceId> parents(trace.slices().parent);
    ColumnReader<Duration> durations(trace.slices().duration);
    std::map<SliceId, std::uint64_t> inside;
    std::pair<std::uint64_t, SliceId> most{0, SliceId{}};
    for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
        const SliceId parent = parents[row];
        if (parent.valid() && durations[row] > Duration{})
            most = std::max(most, std::pair{++inside[parent], parent});
    }
    if (!most.second.valid())
        return {};
    return std::string(trace.text(trace.slices().name.at(most.second.row))) + " encloses " + std::to_string(most.first)
           + (most.first == 1 ? " kernel" : " kernels");
}

/// The kernels that enclose others, with the one that encloses most on each of the lanes concerned.
void addEnclosingKernels(const Trace& trace, ImportIssues& issues)
{
    for (const TrackInfo& track : trace.tracks()) {
        if (track.enclosing > 0)
            issues.add(IssueKind::KernelEnclosesKernels, placeOf(trace, track), track.enclosing,
                       mostEnclosing(trace, track));
    }
}

void addFlowIssue(const Trace& trace, ImportIssues& issues)
{
    const TraceTotals& totals = trace.totals();
    const std::uint64_t unmatched = totals.flowStartsUnmatched + totals.flowEndsUnmatched;
    if (unmatched == 0)
        return;
    const std::string reason = std::to_string(totals.flowStartsUnmatched) + " starts without an end, "
                               + std::to_string(totals.flowEndsUnmatched) + " ends without a start";
    issues.add(IssueKind::UnmatchedFlow, {}, unmatched, reason);
}

void addUnnamedProcesses(const Trace& trace, ImportIssues& issues)
{
    std::vector<bool> used(trace.processes().size(), false);
    for (const TrackInfo& track : trace.tracks())
        used[track.process.row] = true;
    for (const CounterInfo& counter : trace.counters())
        used[counter.process.row] = true;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const ProcessInfo& process = trace.processes()[i];
        if (used[i] && process.name.empty())
            issues.add(IssueKind::UnnamedProcess, "process " + process.pid);
    }
}

bool isDeviceTrack(TrackKind kind)
{
    return kind == TrackKind::Stream || kind == TrackKind::CommGroup || kind == TrackKind::CommPlane;
}

/// Per rank: whether the host and whether the device left slices.
struct Presence {
    bool host = false;
    bool device = false;
    bool ascend = false;
};

void addMissingDevices(const Trace& trace, ImportIssues& issues)
{
    std::vector<Presence> ranks(trace.ranks().size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
        ranks[i].ascend = trace.ranks()[i].format.starts_with("torch-npu");
    for (const TrackInfo& track : trace.tracks()) {
        Presence& rank = ranks[track.rank.row];
        rank.ascend = rank.ascend || trace.process(track.process).role == ProcessRole::Cann;
        if (track.slices.size() > 0)
            (isDeviceTrack(track.kind) ? rank.device : rank.host) = true;
    }
    trace.kernels().rank.forEachSpan(0, trace.kernels().size(), [&ranks](std::uint32_t, auto span) {
        for (const RankId rank : span)
            ranks[rank.row].device = true;
    });
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].ascend && ranks[i].host && !ranks[i].device)
            issues.add(IssueKind::NoDeviceData, trace.ranks()[i].path);
    }
}

void addLooseKernels(const Trace& trace, ImportIssues& issues)
{
    std::uint64_t loose = 0;
    std::string first;
    ColumnReader<StringId> names(trace.kernels().name);
    trace.kernels().slice.forEachSpan(0, trace.kernels().size(), [&](std::uint32_t row, auto span) {
        for (const SliceId slice : span) {
            if (!slice.valid() && loose++ == 0)
                first = std::string(trace.text(names[row]));
            ++row;
        }
    });
    if (loose > 0)
        issues.add(IssueKind::KernelWithoutSlice, first, loose);
}

/// Clocks of host and device that disagree: counted, never corrected.
void addKernelsBeforeLaunch(const Trace& trace, ImportIssues& issues)
{
    const FlowColumns& flows = trace.flows();
    ColumnReader<SliceId> callers(flows.fromSlice);
    ColumnReader<SliceId> kernels(flows.toSlice);
    ColumnReader<TrackId> from(flows.fromTrack);
    ColumnReader<TrackId> to(flows.toTrack);
    ColumnReader<Instant> starts(trace.slices().start);
    std::uint64_t early = 0;
    std::string first;
    for (std::uint32_t row = 0; row < flows.size(); ++row) {
        const SliceId launch = callers[row];
        const SliceId kernel = kernels[row];
        const bool launches = launch.valid() && kernel.valid() && isDeviceTrack(trace.track(to[row]).kind)
                              && !isDeviceTrack(trace.track(from[row]).kind);
        if (launches && starts[kernel.row] < starts[launch.row] && early++ == 0)
            first = std::string(trace.text(trace.slices().name.at(kernel.row)));
    }
    if (early > 0)
        issues.add(IssueKind::KernelBeforeLaunch, first, early);
}

void addDuplicateRanks(const std::vector<RankInfo>& ranks, ImportIssues& issues)
{
    std::map<std::int64_t, std::string> seen;
    for (const RankInfo& rank : ranks) {
        if (!rank.rank)
            continue;
        const auto [at, fresh] = seen.emplace(*rank.rank, rank.path);
        if (!fresh)
            issues.add(IssueKind::DuplicateRank, rank.path, 1,
                       "rank " + std::to_string(*rank.rank) + " is also " + at->second);
    }
}

} // namespace

void addTraceIssues(const Trace& trace, ImportIssues& issues)
{
    addLaneIssue(trace, IssueKind::OverlappingSlices, &TrackInfo::overlapping, issues);
    addEnclosingKernels(trace, issues);
    addFlowIssue(trace, issues);
    addUnnamedProcesses(trace, issues);
    addMissingDevices(trace, issues);
    addLooseKernels(trace, issues);
    addKernelsBeforeLaunch(trace, issues);
}

void addProfileIssues(const std::vector<RankInfo>& ranks, std::uint64_t slices, ImportIssues& issues)
{
    addDuplicateRanks(ranks, issues);
    if (slices == 0)
        issues.add(IssueKind::NoSlices, ranks.empty() ? std::string() : ranks.front().path);
}

} // namespace tideline
