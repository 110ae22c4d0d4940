// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Formulas over counters, and what they say about kernels.
class TestOwnMetrics : public QObject {
    Q_OBJECT

private slots:
    void formulas_data();
    void formulas();
    void mistakesHaveAPlace_data();
    void mistakesHaveAPlace();
    void sizesAreBounded();
    void columnsAreNamedOnce();
    void patterns_data();
    void patterns();
    void kernelsHaveTheirValues();
    void otherGroupsAreLeftOut();
};
