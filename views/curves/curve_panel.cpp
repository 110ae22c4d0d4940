// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_panel.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "views/curves/curve_tickers.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLabelPx = 110; ///< least distance of time labels

constexpr double kPaleShare = 0.4;

QColor blended(const QColor& below, const QColor& above, double share)
{
    const auto mix = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {mix(below.red(), above.red()), mix(below.green(), above.green()), mix(below.blue(), above.blue())};
}

QVector<QCPGraphData> dataOf(const std::vector<StepSample>& points, Instant origin)
{
    QVector<QCPGraphData> data;
    data.reserve(static_cast<int>(points.size()));
    for (const StepSample& point : points)
        data.push_back({static_cast<double>((point.time - origin).ns), point.value});
    return data;
}

} // namespace

CurvePanel::CurvePanel(QCustomPlot& plot, QCPAxisRect& rect, const CurveSet& set, CurveSet::Panel panel)
    : m_plot(plot), m_rect(rect), m_set(set), m_panel(std::move(panel))
{
    const Curve& first = m_set.at(m_panel.curves.front());
    m_mode = first.unit == CurveUnit::Percent || peak() ? YMode::Fixed : YMode::WholeRun;
    // Fixed margins keep the panels aligned and spare a second pass over the layout.
    rect.setAutoMargins(QCP::msNone);
    rect.setLayer(u"background"_s); // below the grid
    for (QCPAxis* axis : rect.axes()) {
        axis->setLayer(u"axes"_s);
        axis->grid()->setLayer(u"grid"_s);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setVisible(axis->axisType() == QCPAxis::atLeft || axis->axisType() == QCPAxis::atBottom);
    }
    rect.axis(QCPAxis::atLeft)->setTickLength(0, 4);
    rect.axis(QCPAxis::atBottom)->setTickLength(0, 4);
    rect.axis(QCPAxis::atBottom)->setSubTickLength(0, 2);
    rect.axis(QCPAxis::atLeft)->setSubTicks(false);
    rect.axis(QCPAxis::atLeft)->setLabelPadding(2);
    addGraphs();
    addPeak();
}

void CurvePanel::addGraphs()
{
    for (std::size_t i = 0; i < m_panel.curves.size(); ++i) {
        m_graphs.push_back(addGraph());
    }
    // The means lie above all envelopes.
    for (std::size_t i = 0; i < m_panel.curves.size(); ++i)
        m_means.push_back(addGraph());
}

QCPGraph* CurvePanel::addGraph()
{
    QCPGraph* graph = m_plot.addGraph(m_rect.axis(QCPAxis::atBottom), m_rect.axis(QCPAxis::atLeft));
    graph->setLineStyle(QCPGraph::lsStepLeft);
    // The points are thinned already and min and max kept: nothing may thin them again.
    graph->setAdaptiveSampling(false);
    graph->setAntialiased(false);
    graph->setSelectable(QCP::stNone);
    return graph;
}

std::optional<double> CurvePanel::peak() const
{
    for (const std::size_t index : m_panel.curves) {
        if (!std::isnan(m_set.at(index).peak))
            return m_set.at(index).peak;
    }
    return std::nullopt;
}

void CurvePanel::addPeak()
{
    const auto value = peak();
    if (!value)
        return;
    const auto with = std::find_if(m_panel.curves.begin(), m_panel.curves.end(),
                                   [this](std::size_t i) { return !std::isnan(m_set.at(i).peak); });
    QCPAxis* x = m_rect.axis(QCPAxis::atBottom);
    QCPAxis* y = m_rect.axis(QCPAxis::atLeft);
    const auto place = [&](QCPItemPosition* position, QCPItemPosition::PositionType along, double key) {
        position->setAxisRect(&m_rect);
        position->setAxes(x, y);
        position->setTypeX(along);
        position->setTypeY(QCPItemPosition::ptPlotCoords);
        position->setCoords(key, *value);
    };
    m_peakLine = new QCPItemStraightLine(&m_plot);
    m_peakLine->setClipAxisRect(&m_rect);
    place(m_peakLine->point1, QCPItemPosition::ptAxisRectRatio, 0);
    place(m_peakLine->point2, QCPItemPosition::ptAxisRectRatio, 1);
    m_peakLabel = new QCPItemText(&m_plot);
    m_peakLabel->setClipAxisRect(&m_rect);
    m_peakLabel->setLayer(QLatin1String("overlay")); // above the curves, with a ground of its own
    m_peakLabel->setText(peakText(m_set.at(*with)));
    m_peakLabel->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    m_peakLabel->setPadding(QMargins(2, 1, 2, 1));
    place(m_peakLabel->position, QCPItemPosition::ptAxisRectRatio, 0.995);
}

