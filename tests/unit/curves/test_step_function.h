// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

class TestStepFunction : public QObject {
    Q_OBJECT

private slots:
    void summaryAgreesWithAWalk_data();
    void summaryAgreesWithAWalk();
    void holdsAndGaps();
    void nearestSample_data();
    void nearestSample();
    void sceneKeepsTwoPointsPerPixel_data();
    void sceneKeepsTwoPointsPerPixel();
    void oneSampleSpikeIsSeenAtEveryZoom();
    void sceneHoldsTheLastValueBehindADenseColumn();
    void sceneInterruptsAtGaps();
    void meansStandWhereSamplesAreDense();
};

} // namespace tideline::test
