// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoAllocations = TL_TEXT("Advisor", "operator_memory.csv is missing");
constexpr TextKey kNoMemoryInRange = TL_TEXT("Advisor", "no record of the allocated memory lies in the time range");
constexpr TextKey kPeakUnknown = TL_TEXT("Advisor", "the memory bandwidth of the device is not known");
constexpr TextKey kNoSamples =
    TL_TEXT("Advisor", "fewer than two samples of the memory bandwidth lie inside device work");
constexpr double kMegabytes = 1e6; // the counters give decimal MB/s

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

/// Mean of the samples of one counter inside device work, and how many there are.
std::pair<double, std::size_t> meanInside(const StepContext& context, const CounterInfo& counter)
{
    double sum = 0;
    std::size_t count = 0;
    ColumnReader time(context.trace().samples().time);
    ColumnReader value(context.trace().samples().value);
    const std::vector<TimeRange>& busy = context.step().busy;
    for (std::uint32_t row = counter.samples.first; row < counter.samples.last; ++row) {
        const Instant at = time[row];
        const auto range =
            std::upper_bound(busy.begin(), busy.end(), at, [](Instant t, const TimeRange& r) { return t < r.end; });
        if (range == busy.end() || at < range->start || std::isnan(value[row]))
            continue;
        sum += value[row];
        ++count;
    }
    return {count ? sum / countOf(count) : 0, count};
}

Measured saturatedMemory(const StepContext& context)
{
    const auto known = context.rank.memoryPeak();
    if (!known)
        return kPeakUnknown;
    const double peak = *known;
    double rate = 0;
    std::size_t samples = 0;
    for (const CounterInfo& counter : context.trace().counters()) {
        if (counter.rank != context.rank.id() || !counter.name.starts_with("HBM ") || counter.unit != "MB/s")
            continue;
        const auto [mean, count] = meanInside(context, counter);
        rate += mean * kMegabytes;
        samples = std::max(samples, count);
    }
    if (samples < 2 || peak <= 0)
        return kNoSamples;
    Measurement out = context.measurement();
    out.figures = {rate / peak};
    out.facts = {MessageArg::rate(rate), MessageArg::rate(peak)};
    out.savingNote = TL_TEXT("Advisor", "a statement about a limit: only less traffic helps");
    return out;
}

} // namespace

const Rule kSaturatedMemoryRule{
    .id = "M01",
    .title = TL_TEXT("Advisor", "Main memory is saturated"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "busy_ratio",
                 .text =
                     TL_TEXT("Advisor", "While the device works, its main memory moves %3, %1 of its peak of %4.")}},
    .suggestion = TL_TEXT("Advisor", "Reduce the traffic; tuning the computation will not help any more."),
    .severity = {.bySaving = false},
    .measure = &saturatedMemory,
};

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
