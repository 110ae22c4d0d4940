// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

class TestOccupancy : public QObject {
    Q_OBJECT

private slots:
    void shareOfOneKernel_data();
    void shareOfOneKernel();
    void curveAgreesWithBruteForce();
    void kernelsThatFillTheCoresAreNotClamped();
    void coreKinds_data();
    void coreKinds();
    void coresAreSolvedFromTheRows();
    void statedCoresComeFirst();
    void noCoresNoCurve();
    void kernelsWithoutBlocksAreCounted();
};

} // namespace tideline::test
