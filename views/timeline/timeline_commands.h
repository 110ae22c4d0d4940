// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyCombination>
#include <QObject>

#include <vector>

#include "views/state/range_commands.h"
#include "views/timeline/timeline_model.h"

namespace tideline {

/// What keys and menus of the timeline do. Works on the shared state alone, so that every way to a command is the same.
class TimelineCommands : public QObject {
    Q_OBJECT

public:
    explicit TimelineCommands(TimelineModel& model, QObject* parent = nullptr);

    /// Runs the command of a key; false when the key has none. anchor: the time that stays in place while zooming.
    bool run(QKeyCombination key, Instant anchor);

    /// factor below 1 zooms in; the anchor keeps its place.
    void zoom(double factor, Instant anchor) { m_range.zoom(factor, anchor); }
    /// Moves by a share of the width.
    void pan(double share) { m_range.pan(share); }
    void panBy(Duration shift);
    void selectNeighbour(int by);
    void selectParent();
    void selectChild();
    void followFlow(bool forward);
    void rangeFromSelection();
    /// Selects a slice and brings it into view; zooms only when it would be too small to see or is out of view.
    void reveal(SliceId slice);

signals:
    /// Several arrows leave the slice: the page asks which one.
    void flowChoiceNeeded(std::vector<tideline::SliceId> slices);

private:
    bool runScroll(QKeyCombination key);
    bool runSelection(QKeyCombination key);
    void select(SliceId slice);

    TimelineModel& m_model;
    RangeCommands m_range;
};

} // namespace tideline
