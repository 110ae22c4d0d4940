// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Databases of both schemas, sound and damaged, as one import sees them.
class TestImportDb : public QObject {
    Q_OBJECT

private slots:
    void tracks_data();
    void tracks();
    void kernels_data();
    void kernels();
    void stepsGoByTheLaunch();
    void arrows_data();
    void arrows();
    void countersAndMemory_data();
    void countersAndMemory();
    void environment();
    void rankNumbers_data();
    void rankNumbers();
    void twoRanksInOneDatabase();
    void missingParts_data();
    void missingParts();
    void badRows_data();
    void badRows();
    void tableCounts();
    void allocationsFromEvents();
    void detailsOfARow();
    void analysisAlone();
    void clusterAlone();
    void damagedTable();
    void flippedBytesNeverCrash();
    void cancelled();
};
