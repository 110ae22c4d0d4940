// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>

#include <vector>

#include "tests/unit/collect/recording_sink.h"

/// What holds for every scenario: checked on random ones and on the built-in ones.
class TestInvariants : public QObject {
    Q_OBJECT

private slots:
    void hold_data();
    void hold();
    void seedDecides();
    void noKernelMovesLessThanItMust_data();
    void noKernelMovesLessThanItMust();

private:
    using Recording = tideline::test::Recording;

    void bytesAreTheIntegralOfTheCounters(const Recording& run, double intervalSeconds);
    void countersStayBelowThePeak(const Recording& run, double peak);
    void streamsAreInOrder(const Recording& run);
    void kernelsFollowTheirLaunch(const Recording& run);
    void cyclesFitTheTime(const Recording& run, std::int64_t cores, std::int64_t mhz);
    void collectivesEndTogether(const std::vector<Recording>& runs);

    QTemporaryDir m_folder;
};
