// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_page.h"

#include <QAccessible>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QShortcut>

#include <utility>

#include "views/text/number_text.h"
#include "views/text/visible_text.h"
#include "views/timeline/find_bar.h"
#include "views/timeline/go_to_bar.h"
#include "views/timeline/overview_strip.h"
#include "views/timeline/range_strip.h"
#include "views/timeline/slice_tip.h"
#include "views/timeline/time_ruler.h"
#include "views/timeline/timeline_menu.h"
#include "views/timeline/track_canvas.h"
#include "views/timeline/track_headers.h"

namespace tideline {

using namespace Qt::StringLiterals;

TimelinePage::TimelinePage(ViewState& state, QWidget* parent)
    : Page(state, parent),
      m_model(state),
      m_commands(m_model),
      m_find(new FindBar(m_model, m_commands, this)),
      m_goTo(new GoToBar(m_model, this)),
      m_overview(new OverviewStrip(m_model, m_commands, this)),
      m_ruler(new TimeRuler(m_model, m_commands, this)),
      m_headers(new TrackHeaders(m_model, this)),
      m_canvas(new TrackCanvas(m_model, m_commands, this)),
      m_scrollBar(new QScrollBar(Qt::Vertical, this)),
      m_base(new QLabel(this)),
      m_strip(new RangeStrip(m_model, this))
{
    setObjectName(u"timelinePage"_s);
    setAccessibleName(tr("Timeline"));
    setFocusProxy(m_canvas);
    buildLayout();
    connectParts();
}

void TimelinePage::buildLayout()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    m_base->setFixedWidth(TrackHeaders::kWidthPx);
    m_base->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_base->setContentsMargins(6, 0, 6, 0);
    m_base->setTextFormat(Qt::PlainText);
    m_scrollBar->setAccessibleName(tr("Scroll the tracks"));
    grid->addWidget(m_find, 0, 0, 1, 3);
    grid->addWidget(m_goTo, 1, 0, 1, 3);
    grid->addWidget(m_overview, 2, 1);
    grid->addWidget(m_base, 3, 0);
    grid->addWidget(m_ruler, 3, 1);
    grid->addWidget(m_headers, 4, 0);
    grid->addWidget(m_canvas, 4, 1);
    grid->addWidget(m_scrollBar, 4, 2);
    grid->addWidget(m_strip, 5, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(4, 1);
}

void TimelinePage::connectParts()
{
    connect(&m_model, &TimelineModel::scrolled, this, &TimelinePage::syncScrollBar);
    connect(&m_model, &TimelineModel::layoutChanged, this, &TimelinePage::syncScrollBar);
    connect(m_scrollBar, &QScrollBar::valueChanged, &m_model, &TimelineModel::setScrollTop);
    connect(m_ruler, &TimeRuler::baseChanged, this, [this] { m_base->setText(m_ruler->baseText()); });
    connect(m_canvas, &TrackCanvas::menuWanted, this, &TimelinePage::showMenu);
    connect(m_headers, &TrackHeaders::menuWanted, this, &TimelinePage::showMenu);
    connect(&m_commands, &TimelineCommands::flowChoiceNeeded, this, &TimelinePage::showFlowMenu);
    connect(m_find, &FindBar::closed, m_canvas, [this] { m_canvas->setFocus(); });
    connect(m_goTo, &GoToBar::closed, m_canvas, [this] { m_canvas->setFocus(); });
    auto* slash = new QShortcut(Qt::Key_Slash, m_canvas, nullptr, nullptr, Qt::WidgetShortcut);
    connect(slash, &QShortcut::activated, m_find, &FindBar::open);
    connect(&state(), &ViewState::revealRequested, &m_commands, &TimelineCommands::reveal);
    connect(&state(), &ViewState::selectionChanged, this, &TimelinePage::describeSelection);
}

void TimelinePage::setSession(std::shared_ptr<const Session> session)
{
    m_model.setSession(std::move(session));
    syncScrollBar();
    describeSelection();
}

void TimelinePage::syncScrollBar()
{
    const QSignalBlocker blocker(m_scrollBar);
    m_scrollBar->setRange(0, m_model.maxScroll());
    m_scrollBar->setPageStep(std::max(1, m_model.viewportHeight()));
    m_scrollBar->setSingleStep(TimelineLayout::kRowPx);
    m_scrollBar->setValue(m_model.scrollTop());
}

void TimelinePage::describeSelection()
{
    QString text;
    if (const auto slice = m_model.currentSlice()) {
        const Trace& trace = m_model.session()->trace();
        const TrackId track = trace.trackOf(*slice);
        const RowRange row = trace.track(track).rows[trace.rowOf(*slice)];
        text = tr("%1, %2, %3, %4 of %5")
                   .arg(trackPath(trace, track), visibleText(trace.text(trace.slices().name.at(slice->row))),
                        durationText(trace.rangeOf(*slice).length()), countText(slice->row - row.first + 1),
                        countText(row.size()));
    }
    if (text == m_canvas->accessibleDescription())
        return;
    m_canvas->setAccessibleDescription(text);
    QAccessibleEvent changed(m_canvas, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void TimelinePage::showMenu(QPoint position, SliceId slice, int laneIndex)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillTimelineMenu(*menu, m_model, m_commands, slice, laneIndex);
    menu->popup(position);
}

void TimelinePage::showFlowMenu(const std::vector<SliceId>& slices)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillFlowMenu(*menu, m_model, m_commands, slices);
    menu->popup(m_canvas->mapToGlobal(m_canvas->rect().center()));
}

void TimelinePage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Timeline"));
        m_scrollBar->setAccessibleName(tr("Scroll the tracks"));
        describeSelection();
    }
    QWidget::changeEvent(event);
}

} // namespace tideline
