// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/curve_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tideline {

namespace {

constexpr double kDense = 1.25; ///< samples per column with samples, from which on means are drawn
constexpr double kLeastDense = 16;

class Builder {
public:
    Builder(const StepFunction& curve, const TimeAxis& axis) : m_curve(curve), m_axis(axis) {}

    CurveScene build()
    {
        const TimeRange range = m_axis.range;
        std::uint32_t at = m_curve.firstFrom(range.start);
        const std::uint32_t end = m_curve.firstFrom(range.end, at, m_curve.size());
        m_perColumn = static_cast<std::uint32_t>((end - at) / m_axis.widthPx);
        const std::size_t most = 2 * static_cast<std::size_t>(m_axis.widthPx) + 4;
        m_scene.points.reserve(std::min<std::size_t>(most, 2 * (end - at) + 4));
        if (at > 0 && m_curve.holdEnd(at - 1) > range.start) {
            m_held = {m_curve.at(at - 1).value, m_curve.holdEnd(at - 1)};
            add(range.start, m_held.value);
            m_scene.means.push_back({range.start, m_held.value});
            breakAfter(at - 1, at < m_curve.size() ? m_curve.at(at).time : range.end);
        }
        while (at < end)
            at = addColumn(at, end);
        if (!m_scene.points.empty())
            finish();
        if (m_columns < kLeastDense || m_samples < kDense * m_columns)
            m_scene.means.clear();
        return std::move(m_scene);
    }

private:
    /// The last sample so far.
    struct Held {
        double value = std::numeric_limits<double>::quiet_NaN();
        Instant until;
    };

    void add(Instant time, double value)
    {
        m_scene.points.push_back({time, value});
        m_scene.low = std::fmin(m_scene.low, value);
        m_scene.high = std::fmax(m_scene.high, value);
    }

    /// The column of the sample `at`; returns the first sample behind it.
    std::uint32_t addColumn(std::uint32_t at, std::uint32_t end)
    {
        const StepSample first = m_curve.at(at);
        double column = std::floor(m_axis.xOf(first.time));
        // Rounding may put a sample on an edge to the left of it.
        column += edgeOf(column + 1) <= first.time ? 1 : 0;
        const TimeRange part{edgeOf(column), std::max(edgeOf(column + 1), first.time + Duration{1})};
        const std::uint32_t next = std::min(end, m_curve.firstFrom(part.end, at, at + m_perColumn));
        const StepSample last = next - at == 1 ? first : m_curve.at(next - 1);
        const Held before = std::exchange(m_held, Held{last.value, m_curve.holdEnd(next - 1)});
        m_columns += 1;
        m_samples += next - at;
        const StepSummary all = m_curve.over(at, next);
        addMean(part, before, first.time, all);
        if (next - at <= 2) {
            add(first.time, first.value);
            if (next - at == 2)
                add(last.time, last.value);
        } else {
            addEnvelope(first.time, last, all);
        }
        const Instant after = next < m_curve.size() ? m_curve.at(next).time : m_held.until;
        if (after >= edgeOf(column + 2) && m_held.until > part.end)
            addHold(part.end, last.value);
        breakAfter(next - 1, after);
        return next;
    }

    /// What holds over the next columns must be the last value, not the extreme or the mean of this one.
    void addHold(Instant from, double value)
    {
        if (m_scene.points.back().value != value)
            add(from, value);
        m_scene.means.push_back({from, value});
    }

    void addEnvelope(Instant first, const StepSample& last, const StepSummary& all)
    {
        if (std::isnan(all.min))
            return add(first, last.value);
        const bool fallsLast = std::fabs(last.value - all.min) < std::fabs(last.value - all.max);
        add(first, fallsLast ? all.max : all.min);
        add(last.time, fallsLast ? all.min : all.max);
        if (std::isnan(last.value))
            add(last.time, last.value);
    }

    /// Of the part of the column that has a value: what holds at its start, then its samples, the last one clipped.
    void addMean(TimeRange part, const Held& before, Instant first, StepSummary all)
    {
        const auto addHeld = [&all](double value, Duration held) {
            if (std::isnan(value))
                return;
            all.integral += value * static_cast<double>(held.ns);
            all.coveredNs += held.ns;
        };
        if (before.until > part.start)
            addHeld(before.value, std::min(before.until, first) - part.start);
        if (m_held.until > part.end)
            addHeld(m_held.value, part.end - m_held.until);
        m_scene.means.push_back({part.start, all.mean()});
    }

    /// Interrupts the curve where a sample stops holding at least a pixel before the next one.
    void breakAfter(std::uint32_t row, Instant next)
    {
        if (row + 1 >= m_curve.size() || m_held.until >= next || m_held.until >= m_axis.range.end)
            return;
        if (m_axis.xOf(next) - m_axis.xOf(m_held.until) < 1)
            return;
        add(m_held.until, std::numeric_limits<double>::quiet_NaN());
        m_scene.means.push_back(m_scene.points.back());
    }

    void finish()
    {
        const Instant until = std::min(m_held.until, m_axis.range.end);
        if (std::isnan(m_scene.points.back().value) || until <= m_scene.points.back().time)
            return;
        add(until, m_scene.points.back().value);
        m_scene.means.push_back({until, m_scene.means.back().value});
    }

    Instant edgeOf(double column) const
    {
        return m_axis.range.start + Duration{std::llround(std::ceil(column * m_axis.nsPerPx()))};
    }

    void addMeans()
    {
        const auto columns = static_cast<std::int64_t>(m_axis.widthPx);
        m_scene.means.reserve(static_cast<std::size_t>(columns) + 1);
        for (std::int64_t column = 0; column < columns; ++column) {
            const TimeRange part{edgeOf(static_cast<double>(column)), edgeOf(static_cast<double>(column + 1))};
            m_scene.means.push_back({part.start, m_curve.over(part).mean()});
        }
        m_scene.means.push_back({m_axis.range.end, m_scene.means.back().value});
    }

    const StepFunction& m_curve;
    const TimeAxis& m_axis;
    Held m_held;
    std::uint32_t m_perColumn = 0; ///< samples, on average
    double m_columns = 0;          ///< with samples
    double m_samples = 0;          ///< in them
    CurveScene m_scene;
};

} // namespace

CurveScene buildCurveScene(const StepFunction& curve, const TimeAxis& axis)
{
    if (curve.size() == 0 || axis.range.empty() || axis.widthPx < 1)
        return {};
    return Builder(curve, axis).build();
}

} // namespace tideline
