// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Joining flow points to arrows and hanging them on slices.
class TestFlows : public QObject {
    Q_OBJECT

private slots:
    void joins_data();
    void joins();
    void keysOfDifferentRanksStayApart();
    void binds_data();
    void binds();
    void equalsBruteForce();
};
