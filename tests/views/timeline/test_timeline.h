// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void zoomKeys_data();
    void zoomKeys();
    void zoomKeepsTheTimeUnderThePointer();
    void panKeys_data();
    void panKeys();
    void homeAndEnd();
    void fitKeys();
    void historyKeys();
    void neighbourKeys();
    void parentAndChildKeys();
    void flowKeys();
    void rangeFromSlice();
    void escapeClears();
    void scrollKeys();
    void clickSelects();
    void controlAndShiftClick();
    void doubleClickZooms();
    void dragSelectsARange();
    void rangeEdgesCanBeDragged();
    void panDrags_data();
    void panDrags();
    void spaceDragPans();
    void wheelOnTracks();
    void rulerGestures();
    void overviewGestures();
    void headersFoldGroups();
    void menuOfASlice();
    void rangeSummaryIsExact();
    void distancesOfTwoSlices();
    void revealOpensAndZooms();
    void secondProfileStartsAfresh();
};

} // namespace tideline::test
