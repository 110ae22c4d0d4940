// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Everything else a frozen trace answers: order and names of tracks, kernels, counters, tables, axis, totals.
class TestTrace : public QObject {
    Q_OBJECT

private slots:
    void stringsAreKeptOnce();
    void tracksInDisplayOrder();
    void sameTextIsSameTrack();
    void instantsAndSamplesAreSorted();
    void kernelsFindTheirSlices_data();
    void kernelsFindTheirSlices();
    void kernelMetricsMayBeMissing();
    void tableColumns_data();
    void tableColumns();
    void axisShifts();
    void totals();
    void rowsOverFrameBorders();
    void cancelledFreezeFails();
    void emptyTrace();
};
