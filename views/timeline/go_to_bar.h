// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/timeline/timeline_model.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace tideline {

/// A line above the tracks for "go to time". Never modal; hidden until it is wanted.
class GoToBar final : public QWidget {
    Q_OBJECT

public:
    explicit GoToBar(TimelineModel& model, QWidget* parent = nullptr);

    /// Shows the line and gives it the keyboard.
    void open();
    QLineEdit* field() const { return m_field; }
    /// Why the text leads nowhere; "" when it does.
    QString fault() const;

signals:
    /// Hidden again; the keyboard is free.
    void closed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void leave();
    void go();

    TimelineModel& m_model;
    QLabel* m_title;
    QLineEdit* m_field;
    QLabel* m_fault;
    QToolButton* m_close;
};

} // namespace tideline
