// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoAllocations = TL_TEXT("Advisor", "operator_memory.csv is missing");
constexpr TextKey kNoMemoryInRange = TL_TEXT("Advisor", "no record of the allocated memory lies in the time range");

/// The sample of the framework's allocator with the most allocated; the first of equals.
std::optional<MemoryRecord> allocatedPeak(const StepContext& context)
{
    const std::optional<TimeRange>& range = context.job.options().scope.range;
    const Duration shift = context.trace().hostAxisShift(context.rank.id());
    std::optional<MemoryRecord> peak;
    ColumnReader records(context.trace().records().memory);
    for (std::uint32_t row = 0; row < context.trace().records().memory.size(); ++row) {
        const MemoryRecord record = records[row];
        if (record.rank != context.rank.id() || context.trace().text(record.component) != "PTA"
            || record.allocated == kNoInteger || record.reserved == kNoInteger
            || (range && !range->contains(record.time + shift)))
            continue;
        if (!peak || record.allocated > peak->allocated)
            peak = record;
    }
    return peak;
}

TextKey whyNoPeak(const StepContext& context)
{
    return context.job.options().scope.range ? kNoMemoryInRange : kNoMemoryFile;
}

Measured fragmentation(const StepContext& context)
{
    const auto peak = allocatedPeak(context);
    if (!peak)
        return whyNoPeak(context);
    Measurement out = context.measurement();
    const std::int64_t lost = peak->reserved - peak->allocated;
    const double reserved = static_cast<double>(peak->reserved);
    out.figures = {reserved > 0 ? static_cast<double>(lost) / reserved : 0, static_cast<double>(lost)};
    out.facts = {MessageArg::bytes(static_cast<double>(peak->allocated)), MessageArg::bytes(reserved),
                 MessageArg::bytes(static_cast<double>(lost))};
    out.bytes = lost;
    out.evidence.add({}, [&] {
        Evidence evidence;
        evidence.rank = context.rank.id();
        evidence.name = "PTA";
        evidence.range = {peak->time, peak->time};
        evidence.values = {{"allocated_bytes", static_cast<double>(peak->allocated)}, {"reserved_bytes", reserved}};
        return evidence;
    });
    return out;
}

/// Live bytes by operator at an instant.
std::map<StringId, double> liveBytes(const StepContext& context, Instant time, bool& any)
{
    std::map<StringId, double> live;
    ColumnReader records(context.trace().records().allocations);
    for (std::uint32_t row = 0; row < context.trace().records().allocations.size(); ++row) {
        const AllocationRecord record = records[row];
        if (record.rank != context.rank.id())
            continue;
        any = true;
        if (record.size > 0 && record.allocated <= time && time < record.released)
            live[record.name] += static_cast<double>(record.size);
    }
    return live;
}

Measured memoryHotSpot(const StepContext& context)
{
    const auto peak = allocatedPeak(context);
    if (!peak)
        return whyNoPeak(context);
    bool any = false;
    const auto live = liveBytes(context, peak->time, any);
    if (!any)
        return kNoAllocations;
    Measurement out = context.measurement();
    StringId greatest = kEmptyString;
    double bytes = 0;
    for (const auto& [name, size] : live) {
        if (size > bytes) {
            greatest = name;
            bytes = size;
        }
        out.evidence.add(Duration{static_cast<std::int64_t>(size)}, [&] {
            Evidence evidence;
            evidence.rank = context.rank.id();
            evidence.name = std::string(context.trace().text(name));
            evidence.range = {peak->time, peak->time};
            evidence.values = {{"live_bytes", size}};
            return evidence;
        });
    }
    out.figures = {peak->allocated > 0 ? std::min(bytes / static_cast<double>(peak->allocated), 1.0) : 0};
    out.facts = {MessageArg::name(context.trace().text(greatest)), MessageArg::bytes(bytes)};
    out.bytes = static_cast<std::int64_t>(bytes);
    return out;
}

} // namespace

const Rule kFragmentationRule{
    .id = "M04",
    .title = TL_TEXT("Advisor", "Fragmented device memory"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "fragment_ratio",
                 .text = TL_TEXT("Advisor", "At the peak %3 are in use of %4 that are reserved: %5 or %1 lie idle.")},
                {.limit = "reclaimable_bytes", .unit = FindingUnit::Bytes, .gate = true}},
    .suggestion =
        TL_TEXT("Advisor", "Set PYTORCH_NPU_ALLOC_CONF to expandable_segments:True or limit the size of split "
                           "blocks."),
    .severity = {.bySaving = false, .otherwise = FindingSeverity::Medium},
    .measure = &fragmentation,
    .oncePerRank = true,
};

const Rule kMemoryHotSpotRule{
    .id = "M07",
    .title = TL_TEXT("Advisor", "One operator holds much of the memory"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "share_ratio",
                 .text = TL_TEXT("Advisor", "Allocations of %3 hold %4 at the peak, %1 of what is in use.")}},
    .suggestion = TL_TEXT("Advisor", "Recompute these results instead of keeping them, work in place, or split the "
                                     "operator."),
    .severity = {.bySaving = false, .otherwise = FindingSeverity::Medium},
    .measure = &memoryHotSpot,
    .oncePerRank = true,
};

} // namespace tideline
