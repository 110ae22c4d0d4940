// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTemporaryDir>

/// The written sample: same bytes, right headers, tables that agree with what ran.
class TestSample : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void bytesDependOnTheSeedAlone();
    void sampleIsSmall();
    void traceIsOneArrayOfKnownEvents();
    void flowsBindToSlices();
    void flowIdOfAKernelIsAPack();
    void kernelRowsAreTheKernels();
    void stepRowsEqualTheTimeModel();
    void operatorRowsAddUp();
    void stepTimesOfSmallCases_data();
    void stepTimesOfSmallCases();
    void timesAreWrittenExactly();
    void targetIsNeverHarmed();
    void cancellingLeavesNothing();

private:
    QString firstRank() const;
    QByteArray read(const QString& name) const;

    QTemporaryDir m_folder;
    QString m_sample;
};
