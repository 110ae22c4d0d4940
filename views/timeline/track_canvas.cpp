// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/track_canvas.h"

#include <QAccessible>
#include <QElapsedTimer>
#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

#include "core/scene/flow_scene.h"
#include "core/scene/ruler.h"
#include "views/text/number_text.h"
#include "views/timeline/frame_log.h"
#include "views/timeline/scope_shade.h"
#include "views/timeline/slice_tip.h"
#include "views/timeline/time_ruler.h"

namespace tideline {

namespace {

constexpr int kTipDelayMs = 200;
constexpr std::size_t kMaxOutlines = 500;
constexpr std::size_t kMaxArrows = 64;
constexpr double kInstantReachPx = 5;
constexpr double kLeastOutlinePx = 3;

} // namespace

TrackCanvas::TrackCanvas(TimelineModel& model, TimelineCommands& commands, QWidget* parent)
    : QWidget(parent), m_model(model), m_commands(commands)
{
    setObjectName(QStringLiteral("trackCanvas"));
    setAccessibleName(tr("Timeline tracks"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(120, 60);
    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(0);
    connect(&m_refreshTimer, &QTimer::timeout, this, &TrackCanvas::refresh);
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);
    connect(&m_tipTimer, &QTimer::timeout, this, &TrackCanvas::showTip);
    connect(&model, &TimelineModel::profileChanged, this, &TrackCanvas::forgetPainter);
    connect(&model, &TimelineModel::layoutChanged, this, &TrackCanvas::markDirty);
    connect(&model, &TimelineModel::scrolled, this, &TrackCanvas::markDirty);
    connect(&model.state(), &ViewState::visibleRangeChanged, this, &TrackCanvas::markDirty);
    const auto overlayChanged = [this] {
        if (!m_dirty)
            rebuildOverlay();
        update();
    };
    connect(&model.state(), &ViewState::scopeChanged, this, [this, overlayChanged] {
        if (!m_dirty)
            shadeScope();
        overlayChanged();
    });
    connect(&model.state(), &ViewState::selectionChanged, this, overlayChanged);
    connect(&model.state(), &ViewState::hoverChanged, this, overlayChanged);
}

void TrackCanvas::markDirty()
{
    m_dirty = true;
    if (!m_refreshTimer.isActive())
        m_refreshTimer.start();
}

void TrackCanvas::forgetPainter()
{
    m_painter.reset();
    m_scene = {};
    m_image = {};
    markDirty();
}

const TimelineScene& TrackCanvas::scene()
{
    refresh();
    return m_scene;
}

void TrackCanvas::refresh()
{
    const double scale = devicePixelRatioF();
    if (!m_dirty && m_scene.scale == scale)
        return;
    m_dirty = false;
    m_refreshTimer.stop();
    m_scene = {};
    if (m_model.session()) {
        QElapsedTimer clock;
        clock.start();
        const int top = m_model.scrollTop();
        const TimeAxis device{m_model.state().visibleRange(), std::max(1.0, std::floor(width() * scale))};
        m_scene = buildTimelineScene(m_model.source(), m_model.layout(), device, scale, top, top + height());
        const qint64 built = clock.nsecsElapsed();
        if (!m_painter)
            m_painter = std::make_unique<TimelinePainter>(m_model.session()->trace().strings(),
                                                          Theme::fromPalette(palette()), font());
        std::vector<int> grid;
        for (const Ruler::Tick& tick :
             buildRuler(device, m_model.state().extent().start, TimeRuler::kLabelPx * scale).ticks) {
            if (tick.major)
                grid.push_back(static_cast<int>(tick.x));
        }
        m_image = QImage(); // gives the painter its picture back
        m_image = m_painter->paint(m_scene, top, size(), grid);
        qCDebug(frameLog) << "scene" << built / 1000 << "us, paint" << (clock.nsecsElapsed() - built) / 1000 << "us";
    }
    m_scene.scale = scale;
    shadeScope();
    rebuildOverlay();
    update();
    emit sceneChanged();
}

void TrackCanvas::paintEvent(QPaintEvent*)
{
    refresh();
    QPainter painter(this);
    const Theme theme = Theme::fromPalette(palette());
    if (m_image.isNull() || m_scene.lanes.empty()) {
        painter.fillRect(rect(), theme.base);
        painter.setPen(theme.mutedText);
        const QString text = m_model.session() ? tr("No slices or counters in this profile") : tr("No profile is open");
        painter.drawText(rect(), Qt::AlignCenter, text);
    } else {
        painter.drawImage(QPointF(0, 0), m_image);
        paintOverlay(painter, theme, m_overlay, QSizeF(size()));
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TrackCanvas::resizeEvent(QResizeEvent* event)
{
    m_model.setViewportHeight(event->size().height());
    markDirty();
}

void TrackCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        m_painter.reset();
        markDirty();
    }
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Timeline tracks"));
    QWidget::changeEvent(event);
}

TrackCanvas::Hit TrackCanvas::hitAt(QPointF position)
{
    refresh();
    Hit hit;
    const int y = static_cast<int>(std::floor(position.y())) + m_model.scrollTop();
    hit.lane = m_scene.laneAt(y);
    if (!hit.lane || hit.lane->lane.kind != LaneKind::Track)
        return hit;
    const double x = position.x() * m_scene.scale;
    if (const auto row = m_model.layout().rowAt(hit.lane->lane, y))
        hit.box = hit.lane->track.boxAt(x, *row);
    else
        hit.instant = hit.lane->track.instantAt(x, kInstantReachPx * m_scene.scale);
    return hit;
}

QString TrackCanvas::tipAt(QPointF position)
{
    if (!m_model.session())
        return {};
    const Hit hit = hitAt(position);
    if (hit.box)
        return sliceTip(*m_model.session(), *hit.box);
    if (hit.instant)
        return instantTip(*m_model.session(), *hit.instant);
    if (hit.lane && hit.lane->lane.kind == LaneKind::Counter)
        return counterTip(*m_model.session(), hit.lane->lane.series, timeAt(position.x()));
    return {};
}

Instant TrackCanvas::anchor() const
{
    const bool inside = rect().contains(m_pointer.toPoint());
    return timeAt(inside ? m_pointer.x() : width() / 2.0);
}

std::optional<QRectF> TrackCanvas::rectOf(SliceId slice) const
{
    const Trace& trace = m_model.session()->trace();
    const TrackId track = trace.trackOf(slice);
    const auto lane = m_model.layout().laneOf(track);
    if (!lane)
        return std::nullopt;
    const Lane& it = m_model.layout().lanes()[*lane];
    const std::uint32_t row = trace.rowOf(slice);
    if (row >= it.rows)
        return std::nullopt;
    const TimeRange range = m_model.rangeOf(slice);
    const double x0 = std::clamp(xOf(range.start), -8.0, width() + 8.0);
    const double x1 = std::clamp(xOf(range.end), x0, width() + 8.0);
    const double wide = std::max(x1 - x0, kLeastOutlinePx);
    return QRectF(x0, TimelineLayout::rowTop(it, row) - m_model.scrollTop(), wide, TimelineLayout::kRowPx - 2);
}

std::optional<QPointF> TrackCanvas::pointOf(const FlowEnd& end) const
{
    constexpr double kFar = 10'000;
    const double x = std::clamp(xOf(end.time), -kFar, kFar);
    if (end.slice.valid()) {
        if (const auto rect = rectOf(end.slice))
            return QPointF(x, rect->center().y());
    }
    const auto lane = end.track.valid() ? m_model.layout().laneOf(end.track) : std::nullopt;
    if (!lane)
        return std::nullopt;
    const Lane& it = m_model.layout().lanes()[*lane];
    return QPointF(x, it.y + it.height / 2.0 - m_model.scrollTop());
}

void TrackCanvas::shadeScope()
{
    m_outside.clear();
    if (m_model.session())
        m_outside = scopeShade(m_model.session()->trace(), m_model.state().scope(), m_scene, m_model.scrollTop(),
                               QSizeF(size()));
}

void TrackCanvas::rebuildOverlay()
{
    m_overlay = {};
    if (!m_model.session())
        return;
    m_overlay.outside = m_outside;
    const Selection& selection = m_model.state().selection();
    switch (selection.kind) {
    case Selection::Kind::None: break;
    case Selection::Kind::Slices: addSelectedSlices(); break;
    case Selection::Kind::Range: addRange(); break;
    case Selection::Kind::Operator: addOperator(); break;
    }
    const Hover& hover = m_model.state().hover();
    if (hover.slice.valid())
        m_overlay.hovered = rectOf(hover.slice);
    if (hover.time)
        m_overlay.crosshairX = std::round(xOf(*hover.time));
}

void TrackCanvas::addSelectedSlices()
{
    const std::vector<SliceId>& slices = m_model.state().selection().slices;
    for (const SliceId slice : slices) {
        const auto rect = rectOf(slice);
        if (rect && rect->right() >= 0 && rect->left() <= width() && m_overlay.selected.size() < kMaxOutlines)
            m_overlay.selected.push_back(*rect);
    }
    if (!slices.empty())
        addFlows(slices.back());
}

void TrackCanvas::addFlows(SliceId slice)
{
    const Session& session = *m_model.session();
    for (const FlowArrow& arrow : flowsOf(session.trace(), session.index().flows(), slice, kMaxArrows)) {
        const auto from = pointOf(arrow.from);
        const auto to = pointOf(arrow.to);
        if (from && to)
            m_overlay.flows.emplace_back(*from, *to);
    }
}

void TrackCanvas::addOperator()
{
    const StringId name = m_model.state().selection().operatorName;
    for (const LaneScene& lane : m_scene.lanes) {
        for (const TrackScene::Box& box : lane.track.boxes) {
            if (box.name != name || m_overlay.highlighted.size() == kMaxOutlines)
                continue;
            const double wide = std::max((box.x1 - box.x0) / m_scene.scale, kLeastOutlinePx);
            m_overlay.highlighted.emplace_back(box.x0 / m_scene.scale,
                                               TimelineLayout::rowTop(lane.lane, box.row) - m_model.scrollTop(), wide,
                                               TimelineLayout::kRowPx - 2);
        }
    }
}

void TrackCanvas::addRange()
{
    const Selection& selection = m_model.state().selection();
    int top = selection.tracks.empty() ? 0 : m_model.layout().height();
    int bottom = selection.tracks.empty() ? m_model.layout().height() : 0;
    for (const TrackId track : selection.tracks) {
        if (const auto lane = m_model.layout().laneOf(track)) {
            top = std::min(top, m_model.layout().lanes()[*lane].y);
            bottom = std::max(bottom, m_model.layout().lanes()[*lane].bottom());
        }
    }
    const double x0 = std::clamp(xOf(selection.range.start), -2.0, width() + 2.0);
    const double x1 = std::clamp(xOf(selection.range.end), x0, width() + 2.0);
    m_overlay.range = QRectF(QPointF(x0, top - m_model.scrollTop()), QPointF(x1, bottom - m_model.scrollTop()));
    m_overlay.rangeLabel = durationText(selection.range.length());
}

} // namespace tideline
