// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// What the simulator executed is what the importers read back, from every form and in every detail it carries.
class TestRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void everyFormKeepsWhatItCarries_data();
    void everyFormKeepsWhatItCarries();
    void formsAgree_data();
    void formsAgree();
};
