// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Communication files and memory tables, alone and in the directory of a rank.
class TestRecords : public QObject {
    Q_OBJECT

private slots:
    void operationsOfAStep();
    void figuresAreExact();
    void stepsAndTotals();
    void unusableFigures_data();
    void unusableFigures();
    void unusableEntries_data();
    void unusableEntries();
    void damagedOperations_data();
    void damagedOperations();
    void linksOfAGroup();
    void linksInOldFiles();
    void clusterFilesNameTheirRanks();
    void memorySamples_data();
    void memorySamples();
    void memorySamplesWithTrouble();
    void allocationsInAllSpellings();
    void olderAllocationsGiveTheLengthOnly();
    void allocationsWithTrouble();
    void namesOverSeveralLines();
    void everythingOfARank();
    void aRankWithoutTimelineOrKernels();
    void twoRanks();
    void damagedPartsLeaveTheRest();
    void copiesAreReadOnce();
    void lonelyFilesInsideDirectories();
    void parallelGroups();
    void versionsAndSwitches();
};
