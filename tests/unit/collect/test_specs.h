// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Device and scenario files, their mistakes, and the figures of the cost model.
class TestSpecs : public QObject {
    Q_OBJECT

private slots:
    void builtInDevicesAreRead_data();
    void builtInDevicesAreRead();
    void everyFigureHasASource_data();
    void everyFigureHasASource();
    void deviceMistakesNameTheirPlace_data();
    void deviceMistakesNameTheirPlace();
    void scenarioMistakesNameTheirPlace_data();
    void scenarioMistakesNameTheirPlace();
    void unknownNamesListWhatThereIs();
    void hostileTextIsRefused_data();
    void hostileTextIsRefused();
    void kernelTimeIsTheLargestOfThree_data();
    void kernelTimeIsTheLargestOfThree();
    void countersFollowFromTheFigures();
    void inputCopyTakesWhatTheCaseSays();
    void workloadMustFitTheMemory();
    void badOptionsSayWhatIsAllowed_data();
    void badOptionsSayWhatIsAllowed();
};
