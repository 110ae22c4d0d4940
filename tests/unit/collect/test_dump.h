// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// What tensors are said to hold, and the faults that show there.
class TestDump : public QObject {
    Q_OBJECT

private slots:
    void valuesFitTheirType_data();
    void valuesFitTheirType();
    void partsAreChosen();
    void sameSeedSameTensors();
    void overflowSpoilsWhatFollows();
    void vanishingTakesEarlyGradients();
    void withoutTheOptionNothingIsDumped();
};
