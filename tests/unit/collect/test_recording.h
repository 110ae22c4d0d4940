// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// What the options leave out of a capture, and add to it.
class TestRecording : public QObject {
    Q_OBJECT

private slots:
    void scheduleRecordsTheLastSteps();
    void badSchedulesAreRefused_data();
    void badSchedulesAreRefused();
    void groupsOfCountersFollowTheKernels_data();
    void groupsOfCountersFollowTheKernels();
    void l2RecordsComeWithTheirKernels();
    void markersPairTheClocks();
    void operatorListLeavesTotals();
    void partsCanBeLeftOut();
    void overheadSlowsTheStep();
    void stacksNameTheLayer();
    void countersComeAtTheAskedRate();
    void sequencesAreUnique_data();
    void sequencesAreUnique();
};
