// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class TestImportCluster : public QObject {
    Q_OBJECT

private slots:
    void stepsOfEveryRank();
    void stepTablesWithDamage_data();
    void stepTablesWithDamage();
    void operationsOfEveryRank();
    void linksBetweenRanks();
    void linksOfUnknownGroups();
    void groupsFromOlderFiles();
    void groupsGiveMembers();
    void groupFilesWithDamage_data();
    void groupFilesWithDamage();
    void communicationWithDamage_data();
    void communicationWithDamage();
    void wholeDirectory();
    void partsThatCannotBeRead();
    void databaseFillsInWhatTextLacks();
    void olderDatabase();
    void besideRanks();
    void besideOtherJobs();
    void inAnotherDirectory();
    void knownByContent_data();
    void knownByContent();
    void numbersThatAreNoRanks();
    void largestGroupsAreLeftToTheTable();
    void filesThatHoldNoTimeline_data();
    void filesThatHoldNoTimeline();
    void tablesOfMindSporesOlderProfiler_data();
    void tablesOfMindSporesOlderProfiler();
};
