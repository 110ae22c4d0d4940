// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "views/notes/note_book.h"
#include "views/page/page.h"

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace tideline {

/// The notes of the profile: a list in the order of the report, and the text of the picked one.
class NotesPage final : public Page {
    Q_OBJECT

public:
    explicit NotesPage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;

    /// Adds a note about what is selected and gives its text the keyboard.
    void addNote();
    void addNoteAboutFinding(const QString& ruleId, const QString& title);
    NoteBook& book() { return m_book; }
    QListWidget* list() const { return m_list; }
    QPlainTextEdit* editor() const { return m_editor; }

signals:
    /// A note about a finding was followed.
    void findingWanted(const QString& ruleId);
    /// The timeline now shows what a note is about.
    void timelineWanted();
    /// Esc in the text of a note: the keyboard belongs to the timeline again.
    void editingEnded();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void add(Note note);
    void fill();
    void showPicked();
    void follow();
    int row() const;

    std::shared_ptr<const Session> m_session;
    NoteBook m_book;
    QListWidget* m_list;
    QPlainTextEdit* m_editor;
    QLabel* m_hint;
    QLabel* m_problem;
    QPushButton* m_add;
    QPushButton* m_go;
    QPushButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    bool m_filling = false;
};

} // namespace tideline
