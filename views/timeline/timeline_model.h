// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <optional>

#include "core/scene/timeline_scene.h"
#include "core/session/session.h"
#include "views/state/view_state.h"

namespace tideline {

/// What the parts of the timeline page share: the profile, the layout of its lanes and how far they are scrolled.
class TimelineModel : public QObject {
    Q_OBJECT

public:
    explicit TimelineModel(ViewState& state, QObject* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session);
    const Session* session() const { return m_session.get(); }
    std::shared_ptr<const Session> sharedSession() const { return m_session; }
    ViewState& state() const { return m_state; }
    const TimelineLayout& layout() const { return m_layout; }
    /// What scenes are built from; only while there is a session.
    SceneSource source() const { return {m_session->trace(), &m_session->index(), *m_categories}; }

    int scrollTop() const { return m_scrollTop; }
    int maxScroll() const;
    int viewportHeight() const { return m_viewportHeight; }
    void setScrollTop(int top);
    void setViewportHeight(int height);

    void setCollapsed(const Lane& lane, bool collapsed);
    void toggle(const Lane& lane) { setCollapsed(lane, !lane.collapsed); }
    void collapseAll(bool collapsed);
    /// Opens what hides a slice and scrolls until its row is in view.
    void showRow(SliceId slice);

    /// [start, end) on the common axis.
    TimeRange rangeOf(SliceId slice) const;
    TimeRange rangeOf(const std::vector<SliceId>& slices) const;
    /// The slice that keys work on: the last one of the selection, if any.
    std::optional<SliceId> currentSlice() const;

signals:
    void profileChanged();
    void layoutChanged();
    void scrolled();

private:
    void clampScroll();
    void showRanks();

    ViewState& m_state;
    std::shared_ptr<const Session> m_session;
    std::unique_ptr<CategoryCache> m_categories;
    std::vector<std::int64_t> m_ranks; ///< of the scope; empty: all
    TimelineLayout m_layout;
    int m_scrollTop = 0;
    int m_viewportHeight = 0;
};

} // namespace tideline
