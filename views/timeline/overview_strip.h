// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include "views/timeline/timeline_commands.h"
#include "views/timeline/timeline_model.h"

namespace tideline {

/// The whole run: a density strip for each process in the order of the timeline, and a box around what is in view.
/// A click or drag moves the view, the wheel zooms it.
class OverviewStrip : public QWidget {
    Q_OBJECT

public:
    OverviewStrip(TimelineModel& model, TimelineCommands& commands, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    TimeAxis axis() const { return {m_model.state().extent(), static_cast<double>(width())}; }
    QRectF viewBox() const;
    void rebuild();
    void paintGroups(QImage& image);
    void centreOn(double x);

    TimelineModel& m_model;
    TimelineCommands& m_commands;
    QImage m_image;
};

} // namespace tideline
