// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/range_stats.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tideline {

namespace {

constexpr std::uint32_t kCancelMask = 0xFFFF;

class Collector {
public:
    Collector(const Trace& trace, TimeRange range)
        : m_range(range),
          m_starts(trace.slices().start),
          m_durations(trace.slices().duration),
          m_names(trace.slices().name),
          m_parents(trace.slices().parent),
          m_parentStarts(trace.slices().start),
          m_parentDurations(trace.slices().duration)
    {
    }

    /// False when cancelled.
    bool addRow(RowRange row, Duration shift, const Progress& progress)
    {
        const TimeRange raw = m_range.shifted(-shift);
        std::uint32_t slice = firstFrom(row, raw.start);
        slice -= std::min(2U, slice - row.first); // earlier ones of a row cannot reach into the range
        for (; slice < row.last && m_starts[slice] < raw.end; ++slice) {
            if ((slice & kCancelMask) == 0 && progress.cancelled())
                return false;
            add(slice, raw, shift);
        }
        return !progress.cancelled();
    }

    RangeStats finish(const Trace& trace, std::size_t mostNames)
    {
        m_stats.busy = unionOfRanges();
        for (const auto& [name, figures] : m_byName)
            m_stats.names.push_back({name, figures.first, figures.second});
        m_stats.distinctNames = m_stats.names.size();
        const auto before = [&](const RangeStats::Name& a, const RangeStats::Name& b) {
            return a.sum != b.sum ? a.sum > b.sum : trace.text(a.name) < trace.text(b.name);
        };
        const std::size_t kept = mostNames ? std::min(mostNames, m_stats.names.size()) : m_stats.names.size();
        const auto end = m_stats.names.begin() + static_cast<std::ptrdiff_t>(kept);
        std::partial_sort(m_stats.names.begin(), end, m_stats.names.end(), before);
        m_stats.names.resize(kept);
        return std::move(m_stats);
    }

private:
    std::uint32_t firstFrom(RowRange row, Instant t)
    {
        while (row.first < row.last) {
            const std::uint32_t middle = row.first + row.size() / 2;
            if (m_starts[middle] < t)
                row.first = middle + 1;
            else
                row.last = middle;
        }
        return row.first;
    }

    void add(std::uint32_t slice, TimeRange raw, Duration shift)
    {
        const Instant start = m_starts[slice];
        const Instant end = start + m_durations[slice];
        if (end <= raw.start && start < raw.start)
            return;
        const TimeRange inside = TimeRange{start, end}.clippedTo(raw);
        ++m_stats.slices;
        m_stats.sum += inside.length();
        auto& [count, sum] = m_byName[m_names[slice]];
        ++count;
        sum += inside.length();
        if (inside.empty())
            return;
        // What lies inside its parent adds nothing to the union.
        const SliceId parent = m_parents[slice];
        if (!parent.valid() || m_parentStarts[parent.row] + m_parentDurations[parent.row] < end)
            addToUnion(inside.shifted(shift));
    }

    void addToUnion(TimeRange range)
    {
        if (!m_busy.empty() && m_busy.back().start <= range.start && range.start <= m_busy.back().end)
            m_busy.back().end = std::max(m_busy.back().end, range.end);
        else
            m_busy.push_back(range);
    }

    Duration unionOfRanges()
    {
        std::sort(m_busy.begin(), m_busy.end());
        Duration length;
        Instant covered = m_range.start;
        for (const TimeRange range : m_busy) {
            length += std::max(Duration{}, range.end - std::max(covered, range.start));
            covered = std::max(covered, range.end);
        }
        return length;
    }

    TimeRange m_range;
    RangeStats m_stats;
    std::unordered_map<StringId, std::pair<std::uint64_t, Duration>> m_byName;
    std::vector<TimeRange> m_busy;
    ColumnReader<Instant> m_starts;
    ColumnReader<Duration> m_durations;
    ColumnReader<StringId> m_names;
    ColumnReader<SliceId> m_parents;
    ColumnReader<Instant> m_parentStarts; // parents lie in another row: their own frames stay pinned
    ColumnReader<Duration> m_parentDurations;
};

} // namespace

RangeStats rangeStats(const Trace& trace, std::span<const TrackId> tracks, TimeRange range, std::size_t mostNames,
                      const Progress& progress)
{
    Collector collector(trace, range);
    if (range.empty())
        return {};
    for (const TrackId track : tracks) {
        for (const RowRange row : trace.track(track).rows) {
            if (!collector.addRow(row, trace.axisShift(track), progress))
                return {};
        }
    }
    return collector.finish(trace, mostNames);
}

} // namespace tideline
