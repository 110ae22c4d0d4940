// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <vector>

#include "views/notes/note.h"

namespace tideline {

/// The notes of one profile, kept in a JSON file of their own: written half a second after a change, when another
/// profile is opened, and at the end. A file is replaced only when it was written whole.
class NoteBook final : public QObject {
    Q_OBJECT

public:
    explicit NoteBook(QObject* parent = nullptr);
    ~NoteBook() override;

    /// Where the files lie; without one nothing is kept.
    void setDirectory(const QString& directory) { m_directory = directory; }
    /// Saves what is open and reads the notes of another profile; no paths: none.
    void open(const QStringList& paths);

    const std::vector<Note>& notes() const { return m_notes; }
    /// Adds at the end and returns the row.
    int add(Note note);
    void setText(int row, const QString& text);
    void remove(int row);
    /// Moves a note up (-1) or down (1); false at the ends.
    bool move(int row, int by);
    /// False when the file could not be written; the reason is problem().
    bool save();
    /// What went wrong with the file; "" for nothing.
    const QString& problem() const { return m_problem; }
    QString filePath() const;

    /// All notes as Markdown in their order; "" for none.
    QString markdown() const;

signals:
    void changed();
    void problemChanged();

private:
    void touch();
    void read();
    void setProblem(const QString& problem);

    QString m_directory;
    QStringList m_paths;
    std::vector<Note> m_notes;
    QString m_problem;
    QTimer m_saveTimer;
    bool m_dirty = false;
    bool m_readOnly = false; // written by a newer version: never replaced
};

} // namespace tideline
