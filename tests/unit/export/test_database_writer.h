// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Databases that are written page by page: the library has to find them whole, and every row as it was given.
class TestDatabaseWriter : public QObject {
    Q_OBJECT

private slots:
    void rowsComeBack_data();
    void rowsComeBack();
    void twoOrdersSideBySide();
    void keysOutOfOrderFindTheirPlace();
    void longRowsAreKept();
    void valuesAreStoredAsTheLibraryDoes();
    void filledTablesGoOn();
    void sameCallsGiveTheSameBytes();
    void twiceTheSameKeyIsAnError();
    void wrongNumberOfColumnsIsAnError();
    void lackingPlaceIsAnError();
};
