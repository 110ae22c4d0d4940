// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

#include "tests/unit/collect/recording_sink.h"

/// What a simulated run has to keep: order, causes before effects, sums that agree.
class TestSimulation : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void stepTakesWhatTheCaseSays();
    void streamsAreInOrder();
    void kernelsStartAfterTheirLaunch();
    void synchronisingCallsReturnAfterTheDevice();
    void hostCallsNest();
    void collectivesRunFromArrivalToTheCommonEnd();
    void overlapSlowsComputeDown();
    void counterIntegralIsTheSumOfBytes();
    void noCounterExceedsThePeak();
    void stepsComeAfterTheirRecords();
    void seedChangesTimesAndNothingElse();
    void earlierStepsDoNotDependOnLaterOnes();
    void loaderWorkersHideTheLoader();
    void levelsRecordWhatTheySay();
    void cancellingEndsTheRun();

private:
    std::vector<tideline::test::Recording> m_run;
};
