// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/unit/store/test_flows.h"
#include "tests/unit/store/test_layout.h"
#include "tests/unit/store/test_trace.h"

int main(int argc, char** argv)
{
    TestLayout layout;
    TestFlows flows;
    TestTrace trace;
    int failed = 0;
    for (QObject* test : {static_cast<QObject*>(&layout), static_cast<QObject*>(&flows), static_cast<QObject*>(&trace)})
        failed += QTest::qExec(test, argc, argv);
    return failed ? 1 : 0;
}
