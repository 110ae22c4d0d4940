// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

/// Boxes of a flame graph: widths, merged cells, clicks.
class TestFlameScene : public QObject {
    Q_OBJECT

private slots:
    void widthsFollowWeights();
    void clicksFindTheBoxes();
    void smallFramesAreMerged();
    void zoomingOpensMergedFrames();
    void aboveTheZoomedFrameIsFull();
    void largeFramesBetweenSmallOnesAreKept_data();
    void largeFramesBetweenSmallOnesAreKept();
    void boxesDoNotGrowWithFrames();
    void nothingToShow();
};

} // namespace tideline::test
