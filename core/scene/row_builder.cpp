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

constexpr std::uint32_t kWalkedPerPixel = 2;

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
      m_starts(trace.slices().start),
      m_durations(trace.slices().duration),
      m_names(trace.slices().name)
{
}

RowRange RowBuilder::inView(RowRange rows)
{
    const TimeRange view = m_axis.range;
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
    if (m_mip && rows.size() > static_cast<std::uint32_t>(m_width) * kWalkedPerPixel)
        askMip(row, rows, boxes);
    else
        walk(rows, static_cast<std::uint16_t>(row), boxes);
}

void RowBuilder::walk(RowRange rows, std::uint16_t row, std::vector<Box>& boxes)
{
    const std::size_t firstBox = boxes.size();
    for (std::uint32_t slice = rows.first; slice < rows.last; ++slice)
        addSlice(slice, row, firstBox, boxes);
}

void RowBuilder::addSlice(std::uint32_t slice, std::uint16_t row, std::size_t firstBox, std::vector<Box>& boxes)
{
    const Instant start = m_starts[slice];
    const Instant end = start + m_durations[slice];
    std::int32_t x0 = std::clamp(columnOf(start), 0, m_width - 1);
    const std::int32_t x1 = std::clamp(columnOf(end), x0 + 1, m_width);
    const Duration inside = TimeRange{start, end}.clippedTo(m_axis.range).length();
    if (boxes.size() > firstBox && x0 < boxes.back().x1) {
        if (x1 <= boxes.back().x1) {
            join(boxes.back(), slice, inside);
            return;
        }
        x0 = boxes.back().x1;
    }
    const StringId name = m_names[slice];
    Box box;
    box.x0 = x0;
    box.x1 = x1;
    box.row = row;
    box.slice = SliceId{slice};
    box.name = name;
    box.count = 1;
    box.busyFraction = x1 - x0 > 1 ? 1.0F : shareOf(inside, 1);
    box.category = m_categories.of(m_track, name, box.slice);
    box.openLeft = start < m_axis.range.start;
    box.openRight = end > m_axis.range.end;
    boxes.push_back(box);
    m_longestInBox = inside;
}

void RowBuilder::join(Box& box, std::uint32_t slice, Duration inside)
{
    ++box.count;
    box.busyFraction = std::min(1.0F, box.busyFraction + shareOf(inside, box.x1 - box.x0));
    if (inside <= m_longestInBox)
        return;
    m_longestInBox = inside;
    box.slice = SliceId{slice};
    box.name = m_names[slice];
    box.category = m_categories.of(m_track, box.name, box.slice);
}

void RowBuilder::askMip(std::uint32_t row, RowRange rows, std::vector<Box>& boxes)
{
    const std::size_t firstBox = boxes.size();
    m_columns.assign(static_cast<std::size_t>(m_width), MipColumn{});
    m_mip->columns(m_trace, row, m_axis.range, m_columns);
    for (std::int32_t x = 0; x < m_width; ++x) {
        const MipColumn& column = m_columns[static_cast<std::size_t>(x)];
        if (!column.empty())
            addColumn(column, x, static_cast<std::uint16_t>(row), firstBox, boxes);
    }
    if (boxes.size() > firstBox)
        m_longestInBox = m_durations[boxes.back().slice.row];
    // The question was half open; what begins with the last instant of the view is drawn in the last column.
    for (std::uint32_t slice = rows.last; slice > rows.first && m_starts[slice - 1] == m_axis.range.end; --slice)
        addSlice(slice - 1, static_cast<std::uint16_t>(row), firstBox, boxes);
}

void RowBuilder::addColumn(const MipColumn& column, std::int32_t x, std::uint16_t row, std::size_t firstBox,
                           std::vector<Box>& boxes)
{
    const bool continues = boxes.size() > firstBox && boxes.back().x1 == x && boxes.back().slice == column.longest;
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
    box.row = row;
    box.slice = column.longest;
    box.name = column.name.valid() ? column.name : m_names[column.longest.row];
    box.count = std::max<std::uint32_t>(column.count, 1);
    box.busyFraction = shareOf(column.busy, 1);
    box.category = m_categories.of(m_track, box.name, box.slice);
    boxes.push_back(box);
}

} // namespace tideline
