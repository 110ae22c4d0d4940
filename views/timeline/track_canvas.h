// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

#include "core/scene/flow_scene.h"
#include "views/paint/timeline_overlay.h"
#include "views/paint/timeline_painter.h"
#include "views/timeline/timeline_commands.h"
#include "views/timeline/timeline_model.h"

namespace tideline {

/// The lanes of the timeline: paints the scene of what is in view, picks from the same scene, turns mouse and keys into
/// commands. Repaints the picture only when something changed; overlays go on top of it.
class TrackCanvas : public QWidget {
    Q_OBJECT

public:
    TrackCanvas(TimelineModel& model, TimelineCommands& commands, QWidget* parent = nullptr);

    /// What lies under a point of the canvas. Everything is empty where there is nothing.
    struct Hit {
        const LaneScene* lane = nullptr;
        const TrackScene::Box* box = nullptr;
        std::optional<InstantId> instant;
    };
    /// Picks from the scene that is painted; valid until the next change.
    Hit hitAt(QPointF position);

    Instant timeAt(double x) const { return axis().timeAt(x); }
    double xOf(Instant t) const { return axis().xOf(t); }
    /// The plain text that a tooltip at this point shows; "" for none.
    QString tipAt(QPointF position);
    /// The time under the pointer, or the middle of the view when the pointer is elsewhere.
    Instant anchor() const;

    const TimelineScene& scene();
    const TimelineOverlay& overlay() const { return m_overlay; }

signals:
    void menuWanted(QPoint globalPosition, tideline::SliceId slice, int laneIndex);
    void sceneChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
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
    enum class Drag { None, Pressed, Range, Edge, Pan };

    TimeAxis axis() const { return {m_model.state().visibleRange(), static_cast<double>(width())}; }
    void markDirty();
    void forgetPainter();
    void refresh();
    void rebuildOverlay();
    void shadeScope();
    void addSelectedSlices();
    void addOperator();
    void addRange();
    void addFlows(SliceId slice);
    std::optional<QRectF> rectOf(SliceId slice) const;
    std::optional<QPointF> pointOf(const FlowEnd& end) const;

    void startDrag(QMouseEvent* event);
    void selectRangeTo(QPointF position);
    void dragPan(QPointF position);
    void click(QPointF position, Qt::KeyboardModifiers modifiers);
    void updateHover(QPointF position);
    void updateCursor(QPointF position);
    bool nearEdge(double x, Instant* fixed) const;
    void showTip();

    TimelineModel& m_model;
    TimelineCommands& m_commands;
    std::unique_ptr<TimelinePainter> m_painter;
    TimelineScene m_scene;
    QImage m_image;
    TimelineOverlay m_overlay;
    std::vector<QRectF> m_outside; ///< of the scope
    QTimer m_refreshTimer;
    QTimer m_tipTimer;
    bool m_dirty = true;

    Drag m_drag = Drag::None;
    bool m_spaceDown = false;
    QPointF m_pressed;
    QPointF m_pointer{-1, -1};
    Instant m_fixedTime; ///< the end of the range that does not move
    TimeRange m_panFrom;
    int m_panScroll = 0;
};

} // namespace tideline
