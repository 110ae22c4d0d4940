// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "core/report/sections.h"

namespace tideline {

namespace {

constexpr std::size_t kMostCurves = 2;

struct Peak {
    std::int64_t allocated = kNoInteger;
    std::int64_t reserved = kNoInteger;
    Instant time;
};

ReportCell bytesCell(std::int64_t bytes)
{
    return bytes == kNoInteger ? std::nullopt : ReportCell(MessageArg::bytes(static_cast<double>(bytes)));
}

bool inRange(const ReportContext& context, RankId rank, Instant time)
{
    const TimeRange range = context.range;
    const Instant onAxis = time + context.trace().hostAxisShift(rank);
    return range.start <= onAxis && onAxis <= range.end;
}

/// Peaks by rank and component; in the scope's time where the scope limits it.
ReportTable peakTable(const ReportContext& context)
{
    std::map<std::pair<RankId, StringId>, Peak> peaks;
    const bool limited = context.options.scope.range || !context.options.scope.steps.empty();
    const Column<MemoryRecord>& memory = context.trace().records().memory;
    memory.forEachSpan(0, memory.size(), [&](std::uint32_t, std::span<const MemoryRecord> rows) {
        for (const MemoryRecord& row : rows) {
            if (!context.inScope(row.rank) || (limited && !inRange(context, row.rank, row.time)))
                continue;
            Peak& peak = peaks[{row.rank, row.component}];
            if (peak.allocated == kNoInteger || row.allocated > peak.allocated)
                peak.time = row.time;
            peak.allocated = std::max(peak.allocated, row.allocated);
            peak.reserved = std::max(peak.reserved, row.reserved);
        }
    });
    ReportTable table;
    table.id = "memory_peaks";
    table.title = TL_TEXT("Report", "Peaks");
    table.columns = {{"rank", TL_TEXT("Report", "Rank"), true},
                     {"component", TL_TEXT("Report", "Component"), false},
                     {"peak_allocated_bytes", TL_TEXT("Report", "Allocated"), true},
                     {"peak_reserved_bytes", TL_TEXT("Report", "Reserved"), true},
                     {"peak_offset_ns", TL_TEXT("Report", "Peak at"), true}};
    for (const auto& [key, peak] : peaks) {
        const Instant time = peak.time + context.trace().hostAxisShift(key.first);
        table.rows.push_back({numberCell(context.numberOf(key.first)), textCell(context.trace().text(key.second)),
                              bytesCell(peak.allocated), bytesCell(peak.reserved),
                              MessageArg::time(time - context.trace().axisExtent().start)});
    }
    table.total = table.rows.size();
    table.rows.resize(context.limit(table.rows.size()));
    dropEmptyColumns(table);
    return table;
}

struct HotSpot {
    std::uint64_t allocations = 0;
    std::int64_t bytes = 0;
    std::int64_t largest = 0;
};

ReportTable hotSpotTable(const ReportContext& context)
{
    std::map<StringId, HotSpot> spots;
    const Column<AllocationRecord>& allocations = context.trace().records().allocations;
    allocations.forEachSpan(0, allocations.size(), [&](std::uint32_t, std::span<const AllocationRecord> rows) {
        for (const AllocationRecord& row : rows) {
            if (!context.inScope(row.rank) || row.size <= 0)
                continue;
            HotSpot& spot = spots[row.name];
            ++spot.allocations;
            spot.bytes += row.size;
            spot.largest = std::max(spot.largest, row.size);
        }
    });
    std::vector<std::pair<StringId, HotSpot>> order(spots.begin(), spots.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
    ReportTable table;
    table.id = "memory_operators";
    table.title = TL_TEXT("Report", "Operators that allocate most");
    table.columns = {{"name", TL_TEXT("Report", "Name"), false},
                     {"allocations", TL_TEXT("Report", "Allocations"), true},
                     {"bytes", TL_TEXT("Report", "Sum"), true},
                     {"largest_bytes", TL_TEXT("Report", "Largest"), true}};
    table.total = order.size();
    order.resize(context.limit(order.size()));
    for (const auto& [name, spot] : order)
        table.rows.push_back({textCell(context.trace().text(name)), countCell(static_cast<double>(spot.allocations)),
                              bytesCell(spot.bytes), bytesCell(spot.largest)});
    return table;
}

} // namespace

ReportSection memorySection(const ReportContext& context, const std::vector<Curve>& curves)
{
    ReportSection section{"memory", TL_TEXT("Report", "Memory"), {}};
    ReportTable peaks = peakTable(context);
    const bool recorded = !peaks.rows.empty();
    if (recorded)
        section.blocks.push_back(std::move(peaks));
    std::size_t shown = 0;
    for (const Curve& curve : curves) {
        const bool memory = curve.kind == CurveKind::AllocatorMemory || curve.kind == CurveKind::DeviceMemory;
        if (!memory || curve.rank != context.worstRank || shown == kMostCurves)
            continue;
        ReportCurve part = reportCurve(curve, context.range, context.numberOf(curve.rank));
        if (part.points.empty() || !(part.statistics.max > 0))
            continue;
        section.blocks.push_back(std::move(part));
        ++shown;
    }
    ReportTable spots = hotSpotTable(context);
    if (!spots.rows.empty())
        section.blocks.push_back(std::move(spots));
    if (!recorded)
        section.blocks.push_back(
            missing(TL_TEXT("Report", "No memory records: they come from memory_record.csv and "
                                      "operator_memory.csv; switch on profile_memory when collecting.")));
    return section;
}

} // namespace tideline
