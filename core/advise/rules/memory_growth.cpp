// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kCapacityUnknown = TL_TEXT("Advisor", "the memory of the device is not known");
constexpr TextKey kTooFewSteps = TL_TEXT("Advisor", "fewer than four marked steps");
constexpr std::size_t kLeastSteps = 4;

/// The most that any component has reserved of the device, and when; the process's own total is one of them.
std::optional<MemoryRecord> reservedPeak(const StepContext& context)
{
    const std::optional<TimeRange>& range = context.job.options().scope.range;
    const Duration shift = context.trace().hostAxisShift(context.rank.id());
    std::optional<MemoryRecord> peak;
    ColumnReader records(context.trace().records().memory);
    for (std::uint32_t row = 0; row < context.trace().records().memory.size(); ++row) {
        const MemoryRecord record = records[row];
        if (record.rank != context.rank.id() || record.reserved == kNoInteger
            || (range && !range->contains(record.time + shift)))
            continue;
        if (!peak || record.reserved > peak->reserved)
            peak = record;
    }
    return peak;
}

Evidence memoryEvidence(const StepContext& context, std::string name, Instant time,
                        std::vector<std::pair<std::string, double>> values)
{
    Evidence evidence;
    evidence.rank = context.rank.id();
    evidence.name = std::move(name);
    evidence.range = {time, time};
    evidence.values = std::move(values);
    return evidence;
}

Measured nearCapacity(const StepContext& context)
{
    const auto capacity = context.rank.memoryCapacity();
    if (!capacity)
        return kCapacityUnknown;
    const auto peak = reservedPeak(context);
    if (!peak)
        return kNoMemoryFile;
    Measurement out = context.measurement();
    const auto reserved = static_cast<double>(peak->reserved);
    const double ratio = reserved / *capacity;
    out.figures = {ratio};
    out.facts = {MessageArg::bytes(reserved), MessageArg::bytes(*capacity)};
    if (ratio >= context.limit("high_ratio"))
        out.atLeast = FindingSeverity::High;
    if (peak->allocated != kNoInteger)
        out.bytes = peak->allocated;
    out.evidence.add({}, [&] {
        return memoryEvidence(context, std::string(context.trace().text(peak->component)), peak->time,
                              {{"reserved_bytes", reserved}, {"capacity_bytes", *capacity}});
    });
    return out;
}

/// What the framework's allocator holds at an instant: its last record up to then.
class AllocatedAt {
public:
    explicit AllocatedAt(const StepContext& context)
    {
        ColumnReader records(context.trace().records().memory);
        for (std::uint32_t row = 0; row < context.trace().records().memory.size(); ++row) {
            const MemoryRecord record = records[row];
            if (record.rank == context.rank.id() && context.trace().text(record.component) == "PTA"
                && record.allocated != kNoInteger)
                m_records.emplace_back(record.time, record.allocated);
        }
        std::stable_sort(m_records.begin(), m_records.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    bool empty() const { return m_records.empty(); }
    std::optional<std::int64_t> at(Instant time) const
    {
        const auto after = std::upper_bound(m_records.begin(), m_records.end(), time,
                                            [](Instant t, const auto& record) { return t < record.first; });
        return after == m_records.begin() ? std::nullopt : std::optional(std::prev(after)->second);
    }

private:
    std::vector<std::pair<Instant, std::int64_t>> m_records;
};

struct Mark {
    Instant time;
    std::int64_t bytes = 0;
};

/// What is allocated at the ends of the steps, in order of time.
std::vector<Mark> marksOf(const StepContext& context, const AllocatedAt& allocated)
{
    std::vector<Mark> marks;
    for (const StepProfile& step : context.rank.steps()) {
        const auto bytes = step.marked ? allocated.at(step.window.end) : std::nullopt;
        if (bytes && *bytes > 0)
            marks.push_back({step.window.end, *bytes});
    }
    std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.time < b.time; });
    return marks;
}

/// The longest run of steps that each hold more than the one before, from its first mark to its last.
std::pair<std::size_t, std::size_t> longestRise(const std::vector<Mark>& marks)
{
    std::pair<std::size_t, std::size_t> best{0, 0};
    std::size_t first = 0;
    for (std::size_t i = 1; i < marks.size(); ++i) {
        if (marks[i].bytes <= marks[i - 1].bytes)
            first = i;
        if (i - first > best.second - best.first)
            best = {first, i};
    }
    return best;
}

Measured memoryGrowth(const StepContext& context)
{
    const AllocatedAt allocated(context);
    if (allocated.empty())
        return kNoMemoryFile;
    const std::vector<Mark> marks = marksOf(context, allocated);
    if (marks.size() < kLeastSteps)
        return kTooFewSteps;
    Measurement out = context.measurement();
    const auto [first, last] = longestRise(marks);
    const auto rises = static_cast<std::int64_t>(last - first);
    const double bytes =
        rises > 0 ? static_cast<double>(marks[last].bytes - marks[first].bytes) / countOf(last - first) : 0;
    out.figures = {bytes / static_cast<double>(marks[first].bytes), static_cast<double>(rises)};
    const auto capacity = context.rank.memoryCapacity();
    const double left = capacity ? *capacity - static_cast<double>(marks[last].bytes) : std::nan("");
    out.facts = {MessageArg::bytes(bytes), MessageArg::count(static_cast<double>(rises)),
                 bytes > 0 && left > 0 ? MessageArg::count(std::floor(left / bytes)) : MessageArg::name("?")};
    out.bytes = static_cast<std::int64_t>(bytes);
    for (std::size_t i = first; i <= last && rises > 0; ++i)
        out.evidence.add(Duration{marks[i].bytes}, [&] {
            return memoryEvidence(context, "PTA", marks[i].time,
                                  {{"allocated_bytes", static_cast<double>(marks[i].bytes)}});
        });
    return out;
}

} // namespace

const Rule kNearCapacityRule{
    .id = "M03",
    .title = TL_TEXT("Advisor", "Device memory is nearly full"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "reserved_ratio",
                 .text = TL_TEXT("Advisor", "At the peak %3 of the device memory are reserved, %1 of the %4 that a "
                                            "process can use.")}},
    .suggestion =
        TL_TEXT("Advisor", "Recompute activations (checkpointing), use a narrower type or smaller micro-batches before "
                           "the next change runs out of memory."),
    .severity = {.bySaving = false, .otherwise = FindingSeverity::Medium},
    .measure = &nearCapacity,
    .oncePerRank = true,
};

const Rule kMemoryGrowthRule{
    .id = "M06",
    .title = TL_TEXT("Advisor", "Memory grows from step to step"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "growth_ratio",
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor", "At the ends of the steps %3 more are allocated each time, %1 per step, %4 "
                                            "times in a row; steps until the device is full: %5.")},
                {.limit = "rises_count", .unit = FindingUnit::Count, .gate = true}},
    .suggestion =
        TL_TEXT("Advisor", "Drop references that outlive the step: losses kept with their graph, growing lists, "
                           "caches."),
    .severity = {.bySaving = false, .otherwise = FindingSeverity::High},
    .measure = &memoryGrowth,
    .oncePerRank = true,
};

} // namespace tideline
