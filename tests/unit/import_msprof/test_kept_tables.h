// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Tables of the framework profilers that are kept beside the timeline.
class TestKeptTables : public QObject {
    Q_OBJECT

private slots:
    void tablesOfARank();
    void modulesBecomeCurves();
    void aTableWithoutRows();
    void taskTimeBesideKernels();
};
