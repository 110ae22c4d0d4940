// SPDX-License-Identifier: GPL-3.0-or-later
// Taking rows back out of a builder. Costs a pass over all that is pending.
#include "core/store/trace_builder_filter.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "core/store/pending.h"
#include "core/store/trace_builder.h"

namespace tideline {

namespace {

template <typename Row, typename Keeps>
std::uint64_t keepIf(PendingRows<Row>& pending, const Keeps& keeps)
{
    std::vector<Row> rows = pending.take();
    const std::uint64_t before = rows.size();
    std::erase_if(rows, [&keeps](const Row& row) { return !keeps(row); });
    const std::uint64_t gone = before - rows.size();
    pending.add(std::move(rows));
    return gone;
}

/// The arrows of one key, each a start with the ends that follow it; ends before any start belong to the first.
void markArrows(std::vector<const FlowPoint*>& points, const std::vector<bool>& out, const FlowPoint* base,
                std::vector<bool>& gone)
{
    std::stable_sort(points.begin(), points.end(),
                     [](const FlowPoint* a, const FlowPoint* b) { return a->time < b->time; });
    const auto isStart = [](const FlowPoint* point) { return point->phase == FlowPhase::Start; };
    auto first = points.begin();
    while (first != points.end()) {
        auto start = std::find_if(first, points.end(), isStart);
        auto last = start == points.end() ? start : std::find_if(start + 1, points.end(), isStart);
        const bool whole = std::none_of(first, last, [&](const FlowPoint* point) { return out[point - base]; });
        for (; first != last; ++first)
            gone[*first - base] = !whole;
    }
}

std::uint64_t keepArrows(PendingRows<FlowPoint>& pending, const RowFilter& filter)
{
    std::vector<FlowPoint> rows = pending.take();
    std::vector<bool> out(rows.size());
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<const FlowPoint*>> touched;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out[i] = !filter.point(rows[i].track, rows[i].time);
        if (out[i])
            touched.try_emplace({rows[i].keyHigh, rows[i].keyLow});
    }
    for (const FlowPoint& row : rows) {
        if (const auto found = touched.find({row.keyHigh, row.keyLow}); found != touched.end())
            found->second.push_back(&row);
    }
    std::vector<bool> gone(rows.size());
    for (auto& [key, points] : touched)
        markArrows(points, out, rows.data(), gone);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!gone[i])
            rows[kept++] = rows[i];
    }
    const std::uint64_t count = rows.size() - kept;
    rows.resize(kept);
    pending.add(std::move(rows));
    return count;
}

std::optional<std::int64_t> given(std::int64_t number)
{
    return number == std::numeric_limits<std::int64_t>::min() ? std::nullopt : std::optional(number);
}

std::uint64_t keepKernels(PendingKernels& kernels, const std::function<bool(const KernelRow&)>& keeps)
{
    std::vector<KernelRow> rows = kernels.rows.take();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!keeps(rows[i]))
            continue;
        for (std::vector<double>& values : kernels.metricValues) {
            if (i < values.size())
                values[kept] = values[i];
            else if (kept < values.size())
                values[kept] = std::numeric_limits<double>::quiet_NaN();
        }
        if (kept != i)
            rows[kept] = std::move(rows[i]);
        ++kept;
    }
    const std::uint64_t count = rows.size() - kept;
    rows.resize(kept);
    for (std::vector<double>& values : kernels.metricValues)
        values.resize(std::min(values.size(), kept));
    kernels.rows.add(std::move(rows));
    return count;
}

std::uint64_t keepCommunication(PendingRecords& records, const std::function<bool(const CommRecord&)>& keeps)
{
    const std::vector<CommTransport> transports = records.transports.take();
    std::vector<CommRecord> rows = records.communication.take();
    const std::uint64_t before = rows.size();
    std::erase_if(rows, [&keeps](const CommRecord& row) { return !keeps(row); });
    for (CommRecord& row : rows) {
        const RowRange old = row.transports;
        row.transports.first = static_cast<std::uint32_t>(records.transports.size());
        for (std::uint32_t i = old.first; i < old.last; ++i)
            records.transports.add(transports[i]);
        row.transports.last = static_cast<std::uint32_t>(records.transports.size());
    }
    const std::uint64_t gone = before - rows.size();
    records.communication.add(std::move(rows));
    return gone;
}

