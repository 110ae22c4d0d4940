// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// The tables of a capture by plain msprof.
class TestCaptureTables : public QObject {
    Q_OBJECT

private slots:
    void kernelSlicesJoin();
    void keptSlicesJoinByColumns();
    void olderColumns();
    void damagedRows();
    void renamedTables();
    void taskTime();
    void unitsAreKilobytes();
    void modulesOfTheDriver();
    void memoryOfTheDevice();
    void iterationsAreSteps();
    void everyTableHasItsName_data();
    void everyTableHasItsName();
};
