// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// A capture by plain msprof: what is found, which files are read, how its timeline joins.
class TestImportMsprof : public QObject {
    Q_OBJECT

private slots:
    void aCaptureIsOneRank();
    void placesOfACapture_data();
    void placesOfACapture();
    void slicesAreOneTrace();
    void aMissingSlice();
    void aDamagedSlice();
    void theNewestOfSeveralExports();
    void oldExports();
    void partsWithoutTheWhole();
    void copiesInADirectory();
    void insideAFrameworkDirectory();
    void textBeforeDatabases();
    void aDatabaseStandsIn();
    void communicationOfTheAnalyser();
    void emptyFiles();
    void nothingUsable();
    void cancelled();
    void nothingIsTouched();
};
