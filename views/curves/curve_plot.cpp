// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_plot.h"

#include <QAccessible>
#include <qcustomplot.h>
#include <QEvent>
#include <QPicture>

#include <algorithm>

#include "views/curves/curve_text.h"
#include "views/curves/curve_tickers.h"
#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastPanelPx = 92;
constexpr int kRightPx = 14;
constexpr int kLabelPx = 110;

} // namespace

CurvePlot::CurvePlot(ViewState& state, CurveSet& set, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_set(set),
      m_commands(state),
      m_plot(new QCustomPlot(this)),
      m_layer(new CurveOverlayLayer([this] { return overlay(); }, this))
{
    setObjectName(u"curvePlot"_s);
    setAccessibleName(tr("Curves"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(200, 80);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setInteractions(QCP::Interactions());
    m_plot->setNotAntialiasedElements(QCP::aeAll);
    m_plot->setPlottingHints(QCP::phCacheLabels);
    m_plot->plotLayout()->clear();
    m_plot->plotLayout()->setRowSpacing(0);
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &CurvePlot::refresh);
    connect(&set, &CurveSet::shownChanged, this, &CurvePlot::rebuildPanels);
    connect(&state, &ViewState::visibleRangeChanged, this, &CurvePlot::markDirty);
    connect(&state, &ViewState::selectionChanged, m_layer, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::hoverChanged, m_layer, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::profileReset, this, [this] { m_frozen.reset(); });
    applyTheme();
}

CurvePlot::~CurvePlot() = default;

void CurvePlot::setTrace(std::shared_ptr<const Trace> trace)
{
    m_trace = std::move(trace);
    m_frozen.reset();
    markDirty();
}

void CurvePlot::setMessage(const QString& message)
{
    m_message = message;
    setAccessibleDescription(message);
    m_layer->update();
}

void CurvePlot::rebuildPanels()
{
    m_axisPanel = nullptr;
    m_drag = Drag::None;
    m_panels.clear();
    m_plot->clearItems();
    m_plot->clearPlottables();
    m_plot->plotLayout()->clear();
    for (const CurveSet::Panel& content : m_set.panels()) {
        auto* rect = new QCPAxisRect(m_plot);
        m_plot->plotLayout()->addElement(static_cast<int>(m_panels.size()), 0, rect);
        m_panels.push_back(std::make_unique<CurvePanel>(*m_plot, *rect, m_set, content));
        if (const auto mode = m_modes.find(content.title); mode != m_modes.end())
            m_panels.back()->setMode(mode->second);
    }
    applyTheme();
    setMinimumHeight(std::max(80, static_cast<int>(m_panels.size()) * kLeastPanelPx));
    markDirty();
}

void CurvePlot::applyTheme()
{
    const Theme theme = Theme::fromPalette(palette());
    m_plot->setFont(font());
    m_plot->setBackground(QBrush(theme.window));
    const QFontMetrics metrics(font());
    const int left = metrics.horizontalAdvance(u"0.000000"_s) + metrics.height() + 10;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const bool last = i + 1 == m_panels.size();
        m_panels[i]->setTheme(theme);
        m_panels[i]->setMargins({left, CurvePanel::kTitlePx, kRightPx, last ? 2 * metrics.height() + 16 : 4}, last);
    }
}

void CurvePlot::layOut()
{
    const double scale = devicePixelRatioF();
    if (m_plot->bufferDevicePixelRatio() != scale)
        m_plot->setBufferDevicePixelRatio(scale);
    for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        m_plot->plotLayout()->update(phase);
}

QRectF CurvePlot::area() const
{
    if (m_panels.empty())
        return rect();
    const QRectF first = m_panels.front()->area();
    return {first.topLeft(), m_panels.back()->area().bottomRight()};
}

void CurvePlot::markDirty()
{
    m_dirty = true;
    if (!m_timer.isActive())
        m_timer.start();
}

void CurvePlot::refresh()
{
    m_timer.stop();
    if (!m_dirty)
        return;
    m_dirty = false;
    layOut();
    const Instant origin = m_state.extent().start;
    for (const auto& panel : m_panels)
        panel->refill(axis(), origin);
    if (!m_panels.empty()) {
        const QString base =
            timeBaseText(m_state.visibleRange().shifted(Instant{} - origin), area().width() / kLabelPx);
        m_panels.back()->setTimeLabel(base.isEmpty() ? tr("Time since the start") : base);
    }
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
    m_layer->update();
}

std::optional<Instant> CurvePlot::crosshair() const
{
    return m_frozen ? m_frozen : m_state.hover().time;
}

QString CurvePlot::sinceStart(Instant t) const
{
    return durationText(t - m_state.extent().start);
}

std::vector<CurveOverlay::Row> CurvePlot::boxRows(Instant t) const
{
    const Theme theme = Theme::fromPalette(palette());
    std::vector<CurveOverlay::Row> rows;
    for (const auto& panel : m_panels) {
        for (const std::size_t index : panel->content().curves) {
            const Curve& curve = m_set.at(index);
            const auto sample = valueAt(curve, t);
            rows.push_back({m_set.color(index, theme), m_set.title(index),
                            sample ? curveValueText(curve, sample->value) : tr("no value"),
                            sample ? tr("at %1").arg(sinceStart(sample->time)) : QString()});
        }
    }
    return rows;
}

CurveOverlay CurvePlot::overlay() const
{
    CurveOverlay overlay;
    overlay.message = m_message;
    const Theme theme = Theme::fromPalette(palette());
    for (const auto& panel : m_panels) {
        CurveOverlay::Panel drawn{panel->area(),
                                  panel->content().title,
                                  {},
                                  panel->showsMeans() ? tr("line: mean, pale: least to greatest") : QString()};
        for (const std::size_t index : panel->content().curves)
            drawn.keys.push_back({curveTitle(m_set.at(index)), m_set.color(index, theme)});
        overlay.panels.push_back(std::move(drawn));
    }
    const QRectF box = area();
    const Selection& selection = m_state.selection();
    if (selection.kind == Selection::Kind::Range) {
        overlay.selection = std::pair{xOf(selection.range.start), xOf(selection.range.end)};
        overlay.selectionLabel = durationText(selection.range.length());
    }
    const auto time = crosshair();
    if (!time || xOf(*time) < box.left() || xOf(*time) > box.right() + 1)
        return overlay;
    overlay.crosshairX = std::floor(xOf(*time)) + 0.5;
    overlay.frozen = frozen();
    overlay.boxTitle = frozen() ? tr("%1 (held)").arg(sinceStart(*time)) : sinceStart(*time);
    overlay.rows = boxRows(*time);
    return overlay;
}

void CurvePlot::paintVector(QPainter& painter)
{
    m_dirty = true;
    refresh();
    QPicture picture;
    QCPPainter recorder;
    recorder.begin(&picture);
    recorder.setMode(QCPPainter::pmVectorized);
    m_plot->toPainter(&recorder, width(), height());
    recorder.end();
    painter.drawPicture(QPointF(0, 0), picture);
    painter.setFont(font());
    paintCurveOverlay(painter, Theme::fromPalette(palette()), overlay(), QRectF(rect()));
}

void CurvePlot::resizeEvent(QResizeEvent*)
{
    m_plot->setGeometry(rect());
    m_layer->setGeometry(rect());
    markDirty();
}

void CurvePlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
        markDirty();
    }
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Curves"));
        markDirty();
    }
    QWidget::changeEvent(event);
}

} // namespace tideline
