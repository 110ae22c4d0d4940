// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// The fault catalogue: how it is named, what it costs, and that it disturbs nothing else.
class TestFaults : public QObject {
    Q_OBJECT

private slots:
    void catalogueIsComplete();
    void textsAreParsed_data();
    void textsAreParsed();
    void mistakesListWhatIsAllowed_data();
    void mistakesListWhatIsAllowed();
    void faultsThatDoNotFitSaySo_data();
    void faultsThatDoNotFitSaySo();
    void costIsWorthFinding_data();
    void costIsWorthFinding();
    void restStaysAsItWas_data();
    void restStaysAsItWas();
    void effectIsInTheRecords_data();
    void effectIsInTheRecords();
    void plansFollowTheFault();
    void missingRankLeavesNothing();
    void unavailableRulesAreNamed();
    void severalFaultsAreCostedAlone();
    void truthIsWrittenAsAgreed();
};
