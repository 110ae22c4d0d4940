// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Which database, or which text, of a directory is read, and what is said about the others.
class TestDatabaseChoice : public QObject {
    Q_OBJECT

private slots:
    void rankDirectory_data();
    void rankDirectory();
    void analysisFillsIn();
    void bareDirectory();
    void exportsOfMsprof_data();
    void exportsOfMsprof();
    void unknownDatabase();
    void clusterBesideRanks();
    void foreignAndCorruptBesideARank();
    void nothingIsTouched();
};
