// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/curve_parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace tideline {

namespace {

constexpr std::uint32_t kMostDistances = 1000;
constexpr std::uint32_t kLeastSamples = 4;
constexpr double kRegularShare = 0.8;
constexpr std::int64_t kGapPeriods = 3; ///< a sampled counter that is silent for longer has a gap

/// Walks the samples of one part of a sum.
class Walker {
public:
    explicit Walker(const StepFunction& curve) : m_curve(curve) { look(); }

    bool more() const { return m_next < m_curve.size() || m_open; }
    /// When the value changes next.
    Instant next() const
    {
        if (m_next >= m_curve.size())
            return m_held;
        return m_open ? std::min(m_held, m_time) : m_time;
    }
    void advanceTo(Instant t)
    {
        if (m_open && m_held <= t) {
            m_value = std::numeric_limits<double>::quiet_NaN();
            m_open = false;
        }
        while (m_next < m_curve.size() && m_time <= t) {
            m_value = m_curve.at(m_next).value;
            m_held = m_curve.holdEnd(m_next);
            ++m_next;
            // The end of the hold counts where it is a gap, not where the next sample takes over.
            m_open = m_next < m_curve.size() && m_held < m_curve.at(m_next).time;
            look();
        }
    }
    double value() const { return m_value; }

private:
    void look()
    {
        if (m_next < m_curve.size())
            m_time = m_curve.at(m_next).time;
    }

    const StepFunction& m_curve;
    std::uint32_t m_next = 0;
    Instant m_time; ///< of the next sample
    Instant m_held; ///< end of the current one
    bool m_open = false;
    double m_value = std::numeric_limits<double>::quiet_NaN();
};

struct MemorySeries {
    ColumnBuilder<Instant> time;
    ColumnBuilder<double> value;
};

/// By (component, device) and column, in the order of the file's components.
using MemorySeriesMap = std::map<std::pair<std::string, std::string>, std::map<int, MemorySeries>>;

constexpr const char* kMemoryColumns[] = {"allocated", "reserved", "active"};

void collect(const Trace& trace, RankId rank, MemorySeriesMap& map)
{
    const Duration shift = trace.hostAxisShift(rank);
    const Column<MemoryRecord>& records = trace.records().memory;
    records.forEachSpan(0, records.size(), [&](std::uint32_t, std::span<const MemoryRecord> span) {
        for (const MemoryRecord& record : span) {
            if (record.rank != rank)
                continue;
            auto& columns = map[{std::string(trace.text(record.component)), std::string(trace.text(record.device))}];
            const std::int64_t values[] = {record.allocated, record.reserved, record.active};
            for (int i = 0; i < 3; ++i) {
                if (values[i] == kNoInteger)
                    continue;
                columns[i].time.push(record.time + shift);
                columns[i].value.push(static_cast<double>(values[i]));
            }
        }
    });
}

} // namespace

void limitHolds(StepFunction::Source& source, Duration period)
{
    if (period.ns <= 0)
        return;
    source.longestHold = Duration{period.ns * kGapPeriods};
    source.holdInGap = period;
}

StepFunction functionOf(const Trace& trace, const CounterInfo& counter, double scale, Duration period)
{
    StepFunction::Source source;
    source.time = trace.samples().time;
    source.value = trace.samples().value;
    source.rows = counter.samples;
    source.scale = scale;
    source.shift = trace.rank(counter.rank).axisShift;
    limitHolds(source, period);
    source.end = trace.axisExtent().end;
    return StepFunction(std::move(source));
}

StepFunction sumOf(const std::vector<const StepFunction*>& parts, Duration period, Instant end)
{
    std::vector<Walker> walkers;
    for (const StepFunction* part : parts)
        walkers.emplace_back(*part);
    ColumnBuilder<Instant> time;
    ColumnBuilder<double> value;
    for (;;) {
        Instant next{std::numeric_limits<std::int64_t>::max()};
        bool more = false;
        for (const Walker& walker : walkers) {
            more = more || walker.more();
            next = walker.more() ? std::min(next, walker.next()) : next;
        }
        if (!more)
            break;
        double sum = 0;
        for (Walker& walker : walkers) {
            walker.advanceTo(next);
            sum += walker.value(); // NaN as long as one of them has no value
        }
        if (std::isnan(sum) && time.size() == 0)
            continue;
        time.push(next);
        value.push(sum);
    }
    StepFunction::Source source;
    source.time = std::move(time).finish();
    source.value = std::move(value).finish();
    source.rows = {0, source.time.size()};
    limitHolds(source, period);
    source.end = end;
    return StepFunction(std::move(source));
}

Duration samplingPeriod(const Trace& trace, RowRange samples)
{
    if (samples.size() < kLeastSamples)
        return {};
    ColumnReader times(trace.samples().time);
    std::vector<std::int64_t> distances;
    const std::uint32_t stride = std::max<std::uint32_t>(1, (samples.size() - 1) / kMostDistances);
    for (std::uint32_t row = samples.first; row + 1 < samples.last; row += stride)
        distances.push_back((times[row + 1] - times[row]).ns);
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    const std::int64_t period = *middle;
    const auto near = std::count_if(distances.begin(), distances.end(), [period](std::int64_t distance) {
        return distance >= period - period / 2 && distance <= period + period / 2;
    });
    const bool regular = static_cast<double>(near) >= kRegularShare * static_cast<double>(distances.size());
    return regular && period > 0 ? Duration{period} : Duration{};
}

void addMemoryCurves(const Trace& trace, RankId rank, std::vector<Curve>& curves)
{
    MemorySeriesMap map;
    collect(trace, rank, map);
    for (auto& [key, columns] : map) {
        const bool severalDevices =
            std::count_if(map.begin(), map.end(),
                          [&name = key.first](const auto& entry) { return entry.first.first == name; })
            > 1;
        for (auto& [column, series] : columns) {
            Curve curve;
            curve.kind = CurveKind::AllocatorMemory;
            curve.name = key.first + (severalDevices ? " " + key.second : "") + " " + kMemoryColumns[column];
            curve.unit = CurveUnit::Bytes;
            curve.rank = rank;
            StepFunction::Source source;
            source.time = std::move(series.time).finish();
            source.value = std::move(series.value).finish();
            source.rows = {0, source.time.size()};
            source.end = trace.axisExtent().end;
            curve.data = StepFunction(std::move(source));
            curves.push_back(std::move(curve));
        }
    }
}

} // namespace tideline
