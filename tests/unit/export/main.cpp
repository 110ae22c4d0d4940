// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QTest>

#include "tests/unit/export/test_forms.h"
#include "tests/unit/export/test_round_trip.h"

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    TestRoundTrip roundTrip;
    TestForms forms;
    return QTest::qExec(&roundTrip, argc, argv) + QTest::qExec(&forms, argc, argv);
}
