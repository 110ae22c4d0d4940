// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/step_function.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tideline {

namespace {

void add(StepSummary& sum, const StepSummary& other)
{
    sum.min = std::fmin(sum.min, other.min);
    sum.max = std::fmax(sum.max, other.max);
    sum.integral += other.integral;
    sum.coveredNs += other.coveredNs;
}

void add(StepSummary& sum, double value, Duration held)
{
    if (std::isnan(value))
        return;
    const auto ns = std::max<std::int64_t>(held.ns, 0);
    add(sum, {value, value, value * static_cast<double>(ns), ns});
}

/// t + d without overflow; d is not negative.
Instant later(Instant t, Duration d)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    return t.ns > 0 && d.ns > kMost - t.ns ? Instant{kMost} : t + d;
}

} // namespace

StepFunction::StepFunction(Source source) : m_source(std::move(source))
{
    if (size() < 2 * kLeaf)
        return;
    std::vector<StepSummary> level((size() + kLeaf - 1) / kLeaf);
    for (std::size_t i = 0; i < level.size(); ++i) {
        const auto first = static_cast<std::uint32_t>(i) * kLeaf;
        addRows(level[i], first, std::min(size(), first + kLeaf));
    }
    m_levels.push_back(std::move(level));
    while (m_levels.back().size() > 1) {
        const std::vector<StepSummary>& below = m_levels.back();
        std::vector<StepSummary> next((below.size() + kFanOut - 1) / kFanOut);
        for (std::size_t i = 0; i < below.size(); ++i)
            add(next[i / kFanOut], below[i]);
        m_levels.push_back(std::move(next));
    }
}

Instant StepFunction::timeOf(std::uint32_t row) const
{
    return m_source.time.at(m_source.rows.first + row) + m_source.shift;
}

StepSample StepFunction::at(std::uint32_t row) const
{
    return {timeOf(row), m_source.value.at(m_source.rows.first + row) * m_source.scale};
}

Instant StepFunction::holdEnd(std::uint32_t row) const
{
    const std::optional<Instant> next = row + 1 < size() ? std::optional(timeOf(row + 1)) : std::nullopt;
    return heldUntil(timeOf(row), next, m_source.end);
}

Instant StepFunction::heldUntil(Instant start, std::optional<Instant> next, Instant end) const
{
    if (next && *next - start <= m_source.longestHold)
        return *next;
    return std::min(later(start, m_source.holdInGap), next ? *next : std::max(end, start));
}

void StepFunction::addRows(StepSummary& sum, std::uint32_t first, std::uint32_t last) const
{
    if (first >= last)
        return;
    ColumnReader times(m_source.time);
    ColumnReader values(m_source.value);
    const std::uint32_t base = m_source.rows.first;
    Instant start = times[base + first];
    for (std::uint32_t row = first; row < last; ++row) {
        const bool isLast = row + 1 == size();
        const std::optional<Instant> next = isLast ? std::nullopt : std::optional(times[base + row + 1]);
        const Instant held = heldUntil(start, next, m_source.end - m_source.shift);
        add(sum, values[base + row] * m_source.scale, held - start);
        start = next.value_or(start);
    }
}

StepSummary StepFunction::over(std::uint32_t first, std::uint32_t last) const
{
    StepSummary sum;
    const std::uint32_t wholeFirst = (first + kLeaf - 1) / kLeaf;
    const std::uint32_t wholeLast = last / kLeaf;
    if (m_levels.empty() || wholeFirst >= wholeLast) {
        addRows(sum, first, last);
        return sum;
    }
    addRows(sum, first, wholeFirst * kLeaf);
    addRows(sum, wholeLast * kLeaf, last);
    first = wholeFirst;
    last = wholeLast;
    for (const std::vector<StepSummary>& level : m_levels) {
        for (; first < last && first % kFanOut != 0; ++first)
            add(sum, level[first]);
        for (; first < last && last % kFanOut != 0; --last)
            add(sum, level[last - 1]);
        if (first >= last)
            break;
        first /= kFanOut;
        last /= kFanOut;
    }
    return sum;
}

StepSummary StepFunction::over(TimeRange range) const
{
    StepSummary sum;
    if (range.empty() || size() == 0)
        return sum;
    const std::uint32_t first = firstFrom(range.start);
    const std::uint32_t last = firstFrom(range.end, first, size());
    if (first > 0) {
        const Instant held = std::min(holdEnd(first - 1), range.end);
        if (held > range.start)
            add(sum, at(first - 1).value, held - range.start);
    }
    if (first >= last)
        return sum;
    add(sum, over(first, last - 1));
    const StepSample final = at(last - 1);
    add(sum, final.value, std::min(holdEnd(last - 1), range.end) - final.time);
    return sum;
}

std::uint32_t StepFunction::firstFrom(Instant t, std::uint32_t low, std::uint32_t guess) const
{
    ColumnReader times(m_source.time);
    const Instant own = t - m_source.shift;
    const std::uint32_t base = m_source.rows.first;
    std::uint32_t first = low;
    std::uint32_t last = size();
    // From the guess in growing steps, up or down, until the place lies between first and last: in a long curve each
    // look is a miss of the cache, and a plain binary search would need twenty.
    std::uint32_t at = std::clamp(guess, low, last);
    for (std::uint32_t step = 4; at < last && times[base + at] < own; step *= 2) {
        first = at + 1;
        at = last - at > step ? at + step : last;
    }
    last = at;
    for (std::uint32_t step = 4; at > first; step *= 2) {
        at = at - first > step ? at - step : first;
        if (times[base + at] < own) {
            first = at + 1;
            break;
        }
        last = at;
    }
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (times[base + middle] < own)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

std::optional<StepSample> StepFunction::holdingAt(Instant t) const
{
    const std::uint32_t after = firstFrom(t + Duration{1});
    if (after == 0)
        return std::nullopt;
    const StepSample sample = at(after - 1);
    if (std::isnan(sample.value) || holdEnd(after - 1) < t)
        return std::nullopt;
    return sample;
}

std::optional<StepSample> StepFunction::nearestTo(Instant t) const
{
    const std::uint32_t after = firstFrom(t);
    std::optional<StepSample> best;
    if (after < size())
        best = at(after);
    if (after > 0) {
        const StepSample before = at(after - 1);
        if (!best || t - before.time <= best->time - t)
            best = before;
    }
    if (!best || std::isnan(best->value))
        return std::nullopt;
    const Duration away = best->time > t ? best->time - t : t - best->time;
    return away > m_source.longestHold ? std::nullopt : best;
}

std::size_t StepFunction::residentBytes() const
{
    std::size_t bytes = 0;
    for (const std::vector<StepSummary>& level : m_levels)
        bytes += level.capacity() * sizeof(StepSummary);
    return bytes;
}

} // namespace tideline
