// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>

#include "core/capture/rank_info.h"

/// What belongs to a collection as a whole: its bytes, its layout, the forms that stand for all ranks.
class TestForms : public QObject {
    Q_OBJECT

private slots:
    void bytesDependOnTheSeedAlone();
    void clusterSumsAreThoseOfTheRanks();
    void clusterCommunicationIsThatOfTheRanks();
    void tasksAreTheKernels();
    void counterGroupsAreColumns_data();
    void counterGroupsAreColumns();
    void severalGroupsArePasses();
    void passesAreJoined();
    void otherKernelsGetNoCounters();
    void missingRankLeavesNoFiles();
    void truncatedTimelineIsShort();
    void truncatedTimelineIsAnIssue();
    void communicationLevelSetsTheDetail();
    void secondPlaceHasTheJsonOfCollectives();
    void markersPairHostAndDevice();
    void truthLiesBesideTheRanks();
    void failureLeavesNothing();
    void decimals_data();
    void decimals();
    void binaryDecimals();

private:
    void communicationLevelIsSet(int level, tideline::capture::TraceLevel traced);
};
