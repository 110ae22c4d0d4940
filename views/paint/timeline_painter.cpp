// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/paint/timeline_painter.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tideline {

namespace {

constexpr float kFaintest = 0.30F; // a column that holds anything can be seen
constexpr int kRowInnerPx = TimelineLayout::kRowPx - 2;
constexpr int kFootPx = 2;

int rounded(double value)
{
    return static_cast<int>(std::lround(value));
}

} // namespace

TimelinePainter::TimelinePainter(const StringPool& strings, const Theme& theme, const QFont& font)
    : m_theme(theme), m_colors(strings, theme), m_labels(strings, font)
{
}

QImage TimelinePainter::paint(const TimelineScene& scene, int top, QSize size, std::span<const int> gridX)
{
    m_scale = scene.scale;
    m_top = top;
    m_gridX = gridX;
    const QSize device(std::max(1, rounded(scene.axis.widthPx)), std::max(1, rounded(size.height() * m_scale)));
    if (m_image.size() != device || !m_image.isDetached())
        m_image = QImage(device, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(1);
    startLine(m_theme.base.rgb());
    m_baseLine = m_line;
    m_covered = 0;
    m_labels.setScale(m_scale);
    for (const LaneScene& lane : scene.lanes) {
        switch (lane.lane.kind) {
        case LaneKind::Track: paintTrack(lane); break;
        case LaneKind::Counter: paintCounter(lane); break;
        case LaneKind::Rank:
        case LaneKind::Process: paintGroup(lane); break;
        }
    }
    coverTo(device.height());
    m_image.setDevicePixelRatio(m_scale);
    return m_image;
}

TimelinePainter::Band TimelinePainter::band(double top, double height) const
{
    const int y0 = rounded((top - m_top) * m_scale);
    const int y1 = rounded((top + height - m_top) * m_scale);
    return {std::clamp(y0, 0, m_image.height()), std::clamp(y1, 0, m_image.height())};
}

void TimelinePainter::startLine(QRgb background)
{
    m_line.assign(static_cast<std::size_t>(m_image.width()), background);
    const QRgb grid = blended(background, m_theme.grid.rgb(), 0.6F);
    for (const int x : m_gridX) {
        if (x >= 0 && x < m_image.width())
            m_line[static_cast<std::size_t>(x)] = grid;
    }
}

void TimelinePainter::fillBand(const Band& band, const std::vector<QRgb>& line)
{
    for (int y = band.y0; y < band.y1; ++y)
        std::memcpy(m_image.scanLine(y), line.data(), line.size() * sizeof(QRgb));
}

void TimelinePainter::fillColumn(int x, int first, int last, QRgb color)
{
    const int end = std::min(last + 1, m_image.height());
    for (int y = std::max(first, 0); y < end; ++y)
        reinterpret_cast<QRgb*>(m_image.scanLine(y))[x] = color;
}

void TimelinePainter::coverTo(int y)
{
    if (y <= m_covered)
        return;
    fillBand({m_covered, y}, m_baseLine);
    m_covered = y;
}

void TimelinePainter::paintTrack(const LaneScene& lane)
{
    for (std::uint32_t row = 0; row < lane.lane.rows; ++row) {
        paintRow(lane.track, row, TimelineLayout::rowTop(lane.lane, row));
        paintRowLabels(lane, row);
    }
    coverTo(band(lane.lane.y, lane.lane.height).y1);
    paintTicks(lane);
    const Band line = band(lane.lane.bottom() - 1.0 / m_scale, 1.0 / m_scale);
    startLine(m_theme.grid.rgb());
    fillBand(line, m_line);
}

void TimelinePainter::paintRow(const TrackScene& track, std::uint32_t row, double y)
{
    const Band all = band(y, kRowInnerPx);
    if (all.y0 >= all.y1 || (track.rowBoxes(row).empty() && track.gaps.empty()))
        return;
    coverTo(all.y0);
    m_line = m_baseLine;
    const bool footed = composeRow(track, row);
    const Band foot = band(y + kRowInnerPx - kFootPx, kFootPx);
    const int footTop = footed ? std::max(all.y0, foot.y0) : all.y1;
    fillBand({all.y0, footTop}, m_line);
    if (footed)
        fillBand({footTop, all.y1}, m_footLine);
    m_covered = std::max(m_covered, all.y1);
    paintHatches(track, row, all);
}

bool TimelinePainter::composeRow(const TrackScene& track, std::uint32_t row)
{
    const QRgb base = m_theme.base.rgb();
    const bool open = track.kind == TrackKind::Unfinished;
    const std::span<const TrackScene::Box> boxes = track.rowBoxes(row);
    const bool footed = !open && std::any_of(boxes.begin(), boxes.end(), [](const TrackScene::Box& box) {
        return box.busyFraction < 1;
    });
    if (footed)
        m_footLine = m_line;
    QRgb* const line = m_line.data();
    QRgb* const foot = footed ? m_footLine.data() : line;
    for (const TrackScene::Box& box : boxes) {
        const SliceColors::Fill& fill = m_colors.of(box.category, box.name);
        const float share = open ? 0.5F : kFaintest + (1 - kFaintest) * box.busyFraction;
        const QRgb color = share >= 1 ? fill.color : blended(base, fill.color, share);
        // The foot first: without one of its own it is the line itself.
        if (box.x1 - box.x0 == 1) {
            foot[box.x0] = fill.color;
            line[box.x0] = color;
            continue;
        }
        if (footed)
            std::fill(foot + box.x0, foot + box.x1, fill.color);
        std::fill(line + box.x0, line + box.x1, color);
        if (box.x1 - box.x0 >= 4 && !box.openLeft) {
            foot[box.x0] = fill.edge;
            line[box.x0] = fill.edge;
        }
    }
    return footed;
}

void TimelinePainter::hatch(const Band& band, int x0, int x1, QRgb color, int period, int stripe)
{
    for (int y = band.y0; y < band.y1; ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        for (int x = x0; x < x1; ++x) {
            if ((x + y + m_top) % period < stripe)
                line[x] = color;
        }
    }
}

void TimelinePainter::paintHatches(const TrackScene& track, std::uint32_t row, const Band& band)
{
    const int period = std::max(4, rounded(7 * m_scale));
    const int stripe = std::max(1, rounded(m_scale));
    if (row == 0) {
        const QRgb faint = blended(m_theme.base.rgb(), m_theme.mutedText.rgb(), 0.22F);
        for (const TrackScene::Gap& gap : track.gaps)
            hatch(band, gap.x0 + 1, gap.x1 - 1, faint, period, stripe);
    }
    const bool open = track.kind == TrackKind::Unfinished;
    for (const TrackScene::Box& box : track.rowBoxes(row)) {
        const bool striped = box.category == Category::Wait || open;
        if (!striped || box.x1 - box.x0 < period)
            continue;
        const SliceColors::Fill& fill = m_colors.of(box.category, box.name);
        const QRgb color = open ? fill.color : blended(fill.color, fill.text, 0.18F);
        hatch(band, box.x0 + 1, box.x1, color, period, 2 * stripe);
    }
}

void TimelinePainter::paintTicks(const LaneScene& lane)
{
    if (lane.lane.instantHeight == 0)
        return;
    const Band strip = band(lane.lane.y + 1, lane.lane.instantHeight - 1);
    const QRgb color = m_theme.mutedText.rgb();
    const int widest = std::max(1, rounded(m_scale * 2.5));
    int free = widest * 2; // columns since the tick before: wedges of a crowd are narrow enough to be told apart
    for (std::size_t i = 0; i < lane.track.ticks.size(); ++i) {
        const TrackScene::Tick& tick = lane.track.ticks[i];
        const int next = i + 1 < lane.track.ticks.size() ? lane.track.ticks[i + 1].x - tick.x : widest * 2;
        const int half = std::clamp(std::min(free, next) / 2 - 1, 0, widest);
        free = next;
        for (int y = strip.y0; y < strip.y1; ++y) {
            // A wedge that points at its column.
            const int wide = std::max(0, half - (y - strip.y0) * half / std::max(1, strip.y1 - strip.y0));
            const int x0 = std::max(0, tick.x - wide);
            const int x1 = std::min(m_image.width(), tick.x + wide + 1);
            auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            std::fill(line + x0, line + std::max(x0, x1), color);
        }
    }
}

void TimelinePainter::paintCounter(const LaneScene& lane)
{
    coverTo(band(lane.lane.y, lane.lane.height).y1);
    for (std::size_t i = 0; i < lane.counters.size(); ++i)
        paintCurve(lane.lane, lane.counters[i], m_theme.series(i).rgb(), lane.counters.size() == 1);
    startLine(m_theme.grid.rgb());
    fillBand(band(lane.lane.bottom() - 1.0 / m_scale, 1.0 / m_scale), m_line);
}

void TimelinePainter::paintCurve(const Lane& lane, const CounterScene& curve, QRgb line, bool filled)
{
    const double top = lane.y + 3;
    const double height = TimelineLayout::kCounterPx - 4;
    const double span = curve.high - curve.low;
    // Not clipped to the picture: what lies above or below it stays there.
    const auto yOf = [&](double value) {
        const double y = top + height * (1 - (value - curve.low) / span);
        return rounded((std::clamp(y, top, top + height) - m_top) * m_scale);
    };
    const QRgb area = blended(m_theme.base.rgb(), line, 0.28F);
    const int zero = yOf(std::clamp(0.0, curve.low, curve.high));
    const int thick = std::max(1, rounded(m_scale * 1.3));
    int previous = zero;
    for (const CounterScene::Column& column : curve.columns) {
        const int last = yOf(column.last);
        int high = yOf(column.max);
        int low = std::max(yOf(column.min), high + thick - 1);
        if (column.joined) {
            high = std::min(high, previous);
            low = std::max(low, previous);
        }
        if (filled)
            fillColumn(column.x, std::min(zero, last), std::max(zero, last), area);
        fillColumn(column.x, high, low, line);
        previous = last;
    }
}

void TimelinePainter::paintGroup(const LaneScene& lane)
{
    const QRgb background = m_theme.alternate.rgb();
    startLine(background);
    const Band all = band(lane.lane.y, lane.lane.height);
    coverTo(all.y0);
    fillBand(all, m_line);
    m_covered = std::max(m_covered, all.y1);
    const std::vector<DensityScene::Column>& columns = lane.density.columns;
    for (std::size_t x = 0; x < std::min(columns.size(), m_line.size()); ++x) {
        if (columns[x].busyFraction > 0)
            m_line[x] = blended(background, m_theme.category(columns[x].category).rgb(),
                                kFaintest + (1 - kFaintest) * columns[x].busyFraction);
    }
    if (!columns.empty())
        fillBand(band(lane.lane.y + 4, lane.lane.height - 8), m_line);
    startLine(m_theme.grid.rgb());
    fillBand(band(lane.lane.bottom() - 1.0 / m_scale, 1.0 / m_scale), m_line);
}

void TimelinePainter::paintRowLabels(const LaneScene& lane, std::uint32_t row)
{
    const double y = TimelineLayout::rowTop(lane.lane, row) - m_top;
    if (y + kRowInnerPx <= 0 || y >= m_image.height() / m_scale)
        return;
    constexpr int kLeastPx = 18;
    const int least = rounded(kLeastPx * m_scale);
    const int top = rounded(y * m_scale);
    const int height = rounded(kRowInnerPx * m_scale);
    const bool open = lane.track.kind == TrackKind::Unfinished;
    for (const TrackScene::Box& box : lane.track.rowBoxes(row)) {
        if (box.x1 - box.x0 < least)
            continue;
        const QRgb color = open ? m_theme.text.rgb() : m_colors.of(box.category, box.name).text;
        m_labels.draw(m_image, box.name, color, QRect(box.x0, top, box.x1 - box.x0, height));
    }
}

} // namespace tideline
