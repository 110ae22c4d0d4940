// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QTest>

#include "tests/unit/collect/test_memory.h"
#include "tests/unit/collect/test_sample.h"
#include "tests/unit/collect/test_simulation.h"
#include "tests/unit/collect/test_specs.h"

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    TestSpecs specs;
    TestSimulation simulation;
    TestMemory memory;
    TestSample sample;
    return QTest::qExec(&memory, argc, argv) + QTest::qExec(&specs, argc, argv) + QTest::qExec(&simulation, argc, argv)
           + QTest::qExec(&sample, argc, argv);
}
