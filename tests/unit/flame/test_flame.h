// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

/// Call trees of traces made by hand and at random.
class TestFlame : public QObject {
    Q_OBJECT

private slots:
    void opHoldsCallHoldsKernel();
    void queuedCallsHangUnderTheirQueue();
    void callIsAdoptedByTheOperatorOfItsKernel();
    void forwardToBackwardIsNoLaunch();
    void workWithoutLaunchIsNotLinked();
    void pythonSource();
    void collectivesAreCountedOnce();
    void waitsAreNoKernels();
    void stepsAreOneFrame();
    void sumsEqualBruteForce_data();
    void sumsEqualBruteForce();
    void framesFillTheirParents();
    void recursionKeepsItsLevels();
    void deepStacks();
    void circlesOfArrowsEnd();
    void oddNames();
    void timeOrderMergesNeighboursOnly();
    void leafFirst();
    void leafFirstSumsEqualOwnTimes();
    void scope_data();
    void scope();
    void lack_data();
    void lack();
    void slicesAndFrames();
    void slicesOfCallers();
    void searchCountsOverlapsOnce();
    void stopped();
};

} // namespace tideline::test
