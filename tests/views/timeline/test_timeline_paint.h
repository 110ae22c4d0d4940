// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

class TestTimelinePaint : public QObject {
    Q_OBJECT

private slots:
    void textContrast_data();
    void textContrast();
    void sameNameSameColour();
    void paintedColumnsAreTheBoxes_data();
    void paintedColumnsAreTheBoxes();
    void zeroLengthSlicesCanBeHit();
    void namesAreShownLiterally_data();
    void namesAreShownLiterally();
    void emptyNamesHaveAPlaceholder();
    void tooltipComesSoon();
    void counterValuesInTheTip();
    void seriesShareALane();
    void constantCountersArePainted();
    void curvesEndWithTheirLane();
    void unfinishedSlicesReachTheEnd();
    void overlapsAreMarked();
    void busyInViewIsTheUnion();
    void ticksShareUnitAndDecimals();
};

} // namespace tideline::test
