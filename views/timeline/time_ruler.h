// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

#include "core/scene/ruler.h"
#include "views/timeline/timeline_commands.h"
#include "views/timeline/timeline_model.h"

namespace tideline {

/// The time scale above the tracks. Wheel zooms at the pointer, a drag zooms to the band, a double click shows all.
class TimeRuler : public QWidget {
    Q_OBJECT

public:
    static constexpr double kLabelPx = 110; ///< least distance of labels
    static constexpr int kHeightPx = 26;

    TimeRuler(TimelineModel& model, TimelineCommands& commands, QWidget* parent = nullptr);

    /// "12.345 s +" while labels count from a base, else "".
    QString baseText() const;

signals:
    void baseChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    TimeAxis axis() const { return {m_model.state().visibleRange(), static_cast<double>(width())}; }
    void rebuild();
    void paintTicks(QPainter& painter);

    TimelineModel& m_model;
    TimelineCommands& m_commands;
    Ruler m_ruler;
    std::optional<double> m_bandFrom;
    double m_bandTo = 0;
};

} // namespace tideline