QRectF CurvePanel::area() const
{
    return m_rect.rect();
}

std::pair<double, double> CurvePanel::yRange() const
{
    const QCPRange range = m_rect.axis(QCPAxis::atLeft)->range();
    return {range.lower, range.upper};
}

bool CurvePanel::showsMeans() const
{
    return std::any_of(m_scenes.begin(), m_scenes.end(), [](const CurveScene& scene) { return !scene.means.empty(); });
}

void CurvePanel::setTheme(const Theme& theme)
{
    m_rect.setBackground(theme.base);
    for (QCPAxis* axis : m_rect.axes()) {
        axis->setBasePen(QPen(theme.grid, 1));
        axis->setTickPen(QPen(theme.mutedText, 1));
        axis->setSubTickPen(QPen(theme.grid, 1));
        axis->setTickLabelColor(theme.text);
        axis->setLabelColor(theme.mutedText);
        axis->setTickLabelFont(m_plot.font());
        axis->setLabelFont(m_plot.font());
        axis->grid()->setPen(QPen(theme.grid, 1));
    }
    m_colors.clear();
    m_pale.clear();
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        const QColor color = m_set.color(m_panel.curves[i], theme);
        m_colors.push_back(color);
        // Opaque: blending thousands of lines costs more than everything else.
        m_pale.push_back(blended(theme.base, color, kPaleShare));
        m_means[i]->setPen(QPen(color, 1));
    }
    if (m_peakLine)
        m_peakLine->setPen(QPen(theme.warning, 1, Qt::DashLine));
    if (m_peakLabel) {
        m_peakLabel->setColor(theme.warning);
        m_peakLabel->setBrush(theme.base);
        m_peakLabel->setFont(m_plot.font());
    }
}

void CurvePanel::setMargins(const QMargins& margins, bool last)
{
    m_rect.setMargins(margins);
    m_rect.axis(QCPAxis::atBottom)->setTickLabels(last);
}

void CurvePanel::setTimeLabel(const QString& text)
{
    m_rect.axis(QCPAxis::atBottom)->setLabel(text);
}

void CurvePanel::refill(const TimeAxis& axis, Instant origin)
{
    QCPAxis* x = m_rect.axis(QCPAxis::atBottom);
    x->setRange(static_cast<double>((axis.range.start - origin).ns), static_cast<double>((axis.range.end - origin).ns));
    const int labels = std::max(1, static_cast<int>(axis.widthPx / kLabelPx));
    if (labels != m_labels)
        x->setTicker(makeTimeTicker(labels));
    m_labels = labels;
    m_scenes.resize(m_graphs.size());
    for (std::size_t i = 0; i < m_graphs.size(); ++i) {
        m_scenes[i] = buildCurveScene(m_set.at(m_panel.curves[i]).data, axis);
        const bool dense = !m_scenes[i].means.empty();
        m_graphs[i]->setPen(QPen(dense ? m_pale[i] : m_colors[i], 1));
        m_graphs[i]->data()->set(dataOf(m_scenes[i].points, origin), true);
        m_means[i]->data()->set(dataOf(m_scenes[i].means, origin), true);
    }
    applyRange();
}

} // namespace tideline
