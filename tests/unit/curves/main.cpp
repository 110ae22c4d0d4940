// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/unit/curves/test_curve_list.h"
#include "tests/unit/curves/test_occupancy.h"
#include "tests/unit/curves/test_step_function.h"

int main(int argc, char** argv)
{
    using namespace tideline::test;
    TestStepFunction stepFunction;
    TestOccupancy occupancy;
    TestCurveList curveList;
    int failed = QTest::qExec(&stepFunction, argc, argv);
    failed += QTest::qExec(&occupancy, argc, argv);
    failed += QTest::qExec(&curveList, argc, argv);
    return failed;
}
