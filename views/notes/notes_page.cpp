// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/notes/notes_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/kit/theme.h"
#include "views/state/view_state.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

QString firstLine(const QString& text)
{
    return text.trimmed().section(u'\n', 0, 0);
}

QString itemText(const Note& note)
{
    const QString line = visibleValue(firstLine(note.text));
    return line.isEmpty() ? note.label : note.label + u"\n"_s + line;
}

} // namespace

NotesPage::NotesPage(ViewState& state, QWidget* parent)
    : Page(state, parent),
      m_list(new QListWidget(this)),
      m_editor(new QPlainTextEdit(this)),
      m_hint(new QLabel(this)),
      m_problem(new QLabel(this)),
      m_add(new QPushButton(this)),
      m_go(new QPushButton(this)),
      m_remove(new QPushButton(this)),
      m_up(new QToolButton(this)),
      m_down(new QToolButton(this))
{
    build();
    retranslate();
    connect(m_add, &QPushButton::clicked, this, &NotesPage::addNote);
    connect(m_go, &QPushButton::clicked, this, &NotesPage::follow);
    connect(m_list, &QListWidget::itemActivated, this, &NotesPage::follow);
    connect(m_list, &QListWidget::currentRowChanged, this, [this] {
        if (!m_filling)
            showPicked();
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        if (row() >= 0)
            m_book.remove(row());
    });
    const auto move = [this](int by) {
        const int from = row();
        if (from >= 0 && m_book.move(from, by))
            m_list->setCurrentRow(from + by);
    };
    connect(m_up, &QToolButton::clicked, this, [move] { move(-1); });
    connect(m_down, &QToolButton::clicked, this, [move] { move(1); });
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_filling && row() >= 0)
            m_book.setText(row(), m_editor->toPlainText());
    });
    connect(&m_book, &NoteBook::changed, this, &NotesPage::fill);
    connect(&m_book, &NoteBook::problemChanged, this, &NotesPage::fill);
    fill();
}

void NotesPage::build()
{
    m_list->setObjectName(u"notesList"_s);
    m_list->setAlternatingRowColors(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_editor->setObjectName(u"noteText"_s);
    m_editor->setTabChangesFocus(true);
    m_hint->setWordWrap(true);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setMargin(16);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_up->setText(u"\u25B4"_s);
    m_down->setText(u"\u25BE"_s);
    for (QToolButton* button : {m_up, m_down})
        button->setFocusPolicy(Qt::StrongFocus);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_add);
    buttons->addWidget(m_go);
    buttons->addStretch(1);
    buttons->addWidget(m_up);
    buttons->addWidget(m_down);
    buttons->addWidget(m_remove);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_list);
    splitter->addWidget(m_editor);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 4);
    layout->setSpacing(4);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    layout->addWidget(m_hint, 1);
    layout->addWidget(splitter, 1);
    auto* remove = new QShortcut(QKeySequence::Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, m_remove, &QPushButton::click);
    auto* leave = new QShortcut(Qt::Key_Escape, m_editor, nullptr, nullptr, Qt::WidgetShortcut);
    connect(leave, &QShortcut::activated, this, &NotesPage::editingEnded);
    setFocusProxy(m_list);
}

void NotesPage::retranslate()
{
    m_add->setText(tr("&Add Note"));
    m_add->setToolTip(tr("A note about what is selected (K)"));
    m_go->setText(tr("&Go To"));
    m_go->setToolTip(tr("Show what the note is about"));
    m_remove->setText(tr("&Delete"));
    m_up->setToolTip(tr("Earlier in the report"));
    m_up->setAccessibleName(m_up->toolTip());
    m_down->setToolTip(tr("Later in the report"));
    m_down->setAccessibleName(m_down->toolTip());
    m_list->setAccessibleName(tr("Notes"));
    m_editor->setAccessibleName(tr("Text of the note"));
    m_editor->setPlaceholderText(tr("Markdown. Notes are saved by themselves and go into the report in this order."));
    fill();
}

void NotesPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        fill();
}

