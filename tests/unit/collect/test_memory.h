// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// The caching allocator, the plan of a step, and what a capture says about memory.
class TestMemory : public QObject {
    Q_OBJECT

private slots:
    void blocksAreRoundedAndReused();
    void neighboursAreJoined();
    void deviceCanBeFull();
    void planFollowsTheOperators();
    void planPeaksInsideTheDevice();
    void recordsAddUp();
    void recordedOnDemandOnly_data();
    void recordedOnDemandOnly();
    void filesAgreeWithTheRecords();
    void matrixIsTheRing();
};