std::uint64_t keepRecords(PendingRecords& records, const RowFilter& filter)
{
    const auto old = [&filter](RankId rank) { return rank < filter.firstRank; };
    std::uint64_t gone = keepCommunication(records, [&](const CommRecord& row) {
        const auto span =
            row.start == kNoInstant ? std::nullopt : std::optional(TimeRange{row.start, row.start + row.elapse});
        return old(row.rank) || filter.row(row.rank, given(row.step), span);
    });
    gone += keepIf(records.links, [&](const LinkRecord& row) {
        return old(row.rank) || filter.row(row.rank, given(row.step), std::nullopt);
    });
    gone += keepIf(records.memory, [&](const MemoryRecord& row) {
        return old(row.rank) || filter.row(row.rank, std::nullopt, TimeRange{row.time, row.time});
    });
    gone += keepIf(records.allocations, [&](const AllocationRecord& row) {
        return old(row.rank) || filter.row(row.rank, std::nullopt, TimeRange{row.allocated, row.released});
    });
    return gone;
}

template <typename Ids>
void forget(Ids& ids, std::size_t count)
{
    std::erase_if(ids, [count](const auto& entry) { return entry.second >= count; });
}

template <typename Info>
void dropTail(std::vector<Info>& infos, RankId rank)
{
    while (!infos.empty() && infos.back().rank == rank)
        infos.pop_back();
}

template <typename Table>
void shrink(Table& table, std::size_t count)
{
    if (table.size() > count)
        table.resize(count);
}

} // namespace

RowCounts TraceBuilder::keepOnly(const RowFilter& filter)
{
    RowCounts gone;
    Pending& pending = *m_pending;
    for (std::uint32_t id = 0; id < m_trace->m_tracks.size(); ++id) {
        const TrackId track{id};
        if (m_trace->m_tracks[id].rank < filter.firstRank)
            continue;
        if (id < pending.slices.size())
            gone.slices += keepIf(pending.slices[id], [&](const SliceRow& row) {
                return filter.slice(track, row.name, {row.start, row.start + row.duration});
            });
        if (id < pending.instants.size())
            gone.points +=
                keepIf(pending.instants[id], [&](const InstantRow& row) { return filter.point(track, row.time); });
    }
    for (std::size_t id = 0; id < pending.samples.size(); ++id) {
        const RankId rank = m_trace->m_counters[id].rank;
        if (rank >= filter.firstRank)
            gone.samples +=
                keepIf(pending.samples[id], [&](const SampleRow& row) { return filter.sample(rank, row.time); });
    }
    for (std::size_t rank = filter.firstRank.row; rank < pending.flows.size(); ++rank)
        gone.points += keepArrows(pending.flows[rank], filter);
    gone.kernels = keepKernels(pending.kernels, [&](const KernelRow& row) {
        return row.rank < filter.firstRank
               || filter.row(row.rank, given(row.step), TimeRange{row.start, row.start + row.duration});
    });
    gone.records = keepRecords(pending.records, filter);
    std::erase_if(m_trace->m_steps, [&](const StepInfo& step) {
        return step.rank >= filter.firstRank && !filter.row(step.rank, step.id, std::nullopt);
    });
    gone.records += std::erase_if(m_trace->m_fileSteps, [&](const FileStepRow& step) {
        return step.rank >= filter.firstRank && !filter.row(step.rank, step.step, std::nullopt);
    });
    return gone;
}

bool TraceBuilder::removeLastRank()
{
    if (m_trace->m_ranks.empty())
        return false;
    const RankId rank{static_cast<std::uint32_t>(m_trace->m_ranks.size() - 1)};
    Pending& pending = *m_pending;
    dropTail(m_trace->m_counters, rank);
    dropTail(m_trace->m_tracks, rank);
    dropTail(m_trace->m_processes, rank);
    forget(pending.counters, m_trace->m_counters.size());
    forget(pending.tracks, m_trace->m_tracks.size());
    forget(pending.processes, m_trace->m_processes.size());
    shrink(pending.samples, m_trace->m_counters.size());
    shrink(pending.slices, m_trace->m_tracks.size());
    shrink(pending.instants, m_trace->m_tracks.size());
    shrink(pending.flows, rank.row);
    const auto owned = [rank](const auto& info) { return info.rank == rank; };
    if (std::any_of(m_trace->m_processes.begin(), m_trace->m_processes.end(), owned)
        || std::any_of(m_trace->m_tracks.begin(), m_trace->m_tracks.end(), owned)
        || std::any_of(m_trace->m_counters.begin(), m_trace->m_counters.end(), owned))
        return false; // lanes of other ranks came in between: it stays, with what keepOnly() left of it
    std::erase_if(pending.tables, owned);
    m_trace->m_ranks.pop_back();
    return true;
}

} // namespace tideline
