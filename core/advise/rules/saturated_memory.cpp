// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kPeakUnknown = TL_TEXT("Advisor", "the memory bandwidth of the device is not known");
constexpr TextKey kNoSamples =
    TL_TEXT("Advisor", "fewer than two samples of the memory bandwidth lie inside device work");
constexpr double kMegabytes = 1048576; // the counters give binary MB/s

bool isInside(const std::vector<TimeRange>& busy, Instant at)
{
    const auto range =
        std::upper_bound(busy.begin(), busy.end(), at, [](Instant t, const TimeRange& r) { return t < r.end; });
    return range != busy.end() && at >= range->start;
}

/// What all memory units moved together, in bytes per second: one figure for each time inside device work at which all
/// of them were sampled, by time.
std::map<Instant, double> trafficInside(const StepContext& context)
{
    std::map<Instant, std::pair<double, std::size_t>> sums;
    std::size_t counters = 0;
    ColumnReader time(context.trace().samples().time);
    ColumnReader value(context.trace().samples().value);
    for (const CounterInfo& counter : context.trace().counters()) {
        if (counter.rank != context.rank.id() || !counter.name.starts_with("HBM ") || counter.unit != "MB/s")
            continue;
        ++counters;
        for (std::uint32_t row = counter.samples.first; row < counter.samples.last; ++row) {
            if (std::isnan(value[row]) || !isInside(context.step().busy, time[row]))
                continue;
            auto& [sum, count] = sums[time[row]];
            sum += value[row] * kMegabytes;
            ++count;
        }
    }
    std::map<Instant, double> traffic;
    for (const auto& [at, sum] : sums) {
        if (sum.second == counters)
            traffic.emplace(at, sum.first);
    }
    return traffic;
}

void addStretch(Measurement& out, const StepContext& context, TimeRange stretch, double rate)
{
    out.evidence.add(stretch.length(), [&] {
        Evidence evidence;
        evidence.rank = context.rank.id();
        evidence.name = "HBM";
        evidence.range = stretch;
        evidence.values = {{"bandwidth_bytes_per_s", rate}};
        return evidence;
    });
}

/// The stretches of samples that reach a rate.
void addStretches(Measurement& out, const StepContext& context, const std::map<Instant, double>& traffic, double least)
{
    std::optional<TimeRange> stretch;
    double lowest = 0;
    for (const auto& [at, rate] : traffic) {
        if (rate < least) {
            if (stretch)
                addStretch(out, context, *stretch, lowest);
            stretch.reset();
            continue;
        }
        lowest = stretch ? std::min(lowest, rate) : rate;
        stretch = {stretch ? stretch->start : at, at};
    }
    if (stretch)
        addStretch(out, context, *stretch, lowest);
}

/// A mean over the whole step would hide that memory is full for a part of it: the figure is the rate that a given
/// share of the samples reaches, two at least.
Measured saturatedMemory(const StepContext& context)
{
    const auto peak = context.rank.memoryPeak();
    if (!peak)
        return kPeakUnknown;
    const std::map<Instant, double> traffic = trafficInside(context);
    if (traffic.size() < 2 || *peak <= 0)
        return kNoSamples;
    std::vector<double> rates;
    for (const auto& [at, rate] : traffic)
        rates.push_back(rate);
    std::sort(rates.begin(), rates.end(), std::greater<>());
    const double share = context.limit("samples_ratio");
    const auto wanted = static_cast<std::size_t>(std::ceil(share * countOf(rates.size())));
    const double rate = rates[std::clamp<std::size_t>(wanted, 2, rates.size()) - 1];
    Measurement out = context.measurement();
    out.figures = {rate / *peak};
    out.facts = {MessageArg::rate(rate), MessageArg::rate(*peak), MessageArg::ratio(share)};
    out.savingNote = TL_TEXT("Advisor", "a statement about a limit: only less traffic helps");
    addStretches(out, context, traffic, context.limit("busy_ratio") * *peak);
    return out;
}

} // namespace

const Rule kSaturatedMemoryRule{
    .id = "M01",
    .title = TL_TEXT("Advisor", "Main memory is saturated"),
    .category = FindingCategory::Memory,
    .clauses = {{.limit = "busy_ratio",
                 .text =
                     TL_TEXT("Advisor", "For %5 of the time the device works, its main memory moves %3 or more, %1 of "
                                        "its peak of %4.")}},
    .suggestion = TL_TEXT("Advisor", "Reduce the traffic; tuning the computation will not help any more."),
    .severity = {.bySaving = false},
    .measure = &saturatedMemory,
};

} // namespace tideline
