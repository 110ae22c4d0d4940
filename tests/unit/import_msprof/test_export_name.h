// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// What the names of exported files say.
class TestExportName : public QObject {
    Q_OBJECT

private slots:
    void names_data();
    void names();
    void families_data();
    void families();
    void missingSlices();
    void devicesOfProcesses_data();
    void devicesOfProcesses();
};
