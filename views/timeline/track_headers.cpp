// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/track_headers.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "core/index/range_stats.h"
#include "views/kit/theme.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"
#include "views/timeline/slice_tip.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kIndentPx = 12;
constexpr int kArrowPx = 16;
constexpr double kKeyPx = 7; // colour key of a series
constexpr int kMarginPx = 6;
constexpr int kScrollPerNotch = TimelineLayout::kRowPx * 3;
constexpr double kNotch = 120;
constexpr QChar kWarning(0x26A0);
constexpr std::uint32_t kWalkedSlices = 4'000;
constexpr std::uint32_t kUnionColumns = 500;

} // namespace

double busyInView(const Session& session, TrackId track, TimeRange visible)
{
    const Trace& trace = session.trace();
    const TrackInfo& info = trace.track(track);
    if (info.rows.empty() || visible.empty())
        return 0;
    const TimeRange own = visible.shifted(-trace.axisShift(track));
    const auto length = static_cast<double>(own.length().ns);
    if (info.extent && own.start <= info.extent->start && info.extent->end <= own.end)
        return std::clamp(static_cast<double>(info.busy.ns) / length, 0.0, 1.0);
    const auto mip = session.index().mip(track);
    if (!mip)
        return 0;
    if (info.overlapping > 0 && info.slices.size() <= kWalkedSlices) {
        const RangeStats stats = rangeStats(trace, std::span(&track, 1), visible, 1, Progress{});
        return std::clamp(static_cast<double>(stats.busy.ns) / length, 0.0, 1.0);
    }
    // Nested rows lie inside the top row; only rows made for overlaps add time of their own.
    const std::size_t rows = info.overlapping > 0 ? info.rows.size() : 1;
    const std::uint32_t columns = info.overlapping > 0 ? kUnionColumns : 1;
    std::vector<Duration> busiest(columns);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::vector<MipColumn> found = mip->columns(trace, row, own, columns);
        for (std::size_t i = 0; i < found.size(); ++i)
            busiest[i] = std::max(busiest[i], found[i].busy);
    }
    Duration busy;
    for (const Duration part : busiest)
        busy += part;
    return std::clamp(static_cast<double>(busy.ns) / length, 0.0, 1.0);
}

TrackHeaders::TrackHeaders(TimelineModel& model, QWidget* parent) : QWidget(parent), m_model(model)
{
    setObjectName(u"trackHeaders"_s);
    setFixedWidth(kWidthPx);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Track names"));
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&model, &TimelineModel::layoutChanged, this, repaint);
    connect(&model, &TimelineModel::scrolled, this, repaint);
    connect(&model.state(), &ViewState::visibleRangeChanged, this, repaint);
}

QString TrackHeaders::titleOf(const Lane& lane) const
{
    const Trace& trace = m_model.session()->trace();
    switch (lane.kind) {
    case LaneKind::Rank: return rankTitle(trace, RankId{lane.id});
    case LaneKind::Process: return processTitle(trace, ProcessId{lane.id});
    case LaneKind::Track: return visibleText(trace.track(TrackId{lane.id}).name);
    case LaneKind::Counter:
        return lane.series.size() == 1 ? counterTitle(trace, lane.series.front())
                                       : visibleText(trace.counter(CounterId{lane.id}).name);
    }
    return {};
}

QString TrackHeaders::noteOf(const Lane& lane) const
{
    const Session& session = *m_model.session();
    if (lane.kind == LaneKind::Counter) {
        const CounterInfo& info = session.trace().counter(CounterId{lane.id});
        const auto [low, high] = counterAxis(session.trace(), lane.series);
        return (numberText(low) + u" \u2026 "_s + numberText(high) + u' '
                + visibleValue(QString::fromStdString(info.unit)))
            .trimmed();
    }
    if (lane.kind != LaneKind::Track)
        return {};
    const TrackInfo& track = session.trace().track(TrackId{lane.id});
    QString note;
    if (track.overlapping > 0)
        note = QString(kWarning) + u' ';
    if (isCounted(track.kind) && track.slices.size() > 0)
        note += percentText(busyInView(session, TrackId{lane.id}, m_model.state().visibleRange()));
    return note;
}

bool TrackHeaders::foldable(const Lane& lane, const TimelineModel& model)
{
    if (lane.isGroup())
        return true;
    return lane.kind == LaneKind::Track && model.session()->trace().track(TrackId{lane.id}).rows.size() > 1;
}

