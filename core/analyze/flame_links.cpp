// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/flame_links.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace tideline {

namespace {

bool isHost(FlameRole role)
{
    return role == FlameRole::Host || role == FlameRole::Cann;
}

class Linker {
public:
    explicit Linker(const Trace& trace)
        : m_trace(&trace),
          m_start(trace.slices().start),
          m_duration(trace.slices().duration),
          m_parent(trace.slices().parent)
    {
        for (const TrackInfo& track : trace.tracks())
            m_links.roles.push_back(flameRoleOf(trace, track));
    }
    FlameLinks run(const std::stop_token& stop);

private:
    void takeParents();
    void hostCalls();
    void hostCallsOf(const TrackInfo& cann, const TrackInfo& host);
    SliceId enclosing(const TrackInfo& host, std::vector<std::uint32_t>& next, Instant start, Instant end);
    void followFlows();
    void takeFlow(FlowId flow, StringId queue);
    void adoptCalls();

    const Trace* m_trace;
    FlameLinks m_links;
    ColumnReader<Instant> m_start;
    ColumnReader<Duration> m_duration;
    ColumnReader<SliceId> m_parent;
    std::vector<bool> m_launched;      ///< by slice: a CANN call is known to have launched it
    std::vector<SliceId> m_operatorOf; ///< by slice: the framework operator behind device work
};

void Linker::takeParents()
{
    m_links.up.reserve(m_trace->slices().size());
    m_trace->slices().parent.forEachSpan(0, m_trace->slices().size(),
                                         [this](std::uint32_t, std::span<const SliceId> part) {
                                             m_links.up.insert(m_links.up.end(), part.begin(), part.end());
                                         });
}

/// CANN calls are lanes of a process of their own, with the thread ids of the threads that made them.
void Linker::hostCalls()
{
    std::map<std::pair<std::uint32_t, std::string_view>, const TrackInfo*> threads;
    for (std::size_t i = 0; i < m_links.roles.size(); ++i) {
        const TrackInfo& track = m_trace->tracks()[i];
        if (m_links.roles[i] == FlameRole::Host && track.kind == TrackKind::HostThread)
            threads.emplace(std::pair(track.rank.row, std::string_view(track.tid)), &track);
    }
    for (std::size_t i = 0; i < m_links.roles.size(); ++i) {
        const TrackInfo& track = m_trace->tracks()[i];
        if (m_links.roles[i] != FlameRole::Cann)
            continue;
        const auto thread = threads.find({track.rank.row, track.tid});
        if (thread != threads.end())
            hostCallsOf(track, *thread->second);
    }
}

SliceId Linker::enclosing(const TrackInfo& host, std::vector<std::uint32_t>& next, Instant start, Instant end)
{
    SliceId found;
    for (std::size_t row = 0; row < host.rows.size(); ++row) {
        // Calls come by start, so each row is walked once.
        while (next[row] < host.rows[row].last && m_start[next[row]] <= start)
            ++next[row];
        const bool any = next[row] > host.rows[row].first;
        const std::uint32_t last = any ? next[row] - 1 : 0;
        if (any && m_start[last] + m_duration[last] >= end)
            found = SliceId{last};
        else if (host.overlapping == 0)
            break; // what is below is inside what is above
    }
    return found;
}

void Linker::hostCallsOf(const TrackInfo& cann, const TrackInfo& host)
{
    for (const RowRange& row : cann.rows) {
        std::vector<std::uint32_t> next;
        for (const RowRange& hostRow : host.rows)
            next.push_back(hostRow.first);
        for (std::uint32_t call = row.first; call < row.last; ++call) {
            if (m_parent[call].valid())
                continue;
            const Duration length = m_duration[call];
            const Instant start = m_start[call];
            const SliceId around = enclosing(host, next, start, start + length);
            if (!around.valid())
                continue;
            if (m_links.hosted.empty())
                m_links.hosted.resize(m_trace->slices().size());
            m_links.up[call] = around;
            m_links.hosted[around.row] += length.ns;
        }
    }
}

void Linker::takeFlow(FlowId flow, StringId queue)
{
    const FlowColumns& flows = m_trace->flows();
    const SliceId from = flows.fromSlice.at(flow.row);
    const SliceId to = flows.toSlice.at(flow.row);
    if (!from.valid() || !to.valid())
        return;
    const FlameRole fromRole = m_links.roles[flows.fromTrack.at(flow.row).row];
    const FlameRole toRole = m_links.roles[flows.toTrack.at(flow.row).row];
    if (!isHost(fromRole))
        return;
    if (toRole != FlameRole::Device) {
        // Other arrows between host slices (forward to backward) do not say who called whom.
        if (isHost(toRole) && queue.valid() && flows.category.at(flow.row) == queue && !m_links.up[to.row].valid())
            m_links.up[to.row] = from;
        return;
    }
    if (m_launched.empty()) {
        m_launched.resize(m_trace->slices().size());
        m_operatorOf.resize(m_trace->slices().size());
    }
    if (fromRole == FlameRole::Host && !m_operatorOf[to.row].valid())
        m_operatorOf[to.row] = from;
    // The CANN call is nearer to the device than the operator that another arrow comes from.
    if (fromRole == FlameRole::Cann && !m_launched[to.row]) {
        m_launched[to.row] = true;
        m_links.up[to.row] = from;
    }
}

void Linker::followFlows()
{
    const StringId queue = m_trace->strings().find("async_task_queue");
    for (std::uint32_t row = 0; row < m_trace->flows().size(); ++row)
        takeFlow(FlowId{row}, queue);
}

/// Where a CANN call stands alone on its thread, the arrow from the operator to its kernel still says who wanted it.
void Linker::adoptCalls()
{
    for (std::uint32_t row = 0; row < m_operatorOf.size(); ++row) {
        const SliceId from = m_operatorOf[row];
        if (!from.valid())
            continue;
        if (!m_launched[row]) {
            m_links.up[row] = from;
            continue;
        }
        SliceId root = m_links.up[row];
        while (m_parent[root.row].valid())
            root = m_parent[root.row];
        if (!m_links.up[root.row].valid() && root != from)
            m_links.up[root.row] = from;
    }
}

FlameLinks Linker::run(const std::stop_token& stop)
{
    takeParents();
    hostCalls();
    if (!stop.stop_requested())
        followFlows();
    if (!stop.stop_requested())
        adoptCalls();
    return std::move(m_links);
}

} // namespace

FlameRole flameRoleOf(const Trace& trace, const TrackInfo& track)
{
    if (!isCounted(track.kind))
        return FlameRole::Out;
    switch (track.kind) {
    case TrackKind::Stream:
    case TrackKind::CommGroup: return FlameRole::Device;
    case TrackKind::CommPlane:
    case TrackKind::Overlap:
    case TrackKind::Async:
    case TrackKind::Unfinished: return FlameRole::Out;
    case TrackKind::HostThread:
    case TrackKind::Process:
    case TrackKind::Other: break;
    }
    switch (trace.process(track.process).role) {
    case ProcessRole::Cann: return FlameRole::Cann;
    case ProcessRole::Device:
    case ProcessRole::Communication:
    case ProcessRole::Overlap:
    case ProcessRole::Counter: return FlameRole::Out;
    case ProcessRole::Unknown:
    case ProcessRole::Host: break;
    }
    return FlameRole::Host;
}

FlameLinks linkSlices(const Trace& trace, const std::stop_token& stop)
{
    return Linker(trace).run(stop);
}

} // namespace tideline
