// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QTest>

#include "tests/unit/collect/test_dump.h"
#include "tests/unit/collect/test_faults.h"
#include "tests/unit/collect/test_invariants.h"
#include "tests/unit/collect/test_recording.h"
#include "tests/unit/collect/test_scenarios.h"

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    TestScenarios scenarios;
    TestInvariants invariants;
    TestFaults faults;
    TestDump dump;
    TestRecording recording;
    return QTest::qExec(&dump, argc, argv) + QTest::qExec(&scenarios, argc, argv)
           + QTest::qExec(&invariants, argc, argv) + QTest::qExec(&faults, argc, argv)
           + QTest::qExec(&recording, argc, argv);
}
