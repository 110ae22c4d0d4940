// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/import/discovery.h"
#include "core/import/importer.h"
#include "core/import/partial/partial_import.h"
#include "core/store/trace_builder_filter.h"

namespace tideline {

/// Takes out of the builder what was not asked for, part by part, before it is frozen. Steps are known only when a part
/// was read to its end: their marks may stand anywhere in a trace and the kernel table comes after it. So the events of
/// other steps cost memory until the part ends, but neither sorting nor a place in the trace.
class PartialFilter {
public:
    explicit PartialFilter(const ImportOptions& options) : m_wanted(options.partial), m_quick(options.quickOnly) {}

    /// What discovery left out already.
    void note(const Discovery& found);
    /// Before a part is read.
    void begin(const ImportContext& context);
    /// After it was read; ranks have their numbers. Counts what is left out as an issue.
    void end(ImportContext& context);
    /// Adds what another filter saw and left out of other parts.
    void merge(const PartialFilter& other);
    /// NotFound when a rank or step asked for was not there; says which there are.
    Status finish() const;
    const LeftOut& leftOut() const { return m_leftOut; }

private:
    bool wantsRank(const TraceBuilder& builder, RankId rank) const;
    bool wants(RankId rank, TimeRange range) const;
    bool wantsSlice(const TraceBuilder& builder, TrackId track, StringId name, TimeRange range);
    void findSteps(TraceBuilder& builder);
    RowFilter filterOf(const TraceBuilder& builder);
    void setExtent(TraceBuilder& builder) const;
    void dropRanks(ImportContext& context);

    const PartialImport& m_wanted;
    bool m_quick;
    LeftOut m_leftOut;
    std::set<std::int64_t> m_seenRanks;
    std::set<std::int64_t> m_seenSteps;
    // Of the part at work:
    RankId m_first;
    std::size_t m_firstFile = 0;
    TraceTotals m_before;
    std::map<std::uint32_t, std::vector<TimeRange>> m_ranges;     // of the wanted steps, by rank row
    std::unordered_map<std::uint32_t, std::int64_t> m_stepOfName; // of the marks, by string
    std::vector<bool> m_isPython;                                 // by track
    std::optional<TimeRange> m_extent;                            // of what stays
};

/// "0-3, 7": the numbers as spans, for messages.
std::string spansOf(const std::set<std::int64_t>& numbers);

/// The first span of a set that holds none of the numbers; nothing when each does.
std::optional<NumberSet::Span> unmatchedSpan(const NumberSet& wanted, const std::set<std::int64_t>& numbers);

/// NotFound: "no rank 9 in the profile", with what there is.
Error notThere(const char* what, NumberSet::Span span, const std::set<std::int64_t>& numbers);

} // namespace tideline
