// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/scene/time_axis.h"
#include "core/store/trace.h"
#include "views/curves/curve_overlay.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curve_set.h"
#include "views/state/range_commands.h"
#include "views/state/view_state.h"

class QCustomPlot;

namespace tideline {

/// The stacked panels of the shown curves over the shared time range. Mouse and keys work as in the timeline.
class CurvePlot : public QWidget {
    Q_OBJECT

public:
    CurvePlot(ViewState& state, CurveSet& set, QWidget* parent = nullptr);
    ~CurvePlot() override;

    /// The profile that selected slices belong to; null for none.
    void setTrace(std::shared_ptr<const Trace> trace);
    /// Shown instead of curves; "" while there are some.
    void setMessage(const QString& message);

    const std::vector<std::unique_ptr<CurvePanel>>& panels() const { return m_panels; }
    Instant timeAt(double x) const { return axis().timeAt(x - area().left()); }
    double xOf(Instant t) const { return area().left() + axis().xOf(t); }
    QRectF area() const; ///< of all panels together
    /// Where the value box reads: the frozen time, else that under the pointer in any view.
    std::optional<Instant> crosshair() const;
    bool frozen() const { return m_frozen.has_value(); }
    CurveOverlay overlay() const;
    /// Of the panel with this title.
    void setMode(const QString& title, YMode mode);

    /// Fills and plots anew what has changed; else done with the next events.
    void refresh();
    /// Plot and overlay as lines and text.
    void paintVector(QPainter& painter);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Drag { None, Pressed, Range, Edge, Pan, YAxis };

    TimeAxis axis() const { return {m_state.visibleRange(), area().width()}; }
    void rebuildPanels();
    void applyTheme();
    void layOut();
    void markDirty();
    std::vector<CurveOverlay::Row> boxRows(Instant t) const;
    QString sinceStart(Instant t) const;

    CurvePanel* panelAt(QPointF position) const; ///< by height
    bool onYAxis(QPointF position) const { return position.x() < area().left(); }
    bool nearEdge(double x, Instant* fixed) const;
    void startDrag(QMouseEvent* event);
    void dragTo(QMouseEvent* event);
    void toggleFreeze(QPointF position);
    void updateHover(QPointF position);
    void updateCursor(QPointF position);

    ViewState& m_state;
    CurveSet& m_set;
    RangeCommands m_commands;
    std::shared_ptr<const Trace> m_trace;
    QCustomPlot* m_plot;
    CurveOverlayLayer* m_layer;
    std::vector<std::unique_ptr<CurvePanel>> m_panels;
    std::map<QString, YMode> m_modes; ///< chosen ones, by panel title: panels come and go with their curves
    QString m_message;
    QTimer m_timer;
    bool m_dirty = true;
    std::optional<Instant> m_frozen;

    Drag m_drag = Drag::None;
    bool m_spaceDown = false;
    QPointF m_pressed;
    QPointF m_last;
    Instant m_fixedTime; ///< the end of the selection that does not move
    TimeRange m_panFrom;
    CurvePanel* m_axisPanel = nullptr; ///< whose y axis is dragged
};

} // namespace tideline
