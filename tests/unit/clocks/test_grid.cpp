// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/unit/clocks/captures.h"

using namespace tideline::test;

/// Clocks of one rank set wrong by 0 to 90 s and drifting by 0 or 50 ppm, found to the microseconds that are wanted. Steps
/// of a sixth of a second (healthy) and of two kinds of groups (llama2-7b-train); the long ones are in
/// test_clock_captures.
class TestClockGrid : public QObject {
    Q_OBJECT

private slots:
    void healthy_data() { addGridRows("healthy", 2, 4); }
    void healthy() { checkGridRow(); }
    void tensorParallel_data() { addGridRows("llama2-7b-train", 4, 3); }
    void tensorParallel() { checkGridRow(); }
};

QTEST_GUILESS_MAIN(TestClockGrid)
#include "test_grid.moc"
