// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/counter_pyramid.h"

#include <algorithm>
#include <cmath>

namespace tideline {

namespace {

void include(ValueRange& range, const ValueRange& other)
{
    range.min = std::fmin(range.min, other.min);
    range.max = std::fmax(range.max, other.max);
    range.gap = range.gap || other.gap;
}

void include(ValueRange& range, double value)
{
    include(range, {value, value, std::isnan(value)});
}

/// Walks sample rows [first, last).
void includeSamples(ValueRange& range, const Trace& trace, std::uint32_t first, std::uint32_t last)
{
    trace.samples().value.forEachSpan(first, last, [&](std::uint32_t, std::span<const double> values) {
        for (const double value : values)
            include(range, value);
    });
}

} // namespace

CounterPyramid::CounterPyramid(const Trace& trace, CounterId counter) : m_samples(trace.counter(counter).samples)
{
    if (m_samples.size() < 2 * kLeaf)
        return;
    std::vector<ValueRange> level(m_samples.size() / kLeaf + (m_samples.size() % kLeaf ? 1 : 0));
    std::uint32_t at = 0;
    trace.samples().value.forEachSpan(m_samples.first, m_samples.last,
                                      [&](std::uint32_t, std::span<const double> values) {
                                          for (const double value : values)
                                              include(level[at++ / kLeaf], value);
                                      });
    m_levels.push_back(std::move(level));
    while (m_levels.back().size() > 1) {
        const std::vector<ValueRange>& below = m_levels.back();
        std::vector<ValueRange> next((below.size() + kFanOut - 1) / kFanOut);
        for (std::size_t i = 0; i < below.size(); ++i)
            include(next[i / kFanOut], below[i]);
        m_levels.push_back(std::move(next));
    }
}

ValueRange CounterPyramid::over(const Trace& trace, RowRange samples) const
{
    ValueRange range;
    std::uint32_t first = samples.first - m_samples.first;
    std::uint32_t last = samples.last - m_samples.first;
    const std::uint32_t wholeFirst = (first + kLeaf - 1) / kLeaf;
    const std::uint32_t wholeLast = last / kLeaf;
    if (m_levels.empty() || wholeFirst >= wholeLast) {
        includeSamples(range, trace, samples.first, samples.last);
        return range;
    }
    includeSamples(range, trace, samples.first, m_samples.first + wholeFirst * kLeaf);
    includeSamples(range, trace, m_samples.first + wholeLast * kLeaf, samples.last);
    first = wholeFirst;
    last = wholeLast;
    for (const std::vector<ValueRange>& level : m_levels) {
        for (; first < last && first % kFanOut != 0; ++first)
            include(range, level[first]);
        for (; first < last && last % kFanOut != 0; --last)
            include(range, level[last - 1]);
        if (first >= last)
            break;
        first /= kFanOut;
        last /= kFanOut;
    }
    return range;
}

std::uint32_t CounterPyramid::firstFrom(const Trace& trace, Instant t) const
{
    ColumnReader<Instant> times(trace.samples().time);
    return firstFrom(times, m_samples.first, t);
}

std::uint32_t CounterPyramid::firstFrom(ColumnReader<Instant>& times, std::uint32_t from, Instant t) const
{
    std::uint32_t first = from;
    std::uint32_t last = m_samples.last;
    // What is asked for lies near most often: the frame at hand is searched before others are decoded.
    for (std::uint32_t step = 1; first + step < last; step *= 2) {
        if (times[first + step] >= t) {
            last = first + step;
            break;
        }
        first += step;
    }
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (times[middle] < t)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

std::vector<CounterPoint> CounterPyramid::points(const Trace& trace, TimeRange range, std::uint32_t pixels) const
{
    std::vector<CounterPoint> points;
    if (range.empty() || pixels == 0)
        return points;
    ColumnReader<Instant> times(trace.samples().time);
    ColumnReader<double> values(trace.samples().value);
    const auto sample = [&](std::uint32_t row) { return CounterPoint{times[row], values[row]}; };
    std::uint32_t at = firstFrom(times, m_samples.first, range.start);
    const std::uint32_t end = firstFrom(times, at, range.end);
    if (at > m_samples.first)
        points.push_back(sample(at - 1));
    const double pixelNs = static_cast<double>(range.length().ns) / pixels;
    while (at < end) {
        const CounterPoint first = sample(at);
        const double pixel = std::floor(static_cast<double>((first.time - range.start).ns) / pixelNs);
        const Instant edge = range.start + Duration{std::llround(std::ceil((pixel + 1) * pixelNs))};
        const std::uint32_t next = std::min(end, firstFrom(times, at, std::max(edge, first.time + Duration{1})));
        const CounterPoint last = sample(next - 1);
        if (next - at <= 2) {
            points.push_back(first);
            if (next - at == 2)
                points.push_back(last);
        } else {
            const ValueRange inside = over(trace, {at, next});
            const bool fallsLast = std::fabs(last.value - inside.min) < std::fabs(last.value - inside.max);
            if (!std::isnan(inside.min)) {
                points.push_back({first.time, fallsLast ? inside.max : inside.min});
                points.push_back({last.time, fallsLast ? inside.min : inside.max});
            }
            if (inside.gap)
                points.push_back({last.time, std::numeric_limits<double>::quiet_NaN()});
        }
        at = next;
    }
    if (end < m_samples.last)
        points.push_back(sample(end));
    return points;
}

std::size_t CounterPyramid::residentBytes() const
{
    std::size_t bytes = 0;
    for (const std::vector<ValueRange>& level : m_levels)
        bytes += level.capacity() * sizeof(ValueRange);
    return bytes;
}

} // namespace tideline
