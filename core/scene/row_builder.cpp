// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/row_builder.h"

#include <algorithm>
#include <cmath>

#include "core/index/slice_mip.h"

namespace tideline {

namespace {

/// First row in [range) for which `before` is false; O(log n).
template <typename Before>
std::uint32_t partition(RowRange range, Before before)
{
    std::uint32_t first = range.first;
    std::uint32_t last = range.last;
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (before(middle))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

constexpr std::uint32_t kWalkedPerPixel = 8;        // rows that TimeBuckets answer
constexpr std::uint32_t kUnevenWalkedPerPixel = 16; // others: blocks cost more

} // namespace

RowBuilder::RowBuilder(const Trace& trace, const SliceMip* mip, CategoryCache& categories, TrackId track,
                       const TimeAxis& axis)
    : m_trace(trace),
      m_mip(mip),
      m_categories(categories),
      m_track(track),
      m_axis(axis),
      m_width(static_cast<std::int32_t>(axis.widthPx)),
      m_nsPerPx(axis.nsPerPx()),
      m_pxPerNs(static_cast<float>(1 / m_nsPerPx)),
      m_starts(trace.slices().start),
      m_durations(trace.slices().duration),
      m_names(trace.slices().name)
{
}

RowRange RowBuilder::inView(RowRange rows)
{
    const TimeRange view = m_axis.range;
    const auto& extent = m_trace.track(m_track).extent;
    if (extent && view.start <= extent->start && extent->end <= view.end)
        return rows; // without a look at them, which would decode frames of a store
    std::uint32_t first = partition(rows, [&](std::uint32_t i) { return m_starts[i] < view.start; });
    // Slices of a row touch by 1 ns at most, so no more than two earlier ones reach into the view.
    for (int back = 0; back < 2 && first > rows.first; ++back) {
        if (m_starts[first - 1] + m_durations[first - 1] <= view.start)
            break;
        --first;
    }
    // An event at the very end of the view is drawn in the last column, so that the last one is never lost.
    const std::uint32_t last = partition({first, rows.last}, [&](std::uint32_t i) { return m_starts[i] <= view.end; });
    return {first, last};
}

std::int32_t RowBuilder::columnOf(Instant t) const
{
    return static_cast<std::int32_t>(std::clamp(m_axis.xOf(t), -1.0, static_cast<double>(m_width) + 1));
}

float RowBuilder::shareOf(Duration inside, std::int32_t columns) const
{
    const double whole = m_nsPerPx * columns;
    return whole <= 0 ? 1.0F : static_cast<float>(std::clamp(static_cast<double>(inside.ns) / whole, 0.0, 1.0));
}

void RowBuilder::append(std::uint32_t row, std::vector<Box>& boxes)
{
    const RowRange rows = inView(m_trace.track(m_track).rows[row]);
    const std::uint32_t walked = m_mip && m_mip->isEven(row, m_nsPerPx) ? kWalkedPerPixel : kUnevenWalkedPerPixel;
    m_row = static_cast<std::uint16_t>(row);
    m_firstBox = boxes.size();
    if (m_mip && rows.size() > static_cast<std::uint32_t>(m_width) * walked)
        askMip(row, rows, boxes);
    else
        walk(rows, boxes);
}

void RowBuilder::walk(RowRange rows, std::vector<Box>& boxes)
{
    const SliceColumns& slices = m_trace.slices();
    // The frames of the columns have the same borders.
    slices.start.forEachSpan(rows.first, rows.last, [&](std::uint32_t at, std::span<const Instant> starts) {
        const auto last = at + static_cast<std::uint32_t>(starts.size());
        slices.duration.forEachSpan(at, last, [&](std::uint32_t, std::span<const Duration> durations) {
            for (std::size_t i = 0; i < starts.size(); ++i) {
                const TimeRange time{starts[i], starts[i] + durations[i]};
                const SliceId slice{at + static_cast<std::uint32_t>(i)};
                if (time.start < m_surelyStarts && time.end < m_surelyEnds)
                    join(slice, time);
                else
                    addSlice(slice, time, boxes);
            }
        });
    });
    closeBox(boxes);
}

void RowBuilder::addSlice(SliceId slice, TimeRange time, std::vector<Box>& boxes)
{
    std::int32_t x0 = std::clamp(columnOf(time.start), 0, m_width - 1);
    const std::int32_t x1 = std::clamp(columnOf(time.end), x0 + 1, m_width);
    if (boxes.size() > m_firstBox && x0 < boxes.back().x1) {
        if (x1 <= boxes.back().x1) {
            openAgain(boxes.back());
            join(slice, time);
            return;
        }
        x0 = boxes.back().x1;
    }
    closeBox(boxes);
    const Duration inside = time.clippedTo(m_axis.range).length();
    Box box;
    box.x0 = x0;
    box.x1 = x1;
    box.row = m_row;
    box.openLeft = time.start < m_axis.range.start;
    box.openRight = time.end > m_axis.range.end;
    boxes.push_back(box);
    m_open = {slice, 1, x1 - x0 > 1 ? Duration{static_cast<std::int64_t>(m_nsPerPx * (x1 - x0)) + 1} : inside, inside,
              true};
    // Rounding moves a pixel border by less than that.
    const Duration margin{2 + (m_axis.range.length().ns >> 50)};
    const double left = m_nsPerPx * x1;
    m_surelyStarts = m_axis.range.start + Duration{static_cast<std::int64_t>(left)} - margin;
    m_surelyEnds = m_surelyStarts + Duration{static_cast<std::int64_t>(m_nsPerPx)} - margin;
}

void RowBuilder::join(SliceId slice, TimeRange time)
{
    const Duration inside = time.clippedTo(m_axis.range).length();
    ++m_open.count;
    m_open.busy += inside;
    if (inside > m_open.longestTime) {
        m_open.longestTime = inside;
        m_open.longest = slice;
    }
}

void RowBuilder::openAgain(const Box& box)
{
    if (m_open.isOpen)
        return;
    // A box of the mip: its busy time is known as a share.
    const auto busy = static_cast<double>(box.busyFraction) * m_nsPerPx * (box.x1 - box.x0);
    m_open = {box.slice, box.count, Duration{static_cast<std::int64_t>(std::ceil(busy))}, m_durations[box.slice.row],
              true};
}

void RowBuilder::closeBox(std::vector<Box>& boxes)
{
    m_surelyStarts = m_surelyEnds = Instant{-2 * kTimeLimitNs};
    if (!m_open.isOpen)
        return;
    m_open.isOpen = false;
    Box& box = boxes.back();
    box.count = m_open.count;
    box.busyFraction = shareOf(m_open.busy, box.x1 - box.x0);
    if (box.slice == m_open.longest)
        return;
    box.slice = m_open.longest;
    box.name = m_names[box.slice.row];
    box.category = m_categories.of(m_track, box.name, box.slice);
}

void RowBuilder::askMip(std::uint32_t row, RowRange rows, std::vector<Box>& boxes)
{
    m_columns.resize(static_cast<std::size_t>(m_width));
    m_mip->columns(m_trace, row, m_axis.range, m_columns);
    if (const std::size_t most = boxes.size() + m_columns.size(); most > boxes.capacity())
        boxes.reserve(std::max(most, 2 * boxes.capacity()));
    for (std::int32_t x = 0; x < m_width; ++x) {
        const MipColumn& column = m_columns[static_cast<std::size_t>(x)];
        if (!column.empty())
            addColumn(column, x, boxes);
    }
    // The question was half open; what begins with the last instant of the view is drawn in the last column.
    const auto& extent = m_trace.track(m_track).extent;
    const bool endsInside = extent && extent->end < m_axis.range.end;
    for (std::uint32_t slice = rows.last; !endsInside && slice > rows.first && m_starts[slice - 1] == m_axis.range.end;
         --slice)
        addSlice(SliceId{slice - 1}, m_trace.rangeOf(SliceId{slice - 1}), boxes);
    closeBox(boxes);
}

void RowBuilder::addColumn(const MipColumn& column, std::int32_t x, std::vector<Box>& boxes)
{
    const bool continues = boxes.size() > m_firstBox && boxes.back().x1 == x && boxes.back().slice == column.longest;
    if (continues && column.count == 0) {
        Box& box = boxes.back();
        if (box.x1 - box.x0 == 1) {
            box.name = m_names[box.slice.row];
            box.category = m_categories.of(m_track, box.name, box.slice);
        }
        box.x1 = x + 1;
        box.busyFraction = 1;
        return;
    }
    Box box;
    box.x0 = x;
    box.x1 = x + 1;
    box.row = m_row;
    box.slice = column.longest;
    box.name = column.name.valid() ? column.name : m_names[column.longest.row];
    box.count = std::max<std::uint32_t>(column.count, 1);
    box.busyFraction = std::min(static_cast<float>(column.busy.ns) * m_pxPerNs, 1.0F);
    box.category = m_categories.of(m_track, box.name, box.slice);
    boxes.push_back(box);
}

} // namespace tideline
