// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/counter_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/index/counter_pyramid.h"

namespace tideline {

namespace {

/// First sample after t; O(log n).
std::uint32_t firstAfter(ColumnReader<Instant>& times, RowRange range, Instant t)
{
    std::uint32_t first = range.first;
    std::uint32_t last = range.last;
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (times[middle] <= t)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/// Draws points into columns, holding each value until the next point.
class CurveBuilder {
public:
    CurveBuilder(std::vector<CounterScene::Column>& columns, std::int32_t width) : m_columns(columns), m_width(width) {}

    void add(std::int32_t x, double value)
    {
        hold(x + 1);
        m_value = value;
        m_x = std::max(x, 0);
        if (std::isfinite(value))
            touch(x, static_cast<float>(value));
    }

    /// Goes on with the last value up to column `end`.
    void hold(std::int32_t end)
    {
        if (!std::isfinite(m_value))
            return;
        for (std::int32_t x = m_x; x < std::min(end, m_width); ++x)
            touch(x, static_cast<float>(m_value));
    }

private:
    void touch(std::int32_t x, float value)
    {
        if (x < 0 || x >= m_width)
            return;
        if (!m_columns.empty() && m_columns.back().x == x) {
            CounterScene::Column& column = m_columns.back();
            column.min = std::min(column.min, value);
            column.max = std::max(column.max, value);
            column.last = value;
            return;
        }
        const bool joined = !m_columns.empty() && m_columns.back().x == x - 1;
        m_columns.push_back({x, value, value, value, joined});
    }

    std::vector<CounterScene::Column>& m_columns;
    std::int32_t m_width;
    std::int32_t m_x = 0;
    double m_value = std::numeric_limits<double>::quiet_NaN();
};

} // namespace

CounterScene buildCounterScene(const Trace& trace, const CounterPyramid* pyramid, CounterId counter,
                               const TimeAxis& axis)
{
    const CounterInfo& info = trace.counter(counter);
    CounterScene scene;
    scene.counter = counter;
    std::tie(scene.low, scene.high) = counterAxis(info);
    if (axis.widthPx < 1 || axis.range.empty())
        return scene;
    const Duration shift = trace.rank(info.rank).axisShift;
    const TimeAxis own{axis.range.shifted(-shift), std::floor(axis.widthPx)};
    const auto width = static_cast<std::int32_t>(own.widthPx);
    const auto columnOf = [&](Instant t) {
        return static_cast<std::int32_t>(std::floor(std::clamp(own.xOf(t), -1.0, own.widthPx)));
    };
    const CounterPyramid made = pyramid ? CounterPyramid{} : CounterPyramid(trace, counter);
    CurveBuilder curve(scene.columns, width);
    for (const CounterPoint& point :
         (pyramid ? *pyramid : made).points(trace, own.range, static_cast<std::uint32_t>(width)))
        curve.add(columnOf(point.time), point.value);
    curve.hold(columnOf(trace.axisExtent().end - shift) + 1);
    return scene;
}

std::pair<double, double> counterAxis(const CounterInfo& counter)
{
    double low = std::isfinite(counter.min) ? std::min(counter.min, 0.0) : 0;
    double high = std::isfinite(counter.max) ? std::max(counter.max, 0.0) : 0;
    if (counter.unit == "%" && low >= 0 && high <= 100)
        return {0, 100};
    if (low == high)
        return {0, 1};
    if (!std::isfinite(high - low)) {
        low /= 4;
        high /= 4;
    }
    return {low, high};
}

std::pair<double, double> counterAxis(const Trace& trace, std::span<const CounterId> series)
{
    if (series.empty())
        return {0, 1};
    CounterInfo all = trace.counter(series.front());
    for (const CounterId each : series.subspan(1)) {
        all.min = std::fmin(all.min, trace.counter(each).min); // of a number and NaN it is the number
        all.max = std::fmax(all.max, trace.counter(each).max);
    }
    return counterAxis(all);
}

std::optional<std::pair<Instant, double>> counterValueAt(const Trace& trace, CounterId counter, Instant t)
{
    const CounterInfo& info = trace.counter(counter);
    const Duration shift = trace.rank(info.rank).axisShift;
    ColumnReader<Instant> times(trace.samples().time);
    const std::uint32_t after = firstAfter(times, info.samples, t - shift);
    if (after == info.samples.first)
        return std::nullopt;
    const double value = trace.samples().value.at(after - 1);
    if (!std::isfinite(value))
        return std::nullopt;
    return std::pair{times[after - 1] + shift, value};
}

} // namespace tideline
