// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

/// The flame page driven by real mouse and key events.
class TestFlamePage : public QObject {
    Q_OBJECT

private slots:
    void clickSelectsTheSlices();
    void manySlicesAreSelectedByName();
    void selectionComesFromElsewhere();
    void operatorMarksAllItsFrames();
    void clickBesideClearsTheSelection();
    void doubleClickZoomsAndAncestorZoomsOut();
    void escapeAndBackspace();
    void enterZooms();
    void arrowKeys();
    void flippedArrowKeys();
    void wheelZoomsAtThePointer();
    void wheelScrollsDeepStacks();
    void searchCountsAndSteps();
    void searchTakesExpressions();
    void searchSurvivesAnotherTree();
    void combosChangeTheTree();
    void keysOneTwoAndFlip();
    void scopeRebuildsAndKeepsTheFocus();
    void staleTreesAreDiscarded();
    void hiddenPageWaits();
    void emptyStates_data();
    void emptyStates();
    void tipTellsEverything();
    void menu();
    void mergedCellZooms();
    void profileChangeForgets();
    void hoverIsShared();
    void languageChange();
};

} // namespace tideline::test
