// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "core/analyze/clocks/clock_events.h"
#include "core/analyze/host_calls.h"

namespace tideline::clocks {

namespace {

/// One item of a stream and when the host asked for it.
struct Task {
    Instant host;
    Instant device;
    SliceId slice;
};
constexpr HostCallKind kWaits[] = {HostCallKind::Synchronise, HostCallKind::SyncCopy};
using TasksByTrack = std::map<TrackId, std::vector<Task>>;

struct Arrows {
    SharedEvents events;
    TasksByTrack tasks;
};

bool isDeviceTrack(const TrackInfo& track)
{
    return track.kind == TrackKind::Stream || track.kind == TrackKind::CommGroup || track.kind == TrackKind::CommPlane;
}

Arrows arrowsOf(const Trace& trace, const std::vector<RowRange>& rows)
{
    const FlowColumns& flows = trace.flows();
    ColumnReader category(flows.category);
    ColumnReader fromTime(flows.fromTime);
    ColumnReader toTime(flows.toTime);
    ColumnReader toTrack(flows.toTrack);
    ColumnReader toSlice(flows.toSlice);
    const StringId launches = trace.strings().find("HostToDevice");
    const StringId marks = trace.strings().find("MsTx");
    Arrows out;
    for (const RowRange& range : rows) {
        for (std::uint32_t row = range.first; row < range.last; ++row) {
            const bool launch = launches.valid() && category[row] == launches;
            const bool mark = marks.valid() && category[row] == marks;
            if ((!launch && !mark) || !isDeviceTrack(trace.track(toTrack[row])))
                continue;
            (launch ? out.events.launches : out.events.markers).push_back({fromTime[row], toTime[row]});
            if (launch && toSlice[row].valid())
                out.tasks[toTrack[row]].push_back({fromTime[row], toTime[row], toSlice[row]});
        }
    }
    for (auto& [track, tasks] : out.tasks)
        std::sort(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) {
            return std::pair(a.host, a.device) < std::pair(b.host, b.device);
        });
    return out;
}

/// Of more candidates for what a call waited for than this, every so many-th call is looked at: a band does not get
/// narrower by millions of them.
constexpr std::size_t kMostCandidates = 1'000'000;

/// The last item of a stream that had been asked for by then.
std::optional<Task> lastBefore(const std::vector<Task>& tasks, Instant time)
{
    const auto next =
        std::partition_point(tasks.begin(), tasks.end(), [time](const Task& task) { return task.host <= time; });
    return next == tasks.begin() ? std::nullopt : std::optional(*(next - 1));
}

} // namespace

SharedEventReader::SharedEventReader(const Trace& trace) : m_trace(&trace), m_flows(trace.ranks().size())
{
    ColumnReader from(trace.flows().fromTrack);
    for (std::uint32_t row = 0; row < trace.flows().size(); ++row) {
        std::vector<RowRange>& runs = m_flows[trace.track(from[row]).rank.row];
        if (runs.empty() || runs.back().last != row)
            runs.push_back({row, row});
        ++runs.back().last;
    }
}

SharedEvents SharedEventReader::read(RankId rank) const
{
    Arrows arrows = arrowsOf(*m_trace, m_flows[rank.row]);
    if (arrows.tasks.empty())
        return std::move(arrows.events);
    const HostCalls calls = hostCalls(*m_trace, rank, Scope{});
    ColumnReader duration(m_trace->slices().duration);
    std::size_t count = 0;
    for (const HostCallKind kind : kWaits)
        count += calls.of(kind).size();
    const std::size_t stride = 2 * count * arrows.tasks.size() / kMostCandidates + 1;
    std::uint32_t number = 0;
    for (const HostCallKind kind : kWaits) {
        for (const HostCall& call : calls.of(kind)) {
            if (number++ % stride != 0)
                continue;
            for (const auto& [track, tasks] : arrows.tasks) {
                for (const Instant asked : {call.range.end, call.range.start}) {
                    if (const std::optional<Task> task = lastBefore(tasks, asked))
                        arrows.events.returns.push_back(
                            {call.range.end, task->device + duration[task->slice.row], number});
                }
            }
        }
    }
    return std::move(arrows.events);
}

} // namespace tideline::clocks
