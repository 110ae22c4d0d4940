// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/task_pool.h"
#include "core/store/rows.h"
#include "core/store/trace.h"
#include "core/store/trace_builder_filter.h"

namespace tideline {

/// Collects rows from importers in any order and freezes them into a Trace. One thread at a time.
class TraceBuilder {
public:
    TraceBuilder();
    ~TraceBuilder();
    TraceBuilder(const TraceBuilder&) = delete;
    TraceBuilder& operator=(const TraceBuilder&) = delete;

    StringId intern(std::string_view text) { return m_trace->m_strings.intern(text); }
    const StringPool& strings() const { return m_trace->m_strings; }

    /// The number that SourceRefs of this file carry. More than kMaxSources files: TooLarge.
    Result<std::uint32_t> addSource(SourceInfo source);
    void setTexts(std::uint32_t source, std::shared_ptr<const EventTexts> texts);
    RankId addRank(RankInfo info);
    RankInfo& rank(RankId id) { return m_trace->m_ranks[id.row]; }
    std::size_t rankCount() const { return m_trace->m_ranks.size(); }

    /// Finds or adds; ids compare as text.
    ProcessId process(RankId rank, std::string_view pid);
    TrackId track(RankId rank, std::string_view pid, std::string_view tid, TrackKind kind = TrackKind::Other);
    CounterId counter(RankId rank, std::string_view pid, std::string_view name, std::string_view series);
    ProcessInfo& process(ProcessId id) { return m_trace->m_processes[id.row]; }
    TrackInfo& track(TrackId id) { return m_trace->m_tracks[id.row]; }
    const std::vector<TrackInfo>& tracks() const { return m_trace->m_tracks; }
    const std::vector<ProcessInfo>& processes() const { return m_trace->m_processes; }
    const std::vector<RankInfo>& ranks() const { return m_trace->m_ranks; }
    CounterInfo& counter(CounterId id) { return m_trace->m_counters[id.row]; }
    std::size_t trackCount() const { return m_trace->m_tracks.size(); }
    std::size_t processCount() const { return m_trace->m_processes.size(); }

    void addSlice(TrackId track, const SliceRow& row);
    void addSlices(TrackId track, std::vector<SliceRow> rows);
    void addInstant(TrackId track, const InstantRow& row);
    void addSample(CounterId counter, const SampleRow& row);
    void addSamples(CounterId counter, std::vector<SampleRow> rows);
    void addFlowPoints(RankId rank, std::vector<FlowPoint> points);
    void addStep(StepInfo step);
    const std::vector<StepInfo>& steps() const { return m_trace->m_steps; }
    void addFileStep(FileStepRow row);
    /// The index of a metric column in KernelRow::metrics, added if new.
    std::size_t kernelMetric(std::string_view name);
    void addKernel(KernelRow row);
    /// Sets a metric of a kernel added before; `row` counts kernels in the order of adding.
    void setKernelMetric(std::uint32_t row, std::size_t metric, double value);
    /// The record's own transports range is set here.
    void addCommunication(CommRecord record, std::span<const CommTransport> transports);
    void addLink(const LinkRecord& record);
    void addMemory(const MemoryRecord& record);
    void addAllocation(const AllocationRecord& record);
    void addExtraTable(RankId rank, std::string name, std::vector<ExtraColumn> columns);
    /// Phase counts, raw first and last, unmatched begins and ends of one file; summed over files.
    void addTotals(const TraceTotals& totals);

    /// Every slice added so far whose name begins with prefix, in no order; O(names + slices).
    void forEachSliceNamed(std::string_view prefix, const std::function<void(TrackId, const SliceRow&)>& body) const;
    /// Every kernel added so far, in the order of adding, without its metrics.
    void forEachKernel(const std::function<void(const KernelRow&)>& body) const;
    /// Takes back the last rank, to which nothing was added (its reader failed); false, and no change, when it is not
    /// the last or has processes.
    bool removeEmptyRank(RankId rank);
    /// Takes out the rows that the filter does not want; returns how many. O(rows pending).
    RowCounts keepOnly(const RowFilter& filter);
    /// Takes back the last rank with its lanes, whose rows keepOnly() took out; false where they are mixed with others'.
    bool removeLastRank();
    const TraceTotals& totals() const { return m_trace->m_totals; }
    void setTotals(TraceTotals totals) { m_trace->m_totals = std::move(totals); }

    /// Sorts, lays out rows, finds parents and self times, joins flows, ties kernels to device slices, computes busy
    /// times and axis shifts. O(n log n) in the worst case, O(n) on sorted input; uses the pool. Only Cancelled fails.
    static Result<std::shared_ptr<const Trace>> freeze(TraceBuilder&& builder, TaskPool& pool,
                                                       const Progress& progress);

private:
    struct Pending; // rows not yet frozen

    std::shared_ptr<Trace> m_trace;
    std::unique_ptr<Pending> m_pending;
};

} // namespace tideline
