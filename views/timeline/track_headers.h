// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>

#include "views/timeline/timeline_model.h"

namespace tideline {

/// The names of the lanes, with busy time in view and a warning where slices overlap. A click on a group opens or
/// closes it, a click on a track of many rows folds it to one.
class TrackHeaders : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWidthPx = 256;

    explicit TrackHeaders(TimelineModel& model, QWidget* parent = nullptr);

    /// The plain text of the tooltip at a height; "" for none.
    QString tipAt(int y) const;

signals:
    void menuWanted(QPoint globalPosition, tideline::SliceId slice, int laneIndex);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString titleOf(const Lane& lane) const;
    QString noteOf(const Lane& lane) const;
    void paintLane(QPainter& painter, const Lane& lane) const;
    void paintCounterNote(QPainter& painter, const Lane& lane, QRectF box, const QString& note) const;
    void paintTitle(QPainter& painter, const Lane& lane, const QRectF& box, const QString& note) const;
    void paintArrow(QPainter& painter, double x, double y, bool collapsed) const;
    static bool foldable(const Lane& lane, const TimelineModel& model);

    TimelineModel& m_model;
};

/// The share of the visible range in which a track is busy; 0 to 1. Exact without overlaps and for short tracks, else a
/// lower bound from 500 columns. O(rows · log n).
double busyInView(const Session& session, TrackId track, TimeRange visible);

} // namespace tideline
