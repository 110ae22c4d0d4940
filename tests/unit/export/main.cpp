// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QTest>

#include "tests/unit/export/test_database_writer.h"
#include "tests/unit/export/test_forms.h"
#include "tests/unit/export/test_own_metrics.h"
#include "tests/unit/export/test_round_trip.h"

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    TestRoundTrip roundTrip;
    TestForms forms;
    TestDatabaseWriter databases;
    TestOwnMetrics metrics;
    return QTest::qExec(&roundTrip, argc, argv) + QTest::qExec(&forms, argc, argv)
           + QTest::qExec(&databases, argc, argv) + QTest::qExec(&metrics, argc, argv);
}
