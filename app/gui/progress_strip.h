// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include "core/base/progress.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace tideline {

/// Stage, rows, rate and Cancel in the status bar while a profile is opened. The bar never goes back.
class ProgressStrip final : public QWidget {
    Q_OBJECT

public:
    explicit ProgressStrip(QWidget* parent = nullptr);

    void begin();
    void update(const ProgressUpdate& update);
    QPushButton* cancelButton() const { return m_cancel; }

signals:
    void cancelWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    QElapsedTimer m_clock;
    int m_reached = 0;
};

} // namespace tideline
