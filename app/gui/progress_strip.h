// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include "core/base/progress.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace tideline {

/// Stage, rows, rate, what is left and Cancel in the status bar while a profile is opened. Bar and stage never go back.
class ProgressStrip final : public QWidget {
    Q_OBJECT

public:
    explicit ProgressStrip(QWidget* parent = nullptr);

    void begin();
    void update(const ProgressUpdate& update);
    QPushButton* cancelButton() const { return m_cancel; }
    QProgressBar* bar() const { return m_bar; }
    QString text() const;

signals:
    void cancelWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    QStringList speedTexts(const ProgressUpdate& update);

    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    QElapsedTimer m_clock;
    int m_reached = 0;
    Stage m_stage = Stage::Discover;
    qint64 m_parseStart = -1; // ms of m_clock; -1 before
};

} // namespace tideline
