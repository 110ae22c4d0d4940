// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class TestImportService : public QObject {
    Q_OBJECT

private slots:
    void tablesOfUnits_data();
    void tablesOfUnits();
    void requestsOnTheTimeline();
    void batchesOnTheirTracks();
    void otherSlices_data();
    void otherSlices();
    void figuresOverTime();
    void tablesWithoutATimeline_data();
    void tablesWithoutATimeline();
    void traceWithTables();
    void directoryWithoutATrace();
    void damagedTrace();
    void databaseAlone();
    void textAndDatabase();
    void damagedTables_data();
    void damagedTables();
    void whatElseLiesThere();
    void nothingReadable();
    void otherTablesAreNotMistaken_data();
    void otherTablesAreNotMistaken();
};
