// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/analyze/curves.h"

namespace tideline {

namespace {

constexpr double kQuantile = 0.95;
constexpr std::uint32_t kMostSorted = 1u << 18;
constexpr std::size_t kBins = 65'536;

/// Calls body(value, ns) for what holds in the range, clipped to it.
template <typename Body>
void forEachHold(const StepFunction& curve, TimeRange range, Body&& body)
{
    std::uint32_t row = curve.firstFrom(range.start);
    if (row > 0)
        --row;
    for (; row < curve.size(); ++row) {
        const StepSample sample = curve.at(row);
        if (sample.time >= range.end)
            return;
        const TimeRange held = TimeRange{sample.time, curve.holdEnd(row)}.clippedTo(range);
        if (!held.empty() && !std::isnan(sample.value))
            body(sample.value, held.length().ns);
    }
}

double sortedQuantile(const StepFunction& curve, TimeRange range, std::int64_t covered)
{
    std::vector<std::pair<double, std::int64_t>> holds;
    forEachHold(curve, range, [&](double value, std::int64_t ns) { holds.emplace_back(value, ns); });
    std::sort(holds.begin(), holds.end());
    const double enough = kQuantile * static_cast<double>(covered);
    std::int64_t below = 0;
    for (const auto& [value, ns] : holds) {
        below += ns;
        if (static_cast<double>(below) >= enough)
            return value;
    }
    return holds.empty() ? std::numeric_limits<double>::quiet_NaN() : holds.back().first;
}

double binnedQuantile(const StepFunction& curve, TimeRange range, const StepSummary& all)
{
    std::vector<std::int64_t> bins(kBins);
    const double width = (all.max - all.min) / static_cast<double>(kBins);
    if (!(width > 0))
        return all.max;
    forEachHold(curve, range, [&](double value, std::int64_t ns) {
        const auto bin = static_cast<std::size_t>((value - all.min) / width);
        bins[std::min(bin, kBins - 1)] += ns;
    });
    const double enough = kQuantile * static_cast<double>(all.coveredNs);
    std::int64_t below = 0;
    for (std::size_t i = 0; i < kBins; ++i) {
        below += bins[i];
        if (static_cast<double>(below) >= enough)
            return all.min + width * static_cast<double>(i + 1);
    }
    return all.max;
}

} // namespace

CurveStatistics statisticsOf(const Curve& curve, TimeRange range)
{
    CurveStatistics result;
    const StepFunction& data = curve.data;
    const std::uint32_t first = data.firstFrom(range.start);
    const std::uint32_t last = data.firstFrom(range.end, first, data.size());
    result.samples = last - first;
    const StepSummary all = data.over(range);
    result.enough = all.coveredNs > 0 && (!curve.sampled || result.samples >= 2);
    if (!result.enough)
        return result;
    result.min = all.min;
    result.mean = all.mean();
    result.max = all.max;
    result.p95 =
        result.samples <= kMostSorted ? sortedQuantile(data, range, all.coveredNs) : binnedQuantile(data, range, all);
    return result;
}

} // namespace tideline
