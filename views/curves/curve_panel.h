// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QMargins>
#include <QRectF>

#include <optional>
#include <utility>
#include <vector>

#include "core/scene/curve_scene.h"
#include "views/curves/curve_set.h"
#include "views/curves/curve_text.h"

class QCPAxisRect;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace tideline {

enum class YMode { FitVisible, WholeRun, Fixed, Log };

/// One axis rect of the plot with the graphs of one CurveSet::Panel. Owned by the plot widget, in which its parts live.
class CurvePanel {
public:
    static constexpr int kTitlePx = 20; ///< room above the rect, where the overlay writes

    CurvePanel(QCustomPlot& plot, QCPAxisRect& rect, const CurveSet& set, CurveSet::Panel panel);

    const CurveSet::Panel& content() const { return m_panel; }
    QRectF area() const; ///< between the axes, in pixels of the plot
    YMode mode() const { return m_mode; }
    std::pair<double, double> yRange() const;
    const std::vector<CurveScene>& scenes() const { return m_scenes; }
    bool showsMeans() const; ///< a curve is so dense that its mean is drawn over min and max

    void setTheme(const Theme& theme);
    /// Only the last panel labels the time axis.
    void setMargins(const QMargins& margins, bool last);
    void setTimeLabel(const QString& text);

    /// Asks the pyramids for what is in view. Coordinates count from the origin. O(curves · pixels · log n).
    void refill(const TimeAxis& axis, Instant origin);

    void setMode(YMode mode);
    /// factor below 1 zooms in; the value at this height keeps its place. The range stays until resetY().
    void zoomY(double factor, double yPx);
    void panY(double byPx);
    void resetY();

private:
    void addGraphs();
    QCPGraph* addGraph();
    void addPeak();
    std::pair<double, double> wantedRange() const;
    std::pair<double, double> visibleRange() const;
    std::pair<double, double> wholeRange() const;
    std::pair<double, double> logRange() const;
    void applyRange();
    std::optional<double> peak() const;

    QCustomPlot& m_plot;
    QCPAxisRect& m_rect;
    const CurveSet& m_set;
    CurveSet::Panel m_panel;
    std::vector<QCPGraph*> m_graphs; ///< by curve: every sample, or min and max of each pixel column
    std::vector<QCPGraph*> m_means;  ///< by curve: the mean of each column where the samples are dense
    std::vector<QColor> m_colors;
    std::vector<QColor> m_pale; ///< of envelopes with a mean
    QCPItemStraightLine* m_peakLine = nullptr;
    QCPItemText* m_peakLabel = nullptr;
    std::vector<CurveScene> m_scenes; ///< by graph
    YMode m_mode = YMode::WholeRun;
    std::optional<std::pair<double, double>> m_manual;
    double m_factor = 0; ///< of the unit that the axis shows
    bool m_logTicks = false;
    int m_labels = 0; ///< of the time axis
};

} // namespace tideline
