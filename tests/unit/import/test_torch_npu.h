// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// One rank: its JSON files, its timeline, its tables.
class TestTorchNpu : public QObject {
    Q_OBJECT

private slots:
    void aRankWithTimelineAndTables();
    void profilerInfoSpellings();
    void ranksFromNames();
    void kernelColumnsInAllSpellings();
    void missingValuesAreNoNumbers();
    void byteOrderMarkAndCarriageReturns();
    void wrongFieldCountsAreCounted();
    void badKernelRows();
    void kernelsBecomeSlicesWithoutATimeline();
    void stepsFromMarks();
    void stepsFromTheTable();
    void operatorDetailsOverSeveralLines();
    void filesThatAreNotRead();
    void emptyTimelineBesideTables();
    void noDeviceData();
    void quickReadsTheSmallFilesOnly();
};
