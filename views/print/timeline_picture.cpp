// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/timeline_picture.h"

#include <QBuffer>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/index/range_stats.h"
#include "core/scene/timeline_scene.h"
#include "views/kit/theme.h"
#include "views/paint/timeline_painter.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr double kScale = 2; // device pixels per logical one
constexpr std::uint32_t kMostRows = 4;
constexpr double kLabelPx = 90; // between ruler marks

/// How many lanes of a kind are shown; 0: none.
std::size_t mostOf(TrackKind kind)
{
    switch (kind) {
    case TrackKind::Stream: return 6;
    case TrackKind::HostThread: return 3;
    case TrackKind::CommGroup: return 3;
    case TrackKind::CommPlane: return 1;
    case TrackKind::Process:
    case TrackKind::Other: return 2;
    case TrackKind::Overlap:
    case TrackKind::Async:
    case TrackKind::Unfinished: break;
    }
    return 0;
}

struct Candidate {
    TrackId track;
    TrackKind kind;
    Duration busy;
};

/// The busiest lanes of the rank in the range: host, then streams, then communication.
std::vector<TrackId> lanesFor(const Trace& trace, RankId rank, TimeRange range)
{
    std::vector<Candidate> all;
    for (std::uint32_t id = 0; id < trace.tracks().size(); ++id) {
        const TrackInfo& track = trace.tracks()[id];
        if (track.rank != rank || mostOf(track.kind) == 0 || !track.extent
            || !track.extent->shifted(trace.axisShift(TrackId{id})).intersects(range))
            continue;
        const TrackId one[] = {TrackId{id}};
        const RangeStats stats = rangeStats(trace, one, range, 1, Progress{});
        if (stats.slices > 0)
            all.push_back({TrackId{id}, track.kind, stats.busy});
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.busy > b.busy; });
    std::vector<std::size_t> counts(static_cast<std::size_t>(TrackKind::Unfinished) + 1, 0);
    std::erase_if(
        all, [&counts](const Candidate& c) { return counts[static_cast<std::size_t>(c.kind)]++ >= mostOf(c.kind); });
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
    std::vector<TrackId> lanes;
    for (const Candidate& candidate : all)
        lanes.push_back(candidate.track);
    return lanes;
}

QString nameOf(const Trace& trace, TrackId id)
{
    const TrackInfo& track = trace.track(id);
    return visibleText(track.name);
}

} // namespace

TimelinePicture::TimelinePicture(const Trace& trace, const TraceIndex& index, const ReportPicture& picture, int widthPx,
                                 const QFont& font)
    : m_width(widthPx), m_font(font)
{
    const double lanesWidth = widthPx - kNamesPx;
    TimelineScene scene;
    scene.axis = TimeAxis{picture.range, std::floor(lanesWidth * kScale)};
    scene.scale = kScale;
    CategoryCache categories(trace, &index);
    for (const TrackId track : lanesFor(trace, picture.rank, picture.range)) {
        LaneScene lane;
        lane.lane.id = track.row;
        lane.lane.y = m_lanesHeight;
        lane.lane.rows = std::min<std::uint32_t>(static_cast<std::uint32_t>(trace.track(track).rows.size()), kMostRows);
        lane.lane.height = static_cast<int>(lane.lane.rows) * TimelineLayout::kRowPx + TimelineLayout::kLaneGapPx;
        lane.track = buildTrackScene(trace, index.mip(track).get(), categories, track, scene.axis, {lane.lane.rows, 0});
        m_names.push_back({nameOf(trace, track), m_lanesHeight, lane.lane.height});
        m_lanesHeight += lane.lane.height;
        scene.lanes.push_back(std::move(lane));
    }
    m_ruler = buildRuler(TimeAxis{picture.range, lanesWidth}, picture.range.start, kLabelPx);
    if (m_names.empty())
        return;
    TimelinePainter painter(trace.strings(), Theme::light(), m_font);
    m_lanes = painter.paint(scene, 0, QSize(static_cast<int>(lanesWidth), m_lanesHeight), {});
}

int TimelinePicture::heightPx() const
{
    return kRulerPx + m_lanesHeight + 1;
}

void TimelinePicture::paint(QPainter& painter, QPointF corner, const ReportWords& words) const
{
    const Theme theme = Theme::light();
    const double left = corner.x() + kNamesPx;
    const double top = corner.y() + kRulerPx;
    painter.setFont(m_font);
    const QFontMetricsF metrics(m_font, painter.device());
    painter.setPen(theme.mutedText);
    for (const Ruler::Tick& tick : m_ruler.ticks) {
        const double x = left + tick.x;
        painter.drawLine(QPointF(x, top - (tick.major ? 5 : 3)), QPointF(x, top));
        const QString text = QString::fromStdString(words.value(MessageArg::time(tick.offset + m_ruler.base)));
        const bool fits = x + 3 + metrics.horizontalAdvance(text) <= corner.x() + m_width;
        if (tick.major && fits)
            painter.drawText(QPointF(x + 3, top - 6), text);
    }
    painter.drawImage(QRectF(left, top, m_width - kNamesPx, m_lanesHeight), m_lanes);
    for (const LaneName& name : m_names) {
        painter.setPen(theme.text);
        const QString text = metrics.elidedText(name.text, Qt::ElideMiddle, kNamesPx - 8);
        painter.drawText(QPointF(corner.x(), top + name.y + 13), text);
        painter.setPen(theme.grid);
        const double y = top + name.y + name.height;
        painter.drawLine(QPointF(corner.x(), y), QPointF(corner.x() + m_width, y));
    }
}

std::string timelinePng(const Trace& trace, const TraceIndex& index, const ReportPicture& picture,
                        const ReportWords& words, int widthPx)
{
    QFont font;
    font.setFamilies({u"DejaVu Sans"_s, u"Noto Sans CJK SC"_s});
    font.setPixelSize(11);
    const TimelinePicture drawn(trace, index, picture, widthPx, font);
    if (drawn.empty())
        return {};
    QImage image(QSize(drawn.widthPx(), drawn.heightPx()) * kScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kScale);
    image.fill(Theme::light().base);
    QPainter painter(&image);
    drawn.paint(painter, QPointF(), words);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? bytes.toStdString() : std::string();
}

} // namespace tideline
