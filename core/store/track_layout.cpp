// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/track_layout.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "core/store/row_finder.h"
#include "core/store/sort_rows.h"

namespace tideline {

namespace {

constexpr std::uint32_t kCancelMask = 0xFFFF;
constexpr Instant kLimit{kTimeLimitNs};

Duration saturatingSum(Duration a, Duration b)
{
    const std::int64_t room = std::numeric_limits<std::int64_t>::max() - a.ns;
    return b.ns > room ? Duration{std::numeric_limits<std::int64_t>::max()} : a + b;
}

inline bool inTrackOrder(const SliceRow& a, const SliceRow& b)
{
    if (a.start != b.start)
        return a.start < b.start;
    if (a.duration != b.duration)
        return a.duration > b.duration;
    return a.ref < b.ref;
}

/// One pass over the slices in track order. Touching by 1 ns is not overlapping: a slice is open until end - 1 ns.
class LayoutPass {
public:
    LayoutPass(TrackLayout& layout, bool device) : m_layout(layout), m_device(device)
    {
        const std::size_t count = layout.slices.size();
        layout.parent.reserve(count);
        layout.self.reserve(count);
        m_rowOf.reserve(count);
    }

    void add(std::uint32_t index)
    {
        const Instant start = m_layout.slices[index].start;
        const Duration duration = m_layout.slices[index].duration;
        const Instant end = start + duration;
        const std::uint32_t parent = openParent({start, end});
        const std::uint32_t least = parent == TrackLayout::kNoParent ? 0 : m_rowOf[parent] + 1;
        const Instant openUntil = end - Duration{1};
        const std::uint32_t row = m_finder.place(least, start, std::max(openUntil, start + Duration{1}));
        m_rowOf.push_back(row);
        m_rowCount = std::max(m_rowCount, row + 1);
        m_layout.parent.push_back(parent);
        m_layout.self.push_back(duration);
        countOverlap({start, end});
        if (m_device && duration > Duration{})
            countEnclosing({start, end});
        addToSums({start, end});
        if (openUntil > start) {
            m_open.push_back({index, openUntil, start});
            m_openEnds.push_back(openUntil);
            std::push_heap(m_openEnds.begin(), m_openEnds.end(), std::greater<>());
        }
    }

    /// Orders by (row, start) with a counting sort: track order is start order already.
    void placeRows()
    {
        const auto count = static_cast<std::uint32_t>(m_layout.slices.size());
        m_layout.rows.assign(m_rowCount, {});
        for (const std::uint32_t row : m_rowOf)
            ++m_layout.rows[row].last;
        std::uint32_t next = 0;
        for (RowRange& row : m_layout.rows) {
            const std::uint32_t size = row.last;
            row = {next, next};
            next += size;
        }
        m_layout.position.resize(count);
        m_layout.order.resize(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t place = m_layout.rows[m_rowOf[i]].last++;
            m_layout.position[i] = place;
            m_layout.order[place] = i;
        }
    }

private:
    struct Open {
        std::uint32_t index;
        Instant openUntil;
        Instant coveredTo; // by children, for the self time
    };

    std::uint32_t openParent(TimeRange slice)
    {
        while (!m_open.empty() && m_open.back().openUntil <= slice.start)
            m_open.pop_back();
        if (m_open.empty())
            return TrackLayout::kNoParent;
        Open& parent = m_open.back();
        const Instant from = std::max(slice.start, parent.coveredTo);
        const Instant to = std::min(slice.end, parent.openUntil + Duration{1});
        if (from < to) {
            m_layout.self[parent.index] -= to - from;
            parent.coveredTo = to;
        }
        return parent.index;
    }

    void countOverlap(TimeRange slice)
    {
        if (m_open.empty()) {
            m_openEnds.clear();
            return;
        }
        while (!m_openEnds.empty() && m_openEnds.front() <= slice.start) {
            std::pop_heap(m_openEnds.begin(), m_openEnds.end(), std::greater<>());
            m_openEnds.pop_back();
        }
        if (!m_openEnds.empty() && slice.end > m_openEnds.front() + Duration{2})
            ++m_layout.overlapping;
    }

    /// A slice encloses the next one that ends with or before it, if that one starts while it is open. Slices of no
    /// length are left out: they take no time from the slice around them.
    void countEnclosing(TimeRange slice)
    {
        while (!m_undecided.empty() && m_undecided.back() + Duration{1} >= slice.end) {
            if (slice.start < m_undecided.back() - Duration{1})
                ++m_layout.enclosing;
            m_undecided.pop_back();
        }
        m_undecided.push_back(slice.end);
    }

    void addToSums(TimeRange slice)
    {
        m_layout.sum = saturatingSum(m_layout.sum, slice.length());
        if (!m_layout.extent) {
            m_layout.extent = slice;
            m_layout.busy = slice.length();
            return;
        }
        Instant& last = m_layout.extent->end;
        if (slice.end > last) {
            m_layout.busy += slice.end - std::max(slice.start, last);
            last = slice.end;
        }
    }

    TrackLayout& m_layout;
    bool m_device;
    RowFinder m_finder;
    std::uint32_t m_rowCount = 0;
    std::vector<std::uint32_t> m_rowOf;
    std::vector<Open> m_open;         // in track order; closed ones below the top are left until they surface
    std::vector<Instant> m_openEnds;  // a heap, the least on top
    std::vector<Instant> m_undecided; // ends, growing
};

} // namespace

TrackLayout layoutTrack(std::vector<std::vector<SliceRow>> chunks, bool device, const Progress& progress)
{
    TrackLayout layout;
    for (std::vector<SliceRow>& chunk : chunks) {
        for (SliceRow& slice : chunk)
            slice.duration = std::clamp(slice.duration, Duration{}, std::max(Duration{}, kLimit - slice.start));
    }
    if (!sortedRows(
            std::move(chunks), layout.slices, [](const SliceRow& a, const SliceRow& b) { return inTrackOrder(a, b); },
            progress))
        return layout;
    LayoutPass pass(layout, device);
    for (std::uint32_t i = 0; i < layout.slices.size(); ++i) {
        if ((i & kCancelMask) == 0 && progress.cancelled())
            return layout;
        pass.add(i);
    }
    pass.placeRows();
    return layout;
}

} // namespace tideline
