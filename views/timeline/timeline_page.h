// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/page/page.h"
#include "views/timeline/timeline_commands.h"
#include "views/timeline/timeline_model.h"

class QLabel;
class QScrollBar;

namespace tideline {

class FindBar;
class GoToBar;
class OverviewStrip;
class RangeStrip;
class TimeRuler;
class TrackCanvas;
class TrackHeaders;

/// Overview, ruler, track names, tracks and a line about the selection.
class TimelinePage final : public Page {
    Q_OBJECT

public:
    explicit TimelinePage(ViewState& state, QWidget* parent = nullptr);

    /// The caller resets the ViewState to the extent of the profile.
    void setSession(std::shared_ptr<const Session> session) override;

    TimelineModel& model() { return m_model; }
    TimelineCommands& commands() { return m_commands; }
    TrackCanvas* canvas() const { return m_canvas; }
    TrackHeaders* headers() const { return m_headers; }
    TimeRuler* ruler() const { return m_ruler; }
    OverviewStrip* overview() const { return m_overview; }
    FindBar* findBar() const { return m_find; }
    GoToBar* goToBar() const { return m_goTo; }
    RangeStrip* rangeStrip() const { return m_strip; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void connectParts();
    void syncScrollBar();
    void describeSelection();
    void showMenu(QPoint position, SliceId slice, int laneIndex);
    void showFlowMenu(const std::vector<SliceId>& slices);

    TimelineModel m_model;
    TimelineCommands m_commands;
    FindBar* m_find;
    GoToBar* m_goTo;
    OverviewStrip* m_overview;
    TimeRuler* m_ruler;
    TrackHeaders* m_headers;
    TrackCanvas* m_canvas;
    QScrollBar* m_scrollBar;
    QLabel* m_base;
    RangeStrip* m_strip;
};

} // namespace tideline