void NotesPage::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    QStringList paths;
    if (m_session) {
        for (const std::filesystem::path& path : m_session->paths())
            paths << QString::fromStdString(path.string());
    }
    const QString before = m_book.filePath();
    const int row = m_list->currentRow();
    const int position = m_editor->textCursor().position();
    m_book.open(paths);
    const bool same = !before.isEmpty() && before == m_book.filePath();
    m_list->setCurrentRow(std::min(same ? std::max(row, 0) : 0, m_list->count() - 1));
    showPicked();
    if (!same)
        return;
    // A note that was begun in the first rank goes on when the others are there.
    QTextCursor cursor = m_editor->textCursor();
    cursor.setPosition(std::min(position, static_cast<int>(m_editor->toPlainText().size())));
    m_editor->setTextCursor(cursor);
}

int NotesPage::row() const
{
    return m_list->currentRow();
}

void NotesPage::addNote()
{
    if (m_session)
        add(noteAbout(m_session->trace(), state().selection()));
}

void NotesPage::addNoteAboutFinding(const QString& ruleId, const QString& title)
{
    if (m_session)
        add(noteAboutFinding(ruleId, title));
}

void NotesPage::add(Note note)
{
    m_list->setCurrentRow(m_book.add(std::move(note)));
    showPicked();
    m_editor->setFocus();
}

void NotesPage::fill()
{
    const auto& notes = m_book.notes();
    {
        const QScopedValueRollback filling(m_filling, true);
        // In place, so that typing does not make the list jump.
        while (m_list->count() > static_cast<int>(notes.size()))
            delete m_list->takeItem(m_list->count() - 1);
        while (m_list->count() < static_cast<int>(notes.size()))
            m_list->addItem(QString());
        for (std::size_t i = 0; i < notes.size(); ++i) {
            QListWidgetItem* item = m_list->item(static_cast<int>(i));
            item->setText(itemText(notes[i]));
            item->setToolTip(plainToolTip(itemText(notes[i])));
        }
    }
    const bool any = !notes.empty();
    m_list->parentWidget()->setVisible(any);
    m_hint->setVisible(!any);
    m_hint->setText(m_session ? tr("No notes yet. Select a time range, a slice, an operator or a finding and press K.")
                              : tr("Open a profile to take notes."));
    m_add->setEnabled(m_session != nullptr);
    m_problem->setVisible(!m_book.problem().isEmpty());
    m_problem->setText(m_book.problem());
    QPalette faulty = palette();
    faulty.setColor(QPalette::WindowText, Theme::fromPalette(palette()).error);
    m_problem->setPalette(faulty);
    showPicked();
}

void NotesPage::showPicked()
{
    const QScopedValueRollback filling(m_filling, true);
    const auto& notes = m_book.notes();
    const bool picked = row() >= 0 && row() < static_cast<int>(notes.size());
    const QString text = picked ? notes[static_cast<std::size_t>(row())].text : QString();
    if (m_editor->toPlainText() != text)
        m_editor->setPlainText(text);
    m_editor->setEnabled(picked);
    m_go->setEnabled(picked && notes[static_cast<std::size_t>(row())].kind != Note::Kind::Profile);
    m_remove->setEnabled(picked);
    m_up->setEnabled(row() > 0);
    m_down->setEnabled(picked && row() + 1 < m_list->count());
}

void NotesPage::follow()
{
    if (!m_session || row() < 0)
        return;
    const Note note = m_book.notes()[static_cast<std::size_t>(row())];
    Selection selection;
    switch (note.kind) {
    case Note::Kind::Profile: return;
    case Note::Kind::Finding: emit findingWanted(note.name); return;
    case Note::Kind::Operator:
        selection.kind = Selection::Kind::Operator;
        selection.operatorName = m_session->trace().strings().find(note.name.toStdString());
        if (selection.operatorName.valid())
            state().setSelection(std::move(selection));
        return;
    case Note::Kind::Range:
    case Note::Kind::Slice: break;
    }
    state().zoomTo(note.range);
    if (const auto slice = sliceOf(m_session->trace(), note)) {
        state().reveal(*slice);
        state().selectSlice(*slice);
    } else {
        selection.kind = Selection::Kind::Range;
        selection.range = note.range;
        state().setSelection(std::move(selection));
    }
    emit timelineWanted();
}

} // namespace tideline
