// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/find_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QToolButton>

#include <chrono>
#include <utility>

#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds kTypingPause{120};
constexpr int kFieldCharacters = 40;

} // namespace

FindBar::FindBar(TimelineModel& model, TimelineCommands& commands, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_commands(commands),
      m_field(new QLineEdit(this)),
      m_counter(new QLabel(this)),
      m_previous(new QToolButton(this)),
      m_next(new QToolButton(this)),
      m_close(new QToolButton(this))
{
    build();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &FindBar::startTyped);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        forget();
        m_typing.start();
    });
    connect(m_field, &QLineEdit::returnPressed, this, [this] { step(1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_close, &QToolButton::clicked, this, &FindBar::leave);
    // What ran belongs to the profile before; the text stays.
    connect(&m_model, &TimelineModel::profileChanged, this, [this] {
        forget();
        m_anchor = m_model.state().visibleRange().start;
    });
    const auto onKey = [this](const QKeySequence& key, auto what) {
        auto* shortcut = new QShortcut(key, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, what);
    };
    onKey(Qt::Key_Escape, [this] { leave(); });
    onKey(Qt::SHIFT | Qt::Key_Return, [this] { step(-1); });
    retranslate();
    hide();
}

void FindBar::build()
{
    setObjectName(u"findBar"_s);
    m_field->setClearButtonEnabled(true);
    m_field->setMaximumWidth(fontMetrics().averageCharWidth() * kFieldCharacters + 40);
    m_counter->setTextFormat(Qt::PlainText);
    // Neither a long counter nor its translation widens the window.
    m_counter->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_previous->setText(u"\u25B4"_s);
    m_next->setText(u"\u25BE"_s);
    m_close->setText(u"\u2715"_s);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 2, 6, 2);
    layout->addWidget(m_field, 2);
    for (QToolButton* button : {m_previous, m_next}) {
        button->setAutoRaise(true);
        layout->addWidget(button);
    }
    layout->addWidget(m_counter, 1);
    m_close->setAutoRaise(true);
    layout->addWidget(m_close);
}

void FindBar::retranslate()
{
    m_field->setPlaceholderText(tr("Find slices: words of the name"));
    m_field->setAccessibleName(tr("Find slices"));
    m_previous->setToolTip(tr("The hit before (Shift+F3)"));
    m_next->setToolTip(tr("The next hit (F3)"));
    m_close->setToolTip(tr("Close (Esc)"));
    for (QToolButton* button : {m_previous, m_next, m_close})
        button->setAccessibleName(button->toolTip());
    showCounter();
}

void FindBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

QString FindBar::counter() const
{
    return m_counter->text();
}

void FindBar::open()
{
    m_anchor = m_model.state().visibleRange().start;
    show();
    m_field->selectAll();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void FindBar::leave()
{
    hide();
    emit closed();
}

void FindBar::forget()
{
    m_typing.stop();
    m_job.cancel();
    m_found = {};
    m_done = false;
    m_waiting = 0;
    showCounter();
}

void FindBar::startTyped()
{
    m_typing.stop();
    // Just before the anchor, so that a slice that begins there is found.
    search({m_anchor - Duration{1}, SliceId{}}, true);
}

void FindBar::step(int by)
{
    if (m_field->text().trimmed().isEmpty())
        return open();
    if (m_job.running()) {
        m_waiting += by;
        return;
    }
    if (!m_done)
        return startTyped();
    // From what is selected, if that was moved by other means; else from the last hit.
    const auto current = m_model.currentSlice();
    if (m_found.place.slice.valid())
        search(current ? SlicePlace{m_model.rangeOf(*current).start, *current} : m_found.place, by > 0);
}

void FindBar::search(SlicePlace from, bool forward)
{
    const std::shared_ptr<const Session> session = m_model.sharedSession();
    const QString text = m_field->text();
    if (!session || text.trimmed().isEmpty())
        return forget();
    m_job.start(
        [session, text, from, forward](const std::stop_token& stop) {
            const NameIndex& names = session->index().names();
            return findSlice(session->trace(), names, namesWithWords(names, text), from, forward, stop);
        },
        [this](const FoundSlice& found) { take(found); });
    showCounter();
}

void FindBar::take(const FoundSlice& found)
{
    m_found = found;
    m_done = true;
    showCounter();
    if (!found.place.slice.valid())
        return void(m_waiting = 0);
    m_commands.reveal(found.place.slice);
    if (m_waiting == 0)
        return;
    const int by = m_waiting > 0 ? 1 : -1;
    m_waiting -= by;
    step(by);
}

void FindBar::showCounter()
{
    if (m_job.running())
        m_counter->setText(u"\u2026"_s);
    else if (!m_done)
        m_counter->clear();
    else if (m_found.total == 0)
        m_counter->setText(tr("Nothing found"));
    else
        m_counter->setText(countText(m_found.number) + u" / "_s + countText(m_found.total));
}

} // namespace tideline
