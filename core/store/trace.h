// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/record_tables.h"
#include "core/store/string_pool.h"
#include "core/store/tables.h"
#include "core/store/track.h"

namespace tideline {

/// Counts over the whole input, as the command line reports them.
struct TraceTotals {
    std::uint64_t slices = 0;
    std::uint64_t instants = 0;
    std::uint64_t asyncSpans = 0;
    std::uint64_t counterSamples = 0;
    std::uint64_t flows = 0;
    std::uint64_t flowStartsUnmatched = 0;
    std::uint64_t flowEndsUnmatched = 0;
    std::uint64_t beginUnmatched = 0;
    std::uint64_t endUnmatched = 0;
    bool fromEvents = false; ///< an event trace was read, be it an empty one
    std::map<std::string, std::uint64_t> eventsByPhase;
    std::optional<Instant> first; ///< least start over all events but metadata, on the file's own axis
    std::optional<Instant> last;  ///< greatest end, likewise
};

/// A profile after import: frozen, so any thread may read it without a lock.
/// All times are those of the files; add axisShift() of their lane to compare ranks, or both sides of one.
class Trace {
public:
    const StringPool& strings() const { return m_strings; }
    std::string_view text(StringId id) const { return m_strings.text(id); }

    const std::vector<RankInfo>& ranks() const { return m_ranks; }
    const std::vector<ProcessInfo>& processes() const { return m_processes; }
    const std::vector<TrackInfo>& tracks() const { return m_tracks; }
    const std::vector<CounterInfo>& counters() const { return m_counters; }
    const std::vector<StepInfo>& steps() const { return m_steps; } ///< by (rank, start)
    const std::vector<FileStepRow>& fileSteps() const { return m_fileSteps; }
    const std::vector<SourceInfo>& sources() const { return m_sources; }
    const std::vector<ExtraTable>& extraTables() const { return m_extraTables; }

    const RankInfo& rank(RankId id) const { return m_ranks[id.row]; }
    const ProcessInfo& process(ProcessId id) const { return m_processes[id.row]; }
    const TrackInfo& track(TrackId id) const { return m_tracks[id.row]; }
    const CounterInfo& counter(CounterId id) const { return m_counters[id.row]; }

    const SliceColumns& slices() const { return m_slices; }
    const InstantColumns& instants() const { return m_instants; }
    const SampleColumns& samples() const { return m_samples; }
    const FlowColumns& flows() const { return m_flows; }
    const KernelColumns& kernels() const { return m_kernels; }
    const RecordTables& records() const { return m_records; }
    const TraceTotals& totals() const { return m_totals; }

    /// The track that holds a slice; O(log tracks).
    TrackId trackOf(SliceId slice) const;
    /// The drawn row (0 = top) of a slice inside its track; O(log rows).
    std::uint32_t rowOf(SliceId slice) const;
    /// [start, start + duration) on the file's own axis.
    TimeRange rangeOf(SliceId slice) const;
    /// The kernel row that belongs to a device slice, or none; O(log kernels).
    KernelId kernelOf(SliceId slice) const;

    /// Added to the times of a lane to put them on the common axis.
    Duration axisShift(TrackId track) const { return axisShift(m_tracks[track.row]); }
    Duration axisShift(const TrackInfo& track) const
    {
        const bool host = track.process.valid() && isOfHost(track, m_processes[track.process.row].role);
        return host ? hostAxisShift(track.rank) : m_ranks[track.rank.row].axisShift;
    }
    /// Likewise to what the host's clock gave beside the lanes: steps, allocations.
    Duration hostAxisShift(RankId rank) const { return m_ranks[rank.row].axisShift + m_ranks[rank.row].hostShift; }
    /// First to last event of all tracks and counters on the common axis; empty range for an empty trace.
    TimeRange axisExtent() const { return m_axisExtent; }

    /// Bytes of all columns in memory, frames decoded from a store included.
    std::size_t residentBytes() const;
    /// What a store's frames come from; null when all columns are in memory.
    const std::shared_ptr<const FramePager>& pager() const { return m_pager; }
    /// True once a frame of the store turned out to be damaged: whatever was computed since must be thrown away.
    bool damaged() const { return m_pager && m_pager->damaged(); }

private:
    friend class TraceBuilder;
    friend struct TraceParts;

    StringPool m_strings;
    std::vector<RankInfo> m_ranks;
    std::vector<ProcessInfo> m_processes;
    std::vector<TrackInfo> m_tracks;
    std::vector<CounterInfo> m_counters;
    std::vector<StepInfo> m_steps;
    std::vector<FileStepRow> m_fileSteps;
    std::vector<SourceInfo> m_sources;
    std::vector<ExtraTable> m_extraTables;
    SliceColumns m_slices;
    InstantColumns m_instants;
    SampleColumns m_samples;
    FlowColumns m_flows;
    KernelColumns m_kernels;
    RecordTables m_records;
    Column<KernelTie> m_kernelOfSlice; // sorted by slice, one row each
    TraceTotals m_totals;
    TimeRange m_axisExtent;
    std::shared_ptr<const FramePager> m_pager;
};

} // namespace tideline
