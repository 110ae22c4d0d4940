// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/overview_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "views/paint/slice_colors.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kHeightPx = 46;
constexpr double kZoomPerNotch = 1.25;
constexpr double kNotch = 120;
constexpr std::size_t kMaxGroups = 20;

/// The processes that have counted slices, in the order of the timeline, whether they are open or not. Neighbours share
/// a band where there are more of them than the strip has room for.
std::vector<std::vector<TrackId>> groupsOf(const Trace& trace)
{
    const TimelineLayout all(trace);
    std::vector<std::vector<TrackId>> groups;
    for (const Lane& lane : all.lanes()) {
        if (lane.kind != LaneKind::Process)
            continue;
        std::vector<TrackId> tracks = all.tracksOf(lane);
        std::erase_if(tracks, [&](TrackId track) {
            return !isCounted(trace.track(track).kind) || trace.track(track).slices.size() == 0;
        });
        if (!tracks.empty())
            groups.push_back(std::move(tracks));
    }
    if (groups.size() <= kMaxGroups)
        return groups;
    std::vector<std::vector<TrackId>> bands(kMaxGroups);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::vector<TrackId>& band = bands[i * kMaxGroups / groups.size()];
        band.insert(band.end(), groups[i].begin(), groups[i].end());
    }
    return bands;
}

} // namespace

OverviewStrip::OverviewStrip(TimelineModel& model, TimelineCommands& commands, QWidget* parent)
    : QWidget(parent), m_model(model), m_commands(commands)
{
    setObjectName(u"overviewStrip"_s);
    setFixedHeight(kHeightPx);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Overview of the whole run"));
    connect(&model, &TimelineModel::profileChanged, this, &OverviewStrip::rebuild);
    connect(&model.state(), &ViewState::visibleRangeChanged, this, qOverload<>(&QWidget::update));
    connect(&model.state(), &ViewState::selectionChanged, this, qOverload<>(&QWidget::update));
}

void OverviewStrip::rebuild()
{
    m_image = {};
    update();
}

void OverviewStrip::paintGroups(QImage& image)
{
    const Theme theme = Theme::fromPalette(palette());
    image.fill(theme.base);
    const std::vector<std::vector<TrackId>> groups = groupsOf(m_model.session()->trace());
    const TimeAxis device{m_model.state().extent(), static_cast<double>(image.width())};
    const double margin = 3 * devicePixelRatioF();
    const double each = (image.height() - 2 * margin) / static_cast<double>(std::max<std::size_t>(groups.size(), 1));
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const DensityScene density = buildDensity(m_model.source(), groups[i], device);
        const int y0 = static_cast<int>(std::lround(margin + each * static_cast<double>(i)));
        const int y1 = std::max(y0 + 1, static_cast<int>(std::lround(margin + each * static_cast<double>(i + 1))) - 1);
        for (int y = y0; y < std::min(y1, image.height()); ++y) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (std::size_t x = 0; x < density.columns.size(); ++x) {
                const DensityScene::Column& column = density.columns[x];
                if (column.busyFraction > 0)
                    line[x] = blended(theme.base.rgb(), theme.category(column.category).rgb(),
                                      0.25F + 0.75F * column.busyFraction);
            }
        }
    }
}

QRectF OverviewStrip::viewBox() const
{
    const TimeRange view = m_model.state().visibleRange();
    const double x0 = std::clamp(axis().xOf(view.start), 0.0, static_cast<double>(width()));
    const double x1 = std::clamp(axis().xOf(view.end), 0.0, static_cast<double>(width()));
    constexpr double kLeast = 3;
    const double wide = std::max(x1 - x0, kLeast);
    return {std::min(x0, width() - wide), 0, wide, static_cast<double>(height())};
}

void OverviewStrip::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::fromPalette(palette());
    const double scale = devicePixelRatioF();
    const QSize device(std::max(1, static_cast<int>(width() * scale)), static_cast<int>(std::lround(height() * scale)));
    QPainter painter(this);
    if (!m_model.session()) {
        painter.fillRect(rect(), theme.base);
        return;
    }
    if (m_image.size() != device) {
        m_image = QImage(device, QImage::Format_RGB32);
        paintGroups(m_image);
        m_image.setDevicePixelRatio(scale);
    }
    painter.drawImage(QPointF(0, 0), m_image);
    const QRectF box = viewBox();
    QColor veil = theme.window;
    veil.setAlphaF(0.62F);
    painter.fillRect(QRectF(0, 0, box.left(), height()), veil);
    painter.fillRect(QRectF(box.right(), 0, width() - box.right(), height()), veil);
    const Selection& selection = m_model.state().selection();
    if (selection.kind == Selection::Kind::Slices) {
        painter.setPen(QPen(theme.accent, 1));
        for (const SliceId slice : selection.slices) {
            const double x = std::floor(axis().xOf(m_model.rangeOf(slice).start)) + 0.5;
            painter.drawLine(QLineF(x, 0, x, 5));
        }
    }
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void OverviewStrip::centreOn(double x)
{
    const Duration length = m_model.state().visibleRange().length();
    const Instant start = axis().timeAt(x) - Duration{length.ns / 2};
    m_model.state().setVisibleRange({start, start + length});
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (m_model.session() && event->button() == Qt::LeftButton)
        centreOn(event->position().x());
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_model.session() && event->buttons() & Qt::LeftButton)
        centreOn(event->position().x());
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (m_model.session())
        m_commands.zoom(std::pow(kZoomPerNotch, -event->angleDelta().y() / kNotch),
                        axis().timeAt(event->position().x()));
}

void OverviewStrip::resizeEvent(QResizeEvent*)
{
    rebuild();
}

void OverviewStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        rebuild();
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Overview of the whole run"));
    QWidget::changeEvent(event);
}

} // namespace tideline
