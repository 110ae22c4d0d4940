// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Order, parents, rows, self times, overlaps and sums of the slices of a track.
class TestLayout : public QObject {
    Q_OBJECT

private slots:
    void definitions_data();
    void definitions();
    void enclosingKernels();
    void equalsBruteForce_data();
    void equalsBruteForce();
    void worstCases_data();
    void worstCases();
};
