// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

class TestCurveList : public QObject {
    Q_OBJECT

private slots:
    void unitsAreBaseUnits();
    void hbmUnitsAreSummed();
    void derivedOnlyWithoutACounter();
    void samplingPeriodAndGap();
    void allocatorCurves();
    void peakOfANamedDevice();
    void statisticsAreTimeWeighted();
    void statisticsNeedTwoSamples();
    void quantileOfManySamples();
};

} // namespace tideline::test
