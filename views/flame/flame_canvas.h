// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QTimer>

#include <memory>
#include <optional>

#include "views/flame/flame_model.h"
#include "views/paint/flame_painter.h"

namespace tideline {

/// The boxes of the flame graph: paints the scene of what is in view, picks from the same scene, turns mouse and keys
/// into what the model does.
class FlameCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit FlameCanvas(FlameModel& model, QWidget* parent = nullptr);

    /// The scene that is painted; valid until the next change.
    const FlameScene& scene();
    const FlameScene::Box* boxAt(QPointF position);
    /// Where a frame is drawn on the viewport; none while it is merged or out of view.
    std::optional<QRectF> rectOf(std::uint32_t frame);
    /// The plain text that a tooltip at this point shows; "" for none.
    QString tipAt(QPointF position);

    bool flipped() const { return m_flipped; }
    void setFlipped(bool flipped);

signals:
    /// frame: kNone beside the frames.
    void menuWanted(QPoint globalPosition, std::uint32_t frame);
    /// A key that belongs to the controls of the page.
    void flipWanted();
    void orderWanted(tideline::FlameOrder order);
    void searchWanted();

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    FlamePicture picture();
    FlamePainter* painter();
    void forgetPainter();
    void forgetScene();
    void syncScrollBar();
    void showCurrent();
    void describe();
    void click(QPointF position);
    void hover(std::uint32_t frame, SliceId slice);
    void step(int key);
    void stepSideways(int by);
    bool runKey(const QKeyEvent* event);
    bool isAboveFocus(std::uint32_t frame) const;

    FlameModel& m_model;
    std::unique_ptr<FlamePainter> m_painter;
    FlameScene m_scene;
    bool m_sceneValid = false;
    bool m_flipped = false;
    bool m_doubleClicked = false; ///< the release after a double click selects nothing
    std::uint32_t m_hovered = FlameTree::kNone;
};

} // namespace tideline
