// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/memory_blocks.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

/// A release for which no allocation was seen has a negative size; it is no block of its own.
bool isBlock(const AllocationRecord& record)
{
    return record.size > 0 && record.allocated < record.released;
}

template <typename Body>
void forEachAllocation(const Trace& trace, Body&& body)
{
    const Column<AllocationRecord>& allocations = trace.records().allocations;
    allocations.forEachSpan(0, allocations.size(), [&](std::uint32_t, std::span<const AllocationRecord> rows) {
        for (const AllocationRecord& row : rows)
            body(row);
    });
}

/// Inside by its allocation; one that is older than the capture is in no part of it.
bool isInside(const AllocationRecord& record, const Scope& scope, ScopeFilter& filter)
{
    if (filter.excludes(record.rank) || !filter.holdsText(record.name))
        return false;
    const bool timed = scope.range || !scope.steps.empty();
    return record.allocated == kNoInstant ? !timed : filter.holdsHostInstant(record.rank, record.allocated);
}

/// Blocks coming and going; at one instant those that go are first, so that a sum never counts both.
class Sweep {
public:
    void add(const AllocationRecord& record)
    {
        m_changes.push_back({record.allocated, true, record.size});
        if (record.released != kNever)
            m_changes.push_back({record.released, false, record.size});
    }
    struct Most {
        std::int64_t bytes = 0;
        Instant time;
    };
    /// The first moment of the greatest sum.
    Most most()
    {
        std::sort(m_changes.begin(), m_changes.end(), [](const Change& a, const Change& b) {
            return std::tie(a.time, a.comes) < std::tie(b.time, b.comes);
        });
        Most most;
        std::int64_t live = 0;
        for (const Change& change : m_changes) {
            live += change.comes ? change.bytes : -change.bytes;
            if (live > most.bytes)
                most = {live, change.time};
        }
        return most;
    }

private:
    struct Change {
        Instant time;
        bool comes = false;
        std::int64_t bytes = 0;
    };
    std::vector<Change> m_changes;
};

/// The moment of each rank with allocations.
std::vector<std::optional<LivePeak>> momentsOf(const Trace& trace, const std::vector<MemoryPeak>& peaks,
                                               const Scope& scope, ScopeFilter& filter)
{
    std::vector<std::optional<LivePeak>> moments(trace.ranks().size());
    std::vector<Sweep> sweeps(trace.ranks().size());
    std::vector<const MemoryPeak*> known(trace.ranks().size());
    for (std::uint32_t r = 0; r < trace.ranks().size(); ++r)
        known[r] = mainPeak(peaks, RankId{r});
    Scope times = scope;
    times.nameParts.clear();
    times.operators.clear();
    ScopeFilter anyName(trace, times);
    forEachAllocation(trace, [&](const AllocationRecord& record) {
        const std::uint32_t r = record.rank.row;
        if (!isBlock(record) || filter.excludes(record.rank))
            return;
        if (known[r])
            moments[r] = LivePeak{record.rank, known[r]->source, known[r]->time.value_or(Instant{}), 0};
        else if (isInside(record, times, anyName))
            sweeps[r].add(record);
    });
    for (std::uint32_t r = 0; r < moments.size(); ++r) {
        if (known[r])
            continue;
        const Sweep::Most most = sweeps[r].most();
        if (most.bytes > 0)
            moments[r] = LivePeak{RankId{r}, MemorySource::LiveBlocks, most.time, 0};
    }
    return moments;
}

} // namespace

LiveSet liveAtPeak(const Trace& trace, const std::vector<MemoryPeak>& peaks, const Scope& scope)
{
    ScopeFilter filter(trace, scope);
    std::vector<std::optional<LivePeak>> moments = momentsOf(trace, peaks, scope, filter);
    std::map<std::pair<RankId, StringId>, LiveMemory> rows;
    forEachAllocation(trace, [&](const AllocationRecord& record) {
        std::optional<LivePeak>& moment = moments[record.rank.row];
        if (!moment || !isBlock(record) || moment->time < record.allocated || record.released <= moment->time)
            return;
        moment->bytes += record.size;
        if (!filter.holdsText(record.name))
            return;
        LiveMemory& row = rows[{record.rank, record.name}];
        row.rank = record.rank;
        row.bytes += record.size;
        ++row.allocations;
    });
    LiveSet out;
    for (const auto& moment : moments) {
        if (moment)
            out.peaks.push_back(*moment);
    }
    for (auto& [key, row] : rows) {
        row.name = trace.text(key.second);
        out.rows.push_back(std::move(row));
    }
    std::stable_sort(out.rows.begin(), out.rows.end(), [](const LiveMemory& a, const LiveMemory& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.bytes > b.bytes;
    });
    return out;
}

std::vector<OperatorMemory> operatorMemory(const Trace& trace, const Scope& scope)
{
    struct Part {
        OperatorMemory row;
        Sweep sweep;
    };
    ScopeFilter filter(trace, scope);
    std::map<std::pair<RankId, StringId>, Part> parts;
    forEachAllocation(trace, [&](const AllocationRecord& record) {
        if (record.size <= 0 || !isInside(record, scope, filter))
            return;
        auto& [row, sweep] = parts[{record.rank, record.name}];
        row.rank = record.rank;
        row.bytes += record.size;
        row.largest = std::max(row.largest, record.size);
        ++row.allocations;
        if (record.totalReserved != kNoInteger)
            row.reserved = std::max(row.reserved.value_or(record.totalReserved), record.totalReserved);
        if (isBlock(record))
            sweep.add(record);
    });
    std::vector<OperatorMemory> rows;
    for (auto& [key, part] : parts) {
        part.row.name = trace.text(key.second);
        part.row.peak = part.sweep.most().bytes;
        rows.push_back(std::move(part.row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const OperatorMemory& a, const OperatorMemory& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.peak > b.peak;
    });
    return rows;
}

} // namespace tideline
