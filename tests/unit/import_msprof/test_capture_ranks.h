// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Which rank and which device the data of a capture belong to.
class TestCaptureRanks : public QObject {
    Q_OBJECT

private slots:
    void placesOfTheRank_data();
    void placesOfTheRank();
    void capturesWithoutARankAreNumbered();
    void severalDevices_data();
    void severalDevices();
    void oneDeviceAsksForOneRank();
    void oldExportsOfSeveralDevices();
    void arrowsToSeveralDevices();
    void mindSporeDirectories();
};
