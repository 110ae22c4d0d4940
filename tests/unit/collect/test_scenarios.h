// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// The built-in scenarios: their figures, their ranks, and twins as changes of a base.
class TestScenarios : public QObject {
    Q_OBJECT

private slots:
    void figuresAreThoseOfTheCase_data();
    void figuresAreThoseOfTheCase();
    void everyPlanRuns_data();
    void everyPlanRuns();
    void wrongRanksListTheRightOnes_data();
    void wrongRanksListTheRightOnes();
    void twinsAreChangesOfABase();
    void mistakesOfTwinsNameTheirPlace();
    void exampleOfTheDocumentationRuns();
    void impossibleWorkIsRefused_data();
    void impossibleWorkIsRefused();
    void memoryIsThatOfTheCase_data();
    void memoryIsThatOfTheCase();
    void groupsFollowThePlan();
    void stagesExchangeInOneOrder();
    void graphsHaveNoLaunchPerKernel();
};
