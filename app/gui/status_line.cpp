// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/status_line.h"

#include <QLabel>
#include <QStatusBar>
#include <QToolButton>

#include <utility>

#include "app/gui/progress_strip.h"
#include "views/state/view_state.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNameWidthPx = 360;

QLabel* plainLabel(QStatusBar* bar)
{
    auto* label = new QLabel(bar);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

StatusLine::StatusLine(QStatusBar* bar, ViewState& state)
    : QObject(bar),
      m_state(state),
      m_cursor(plainLabel(bar)),
      m_selection(plainLabel(bar)),
      m_warnings(new QToolButton(bar)),
      m_progress(new ProgressStrip(bar))
{
    m_warnings->setAutoRaise(true);
    bar->addWidget(m_cursor);
    bar->addWidget(m_selection, 1);
    bar->addPermanentWidget(m_progress);
    bar->addPermanentWidget(m_warnings);
    m_cursor->setMinimumWidth(bar->fontMetrics().horizontalAdvance(u"0000.000000000 s"_s));
    connect(&state, &ViewState::hoverChanged, this, &StatusLine::showCursor);
    connect(&state, &ViewState::selectionChanged, this, &StatusLine::showSelection);
    connect(m_warnings, &QToolButton::clicked, this, &StatusLine::warningsWanted);
    setSession(nullptr);
}

void StatusLine::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    retranslate();
}

void StatusLine::retranslate()
{
    const std::uint64_t issues = m_session ? m_session->issues().total() : 0;
    m_warnings->setVisible(issues > 0);
    m_warnings->setText(u"\u26A0 "_s + tr("%1 remarks").arg(countText(issues)));
    m_warnings->setToolTip(tr("Show what was noticed while the profile was read"));
    showCursor();
    showSelection();
}

void StatusLine::showCursor()
{
    const std::optional<Instant> time = m_state.hover().time;
    m_cursor->setText(time && m_session ? durationText(*time - m_session->trace().axisExtent().start) : QString());
}

void StatusLine::showSelection()
{
    const Selection& selection = m_state.selection();
    QString text;
    if (m_session && selection.kind == Selection::Kind::Slices && !selection.slices.empty()) {
        const Trace& trace = m_session->trace();
        const SliceId slice = selection.slices.back();
        const QString name = visibleText(trace.text(trace.slices().name.at(slice.row)));
        text = m_selection->fontMetrics().elidedText(name, Qt::ElideMiddle, kNameWidthPx) + u"   "_s
               + exactDurationText(trace.slices().duration.at(slice.row));
    } else if (m_session && selection.kind == Selection::Kind::Range) {
        const Instant origin = m_session->trace().axisExtent().start;
        text = tr("%1 to %2: %3")
                   .arg(durationText(selection.range.start - origin), durationText(selection.range.end - origin),
                        exactDurationText(selection.range.length()));
    } else if (m_session && selection.kind == Selection::Kind::Operator) {
        text = m_selection->fontMetrics().elidedText(visibleText(m_session->trace().text(selection.operatorName)),
                                                     Qt::ElideMiddle, kNameWidthPx);
    }
    m_selection->setText(text);
}

} // namespace tideline
