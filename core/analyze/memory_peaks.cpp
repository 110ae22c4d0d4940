// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/memory_peaks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

constexpr double kMegabyte = 1024 * 1024; // binary in these files
constexpr double kMostNs = 2e18;          // beyond what an Instant may hold
constexpr double kNsPerUs = 1e3;

/// One look at the totals of an allocator.
struct Sample {
    Instant time;
    std::int64_t allocated = kNoInteger;
    std::int64_t reserved = kNoInteger;
};

void raise(std::optional<std::int64_t>& most, std::int64_t value)
{
    if (value != kNoInteger && (!most || value > *most))
        most = value;
}

void take(const Sample& sample, MemoryPeak& peak)
{
    ++peak.samples;
    const bool better = sample.allocated != kNoInteger && (!peak.allocated || sample.allocated > *peak.allocated);
    const bool alone =
        !peak.allocated && sample.reserved != kNoInteger && (!peak.reserved || sample.reserved > *peak.reserved);
    if (better || (sample.allocated == kNoInteger && alone)) {
        peak.time = sample.time;
        peak.reservedAtPeak = sample.reserved == kNoInteger ? std::nullopt : std::optional(sample.reserved);
    }
    raise(peak.allocated, sample.allocated);
    raise(peak.reserved, sample.reserved);
}

/// The totals of the allocator beside the blocks of ranks without records.
class AllocationPeaks {
public:
    AllocationPeaks(const Trace& trace, ScopeFilter& filter, const std::vector<bool>& recorded)
        : m_filter(filter), m_recorded(recorded), m_peaks(trace.ranks().size())
    {
        const Column<AllocationRecord>& allocations = trace.records().allocations;
        allocations.forEachSpan(0, allocations.size(), [this](std::uint32_t, std::span<const AllocationRecord> rows) {
            for (const AllocationRecord& row : rows) {
                take(row.rank, {row.allocated, row.totalAllocated, row.totalReserved});
                take(row.rank, {row.released, row.releaseTotalAllocated, row.releaseTotalReserved});
            }
        });
    }
    void appendTo(std::vector<MemoryPeak>& peaks) &&
    {
        for (MemoryPeak& peak : m_peaks) {
            if (peak.samples > 0)
                peaks.push_back(std::move(peak));
        }
    }

private:
    void take(RankId rank, const Sample& sample)
    {
        const bool known = sample.allocated != kNoInteger || sample.reserved != kNoInteger;
        if (m_recorded[rank.row] || !known || sample.time == kNoInstant || sample.time == kNever
            || !m_filter.holdsHostInstant(rank, sample.time))
            return;
        MemoryPeak& peak = m_peaks[rank.row];
        peak.rank = rank;
        peak.source = MemorySource::Allocations;
        // Rows come by the time of the allocation, releases in between: the first of equals is the earliest.
        const bool earlier = peak.time && peak.allocated == sample.allocated && sample.time < *peak.time;
        tideline::take(sample, peak);
        if (earlier)
            peak.time = sample.time;
    }

    ScopeFilter& m_filter;
    const std::vector<bool>& m_recorded;
    std::vector<MemoryPeak> m_peaks;
};

const ExtraTable::Field* fieldOf(const ExtraTable& table, std::initializer_list<std::string_view> names, bool numeric)
{
    for (const ExtraTable::Field& field : table.fields) {
        if (field.numeric == numeric && std::find(names.begin(), names.end(), field.name) != names.end())
            return &field;
    }
    return nullptr;
}

/// The columns of npu_module_mem; sizes in the unit of their header.
struct ModuleTable {
    explicit ModuleTable(const ExtraTable& table)
        : module(fieldOf(table, {"Component"}, false)), time(fieldOf(table, {"Timestamp(us)"}, true))
    {
        reserved = fieldOf(table, {"Total Reserved(MB)"}, true);
        if (!reserved) {
            reserved = fieldOf(table, {"Total Reserved(KB)"}, true);
            unit = 1024;
        }
    }
    bool complete() const { return module && time && reserved; }

    const ExtraTable::Field* module;
    const ExtraTable::Field* time;
    const ExtraTable::Field* reserved = nullptr;
    double unit = kMegabyte;
};

