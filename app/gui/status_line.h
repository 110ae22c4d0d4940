// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

#include "core/session/session.h"

class QLabel;
class QStatusBar;
class QToolButton;

namespace tideline {

class ProgressStrip;
class ViewState;

/// The status bar: time under the pointer, selection, what was noticed at import, progress.
class StatusLine final : public QObject {
    Q_OBJECT

public:
    StatusLine(QStatusBar* bar, ViewState& state);

    void setSession(std::shared_ptr<const Session> session);
    void retranslate();
    ProgressStrip* progress() const { return m_progress; }

signals:
    void warningsWanted();

private:
    void showCursor();
    void showSelection();

    ViewState& m_state;
    std::shared_ptr<const Session> m_session;
    QLabel* m_cursor;
    QLabel* m_selection;
    QToolButton* m_warnings;
    ProgressStrip* m_progress;
};

} // namespace tideline
