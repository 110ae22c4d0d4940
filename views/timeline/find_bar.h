// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "views/kit/latest_job.h"
#include "views/timeline/slice_finder.h"
#include "views/timeline/timeline_commands.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace tideline {

/// A line above the tracks that finds slices by the words of their names. Never modal; hidden until it is wanted. Its
/// text stays in force while it is hidden. Searches on a worker.
class FindBar final : public QWidget {
    Q_OBJECT

public:
    FindBar(TimelineModel& model, TimelineCommands& commands, QWidget* parent = nullptr);

    /// Shows the line and gives it the keyboard.
    void open();
    /// Selects and shows the next hit (by 1) or the one before (by -1); goes round at the ends. Opens the line when
    /// there is no text to look for.
    void step(int by);
    QLineEdit* field() const { return m_field; }
    /// "12 / 3,104", or that there is nothing.
    QString counter() const;
    bool searching() const { return m_job.running() || m_typing.isActive(); }

signals:
    /// Hidden again; the keyboard is free.
    void closed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void leave();
    void forget();
    void startTyped();
    void search(SlicePlace from, bool forward);
    void take(const FoundSlice& found);
    void showCounter();

    TimelineModel& m_model;
    TimelineCommands& m_commands;
    QLineEdit* m_field;
    QLabel* m_counter;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_close;
    QTimer m_typing;
    LatestJob m_job;
    FoundSlice m_found;
    Instant m_anchor;    ///< a text that changes is looked for from here on
    bool m_done = false; ///< m_found answers the text
    int m_waiting = 0;   ///< steps that were asked for while a search ran
};

} // namespace tideline