void TrackHeaders::paintArrow(QPainter& painter, double x, double y, bool collapsed) const
{
    QPainterPath path;
    if (collapsed) {
        path.moveTo(x - 3, y - 5);
        path.lineTo(x + 4, y);
        path.lineTo(x - 3, y + 5);
    } else {
        path.moveTo(x - 5, y - 3);
        path.lineTo(x + 5, y - 3);
        path.lineTo(x, y + 4);
    }
    path.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.fillPath(path, painter.pen().color());
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TrackHeaders::paintTitle(QPainter& painter, const Lane& lane, const QRectF& box, const QString& note) const
{
    const Theme theme = Theme::fromPalette(palette());
    QFont bold = font();
    bold.setBold(lane.isGroup());
    painter.setFont(bold);
    const QFontMetricsF metrics(bold);
    const double noteWidth = note.isEmpty() ? 0 : QFontMetricsF(font()).horizontalAdvance(note) + 8;
    const double left = kMarginPx + lane.depth * kIndentPx + kArrowPx;
    painter.setPen(theme.text);
    if (foldable(lane, m_model))
        paintArrow(painter, left - kArrowPx / 2.0 - 1, box.center().y(), lane.collapsed);
    const double room = box.right() - kMarginPx - noteWidth - left;
    const QString title = metrics.elidedText(titleOf(lane), Qt::ElideMiddle, room);
    painter.drawText(QRectF(left, box.top(), room, box.height()), Qt::AlignVCenter | Qt::AlignLeft, title);
    painter.setFont(font());
    painter.setPen(note.startsWith(kWarning) ? theme.warning : theme.mutedText);
    const QRectF right(box.right() - kMarginPx - noteWidth, box.top(), noteWidth, box.height());
    painter.drawText(right, Qt::AlignVCenter | Qt::AlignRight, note);
}

void TrackHeaders::paintLane(QPainter& painter, const Lane& lane) const
{
    const Theme theme = Theme::fromPalette(palette());
    const double top = lane.y - m_model.scrollTop();
    const QRectF box(0, top, width(), lane.height);
    painter.fillRect(box, lane.isGroup() ? theme.alternate : theme.window);
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QLineF(0, box.bottom() - 0.5, width(), box.bottom() - 0.5));
    // The name of a tall track stays in view while any part of it is.
    const double line = lane.isGroup() ? lane.height : TimelineLayout::kRowPx + 1;
    const double sticky = std::min(std::max(top, 0.0), box.bottom() - line);
    const QString note = noteOf(lane);
    const bool below = lane.kind == LaneKind::Counter;
    paintTitle(painter, lane, QRectF(0, sticky, width(), line), below ? QString() : note);
    if (!below)
        return;
    // Names of counters are long and their lanes have room for a second line.
    const double left = kMarginPx + lane.depth * kIndentPx + kArrowPx;
    paintCounterNote(painter, lane, QRectF(left, sticky + line, width() - kMarginPx - left, line), note);
}

void TrackHeaders::paintCounterNote(QPainter& painter, const Lane& lane, QRectF box, const QString& note) const
{
    const Theme theme = Theme::fromPalette(palette());
    const QFontMetricsF metrics(painter.font());
    for (std::size_t i = 0; lane.series.size() > 1 && i < lane.series.size() && box.width() > kArrowPx; ++i) {
        const QRectF key(box.left(), box.center().y() - kKeyPx / 2, kKeyPx, kKeyPx);
        painter.fillRect(key, theme.series(i));
        box.setLeft(key.right() + kKeyPx / 2);
        const QString name = metrics.elidedText(visibleText(m_model.session()->trace().counter(lane.series[i]).series),
                                                Qt::ElideRight, box.width());
        painter.setPen(theme.text);
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, name);
        box.setLeft(box.left() + metrics.horizontalAdvance(name) + kKeyPx);
    }
    painter.setPen(theme.mutedText);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(note, Qt::ElideRight, box.width()));
}

void TrackHeaders::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::fromPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    if (m_model.session()) {
        const int top = m_model.scrollTop();
        const auto [first, last] = m_model.layout().lanesBetween(top, top + height());
        for (std::size_t i = first; i < last; ++i)
            paintLane(painter, m_model.layout().lanes()[i]);
    }
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QLineF(width() - 0.5, 0, width() - 0.5, height()));
}

QString TrackHeaders::tipAt(int y) const
{
    if (!m_model.session())
        return {};
    const auto index = m_model.layout().laneAt(y + m_model.scrollTop());
    if (!index)
        return {};
    const Lane& lane = m_model.layout().lanes()[*index];
    QString tip = titleOf(lane);
    if (lane.kind != LaneKind::Track)
        return tip;
    const TrackInfo& track = m_model.session()->trace().track(TrackId{lane.id});
    tip +=
        u'\n' + tr("%1 slices, busy %2 of the whole run").arg(countText(track.slices.size()), durationText(track.busy));
    if (track.overlapping > 0)
        tip += u'\n'
               + tr("%1 slices overlap an earlier one; they are drawn in rows of their own")
                     .arg(countText(track.overlapping));
    return tip;
}

bool TrackHeaders::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = tipAt(help->pos().y());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(text), this);
    return true;
}

void TrackHeaders::mousePressEvent(QMouseEvent* event)
{
    if (!m_model.session() || event->button() != Qt::LeftButton)
        return;
    const auto index = m_model.layout().laneAt(static_cast<int>(event->position().y()) + m_model.scrollTop());
    if (!index)
        return;
    const Lane lane = m_model.layout().lanes()[*index];
    if (foldable(lane, m_model))
        m_model.toggle(lane);
}

void TrackHeaders::wheelEvent(QWheelEvent* event)
{
    event->accept();
    m_model.setScrollTop(m_model.scrollTop() - static_cast<int>(event->angleDelta().y() / kNotch * kScrollPerNotch));
}

void TrackHeaders::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_model.session())
        return;
    const auto index = m_model.layout().laneAt(event->pos().y() + m_model.scrollTop());
    emit menuWanted(event->globalPos(), SliceId{}, index ? static_cast<int>(*index) : -1);
}

void TrackHeaders::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Track names"));
    update();
    QWidget::changeEvent(event);
}

} // namespace tideline
