// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/go_to_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QToolButton>

#include "views/timeline/time_goal.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFieldCharacters = 24;

} // namespace

GoToBar::GoToBar(TimelineModel& model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_title(new QLabel(this)),
      m_field(new QLineEdit(this)),
      m_fault(new QLabel(this)),
      m_close(new QToolButton(this))
{
    setObjectName(u"goToBar"_s);
    m_title->setBuddy(m_field);
    m_field->setFixedWidth(fontMetrics().averageCharWidth() * kFieldCharacters + 40);
    m_fault->setTextFormat(Qt::PlainText);
    // A long reason must not widen the window.
    m_fault->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_close->setText(u"\u2715"_s);
    m_close->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 2, 6, 2);
    layout->addWidget(m_title);
    layout->addWidget(m_field);
    layout->addWidget(m_fault, 1);
    layout->addWidget(m_close);
    connect(m_field, &QLineEdit::returnPressed, this, &GoToBar::go);
    connect(m_field, &QLineEdit::textEdited, m_fault, &QLabel::clear);
    connect(m_close, &QToolButton::clicked, this, &GoToBar::leave);
    auto* escape = new QShortcut(Qt::Key_Escape, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &GoToBar::leave);
    retranslate();
    hide();
}

void GoToBar::retranslate()
{
    m_title->setText(tr("Go to &time"));
    m_field->setPlaceholderText(tr("12.5ms, +3us, step 3"));
    m_field->setAccessibleName(tr("Go to time"));
    m_field->setToolTip(tr("Since the start of the profile (12.5ms), from the middle of the view (+3us, -3us), "
                           "in nanoseconds, or a step (step 3)"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(m_close->toolTip());
    m_fault->clear();
}

void GoToBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

QString GoToBar::fault() const
{
    return m_fault->text();
}

void GoToBar::open()
{
    m_fault->clear();
    show();
    m_field->selectAll();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void GoToBar::leave()
{
    hide();
    emit closed();
}

void GoToBar::go()
{
    if (!m_model.session())
        return;
    ViewState& state = m_model.state();
    const TimeRange view = state.visibleRange();
    const Instant middle = view.start + Duration{view.length().ns / 2};
    const TimeGoal goal = parseTimeGoal(m_field->text(), m_model.session()->trace(), middle);
    m_fault->setText(goal.fault);
    if (goal.step)
        state.zoomTo(*goal.step);
    else if (goal.time)
        state.zoomTo(view.shifted(*goal.time - middle), 1.0);
    if (!goal.fault.isEmpty()) {
        m_field->selectAll();
        return;
    }
    leave();
    // Marks the time until the pointer moves.
    Hover hover;
    hover.time = goal.time;
    if (goal.time)
        state.setHover(hover);
}

} // namespace tideline
