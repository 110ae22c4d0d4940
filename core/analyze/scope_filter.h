// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analyze/device_ops.h"
#include "core/analyze/scope.h"
#include "core/store/column.h"
#include "core/store/trace.h"

namespace tideline {

/// Answers for the rows of one trace whether they are inside a scope. Belongs to one thread; trace and scope must
/// outlive it.
class ScopeFilter {
public:
    ScopeFilter(const Trace& trace, const Scope& scope);

    bool limitsNothing() const { return m_scope->limitsNothing(); }
    /// True where no row of the rank or track can be inside.
    bool excludes(RankId rank) const { return !m_ranks[rank.row]; }
    bool excludes(const TrackInfo& track) const;

    bool holdsKernel(std::uint32_t row);
    bool holdsSlice(const TrackInfo& track, std::uint32_t row);
    /// By its kernel row, else by its slice; an operation that has neither is outside.
    bool holdsOperation(const DeviceOp& op);
    /// A record without a step belongs to the listed ones by its start, without a start to all of them.
    bool holdsRecord(const CommRecord& record);
    /// A moment of a rank's device or of its host, by steps and time alone.
    bool holdsInstant(RankId rank, Instant time) const;
    bool holdsHostInstant(RankId rank, Instant time) const;
    /// By its text alone.
    bool holdsText(StringId name) { return holdsName(name); }
    /// A link has neither time nor stream: outside where the scope limits those.
    bool holdsLink(const LinkRecord& link);

private:
    bool mayHoldCommunication(RankId rank) const;
    bool holdsName(StringId name);
    bool listsCategory(StringId category);
    bool holdsCategory(KernelId kernel, SliceId slice);
    bool holdsTime(TimeRange onAxis) const;
    bool startsInStep(RankId rank, Instant start) const;
    bool listsStep(std::int64_t step) const;

    const Trace* m_trace;
    const Scope* m_scope;
    std::vector<bool> m_ranks;
    std::vector<std::string> m_parts;                 ///< lower case
    std::vector<std::uint8_t> m_names;                ///< by StringId: 0 unknown, 1 inside, 2 outside
    std::vector<std::uint8_t> m_categories;           ///< likewise
    std::vector<std::vector<TimeRange>> m_stepRanges; ///< of the listed steps, by rank
    ColumnReader<Instant> m_kernelStart;
    ColumnReader<Duration> m_kernelDuration;
    ColumnReader<RankId> m_kernelRank;
    ColumnReader<std::int64_t> m_kernelStep;
    ColumnReader<std::int64_t> m_kernelStream;
    ColumnReader<StringId> m_kernelName;
    ColumnReader<Instant> m_sliceStart;
    ColumnReader<Duration> m_sliceDuration;
    ColumnReader<StringId> m_sliceName;
    ColumnReader<StringId> m_kernelCore;
    ColumnReader<StringId> m_sliceCategory;
    ColumnReader<StringId> m_sliceTask;
};

/// The stream number of a device lane ("Stream 7", or a numeric thread id of a stream); none for other tracks.
std::optional<std::int64_t> streamOf(const TrackInfo& track);

} // namespace tideline
