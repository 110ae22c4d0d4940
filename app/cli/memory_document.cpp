// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memory_document.h"

#include <span>

#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

Document rankOf(const Trace& trace, RankId id)
{
    return orNull(trace.rank(id).rank);
}

Document nameOrNull(const std::string& name)
{
    return name.empty() ? Document(nullptr) : Document(name);
}

Document given(std::int64_t value)
{
    return value == kNoInteger ? Document(nullptr) : Document(value);
}

Document peaksOf(const Trace& trace, const std::vector<MemoryPeak>& peaks)
{
    Document out = Document::array();
    for (const MemoryPeak& peak : peaks)
        out.push_back({{"rank", rankOf(trace, peak.rank)},
                       {"component", nameOrNull(peak.component)},
                       {"peak_allocated_bytes", orNull(peak.allocated)},
                       {"peak_reserved_bytes", orNull(peak.reserved)},
                       {"peak_ns", peak.time ? Document(peak.time->ns) : Document(nullptr)},
                       {"reserved_at_peak_bytes", orNull(peak.reservedAtPeak)},
                       {"fragmentation_ratio", orNull(peak.fragmentation())},
                       {"samples", peak.samples},
                       {"source", wordOf(peak.source)}});
    return out;
}

void addLive(const Trace& trace, const LiveSet& live, Document& out)
{
    out["live_at_peak"] = Document::array();
    for (const LiveMemory& row : live.rows)
        out["live_at_peak"].push_back({{"rank", rankOf(trace, row.rank)},
                                       {"name", row.name},
                                       {"bytes", row.bytes},
                                       {"allocations", row.allocations}});
    out["live_peaks"] = Document::array();
    for (const LivePeak& peak : live.peaks)
        out["live_peaks"].push_back({{"rank", rankOf(trace, peak.rank)},
                                     {"peak_ns", peak.time.ns},
                                     {"live_bytes", peak.bytes},
                                     {"source", wordOf(peak.source)}});
}

Document operatorsOf(const Trace& trace, const std::vector<OperatorMemory>& rows)
{
    Document out = Document::array();
    for (const OperatorMemory& row : rows)
        out.push_back({{"rank", rankOf(trace, row.rank)},
                       {"name", row.name},
                       {"reserved_bytes", orNull(row.reserved)},
                       {"peak_bytes", row.peak},
                       {"allocations", row.allocations},
                       {"sum_bytes", row.bytes},
                       {"largest_bytes", row.largest}});
    return out;
}

/// Modules fill the same keys: the driver says of them only what is reserved.
Document modulesOf(const Trace& trace, const std::vector<ModulePeak>& rows)
{
    Document out = Document::array();
    for (const ModulePeak& row : rows)
        out.push_back({{"rank", rankOf(trace, row.rank)},
                       {"name", row.module},
                       {"reserved_bytes", row.reserved},
                       {"peak_bytes", nullptr},
                       {"allocations", nullptr},
                       {"peak_ns", row.time.ns},
                       {"samples", row.samples}});
    return out;
}

/// Every allocation of the scope as the file has it.
Document allocationsOf(const Trace& trace, const Scope& scope)
{
    Document out = Document::array();
    ScopeFilter filter(trace, scope);
    const bool timed = scope.range || !scope.steps.empty();
    const Column<AllocationRecord>& allocations = trace.records().allocations;
    allocations.forEachSpan(0, allocations.size(), [&](std::uint32_t, std::span<const AllocationRecord> rows) {
        for (const AllocationRecord& row : rows) {
            const bool inside = row.allocated == kNoInstant ? !timed : filter.holdsInstant(row.rank, row.allocated);
            if (filter.excludes(row.rank) || !inside || !filter.holdsText(row.name))
                continue;
            out.push_back({{"rank", rankOf(trace, row.rank)},
                           {"name", trace.text(row.name)},
                           {"size_bytes", given(row.size)},
                           {"allocated_ns", given(row.allocated.ns)},
                           {"released_ns", row.released == kNever ? Document(nullptr) : Document(row.released.ns)},
                           {"total_allocated_bytes", given(row.totalAllocated)},
                           {"total_reserved_bytes", given(row.totalReserved)}});
        }
    });
    return out;
}

} // namespace

Document memoryDocument(const Trace& trace, const MemoryFigures& memory, const MemoryView& view, const Scope& scope)
{
    Document out = {{"schema_version", 1}, {"tool", "tideline"}};
    out["rows"] = peaksOf(trace, memory.peaks);
    addLive(trace, memory.live, out);
    out["operators"] = view.modules ? modulesOf(trace, memory.modules) : operatorsOf(trace, memory.operators);
    out["copies"] = Document::array();
    for (const CopySum& row : memory.copies)
        out["copies"].push_back({{"rank", rankOf(trace, row.rank)},
                                 {"kind", row.kind},
                                 {"calls", row.calls},
                                 {"bytes", orNull(row.bytes)},
                                 {"time_ns", row.time.ns}});
    out["churn"] = Document::array();
    for (const ChurnSum& row : memory.churn)
        out["churn"].push_back(
            {{"rank", rankOf(trace, row.rank)}, {"name", row.name}, {"calls", row.calls}, {"time_ns", row.time.ns}});
    if (view.detail)
        out["allocations"] = allocationsOf(trace, scope);
    return out;
}

} // namespace tideline