void takeModules(const Trace& trace, const ExtraTable& table, ScopeFilter& filter,
                 std::map<std::pair<RankId, StringId>, ModulePeak>& peaks)
{
    const ModuleTable columns(table);
    if (!columns.complete())
        return;
    ColumnReader module(columns.module->texts);
    ColumnReader time(columns.time->numbers);
    ColumnReader reserved(columns.reserved->numbers);
    for (std::uint32_t row = 0; row < table.rows; ++row) {
        const double ns = time[row] * kNsPerUs;
        const double bytes = reserved[row] * columns.unit;
        if (!(std::abs(ns) < kMostNs) || !(std::abs(bytes) < kMostNs))
            continue;
        const Instant at{std::llround(ns)};
        if (!filter.holdsInstant(table.rank, at))
            continue;
        ModulePeak& peak = peaks[{table.rank, module[row]}];
        const std::int64_t size = std::llround(bytes);
        if (peak.samples++ == 0 || size > peak.reserved) {
            peak.reserved = size;
            peak.time = at;
        }
        peak.rank = table.rank;
        peak.module = trace.text(module[row]);
    }
}

} // namespace

std::string_view wordOf(MemorySource source)
{
    switch (source) {
    case MemorySource::Records: return "memory_record";
    case MemorySource::Allocations: return "operator_memory";
    case MemorySource::LiveBlocks: break;
    }
    return "live_blocks";
}

std::optional<double> MemoryPeak::fragmentation() const
{
    if (!allocated || !reservedAtPeak || *reservedAtPeak <= 0)
        return std::nullopt;
    return 1 - static_cast<double>(*allocated) / static_cast<double>(*reservedAtPeak);
}

std::vector<MemoryPeak> memoryPeaks(const Trace& trace, const Scope& scope)
{
    ScopeFilter filter(trace, scope);
    std::vector<bool> recorded(trace.ranks().size());
    std::map<std::pair<RankId, StringId>, MemoryPeak> byComponent;
    const Column<MemoryRecord>& memory = trace.records().memory;
    memory.forEachSpan(0, memory.size(), [&](std::uint32_t, std::span<const MemoryRecord> rows) {
        for (const MemoryRecord& row : rows) {
            recorded[row.rank.row] = true;
            if (!filter.holdsHostInstant(row.rank, row.time))
                continue;
            MemoryPeak& peak = byComponent[{row.rank, row.component}];
            if (peak.samples == 0) {
                peak.rank = row.rank;
                peak.component = trace.text(row.component);
            }
            take({row.time, row.allocated, row.reserved}, peak);
        }
    });
    std::vector<MemoryPeak> peaks;
    for (auto& [key, peak] : byComponent)
        peaks.push_back(std::move(peak));
    AllocationPeaks(trace, filter, recorded).appendTo(peaks);
    std::stable_sort(peaks.begin(), peaks.end(), [](const MemoryPeak& a, const MemoryPeak& b) {
        return std::tie(a.rank, a.component) < std::tie(b.rank, b.component);
    });
    return peaks;
}

const MemoryPeak* mainPeak(const std::vector<MemoryPeak>& peaks, RankId rank)
{
    const MemoryPeak* best = nullptr;
    for (const MemoryPeak& peak : peaks) {
        if (peak.rank != rank || !peak.allocated)
            continue;
        if (peak.component == "PTA")
            return &peak;
        const bool sum = peak.component.find('+') != std::string::npos;
        if (!sum && (!best || *peak.allocated > *best->allocated))
            best = &peak;
    }
    return best;
}

std::vector<ModulePeak> modulePeaks(const Trace& trace, const Scope& scope)
{
    ScopeFilter filter(trace, scope);
    std::map<std::pair<RankId, StringId>, ModulePeak> peaks;
    for (const ExtraTable& table : trace.extraTables()) {
        if (table.name == "npu_module_mem")
            takeModules(trace, table, filter, peaks);
    }
    std::vector<ModulePeak> rows;
    for (auto& [key, peak] : peaks)
        rows.push_back(std::move(peak));
    std::stable_sort(rows.begin(), rows.end(), [](const ModulePeak& a, const ModulePeak& b) {
        return a.rank != b.rank ? a.rank < b.rank : a.reserved > b.reserved;
    });
    return rows;
}

} // namespace tideline
